use std::cell::OnceCell;
use std::marker::PhantomData;

use super::blockers::Slider;
use super::lookup::Lookup;
use crate::board::{Board, Setup, State, attacks, make};
use crate::kernels::Kernel;
use crate::matrix::{Influence, InfluenceKind, Planes};
use crate::types::bitboard::{FILE_A, RANK_1, king_influence, knight_influence, several, squares};
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// Classical bitboards: planes, checkers and pins; everything else is computed on demand.
///
/// Umko has a set for each piece type and colour, 96 bytes in all. Six sets of piece types and two of
/// colours hold the same in 64 bytes. Each colour's union is one of these sets, and the sliders of
/// both colours need no union of White's and Black's sets. The fastest legal generators (cozy-chess,
/// shakmaty) and the planes of the matrix board use this layout.
///
/// Copy-make: a move writes planes, state, checkers and pins; influence sets are not copied.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct MagicBoard<K, L> {
    planes: Planes,
    state: State,
    checkers: Bitboard,
    pinned: Bitboard,
    kernel: K,
    lookup: PhantomData<L>,
    influence: OnceCell<Influence>,
}

impl<K: Kernel, L: Lookup<K>> MagicBoard<K, L> {
    /// Returns the pieces of a colour that attack a square.
    #[inline(always)]
    fn attackers_of(&self, square: Square, by: Color) -> Bitboard {
        Self::attackers(self.kernel, &self.planes, square, by, self.planes.occupied())
    }

    /// Computes the influence sets from scratch.
    #[inline(always)]
    fn compute_influence(&self) -> Influence {
        use InfluenceKind::{All, Bishop, King, Knight, Pawn, Queen, RookFile, RookRank};
        let (planes, kernel) = (&self.planes, self.kernel);
        let occupied = planes.occupied();
        let mut influence = Influence::default();
        for color in Color::ALL {
            let own = |kind| planes.pieces(color, kind);
            let (mut bishops, mut ranks, mut files, mut queens) = (0, 0, 0, 0);
            for square in squares(own(PieceType::Bishop)) {
                bishops |= Self::bishop_attacks(kernel, square, occupied);
            }
            for square in squares(own(PieceType::Rook)) {
                let attacked = Self::rook_attacks(kernel, square, occupied);
                ranks |= attacked & RANK_1 << (square.index() & 56);
                files |= attacked & FILE_A << (square.index() & 7);
            }
            for square in squares(own(PieceType::Queen)) {
                queens |= Self::queen_attacks(kernel, square, occupied);
            }
            let pawns = attacks::pawns(color, own(PieceType::Pawn));
            let knights = knight_influence(own(PieceType::Knight));
            let king = king_influence(own(PieceType::King));
            let all = pawns | knights | bishops | ranks | files | queens | king;
            for (kind, set) in [
                (Pawn, pawns),
                (Knight, knights),
                (Bishop, bishops),
                (RookRank, ranks),
                (RookFile, files),
                (Queen, queens),
                (King, king),
                (All, all),
            ] {
                influence.0[kind as usize * 2 + color.index()] = set;
            }
        }
        influence
    }

