//! The scanners, which list a colour's pieces from the cells: one file per instruction set, with
//! the assembly in separate files.

pub mod portable;

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod asm;
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
#[path = "asm_aarch64.rs"]
pub mod asm;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(super) mod avx512;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
mod core;
pub(super) mod loops;
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
pub(super) mod neon;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(super) mod popcnt;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
mod positions;

/// A pointer to an implementation of [`super::reference::scan`]; the CPU must have its features.
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
pub(super) type Scanner =
    unsafe fn(&crate::matrix::Nucleus, crate::matrix::cell::Cell, &mut super::PieceList) -> usize;
