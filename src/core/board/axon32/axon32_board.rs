//! A board that stores the paper's record alone, and converts it to sets of squares and 64-bit keys.

use std::cell::OnceCell;

use super::{make, rebuild};
use crate::board::{Board, Castling, MatrixBoard, Setup, State, attacks};
use crate::kernels::axon32::keys::{self, KeyWords};
use crate::kernels::axon32::{castling_rook, pinned_ray};
use crate::kernels::{Kernel, Variant, portable};
use crate::matrix::cell;
use crate::matrix::record::{self, CellRecord, entry_square};
use crate::matrix::{Influence, InfluenceKind, Matrix, Planes};
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// A position as sets of squares, for callers that need them.
#[derive(Clone, Copy, Debug)]
struct Derived {
    planes: Planes,
    influence: Influence,
    state: State,
}

/// The board that stores the position as the paper's record ([`CellRecord`]) alone; for profile `axon`.
///
/// `derived` is a cache, empty until a caller requests sets of squares, as at the root of a search.
/// `make`, move generation and the terms of `eval::axon32` never request them.
#[derive(Clone, Debug)]
pub struct Axon32Board<K> {
    record: CellRecord,
    derived: OnceCell<Derived>,
    variant: Variant,
    kernel: K,
}

impl<K: Kernel> Axon32Board<K> {
    /// Returns a rebuilt board at this position, which uses the routines of a variant.
    ///
    /// # Panics
    /// If there are more than 32 pieces, the capacity of the paper's piece list. The FEN reader rejects
    /// such positions.
    pub fn in_variant(setup: &Setup, kernel: K, variant: Variant) -> Self {
        assert!(setup.planes.occupied().count_ones() <= 32, "the record lists 32 pieces");
        // Completes key and en passant as the other boards do.
        let completed = MatrixBoard::new(setup, portable::Token);
        let record = record_of(&setup.planes, completed.state());
        let mut board = Self { record, derived: OnceCell::new(), variant, kernel };
        board.rebuild();
        board
    }

    /// Returns the record, from which moves and evaluation are computed.
    #[inline(always)]
    pub const fn record(&self) -> &CellRecord {
        &self.record
    }

    /// Returns the variant of the routines.
    #[inline(always)]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the 64 cells.
    #[inline(always)]
    pub const fn matrix(&self) -> &Matrix {
        &self.record.nucleus.cells
    }

    /// Returns the position as sets of squares; computes them on the first call.
    fn derived(&self) -> &Derived {
        self.derived.get_or_init(|| {
            let planes = self.matrix().planes();
            let influence = Influence::from_cells(self.matrix());
            Derived { planes, influence, state: state_of(&self.record, &planes) }
        })
    }

    #[inline(always)]
    fn cell(&self, square: Square) -> cell::Cell {
        self.record.nucleus.cells.at(square)
    }
}

/// Returns the key of a record and its fields of FEN other than the pieces.
fn state_of(record: &CellRecord, planes: &Planes) -> State {
    let flags = record.flag_on_move;
    let square = |flag: u32, shift: u32| {
        (flags & flag != 0).then(|| Square::new((flags >> shift & 63) as u8))
    };
    let rook = |right| Square::new(castling_rook(record.rooks, right) as u8);
    let mut state = State {
        key: record.key().joined(),
        castling_squares: 0,
        castling_rooks: [rook(0), rook(1), rook(2), rook(3)],
        fullmove: record.all,
        halfmove: record.newall,
        castling: Castling(((flags & record::CASTLING) >> record::CASTLING_SHIFT) as u8),
        side: record.side(),
        en_passant: square(record::EN_PASSANT, record::EN_PASSANT_SHIFT),
        en_passant_named: square(record::NAMED, record::NAMED_SHIFT),
        chess960: flags & record::CHESS960 != 0,
    };
    state.castling_squares = state.castling_squares_of(planes);
    state
}

/// Returns the record of a position, without derived data.
fn record_of(planes: &Planes, state: &State) -> CellRecord {
    let mut record = CellRecord::empty();
    for square in Square::all() {
        if let Some(piece) = planes.piece_at(square) {
            record.nucleus.cells.0[square.index()] =
                cell::FIGURE | cell::piece_bit(piece.color, piece.kind);
        }
    }
    for color in Color::ALL {
        let king = Square::lowest(planes.pieces(color, PieceType::King));
        record.kings[color.index()] = king.index() as u32;
    }
    let flag = |set: bool, flag: u32| if set { flag } else { 0 };
    let square = |square: Option<Square>, flag: u32, shift: u32| {
        square.map_or(0, |square| flag | (square.index() as u32) << shift)
    };
    record.flag_on_move = flag(state.side == Color::Black, record::BLACK_TO_MOVE)
        | u32::from(state.castling.0) << record::CASTLING_SHIFT
        | flag(state.chess960, record::CHESS960)
        | square(state.en_passant, record::EN_PASSANT, record::EN_PASSANT_SHIFT)
        | square(state.en_passant_named, record::NAMED, record::NAMED_SHIFT);
    for (right, rook) in state.castling_rooks.into_iter().enumerate() {
        record.rooks |= (rook.index() as u32) << (8 * right);
    }
    record.all = state.fullmove;
    record.newall = state.halfmove;
    record.set_key(KeyWords::from_word(state.key));
    record
}

