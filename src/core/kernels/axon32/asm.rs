//! The routines of `asm/` for the record's board. Their arithmetic uses 32 bits; 64-bit registers
//! hold only addresses.

// Links the routines, which are declared below.
use nucleus_asm as _;

use super::moves::{MoveWords, WALK_ROOM, Walk};
use super::routines::TwinRoutines;
use super::steps::{STEPS, Steps};
use crate::kernels::scan::asm::list_core;
use crate::matrix::Matrix;
use crate::matrix::cell::Cell;
use crate::types::Color;

/// The raw routines, for tests that call them through a checked call. Each file of `asm/` begins
/// with its contract.
pub mod raw {
    use super::{Cell, Matrix, Steps};

    unsafe extern "sysv64" {
        /// Sets the influence of pieces: `asm/axon32_influence.s`.
        pub fn nucleus_axon32_influence(
            cells: *mut Matrix,
            pieces: *const Cell,
            count: u32,
            steps: *const Steps,
        );
        /// Sets sensors and approaches: `asm/axon32_lines.s`.
        pub fn nucleus_axon32_lines(cells: *mut Matrix, own: u32, enemy: u32, steps: *const Steps);
        /// Tests if a square is attacked: `asm/axon32_check.s`.
        pub fn nucleus_axon32_check(
            cells: *const Matrix,
            square: u32,
            by: u32,
            steps: *const Steps,
        ) -> u32;
        /// Lists the moves of a piece: `asm/axon32_moves.s`.
        pub fn nucleus_axon32_moves(
            cells: *const Matrix,
            entry: Cell,
            flags: u32,
            rays: u32,
            list: *mut u32,
            steps: *const Steps,
        ) -> u32;
    }
}

/// The routines as safe functions.
pub const ROUTINES: TwinRoutines =
    TwinRoutines { scan: list_core, influence, lines, is_attacked, moves: piece_moves };

/// Sets the influence of each piece of a list.
pub fn influence(cells: &mut Matrix, pieces: &[Cell]) {
    // SAFETY: the routine reads as many entries as the slice has and takes six bits of each for the
    // square, so it stays within the 64 cells; the table has the layout that it expects.
    unsafe {
        raw::nucleus_axon32_influence(cells, pieces.as_ptr(), pieces.len() as u32, &STEPS);
    }
}

/// Sets the sensors of the own king and the approaches to the enemy's.
pub fn lines(cells: &mut Matrix, own_king: u32, enemy_king: u32) {
    // SAFETY: both squares are below 64, so rays and steps stay within the 64 cells.
    unsafe { raw::nucleus_axon32_lines(cells, own_king & 63, enemy_king & 63, &STEPS) };
}

/// Returns true if a piece of the colour attacks the square.
pub fn is_attacked(cells: &Matrix, square: u32, by: Color) -> bool {
    // SAFETY: the square is below 64, so rays and steps stay within the 64 cells.
    unsafe { raw::nucleus_axon32_check(cells, square & 63, by as u32, &STEPS) != 0 }
}

/// Appends the moves of a piece.
///
/// # Panics
/// If the list has no room for the moves of a walk.
pub fn piece_moves(cells: &Matrix, entry: Cell, walk: Walk, list: &mut MoveWords) {
    let room = &mut list.moves[(list.all & 127) as usize..];
    assert!(room.len() >= WALK_ROOM, "a part is handed on before it is full");
    // SAFETY: the routine takes six bits of the entry for the square, so it reads only the 64
    // cells; no walk has more moves than there is room for.
    list.all += unsafe {
        let (flags, list) = (walk.flags, room.as_mut_ptr());
        raw::nucleus_axon32_moves(cells, entry, flags, walk.rays, list, &STEPS)
    };
}

const _: () = assert!(size_of::<Steps>() == 2560 && size_of::<Matrix>() == 256);
