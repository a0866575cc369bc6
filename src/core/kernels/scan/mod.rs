//! The scanners, which list a colour's pieces from the cells: one file per instruction set, with
//! the assembly in separate files.

pub mod portable;

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod asm;
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
#[path = "asm_aarch64.rs"]
pub mod asm;
#[cfg(all(target_arch = "x86", not(nucleus_portable)))]
#[path = "asm_x86.rs"]
pub mod asm;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(super) mod avx512;
#[cfg(all(
    any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"),
    not(nucleus_portable)
))]
mod core;
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
pub(super) mod neon;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
mod positions;

use super::{PieceList, SquareList};
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;
use crate::matrix::record::PIECES_ROOM;

// Implementations of functions of [`super::reference`]; the CPU must have their features.
pub(super) type Scanner = unsafe fn(&Nucleus, Cell, &mut PieceList) -> usize;
pub(super) type BothScanner = unsafe fn(&Nucleus, &mut [PieceList; 2]) -> [usize; 2];
pub(super) type ListScanner = unsafe fn(&Nucleus, Cell, &mut [Cell; PIECES_ROOM]) -> u32;
pub(super) type SquareScanner = unsafe fn(&Nucleus, Cell, &mut SquareList) -> usize;
