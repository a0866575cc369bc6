//! PEXT: the levels that have it, and the CPUs where it is fast.

use super::Kernel;

/// A level with BMI2.
pub trait Bmi2: Kernel {
    /// Returns the bits of `value` that `mask` selects, packed at the low end.
    fn pext(self, value: u64, mask: u64) -> u64;
}

/// Returns true if the CPU implements PEXT in hardware. AMD's CPUs before Zen 3 and Hygon's, which are
/// Zen 1, use microcode. It takes up to about 250 cycles; a magic multiplication takes four.
pub fn is_pext_fast() -> bool {
    #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
    return is_x86_feature_detected!("bmi2") && !is_microcoded();
    #[cfg(not(all(target_arch = "x86_64", not(nucleus_portable))))]
    false
}

/// Returns true for AMD families below 19h, the first of Zen 3, and for Hygon's.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
fn is_microcoded() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let mut name = [0; 12];
    for (part, register) in [vendor.ebx, vendor.edx, vendor.ecx].into_iter().enumerate() {
        name[4 * part..4 * part + 4].copy_from_slice(&register.to_le_bytes());
    }
    is_microcoded_on(&name, __cpuid(1).eax)
}

/// Returns true if PEXT is microcoded on a CPU of this vendor and signature (CPUID leaf 1, EAX).
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
const fn is_microcoded_on(vendor: &[u8; 12], signature: u32) -> bool {
    let (base, extended) = (signature >> 8 & 0xf, signature >> 20 & 0xff);
    // The extended family counts only if the base is 15.
    let family = if base == 0xf { base + extended } else { base };
    matches!(vendor, b"HygonGenuine") || matches!(vendor, b"AuthenticAMD") && family < 0x19
}

/// Tests Zen 1, 2, 3, 4 and 5, a Hygon, and an Intel CPU with AMD's signature.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
const _: () = {
    assert!(is_microcoded_on(b"AuthenticAMD", 0x0080_0f11));
    assert!(is_microcoded_on(b"AuthenticAMD", 0x0087_0f10));
    assert!(!is_microcoded_on(b"AuthenticAMD", 0x00a2_0f10));
    assert!(!is_microcoded_on(b"AuthenticAMD", 0x00a6_0f12));
    assert!(!is_microcoded_on(b"AuthenticAMD", 0x00b4_0f40));
    assert!(is_microcoded_on(b"HygonGenuine", 0x0090_0f01));
    assert!(!is_microcoded_on(b"GenuineIntel", 0x0080_0f11));
};