    /// Finds checkers and pinned pieces of the side to move from its king's square.
    #[inline(always)]
    fn find_checkers_and_pins(&mut self) {
        let planes = &self.planes;
        let side = self.state.side;
        let king = Square::lowest(planes.pieces(side, PieceType::King));
        let enemy = planes.color(!side);
        let occupied = planes.occupied();
        let mut checkers = enemy
            & (attacks::knight(king) & planes.kind(PieceType::Knight)
                | attacks::pawns(side, king.bit()) & planes.kind(PieceType::Pawn));
        let mut pinned = 0;
        // Sliders that would attack the king on an empty board.
        let snipers = attacks::diagonals(king) & planes.diagonal_sliders(!side)
            | attacks::orthogonals(king) & planes.orthogonal_sliders(!side);
        for sniper in squares(snipers) {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers == 0 {
                checkers |= sniper.bit();
            } else if !several(blockers) {
                pinned |= blockers;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & planes.color(side);
    }
}

impl<K: Kernel, L: Lookup<K>> Board for MagicBoard<K, L> {
    type Kernel = K;

    fn new(setup: &Setup, kernel: K) -> Self {
        let mut board = Self {
            planes: setup.planes,
            state: setup.state,
            checkers: 0,
            pinned: 0,
            kernel,
            lookup: PhantomData,
            influence: OnceCell::new(),
        };
        make::set_up::<Self>(kernel, &board.planes, &mut board.state);
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
        self.planes.kind_on(square)
    }

    #[inline(always)]
    fn bishop_attacks(kernel: K, square: Square, occupied: Bitboard) -> Bitboard {
        L::attacks(kernel, Slider::Bishop, square, occupied)
    }

    #[inline(always)]
    fn rook_attacks(kernel: K, square: Square, occupied: Bitboard) -> Bitboard {
        L::attacks(kernel, Slider::Rook, square, occupied)
    }

    #[inline(always)]
    fn make(&self, chess_move: Move, child: &mut Self) {
        child.kernel = self.kernel;
        make::make(self, chess_move, &mut child.planes, &mut child.state);
    }

    #[inline(always)]
    fn make_null(&self, child: &mut Self) {
        child.planes = self.planes;
        child.kernel = self.kernel;
        make::make_null(&self.state, &mut child.state);
    }

    #[inline(always)]
    fn rebuild(&mut self) {
        self.find_checkers_and_pins();
        self.influence = OnceCell::new();
        #[cfg(feature = "check-kernels")]
        assert_eq!(self.state.key, self.state.key_of(&self.planes), "key differs from scratch");
    }

    #[inline(always)]
    fn influence(&self) -> &Influence {
        match self.influence.get() {
            Some(influence) => influence,
            None => self.kernel.outlined(|| {
                // Computed outside the closure, which is compiled without the level's features.
                let influence = self.compute_influence();
                self.influence.get_or_init(|| influence)
            }),
        }
    }

    #[inline(always)]
    fn pawn_influence(&self, color: Color) -> Bitboard {
        attacks::pawns(color, self.planes.pieces(color, PieceType::Pawn))
    }

    #[inline(always)]
    fn pinned(&self) -> Bitboard {
        self.pinned
    }

    #[inline(always)]
    fn is_influenced(&self, square: Square, color: Color) -> bool {
        self.attackers_of(square, color) != 0
    }

    #[inline(always)]
    fn is_any_influenced(&self, set: Bitboard, color: Color) -> bool {
        squares(set).any(|square| self.is_influenced(square, color))
    }

    #[inline(always)]
    fn influence_kinds(&self, square: Square, color: Color) -> u32 {
        let attackers = self.attackers_of(square, color);
        let bit = |kind, among: Bitboard, bit: u32| {
            u32::from(attackers & among & self.planes.kind(kind) != 0) << bit
        };
        let rank = RANK_1 << (square.index() & 56);
        bit(PieceType::King, !0, 0)
            | bit(PieceType::Queen, !0, 1)
            | bit(PieceType::Rook, !rank, 2)
            | bit(PieceType::Rook, rank, 3)
            | bit(PieceType::Bishop, !0, 4)
            | bit(PieceType::Knight, !0, 5)
            | bit(PieceType::Pawn, !0, 6)
    }

    #[inline(always)]
    fn king_steps(&self, king: Square) -> Bitboard {
        let planes = &self.planes;
        let (side, enemy) = (self.state.side, !self.state.side);
        let leapers = attacks::pawns(enemy, planes.pieces(enemy, PieceType::Pawn))
            | knight_influence(planes.pieces(enemy, PieceType::Knight))
            | king_influence(planes.pieces(enemy, PieceType::King));
        let mut steps = attacks::king(king) & !planes.color(side) & !leapers;
        // Attacks pass through the king, because the squares behind it are not safe.
        let occupied = planes.occupied() & !king.bit();
        let diagonal = planes.diagonal_sliders(enemy);
        let orthogonal = planes.orthogonal_sliders(enemy);
        for to in squares(steps) {
            let attacked = Self::bishop_attacks(self.kernel, to, occupied) & diagonal
                | Self::rook_attacks(self.kernel, to, occupied) & orthogonal;
            steps &= !(u64::from(attacked != 0) << to.index());
        }
        steps
    }

    #[inline(always)]
    fn king_evasions(&self, king: Square, _checkers: Bitboard) -> Bitboard {
        self.king_steps(king)
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.checkers != 0
    }

    #[inline(always)]
    fn checkers(&self) -> Bitboard {
        self.checkers
    }

    #[inline(always)]
    fn checks_from(&self, square: Square, kind: PieceType) -> bool {
        let king = self.planes.pieces(!self.state.side, PieceType::King);
        let attacked = match kind {
            PieceType::Pawn => attacks::pawns(self.state.side, square.bit()),
            // A king gives no check.
            PieceType::King => 0,
            _ => Self::piece_attacks(self.kernel, kind, square, self.planes.occupied()),
        };
        attacked & king != 0
    }
}
