//! The functions behind the methods of a token, as a table per level.

use super::axon32::{
    CellTerms, CellWeights, FileRanks, PawnCounts, PawnFiles, TWINS, TermFacts, Victims,
    cell_terms, find_victims, has_victims, pawn_counts, pawn_files,
};
use super::scan::{self, BothScanner, ListScanner, Scanner, SquareScanner};
use super::{Counted, Parent, PieceList, Rebuilt, Scores, TargetScores, fallback, portable, units};
use crate::matrix::cell::Cell;
use crate::matrix::record::CellRecord;
use crate::matrix::{Matrix, Planes};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType};
use units::Units;

/// The functions of a level; each needs only the features of the level. A pair has a function for each
/// [`super::Variant`]. Pairs are called through a table, so that neither function is inlined and the two
/// can be compared.
#[derive(Clone, Copy)]
#[expect(clippy::type_complexity)]
pub struct Functions {
    pub replace: unsafe fn(&Planes, Bitboard, Bitboard, PieceType, Color, &mut Planes),
    pub append_moves: unsafe fn(&mut MoveList, u16, Bitboard),
    pub append_pawn_moves: unsafe fn(&mut MoveList, MoveKind, i8, Bitboard),
    pub append_scored_moves:
        unsafe fn(&mut MoveList, &mut Scores, u16, Bitboard, &TargetScores<'_>),
    pub first_highest: unsafe fn(&[i16]) -> usize,
    pub change_units: unsafe fn(&mut [Units], &[Units], &[u16], &[u16], u16),
    pub activate_units: unsafe fn(&[Units], &[Units]) -> i32,

    pub rebuild: unsafe fn(&Planes, Color, &mut Rebuilt),
    pub count_moves: unsafe fn(&Planes, Color) -> Option<Counted>,
    /// `None` at a level that does not count while it rebuilds.
    pub rebuild_and_count: Option<unsafe fn(&Planes, Color, &mut Rebuilt) -> Option<Counted>>,
    pub make_children: unsafe fn(&Parent<'_>, &[Move], &mut [Matrix; 2]),
    pub count_children: unsafe fn(&Parent<'_>, &[Move], &mut [Matrix; 2], &mut MoveList) -> u64,
    pub scan: [Scanner; 2],
    pub scan_both: [BothScanner; 2],
    pub squares: [SquareScanner; 2],
    pub entries_with: unsafe fn(&PieceList, usize, Cell) -> u32,

    pub list_pieces: [ListScanner; 2],
    /// `None` at a level that writes influence piece by piece.
    pub write_influence: Option<[unsafe fn(&mut CellRecord); 2]>,
    pub is_attacked: [unsafe fn(&Matrix, u32, Color) -> bool; 2],
    pub cell_terms: unsafe fn(&Matrix, &[Cell], &TermFacts, &CellWeights) -> CellTerms,
    pub find_victims: unsafe fn(&CellRecord, Cell) -> Victims,
    pub has_victims: unsafe fn(&CellRecord, Cell) -> bool,
    pub pawn_files: unsafe fn(&Matrix) -> PawnFiles,
    pub pawn_counts: unsafe fn(&FileRanks, &FileRanks) -> PawnCounts,
}

impl Functions {
    /// The functions of the portable level, which need no features.
    pub const PORTABLE: Self = Self {
        replace: fallback::replace,
        append_moves: fallback::append_moves,
        append_pawn_moves: fallback::append_pawn_moves,
        append_scored_moves: fallback::append_scored_moves,
        first_highest: fallback::first_highest,
        change_units: units::change_units,
        activate_units: units::activate_units,
        rebuild: portable::rebuild,
        count_moves: |_, _| None,
        rebuild_and_count: None,
        make_children: |_, _, _| unreachable!("the level makes no children"),
        count_children: |_, _, _, _| unreachable!("the level makes no children"),
        scan: [scan::portable::scan, CORE.0],
        scan_both: [scan::portable::scan_both, CORE.1],
        squares: [scan::portable::squares; 2],
        entries_with: scan::portable::entries_with,
        list_pieces: [TWINS[0].scan, TWINS[1].scan],
        write_influence: None,
        is_attacked: [TWINS[0].is_attacked, TWINS[1].is_attacked],
        cell_terms,
        find_victims,
        has_victims,
        pawn_files,
        pawn_counts,
    };
}

/// SCANNER_CORE for one colour and for both.
#[cfg(all(
    any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"),
    not(nucleus_portable)
))]
const CORE: (Scanner, BothScanner) = (scan::asm::scan_core, scan::asm::scan_both_core);
// Never called, because a `Choice` never has a variant that the build lacks.
#[cfg(not(all(
    any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"),
    not(nucleus_portable)
)))]
const CORE: (Scanner, BothScanner) = (scan::portable::scan, scan::portable::scan_both);

/// A token with its level's functions. Only tokens implement the trait, which is not exported.
pub trait HasFunctions: Copy {
    /// The functions of the token's level, which the token proves that the CPU can run.
    const FUNCTIONS: Functions;
    /// Returns the token if the CPU has the level.
    const DETECT: fn() -> Option<Self>;
}
