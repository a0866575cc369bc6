use super::{Board, Setup, State, attacks, make};
use crate::kernels::{Counted, MatrixKernel, Rebuilt};
use crate::matrix::cell::{self, Cell};
use crate::matrix::{Influence, InfluenceKind, Matrix, Planes};
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// The project's own board: the matrix, and the planes from which it is computed.
///
/// Copy-make: a move writes a new board of 640 bytes. The cells and their sentinel take 320 of them.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct MatrixBoard<K> {
    rebuilt: Rebuilt,
    planes: Planes,
    state: State,
    kernel: K,
}

impl<K: MatrixKernel> MatrixBoard<K> {
    /// Returns the 64 cells.
    #[inline(always)]
    pub fn matrix(&self) -> &Matrix {
        &self.rebuilt.nucleus.cells
    }

    /// Returns the output of the last rebuild.
    #[inline(always)]
    pub fn rebuilt(&self) -> &Rebuilt {
        &self.rebuilt
    }

    /// Does [`Board::rebuild`] and returns the counted legal moves: [`MatrixKernel::rebuild_and_count`].
    #[inline(always)]
    pub fn rebuild_with_count(&mut self) -> Option<Counted> {
        let counted =
            self.kernel.rebuild_and_count(&self.planes, self.state.side, &mut self.rebuilt);
        #[cfg(feature = "check-kernels")]
        self.check();
        counted
    }

    #[inline(always)]
    fn cell(&self, square: Square) -> Cell {
        self.rebuilt.nucleus.cells.at(square)
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
        self.matrix().kind_on(square)
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
        self.kernel.rebuild(&self.planes, self.state.side, &mut self.rebuilt);
        #[cfg(feature = "check-kernels")]
        self.check();
    }

    #[inline(always)]
    fn influence(&self) -> &Influence {
        &self.rebuilt.influence
    }

    #[inline(always)]
    fn pawn_influence(&self, color: Color) -> Bitboard {
        self.rebuilt.influence.squares(color, InfluenceKind::Pawn)
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
    fn is_any_influenced(&self, squares: Bitboard, color: Color) -> bool {
        squares & self.rebuilt.influence.all(color) != 0
    }

    #[inline(always)]
    fn influence_kinds(&self, square: Square, color: Color) -> u32 {
        self.cell(square) >> cell::influence_shift(color) & 0x7f
    }

    #[inline(always)]
    fn king_steps(&self, king: Square) -> Bitboard {
        attacks::king(king) & !self.rebuilt.influence.all(!self.state.side)
    }

    #[inline(always)]
    fn checks_from(&self, square: Square, kind: PieceType) -> bool {
        let pawn = if kind == PieceType::Pawn { square.bit() } else { 0 };
        let king = self.planes.pieces(!self.state.side, PieceType::King);
        let approaches = self.cell(square) & cell::APPROACH[kind.index()] != 0;
        approaches | (attacks::pawns(self.state.side, pawn) & king != 0)
    }
}
