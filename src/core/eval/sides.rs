use crate::board::Board;
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::{Influence, InfluenceKind, Planes};
use crate::types::{Bitboard, PieceType};

/// A position in the form that terms read: each set for both colours in one pair.
pub(super) struct Sides<'a, K: Kernel> {
    /// Piece sets of the position.
    pub planes: &'a Planes,
    influence: &'a Influence,
    kernel: K,
    /// Pieces of each colour.
    pub own: K::Pair,
}

impl<'a, K: Kernel> Sides<'a, K> {
    #[inline(always)]
    pub fn from_board<B: Board<Kernel = K>>(board: &'a B) -> Self {
        let (planes, influence) = (board.planes(), board.influence());
        let kernel = board.kernel();
        Self { planes, influence, kernel, own: kernel.pair_at(planes.colors()) }
    }

    /// Returns the pieces of each colour's enemy.
    #[inline(always)]
    pub fn enemy(&self) -> K::Pair {
        self.own.swapped()
    }

    /// Returns the pair of White's and Black's set.
    #[inline(always)]
    pub fn pair(&self, white: Bitboard, black: Bitboard) -> K::Pair {
        self.kernel.pair(white, black)
    }

    /// Returns a pair with this set for both colours.
    #[inline(always)]
    pub fn both(&self, set: Bitboard) -> K::Pair {
        self.kernel.pair(set, set)
    }

    /// Returns both colours' pieces of a type, the same set for each colour.
    #[inline(always)]
    pub fn kind(&self, kind: PieceType) -> K::Pair {
        self.both(self.planes.kind(kind))
    }

    /// Returns each colour's influence of a kind.
    #[inline(always)]
    pub fn influence(&self, kind: InfluenceKind) -> K::Pair {
        self.kernel.pair_at(self.influence.both(kind))
    }

    /// Returns the influences of the first half: pawns, knights, bishops and rooks along ranks.
    #[inline(always)]
    pub fn first_influences(&self) -> <K::Pair as Pair>::Lanes {
        self.kernel.pairs_at(self.influence.first_half())
    }
}
