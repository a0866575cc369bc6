//! The routines of `asm/` for the axon32 board. Their arithmetic uses 32 bits; 64-bit registers
//! hold only addresses.

// Links the routines, which are declared below.
use nucleus_asm as _;

use std::mem::offset_of;

use super::captures::CellCaptures;
use super::masks::Masks;
use super::moves::{MOVES_ROOM, MoveWords, PieceWalk, QUEEN_ROOM, WALK_ROOM, Walk};
use super::opening::OpeningFacts;
use super::pawns::{PawnFiles, PawnValue};
use super::routines::TwinRoutines;
use super::squares::SquareWords;
use super::steps::{DIRECTION, STEPS, Steps};
use super::sums::PieceSums;
use super::terms::{CellTerms, CellWeights, TermFacts};
use super::victims::Victims;
use super::words::PieceValues;
use crate::kernels::scan::asm::list_core;
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, influence_mask, pieces_mask};
use crate::matrix::record::{CellRecord, PIECES_ROOM};
use crate::types::zobrist::{KEYS, Keys};
use crate::types::{Color, Move};

/// The raw routines, for tests that call them through a checked call. Each file of `asm/` begins
/// with its contract.
pub mod raw {
    use super::{
        Cell, CellCaptures, CellRecord, CellWeights, Keys, Masks, Matrix, MoveWords, OpeningFacts,
        PawnFiles, PawnValue, PieceSums, PieceValues, PieceWalk, SquareWords, Steps, Victims,
    };

    /// The facts that `nucleus_axon32_terms` reads, and its results.
    #[derive(Clone, Copy, Debug, Default)]
    #[repr(C)]
    pub struct Terms {
        /// Files with pawns of a colour, bit 0 the a-file.
        pub files: [u32; 2],
        /// Squares of the kings, by colour; below 64.
        pub kings: [u32; 2],
        /// The side to move.
        pub side: u32,
        /// The sum, White positive.
        pub total: i32,
        /// Units of attack on White's and Black's king.
        pub attacked: [u32; 2],
        /// 1 if a piece may be masked.
        pub masked: u32,
    }

    /// The words that `nucleus_axon32_takers` reads, and its results.
    #[derive(Clone, Copy, Debug, Default)]
    #[repr(C)]
    pub struct Takers {
        /// The square of the own king, below 64.
        pub king: u32,
        /// 1 if Black is to move.
        pub black: u32,
        /// The takers on ranks 1 to 4, and on ranks 5 to 8.
        pub squares: [u32; 2],
    }

    /// The words that `nucleus_axon32_masks` reads, and its results.
    #[derive(Clone, Copy, Debug, Default)]
    #[repr(C)]
    pub struct MaskWords {
        /// Squares of the kings, below 64.
        pub kings: [u32; 2],
        /// 1 if Black is to move.
        pub black: u32,
        /// The masks of each colour.
        pub masks: [Masks; 2],
    }

