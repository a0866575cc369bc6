//! The assembly routines of Nucleus, one file each. For x86-64: SCANNER_CORE as Axon II prints it,
//! the AVX2 and AVX-512 scanners, and the 32-bit routines of the board `axon32`. For AArch64:
//! SCANNER_CORE and the NEON scanners. For 32-bit x86: SCANNER_CORE.
//!
//! Each file begins with its contract: signature, alignment, what it reads, writes and clobbers.
//! `nucleus-core` declares the routines with its types and calls them.

#![no_std]
#![cfg(all(
    any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"),
    not(nucleus_portable)
))]

use core::arch::global_asm;

// `routine_end NAME` ends the routine `nucleus_NAME`: on ELF targets it gives it a type and a size,
// without which debuggers and profilers do not name it.

#[cfg(target_arch = "x86_64")]
global_asm!(
    #[cfg(target_os = "linux")]
    include_str!("routine_end_elf.s"),
    #[cfg(not(target_os = "linux"))]
    include_str!("routine_end.s"),
    include_str!("scanner_core.s"),
    "routine_end scanner_core",
    include_str!("scanner_avx2.s"),
    "routine_end scanner_avx2",
    include_str!("scanner_avx512.s"),
    "routine_end scanner_avx512",
    include_str!("both_avx2.s"),
    "routine_end both_avx2",
    include_str!("both_avx512.s"),
    "routine_end both_avx512",
    include_str!("squares_avx2.s"),
    "routine_end squares_avx2",
    include_str!("squares_avx512.s"),
    "routine_end squares_avx512",
    include_str!("axon32_influence.s"),
    "routine_end axon32_influence",
    include_str!("axon32_lines.s"),
    "routine_end axon32_lines",
    include_str!("axon32_check.s"),
    "routine_end axon32_check",
    include_str!("axon32_moves.s"),
    "routine_end axon32_moves",
    include_str!("axon32_terms.s"),
    "routine_end axon32_terms",
    include_str!("axon32_pawns.s"),
    "routine_end axon32_pawns",
    include_str!("axon32_structure.s"),
    "routine_end axon32_structure",
    include_str!("axon32_victims.s"),
    "routine_end axon32_victims",
    include_str!("axon32_attacked.s"),
    "routine_end axon32_attacked",
    include_str!("axon32_takers.s"),
    "routine_end axon32_takers",
    include_str!("axon32_masks.s"),
    "routine_end axon32_masks",
    include_str!("axon32_shelter.s"),
    "routine_end axon32_shelter",
    include_str!("axon32_targets.s"),
    "routine_end axon32_targets",
    include_str!("axon32_captures.s"),
    "routine_end axon32_captures",
    include_str!("axon32_walk.s"),
    "routine_end axon32_walk",
    include_str!("axon32_pawn_moves.s"),
    "routine_end axon32_pawn_moves",
    include_str!("axon32_make.s"),
    "routine_end axon32_make",
    include_str!("axon32_sums.s"),
    "routine_end axon32_sums",
    include_str!("axon32_opening.s"),
    "routine_end axon32_opening",
    options(raw)
);

#[cfg(target_arch = "x86")]
global_asm!(
    #[cfg(target_os = "linux")]
    include_str!("routine_end_elf.s"),
    #[cfg(not(target_os = "linux"))]
    include_str!("routine_end.s"),
    include_str!("scanner_core_x86.s"),
    "routine_end scanner_core",
    options(raw)
);

#[cfg(target_arch = "aarch64")]
global_asm!(
    #[cfg(target_os = "linux")]
    include_str!("routine_end_elf.s"),
    #[cfg(not(target_os = "linux"))]
    include_str!("routine_end.s"),
    include_str!("scanner_core_aarch64.s"),
    "routine_end scanner_core",
    include_str!("scanner_neon.s"),
    "routine_end scanner_neon",
    include_str!("both_neon.s"),
    "routine_end both_neon",
    include_str!("squares_neon.s"),
    "routine_end squares_neon",
    options(raw)
);

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
global_asm!(include_str!(concat!(env!("OUT_DIR"), "/listings.s")), options(raw));

/// The text of a routine with its macros expanded, and where its instructions are.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Name of the file and of the routine, without `nucleus_`.
    pub name: &'static str,
    /// Lines of the listing.
    pub text: &'static str,
    /// Offset from the routine's begin, in bytes, and line, from 0, of each instruction; then the routine's end.
    pub table: &'static [[u32; 2]],
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
include!(concat!(env!("OUT_DIR"), "/listings.rs"));
