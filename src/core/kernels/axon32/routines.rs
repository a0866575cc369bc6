//! The routines by variant: compiled Rust and assembly, called at the same points.

use super::captures::CellCaptures;
use super::masks::Masks;
use super::moves::{MoveWords, PieceWalk, Walk};
use super::opening::OpeningFacts;
use super::pawns::{PawnFiles, PawnValue};
use super::sums::PieceSums;
use super::terms::{CellTerms, CellWeights, TermFacts};
use super::victims::Victims;
use super::words::PieceValues;
use super::{
    check, influence, make, masks, moves, opening, pawn_moves, pawns, sums, terms, victims,
};
use crate::kernels::level::Variant;
use crate::kernels::portable::Token;
use crate::kernels::scan::portable;
use crate::matrix::cell::Cell;
use crate::matrix::record::{CellRecord, PIECES_ROOM};
use crate::matrix::{Matrix, Nucleus};
use crate::types::{Color, Move};

/// The routines of a variant, as functions that are never inlined, so that the two variants are
/// comparable call by call.
#[derive(Clone, Copy, Debug)]
pub struct TwinRoutines {
    /// Lists the cells with a bit of a mask, as [`crate::kernels::reference::scan`] does (SCANNER_CORE in
    /// the paper).
    pub scan: fn(&Nucleus, Cell, &mut [Cell; PIECES_ROOM]) -> u32,
    /// Sets the influence of each piece of a list that has a bit of the mask.
    pub influence: fn(&mut Matrix, &[Cell], Cell),
    /// Sets the own king's sensors and the enemy king's approaches: [`crate::matrix::cell`].
    pub lines: fn(&mut Matrix, u32, u32),
    /// Returns true if a piece of the colour attacks the square.
    pub is_attacked: fn(&Matrix, u32, Color) -> bool,
    /// Appends the moves of a piece.
    pub moves: fn(&Matrix, Cell, Walk, &mut MoveWords),
    /// Appends the moves of pieces: [`super::walk_pieces`].
    pub walk: fn(&CellRecord, &mut PieceWalk, &mut MoveWords),
    /// Lists the moves of pawns in an empty list: [`super::pawn_moves()`].
    pub pawn_moves: fn(&CellRecord, u32, &mut MoveWords),
    /// Writes the words after a move: [`super::make_words`].
    pub make_words: fn(&CellRecord, Move, &mut CellRecord) -> Cell,
    /// Updates the sums over pieces: [`super::move_sums`].
    pub move_sums: fn(&Matrix, Move, &PieceValues, &mut PieceSums),
    /// Counts the evaluation's terms: [`super::cell_terms`].
    pub cell_terms: fn(&Matrix, &[Cell], &TermFacts, &CellWeights) -> CellTerms,
    /// Finds attacked pieces: [`super::find_victims`].
    pub find_victims: fn(&CellRecord, Cell) -> Victims,
    /// Tests for attacked pieces: [`super::has_victims`].
    pub has_victims: fn(&CellRecord, Cell) -> bool,
    /// Returns the next capture: [`super::CellCaptures::next`].
    pub next_capture: fn(&mut CellCaptures, &CellRecord, u32) -> Option<Move>,
    /// Weighs the pawns near the kings: [`super::shelter_value`].
    pub shelter_value: fn(&PawnFiles, &[u32; 2], &[i32; 5]) -> i32,
    /// Finds masked pieces: [`super::find_masks`].
    pub masks: fn(&CellRecord) -> [Masks; 2],
    /// Sorts the pawns by file: [`super::pawn_files`].
    pub pawn_files: fn(&Matrix) -> PawnFiles,
    /// Weighs pawn structure: [`super::pawn_value`].
    pub pawn_value: fn(&PawnFiles, &[i32; 7]) -> PawnValue,
    /// Weighs the terms of the opening: [`super::opening_value`].
    pub opening_value: fn(&CellRecord, &OpeningFacts, &[i32; 3]) -> i32,
}

const COMPILED: TwinRoutines = TwinRoutines {
    scan,
    influence,
    lines: influence::write_lines,
    is_attacked: check::is_attacked,
    moves: moves::piece_moves,
    walk: moves::walk_pieces,
    pawn_moves: pawn_moves::list_pawn_moves,
    make_words: make::make_words::<true>,
    move_sums: sums::move_sums,
    cell_terms: terms::cell_terms,
    find_victims: victims::find_victims,
    has_victims: victims::has_victims,
    next_capture,
    shelter_value: pawns::shelter_value,
    masks: masks::find_masks,
    pawn_files: pawns::pawn_files,
    pawn_value: pawns::pawn_value,
    opening_value: opening::opening_value,
};

/// The compiled routines and those of `asm/`, by variant. In a build without assembly both are
/// compiled; on AArch64 and 32-bit x86 only the scanner is assembly.
pub static TWINS: [TwinRoutines; 2] = [
    COMPILED,
    #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
    super::asm::ROUTINES,
    #[cfg(all(any(target_arch = "x86", target_arch = "aarch64"), not(nucleus_portable)))]
    TwinRoutines { scan: crate::kernels::scan::asm::list_core, ..COMPILED },
    #[cfg(not(all(
        any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"),
        not(nucleus_portable)
    )))]
    COMPILED,
];

/// Returns the routines of variant `asm`.
#[inline(always)]
pub(super) fn assembly() -> &'static TwinRoutines {
    &TWINS[Variant::Asm as usize]
}

/// Returns the routines of a variant.
#[inline(always)]
pub fn routines(variant: Variant) -> &'static TwinRoutines {
    &TWINS[variant as usize]
}

fn scan(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; PIECES_ROOM]) -> u32 {
    portable::scan_into(nucleus, mask, list) as u32
}

fn influence(cells: &mut Matrix, pieces: &[Cell], mask: Cell) {
    for &entry in pieces.iter().filter(|&entry| entry & mask != 0) {
        influence::write_influence(cells, entry);
    }
}

fn next_capture(captures: &mut CellCaptures, record: &CellRecord, least: u32) -> Option<Move> {
    captures.next(Token, Variant::Intrinsics, record, least)
}
