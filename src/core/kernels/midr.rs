//! MIDR_EL1: the register that identifies the vendor and the core of an AArch64 CPU.

/// Returns MIDR_EL1 of the current processor; `None` unless AArch64 Linux lets programs read it.
pub fn midr() -> Option<u64> {
    #[cfg(all(target_arch = "aarch64", target_os = "linux", not(nucleus_portable)))]
    {
        /// The key of the hardware capabilities in the auxiliary vector.
        const AT_HWCAP: std::ffi::c_ulong = 16;
        /// The capability bit: Linux emulates reads of the registers that identify the CPU.
        const HWCAP_CPUID: std::ffi::c_ulong = 1 << 11;

        // SAFETY: the C library's `getauxval`, which the standard library links on Linux, has this
        // signature.
        unsafe extern "C" {
            fn getauxval(key: std::ffi::c_ulong) -> std::ffi::c_ulong;
        }
        // SAFETY: the call reads a vector that the system gives to each program.
        if unsafe { getauxval(AT_HWCAP) } & HWCAP_CPUID == 0 {
            return None;
        }
        let midr: u64;
        // SAFETY: the capability above allows programs to read the register.
        unsafe {
            std::arch::asm!("mrs {midr}, midr_el1", midr = out(reg) midr, options(nomem, nostack));
        }
        Some(midr)
    }
    #[cfg(not(all(target_arch = "aarch64", target_os = "linux", not(nucleus_portable))))]
    None
}
