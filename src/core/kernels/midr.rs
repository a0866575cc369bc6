//! MIDR_EL1: the register by which AArch64 CPUs say who made them and which core they are.

/// The register of the processor that runs this; `None` where programs may not read it.
pub fn midr() -> Option<u64> {
    #[cfg(all(target_arch = "aarch64", target_os = "linux", not(nucleus_portable)))]
    {
        /// The key of the hardware capabilities.
        const AT_HWCAP: std::ffi::c_ulong = 16;
        /// The kernel answers for the registers that identify the CPU.
        const HWCAP_CPUID: std::ffi::c_ulong = 1 << 11;

        // SAFETY: the C library's `getauxval`, which the standard library links on Linux, has this
        // signature.
        unsafe extern "C" {
            fn getauxval(key: std::ffi::c_ulong) -> std::ffi::c_ulong;
        }
        // SAFETY: it reads a vector that the system gave the program.
        if unsafe { getauxval(AT_HWCAP) } & HWCAP_CPUID == 0 {
            return None;
        }
        let midr: u64;
        // SAFETY: the kernel has just said that it lets programs read the register.
        unsafe {
            std::arch::asm!("mrs {midr}, midr_el1", midr = out(reg) midr, options(nomem, nostack));
        }
        Some(midr)
    }
    #[cfg(not(all(target_arch = "aarch64", target_os = "linux", not(nucleus_portable))))]
    None
}
