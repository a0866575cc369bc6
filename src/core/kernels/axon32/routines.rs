//! The routines by variant: compiled Rust and assembly, called in the same places.

use super::moves::{MoveWords, Walk};
use super::twin::TwinRoutines;
use super::{check, influence, moves};
use crate::kernels::level::Variant;
use crate::matrix::cell::Cell;
use crate::matrix::record::PIECES_ROOM;
use crate::matrix::{Matrix, Nucleus};
use crate::types::Color;

/// The compiled routines and those of `asm/`, by variant. Where the build has no assembly both are
/// compiled; on AArch64 the scanner alone is assembly.
pub static TWINS: [TwinRoutines; 2] = [
    TwinRoutines { scan, influence, lines, is_attacked, moves: piece_moves },
    #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
    super::asm::ROUTINES,
    #[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
    TwinRoutines { scan: scan_core, influence, lines, is_attacked, moves: piece_moves },
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable))))]
    TwinRoutines { scan, influence, lines, is_attacked, moves: piece_moves },
];

/// The routines of a variant.
#[inline(always)]
pub fn routines(variant: Variant) -> &'static TwinRoutines {
    &TWINS[variant as usize]
}

/// Without branches, as [`crate::kernels::scan::portable::scan`].
fn scan(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; PIECES_ROOM]) -> u32 {
    let mut count = 0;
    for (index, &cell) in nucleus.cells.0.iter().enumerate() {
        let masked = cell & mask;
        list[count & 63] = masked | (index as Cell) << 14;
        count += usize::from(masked != 0);
    }
    count as u32
}

/// SCANNER_CORE.
///
/// # Panics
/// When the sentinel does not have the whole mask, or the mask is empty: the loop would not end.
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
fn scan_core(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; PIECES_ROOM]) -> u32 {
    use crate::kernels::scan::asm::raw::nucleus_scanner_core;

    assert!(mask != 0 && nucleus.end & mask == mask, "the sentinel ends the loop");
    // SAFETY: the nucleus is 64 cells and the sentinel, which has the whole mask, so that the loop
    // ends there; the list has room for an entry a cell.
    unsafe { nucleus_scanner_core(nucleus, mask, list.as_mut_ptr().cast()) as u32 }
}

fn influence(cells: &mut Matrix, pieces: &[Cell]) {
    for &entry in pieces {
        influence::write_influence(cells, entry);
    }
}

fn lines(cells: &mut Matrix, own_king: u32, enemy_king: u32) {
    influence::write_lines(cells, own_king, enemy_king);
}

fn is_attacked(cells: &Matrix, square: u32, by: Color) -> bool {
    check::is_attacked(cells, square, by)
}

fn piece_moves(cells: &Matrix, entry: Cell, walk: Walk, list: &mut MoveWords) {
    moves::piece_moves(cells, entry, walk, list);
}
