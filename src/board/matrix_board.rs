use super::{Board, Castling, CastlingSide, Setup, State, attacks, zobrist};
use crate::kernels::{Counted, MatrixKernel, PieceList, Rebuilt, Variant};
use crate::matrix::cell::{self, Cell};
use crate::matrix::{Influence, Matrix, Planes};
use crate::types::bitboard::{east, west};
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};

/// The board of the project: the matrix, with the planes it was made from beside it.
///
/// Copy-make: a move writes a new board, 640 bytes of which 320 are the cells.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct MatrixBoard<K> {
    rebuilt: Rebuilt,
    planes: Planes,
    state: State,
    kernel: K,
}

impl<K: MatrixKernel> MatrixBoard<K> {
    /// The 64 cells.
    #[inline(always)]
    pub fn matrix(&self) -> &Matrix {
        &self.rebuilt.nucleus.cells
    }

    /// Everything the last rebuild wrote.
    #[inline(always)]
    pub fn rebuilt(&self) -> &Rebuilt {
        &self.rebuilt
    }

    #[inline(always)]
    fn cell(&self, square: Square) -> Cell {
        self.rebuilt.nucleus.cells.at(square)
    }

    /// Moves king and rook of a castling and returns the change of the key.
    #[inline(never)]
    fn make_castling(&self, chess_move: Move, planes: &mut Planes) -> u64 {
        let side = self.state.side;
        let toward = CastlingSide::of(chess_move);
        let king_from = chess_move.from();
        let king_to = State::king_target(side, toward);
        let rook_from = self.state.castling_rooks[Castling::index(side, toward)];
        let rook_to = State::rook_target(side, toward);
        planes.0 = self.planes.0;
        for plane in &mut planes.0 {
            *plane &= !(king_from.bit() | rook_from.bit());
        }
        planes.put(king_to, Piece::new(side, PieceType::King));
        planes.put(rook_to, Piece::new(side, PieceType::Rook));
        zobrist::piece(side, PieceType::King, king_from)
            ^ zobrist::piece(side, PieceType::King, king_to)
            ^ zobrist::piece(side, PieceType::Rook, rook_from)
            ^ zobrist::piece(side, PieceType::Rook, rook_to)
    }

    /// The rights, and the squares that matter for them, after a move of the side to move from
    /// and to these squares.
    #[inline(never)]
    fn castling_after(&self, touched: Bitboard, king_moved: bool) -> (Castling, Bitboard) {
        let mut rights = self.state.castling;
        let mut remembered = 0;
        for color in Color::ALL {
            let king = self.planes.of(color, PieceType::King);
            for toward in CastlingSide::ALL {
                let rook = self.state.castling_rooks[Castling::index(color, toward)].bit();
                if touched & rook != 0 || king_moved && color == self.state.side {
                    rights.0 &= !Castling::bit(color, toward);
                } else if rights.has(color, toward) {
                    remembered |= king | rook;
                }
            }
        }
        (rights, remembered)
    }

    /// True when the pawn that has just gone two squares can be taken in passing.
    #[inline(never)]
    fn can_capture_en_passant(planes: &Planes, target: Square, by: Color) -> bool {
        let pawn = Square::new(target.index() as u8 ^ 8).bit();
        let king = Square::lowest(planes.of(by, PieceType::King));
        let takers = planes.of(by, PieceType::Pawn) & (east(pawn) | west(pawn));
        crate::types::bitboard::squares(takers).any(|from| {
            let mut after = *planes;
            for plane in &mut after.0 {
                *plane &= !(from.bit() | pawn);
            }
            after.0[PieceType::Pawn.index()] |= target.bit();
            after.0[6 + by.index()] |= target.bit();
            attacks::attackers(&after, king, !by, after.occupied()) == 0
        })
    }

    /// The en passant square if a capture there is legal, given the one that is named.
    pub(super) fn usable_en_passant(
        planes: &Planes,
        named: Option<Square>,
        by: Color,
    ) -> Option<Square> {
        named.filter(|&target| Self::can_capture_en_passant(planes, target, by))
    }

    #[cfg(feature = "check-kernels")]
    fn check(&self) {
        let mut expected = Rebuilt::default();
        crate::kernels::reference::rebuild(&self.planes, self.state.side, &mut expected);
        assert_eq!(self.rebuilt, expected, "kernel {:?} differs from the reference", self.kernel);
        assert_eq!(
            self.planes,
            self.rebuilt.nucleus.cells.planes(),
            "planes differ from the cells"
        );
        assert_eq!(self.state.key, self.state.key_of(&self.planes), "key differs from scratch");
    }
}

impl<K: MatrixKernel> Board for MatrixBoard<K> {
    type Kernel = K;

    fn new(setup: &Setup, kernel: K) -> Self {
        let mut board =
            Self { rebuilt: Rebuilt::default(), planes: setup.planes, state: setup.state, kernel };
        board.state.en_passant =
            Self::usable_en_passant(&setup.planes, setup.state.en_passant_named, setup.state.side);
        board.state.castling_squares = board.state.castling_squares_of(&board.planes);
        board.state.key = board.state.key_of(&board.planes);
        board.rebuild();
        board
    }

    #[inline(always)]
    fn planes(&self) -> &Planes {
        &self.planes
    }

    #[inline(always)]
    fn state(&self) -> &State {
        &self.state
    }

    #[inline(always)]
    fn kernel(&self) -> K {
        self.kernel
    }

    #[inline(always)]
    fn kind_on(&self, square: Square) -> PieceType {
        let cell = self.cell(square);
        let bits = cell >> cell::BLACK_PIECES_SHIFT | cell >> cell::WHITE_PIECES_SHIFT;
        PieceType::from_index(5 - (bits & 31 | 32).trailing_zeros() as usize)
    }