    unsafe extern "sysv64" {
        /// Sets the influence of pieces: `asm/axon32_influence.s`.
        pub fn nucleus_axon32_influence(
            cells: *mut Matrix,
            pieces: *const Cell,
            count: u32,
            steps: *const Steps,
            mask: Cell,
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
        /// Lists the moves of pieces: `asm/axon32_walk.s`.
        pub fn nucleus_axon32_walk(
            record: *const CellRecord,
            walk: *mut PieceWalk,
            list: *mut MoveWords,
            steps: *const Steps,
            directions: *const [[u8; 64]; 64],
        );
        /// Lists the moves of pawns: `asm/axon32_pawn_moves.s`.
        pub fn nucleus_axon32_pawn_moves(
            record: *const CellRecord,
            flags: u32,
            list: *mut MoveWords,
            steps: *const Steps,
            directions: *const [[u8; 64]; 64],
        );
        /// Writes the words after a move, returns the piece placed: `asm/axon32_make.s`.
        pub fn nucleus_axon32_make(
            before: *const CellRecord,
            after: *mut CellRecord,
            chess_move: u32,
            keys: *const Keys,
        ) -> Cell;
        /// Updates the sums over pieces: `asm/axon32_sums.s`.
        pub fn nucleus_axon32_sums(
            cells: *const Matrix,
            chess_move: u32,
            sums: *mut PieceSums,
            values: *const PieceValues,
        );
        /// Counts the terms of the evaluation: `asm/axon32_terms.s`.
        pub fn nucleus_axon32_terms(
            cells: *const Matrix,
            pieces: *const Cell,
            count: u32,
            terms: *mut Terms,
            weights: *const CellWeights,
            steps: *const Steps,
        );
        /// Finds pieces that may capture: `asm/axon32_takers.s`.
        pub fn nucleus_axon32_takers(
            cells: *const Matrix,
            target: u32,
            kind: u32,
            takers: *mut Takers,
            steps: *const Steps,
            directions: *const [[u8; 64]; 64],
        );
        /// Returns the next capture, or 0: `asm/axon32_captures.s`.
        pub fn nucleus_axon32_captures(
            record: *const CellRecord,
            captures: *mut CellCaptures,
            least: u32,
            steps: *const Steps,
            directions: *const [[u8; 64]; 64],
        ) -> u32;
        /// Filters squares by influence: `asm/axon32_targets.s`.
        pub fn nucleus_axon32_targets(
            cells: *const Matrix,
            squares: *mut SquareWords,
            influence: Cell,
            without: Cell,
        );
        /// Weighs the pawns near the kings: `asm/axon32_shelter.s`.
        pub fn nucleus_axon32_shelter(
            files: *const PawnFiles,
            kings: *const [u32; 2],
            weights: *const [i32; 5],
        ) -> i32;
        /// Finds masked pieces: `asm/axon32_masks.s`.
        pub fn nucleus_axon32_masks(
            cells: *const Matrix,
            pieces: *const Cell,
            count: u32,
            masks: *mut MaskWords,
            steps: *const Steps,
            directions: *const [[u8; 64]; 64],
        );
        /// Sorts the pawns by file: `asm/axon32_pawns.s`.
        pub fn nucleus_axon32_pawns(cells: *const Matrix, files: *mut PawnFiles);
        /// Weighs pawn structure: `asm/axon32_structure.s`.
        pub fn nucleus_axon32_structure(
            files: *const PawnFiles,
            weights: *const [i32; 7],
            value: *mut PawnValue,
        );
        /// Weighs the terms of the opening: `asm/axon32_opening.s`.
        pub fn nucleus_axon32_opening(
            record: *const CellRecord,
            facts: *const OpeningFacts,
            weights: *const [i32; 3],
        ) -> i32;
        /// Finds attacked pieces: `asm/axon32_victims.s`.
        pub fn nucleus_axon32_victims(
            cells: *const Matrix,
            pieces: *const Cell,
            count: u32,
            victims: *mut Victims,
            mask: Cell,
            black: u32,
        );
        /// Tests for attacked pieces: `asm/axon32_attacked.s`.
        pub fn nucleus_axon32_attacked(
            cells: *const Matrix,
            pieces: *const Cell,
            count: u32,
            mask: Cell,
            influence: Cell,
        ) -> u32;
    }
}

/// The routines as safe functions.
pub const ROUTINES: TwinRoutines = TwinRoutines {
    scan: list_core,
    influence,
    lines,
    is_attacked,
    moves: piece_moves,
    walk,
    pawn_moves,
    make_words,
    move_sums,
    cell_terms,
    find_victims,
    has_victims,
    next_capture,
    shelter_value,
    masks,
    pawn_files,
    pawn_value,
    opening_value,
};

/// Sets the influence of each piece of a list that has a bit of the mask.
pub fn influence(cells: &mut Matrix, pieces: &[Cell], mask: Cell) {
    // SAFETY: the routine reads as many entries as the slice has and takes six bits of each for the
    // square, so it stays within the 64 cells; the table has the layout that it expects.
    unsafe {
        raw::nucleus_axon32_influence(cells, pieces.as_ptr(), pieces.len() as u32, &STEPS, mask);
    }
}

/// Sets the sensors of the own king, the approaches to the enemy's (see [`crate::matrix::cell`]).
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

/// Appends the moves of pieces.
///
/// # Panics
/// If the list is nearly full, or the record has more entries than room for them.
pub fn walk(record: &CellRecord, walk: &mut PieceWalk, list: &mut MoveWords) {
    assert!(!list.is_nearly_full() && record.pieces_num as usize <= PIECES_ROOM);
    // SAFETY: the routine reads entries below their number, and takes six bits of each for the square,
    // so it stays within the 64 cells; it stops before the list has no room for a piece's moves.
    unsafe { raw::nucleus_axon32_walk(record, walk, list, &STEPS, &DIRECTION) };
}

/// Lists the moves of pawns in an empty list.
///
/// # Panics
/// If the record has more entries than room for them.
pub fn pawn_moves(record: &CellRecord, flags: u32, list: &mut MoveWords) {
    assert!(list.all == 0 && record.pieces_num as usize <= PIECES_ROOM);
    // SAFETY: as for `walk`; pawns on the outer ranks are left out, so targets are on the board, and 16
    // pawns have at most 128 moves.
    unsafe { raw::nucleus_axon32_pawn_moves(record, flags, list, &STEPS, &DIRECTION) };
}

/// Writes the words after a move, and returns the piece that it puts on its target.
///
/// # Panics
/// If there is no piece on its square.
pub fn make_words(before: &CellRecord, chess_move: Move, after: &mut CellRecord) -> Cell {
    let bits = chess_move.0 as u32;
    assert!(before.cell(bits & 63) & PIECES != 0, "a move has a piece");
    // SAFETY: squares and promotions are masked parts of a move, so the routine stays within the cells
    // and the keys, which have 768 pairs for the twelve types on 64 squares.
    unsafe { raw::nucleus_axon32_make(before, after, bits, &KEYS) }
}

/// Updates the sums over pieces.
///
/// # Panics
/// If there is no piece on the square that the move starts from.
pub fn move_sums(cells: &Matrix, chess_move: Move, values: &PieceValues, sums: &mut PieceSums) {
    let bits = chess_move.0 as u32;
    assert!(cells.0[(bits & 63) as usize] & PIECES != 0, "a move has a piece");
    // SAFETY: as for `make_words`; the values have the layout of the keys.
    unsafe { raw::nucleus_axon32_sums(cells, bits, sums, values) };
}

/// Counts the evaluation's terms.
pub fn cell_terms(
    cells: &Matrix,
    pieces: &[Cell],
    facts: &TermFacts,
    weights: &CellWeights,
) -> CellTerms {
    let TermFacts { files, kings, side } = *facts;
    let kings = kings.map(|king| king & 63);
    let mut terms = raw::Terms { files, kings, side: side as u32, ..Default::default() };
    let (entries, count) = (pieces.as_ptr(), pieces.len() as u32);
    // SAFETY: the routine reads as many entries as the slice has and takes six bits of each for the
    // square; the kings' squares are below 64; tables and weights have the layout that it expects.
    unsafe { raw::nucleus_axon32_terms(cells, entries, count, &mut terms, weights, &STEPS) };
    let raw::Terms { total, attacked, masked, .. } = terms;
    CellTerms { total, attacked, masked: masked != 0 }
}

/// Finds attacked pieces.
pub fn find_victims(record: &CellRecord, mask: Cell) -> Victims {
    let (cells, pieces, black) = (&record.nucleus.cells, record.pieces(), record.side() as u32);
    let (entries, count) = (pieces.as_ptr(), pieces.len() as u32);
    let mut victims = Victims::default();
    // SAFETY: as for `influence`; the results are four words.
    unsafe { raw::nucleus_axon32_victims(cells, entries, count, &mut victims, mask, black) };
    victims
}

/// Tests for attacked pieces.
pub fn has_victims(record: &CellRecord, mask: Cell) -> bool {
    let (cells, pieces) = (&record.nucleus.cells, record.pieces());
    let (entries, count) = (pieces.as_ptr(), pieces.len() as u32);
    let influence = influence_mask(record.side());
    // SAFETY: the routine reads `count` entries, and for each the cell of its six-bit square.
    unsafe { raw::nucleus_axon32_attacked(cells, entries, count, mask, influence) != 0 }
}

/// Returns the next capture.
pub fn next_capture(captures: &mut CellCaptures, record: &CellRecord, least: u32) -> Option<Move> {
    assert!(record.pieces_num as usize <= PIECES_ROOM && captures.target < 64);
    // SAFETY: the routine takes squares from sets of 64, from entries and from `target`, so rays stay
    // within the 64 cells; groups and types are masked.
    let found =
        unsafe { raw::nucleus_axon32_captures(record, captures, least, &STEPS, &DIRECTION) };
    (found != 0).then_some(Move(found as u16))
}

/// Weighs the pawns near the kings.
pub fn shelter_value(files: &PawnFiles, kings: &[u32; 2], weights: &[i32; 5]) -> i32 {
    let kings = kings.map(|king| king & 63);
    // SAFETY: the routine reads three of ten words from each king's file on, and five weights.
    unsafe { raw::nucleus_axon32_shelter(files, &kings, weights) }
}

/// Finds masked pieces.
pub fn masks(record: &CellRecord) -> [Masks; 2] {
    let black = record.side() as u32;
    let kings = Color::ALL.map(|color| record.king(color));
    let mut words = raw::MaskWords { kings, black, ..Default::default() };
    let (cells, pieces) = (&record.nucleus.cells, record.pieces());
    let (entries, count) = (pieces.as_ptr(), pieces.len() as u32);
    // SAFETY: as for `influence`; the kings' squares are below 64, so rays stay within the cells.
    unsafe {
        raw::nucleus_axon32_masks(cells, entries, count, &mut words, &STEPS, &DIRECTION);
    }
    words.masks
}

/// Sorts the pawns by file.
pub fn pawn_files(cells: &Matrix) -> PawnFiles {
    let mut files = PawnFiles::NONE;
    // SAFETY: the routine reads 64 cells and writes 40 words.
    unsafe { raw::nucleus_axon32_pawns(cells, &mut files) };
    files
}

/// Weighs pawn structure.
pub fn pawn_value(files: &PawnFiles, weights: &[i32; 7]) -> PawnValue {
    let mut value = PawnValue::default();
    // SAFETY: the routine reads 40 words, of them the lowest byte, and seven weights; it writes five words.
    unsafe { raw::nucleus_axon32_structure(files, weights, &mut value) };
    value
}

/// Weighs the terms of the opening.
pub fn opening_value(record: &CellRecord, facts: &OpeningFacts, weights: &[i32; 3]) -> i32 {
    assert!(record.pieces_num as usize <= PIECES_ROOM);
    // SAFETY: the routine reads the record's first ranks, words and listed entries.
    unsafe { raw::nucleus_axon32_opening(record, facts, weights) }
}

/// The bits of all pieces.
const PIECES: Cell = pieces_mask(Color::White) | pieces_mask(Color::Black);

const _: () = assert!(size_of::<Keys>() == 6344 && size_of::<PieceValues>() == 6144);
const _: () = assert!(offset_of!(CellRecord, all) == 328);
const _: () = assert!(offset_of!(CellRecord, hash_high) == 344);
const _: () =
    assert!(offset_of!(CellRecord, rooks) == 360 && offset_of!(CellRecord, missing) == 364);
const _: () = assert!(size_of::<PawnFiles>() == 160 && size_of::<PawnValue>() == 20);
const _: () = assert!(offset_of!(CellWeights, hanging_piece) == 172);
const _: () = assert!(offset_of!(CellWeights, to_black) == 1200 && size_of::<Masks>() == 32);
const _: () = assert!(MOVES_ROOM == 128 && QUEEN_ROOM == 27 && offset_of!(MoveWords, all) == 512);
const _: () = assert!(size_of::<CellCaptures>() == 40 && offset_of!(CellCaptures, sources) == 32);
const _: () = assert!(offset_of!(CellRecord, kings) == 320);
const _: () = assert!(offset_of!(CellRecord, flag_on_move) == 336);
const _: () = assert!(offset_of!(CellRecord, pieces_num) == 356);
const _: () = assert!(offset_of!(CellRecord, pieces) == 368);
const _: () = assert!(size_of::<Steps>() == 2560 && size_of::<Matrix>() == 256);
