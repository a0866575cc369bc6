//! The assembly routines of Nucleus, one file each. For x86-64: SCANNER_CORE as Axon II prints it,
//! the AVX2 and AVX-512 scanners, and the 32-bit routines of the board `axon32`. For AArch64:
//! SCANNER_CORE and the NEON scanners.
//!
//! Each file begins with its contract: signature, alignment, what it reads, writes and clobbers.
//! `nucleus-core` declares the routines with its types and calls them.

#![no_std]
#![cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]

use core::arch::global_asm;

/// Includes `$name.s`, whose routine is `nucleus_$name` or the given name. On ELF targets the
/// directives give the routine a type and a size, without which debuggers and profilers do not name
/// it.
macro_rules! routine_file {
    ($name:literal) => {
        routine_file!($name, $name);
    };
    ($name:literal, $routine:literal) => {
        #[cfg(target_os = "linux")]
        global_asm!(
            include_str!(concat!($name, ".s")),
            concat!(".type nucleus_", $routine, ", @function"),
            concat!(".size nucleus_", $routine, ", . - nucleus_", $routine),
            options(raw)
        );
        #[cfg(not(target_os = "linux"))]
        global_asm!(include_str!(concat!($name, ".s")), options(raw));
    };
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;

    routine_file!("scanner_core");
    routine_file!("scanner_avx2");
    routine_file!("scanner_avx512");
    routine_file!("both_avx2");
    routine_file!("both_avx512");
    routine_file!("squares_avx2");
    routine_file!("squares_avx512");
    routine_file!("axon32_influence");
    routine_file!("axon32_lines");
    routine_file!("axon32_check");
    routine_file!("axon32_moves");
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::*;

    routine_file!("scanner_core_aarch64", "scanner_core");
    routine_file!("scanner_neon");
    routine_file!("both_neon");
    routine_file!("squares_neon");
}