    #[inline(always)]
    fn make(&self, chess_move: Move, child: &mut Self) {
        let side = self.state.side;
        let (from, to) = (chess_move.from(), chess_move.to());
        let moved = self.kind_on(from);
        // Kept in registers and stored once: reading back what was just stored would wait.
        let mut key = self.state.key ^ zobrist::side();
        let mut halfmove = self.state.halfmove.saturating_add(1);
        let mut castling = (self.state.castling, self.state.castling_squares);
        let mut en_passant = (None, None);
        if let Some(square) = self.state.en_passant {
            key ^= zobrist::en_passant(square);
        }

        if chess_move.is_castle() {
            key ^= self.make_castling(chess_move, &mut child.planes);
        } else {
            let mut clear = from.bit() | to.bit();
            let mut placed = moved;
            if chess_move.is_capture() {
                let (taken, square) = if chess_move.is_en_passant() {
                    (PieceType::Pawn, Square::new(to.index() as u8 ^ 8))
                } else {
                    (self.kind_on(to), to)
                };
                clear |= square.bit();
                key ^= zobrist::piece(!side, taken, square);
                halfmove = 0;
            }
            if moved == PieceType::Pawn {
                halfmove = 0;
                if chess_move.is_promotion() {
                    placed = chess_move.promotion_type();
                }
            }
            key ^= zobrist::piece(side, moved, from) ^ zobrist::piece(side, placed, to);
            self.kernel.replace(&self.planes, clear, to.bit(), placed, side, &mut child.planes);
            if chess_move.kind_bits() == MoveKind::DoublePush as u16 {
                let target = Square::new(to.index() as u8 ^ 8);
                en_passant.1 = Some(target);
                let beside =
                    (east(to.bit()) | west(to.bit())) & self.planes.of(!side, PieceType::Pawn);
                if beside != 0 && Self::can_capture_en_passant(&child.planes, target, !side) {
                    en_passant.0 = Some(target);
                    key ^= zobrist::en_passant(target);
                }
            }
        }
        let touched = from.bit() | to.bit();
        if touched & self.state.castling_squares != 0 {
            castling = self.castling_after(touched, moved == PieceType::King);
            key ^= zobrist::castling(self.state.castling.0 ^ castling.0.0);
        }
        child.kernel = self.kernel;
        child.state = State {
            key,
            castling_squares: castling.1,
            castling_rooks: self.state.castling_rooks,
            fullmove: self.state.fullmove.wrapping_add(side as u16),
            halfmove,
            castling: castling.0,
            side: !side,
            en_passant: en_passant.0,
            en_passant_named: en_passant.1,
            chess960: self.state.chess960,
        };
    }

    #[inline(always)]
    fn make_null(&self, child: &mut Self) {
        child.planes = self.planes;
        child.kernel = self.kernel;
        child.state = self.state;
        child.state.side = !self.state.side;
        child.state.key ^= zobrist::side();
        if let Some(square) = self.state.en_passant {
            child.state.key ^= zobrist::en_passant(square);
        }
        child.state.en_passant = None;
        child.state.en_passant_named = None;
        child.state.halfmove = self.state.halfmove.saturating_add(1);
    }

    #[inline(always)]
    fn rebuild(&mut self) {
        self.kernel.rebuild(&self.planes, self.state.side, &mut self.rebuilt);
        #[cfg(feature = "check-kernels")]
        self.check();
    }

    #[inline(always)]
    fn influence(&self) -> &Influence {
        &self.rebuilt.influence
    }

    #[inline(always)]
    fn pinned(&self) -> Bitboard {
        self.rebuilt.pinned
    }

    #[inline(always)]
    fn is_influenced(&self, square: Square, color: Color) -> bool {
        self.cell(square) & cell::influence_mask(color) != 0
    }

    #[inline(always)]
    fn influence_kinds(&self, square: Square, color: Color) -> u32 {
        self.cell(square) >> cell::influence_shift(color) & 0x7f
    }

    #[inline(always)]
    fn is_influenced_by_pawn(&self, square: Square, color: Color) -> bool {
        self.cell(square) & 1 << (cell::influence_shift(color) + 6) != 0
    }

    #[inline(always)]
    fn approaches_king(&self, square: Square, kind: PieceType) -> bool {
        // A table, not a branch: the piece type cannot be predicted.
        const APPROACH: [Cell; 6] = [
            0,
            cell::KING_KNIGHT,
            cell::KING_DIAGONAL,
            cell::KING_ORTHOGONAL,
            cell::KING_DIAGONAL | cell::KING_ORTHOGONAL,
            0,
        ];
        self.cell(square) & APPROACH[kind.index()] != 0
    }

    #[inline(always)]
    fn counts_setwise() -> bool {
        K::COUNTS_SETWISE
    }

    #[inline(always)]
    fn count_moves(&self) -> Option<Counted> {
        self.kernel.count_moves(&self.planes, self.state.side)
    }

    #[inline(always)]
    fn entries_with(&self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        self.kernel.entries_with(list, count, mask)
    }

    #[inline(always)]
    fn scan(&self, variant: Variant, list: &mut PieceList) -> usize {
        let mask = cell::pieces_mask(self.state.side);
        self.kernel.scan(variant, &self.rebuilt.nucleus, mask, list)
    }

    #[inline(always)]
    fn checks_from(&self, square: Square, kind: PieceType) -> bool {
        let pawn = if kind == PieceType::Pawn { square.bit() } else { 0 };
        let king = self.planes.of(!self.state.side, PieceType::King);
        self.approaches_king(square, kind) | (attacks::pawns(self.state.side, pawn) & king != 0)
    }
}