impl<K: Kernel> Board for Axon32Board<K> {
    type Kernel = K;

    fn new(setup: &Setup, kernel: K) -> Self {
        Self::in_variant(setup, kernel, Variant::Intrinsics)
    }

    fn moved_to(&self, setup: &Setup) -> Self {
        Self::in_variant(setup, self.kernel, self.variant)
    }

    fn planes(&self) -> &Planes {
        &self.derived().planes
    }

    fn state(&self) -> &State {
        &self.derived().state
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.record.key().joined()
    }

    #[inline(always)]
    fn halfmove(&self) -> u32 {
        self.record.newall
    }

    #[inline(always)]
    fn kernel(&self) -> K {
        self.kernel
    }

    #[inline(always)]
    fn kind_on(&self, square: Square) -> PieceType {
        cell::kind(self.cell(square))
    }

    #[inline(always)]
    fn make(&self, chess_move: Move, child: &mut Self) {
        child.kernel = self.kernel;
        child.variant = self.variant;
        child.derived = OnceCell::new();
        let (kernel, variant, after) = (self.kernel, self.variant, &mut child.record);
        if kernel.keeps_influence(variant) {
            make::make::<K, true>(kernel, variant, &self.record, chess_move, after);
        } else {
            make::make::<K, false>(kernel, variant, &self.record, chess_move, after);
        }
    }

    #[inline(always)]
    fn likely_key_after(&self, chess_move: Move) -> u64 {
        let bits = chess_move.0 as u32;
        let (from, to) = (bits & 63, bits >> 6 & 63);
        let side = self.record.side();
        let moved = cell::kind(self.record.cell(from));
        let KeyWords { mut high, mut low } = keys::side()
            .with(keys::piece(side, moved, from))
            .with(keys::piece(side, moved, to))
            .with(self.record.key());
        if chess_move.is_capture() {
            let word = keys::piece(!side, cell::kind(self.record.cell(to)), to);
            (high, low) = (high ^ word.high, low ^ word.low);
        }
        KeyWords { high, low }.joined()
    }

    #[inline(always)]
    fn make_null(&self, child: &mut Self) {
        child.kernel = self.kernel;
        child.variant = self.variant;
        child.derived = OnceCell::new();
        make::make_null(&self.record, self.kernel.keeps_influence(self.variant), &mut child.record);
    }

    #[inline(always)]
    fn rebuild(&mut self) {
        self.derived = OnceCell::new();
        rebuild::complete(&mut self.record, self.kernel, self.variant);
    }

    #[inline(always)]
    fn rebuild_check(&mut self) -> u64 {
        rebuild::test_check(&mut self.record, self.kernel, self.variant);
        0
    }

    #[inline(always)]
    fn complete(&mut self) -> u64 {
        self.derived = OnceCell::new();
        rebuild::complete(&mut self.record, self.kernel, self.variant).into()
    }

    fn influence(&self) -> &Influence {
        &self.derived().influence
    }

    fn pawn_influence(&self, color: Color) -> Bitboard {
        self.influence().squares(color, InfluenceKind::Pawn)
    }

    fn pinned(&self) -> Bitboard {
        let own = cell::pieces_mask(self.record.side());
        let king = self.record.king(self.record.side());
        let pieces = self.record.pieces().iter().filter(|&entry| entry & own != 0);
        let pinned = pieces
            .map(|&entry| entry_square(entry))
            .filter(|&square| square != king && pinned_ray(&self.record, square).is_some());
        pinned.fold(0, |set, square| set | Square::new(square as u8).bit())
    }

    #[inline(always)]
    fn is_influenced(&self, square: Square, color: Color) -> bool {
        self.cell(square) & cell::influence_mask(color) != 0
    }

    fn is_any_influenced(&self, squares: Bitboard, color: Color) -> bool {
        squares & self.influence().all(color) != 0
    }

    #[inline(always)]
    fn influence_kinds(&self, square: Square, color: Color) -> u32 {
        self.cell(square) >> cell::influence_shift(color) & 0x7f
    }

    fn king_steps(&self, king: Square) -> Bitboard {
        attacks::king(king) & !self.influence().all(!self.record.side())
    }

    fn checks_from(&self, square: Square, kind: PieceType) -> bool {
        let side = self.record.side();
        let pawn = if kind == PieceType::Pawn { attacks::pawns(side, square.bit()) } else { 0 };
        self.cell(square) & cell::APPROACH[kind.index()] != 0 || pawn & self.king(!side).bit() != 0
    }

    #[inline(always)]
    fn side(&self) -> Color {
        self.record.side()
    }

    #[inline(always)]
    fn king(&self, color: Color) -> Square {
        Square::new(self.record.king(color) as u8)
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.record.in_check()
    }
}
