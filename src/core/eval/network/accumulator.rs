use super::inputs::{InputSet, MOST_HIDDEN, input};
use super::seen::{ChangedInputs, SeenSets};
use super::weights::Network;
use crate::board::{Board, Castling, CastlingSide, State};
use crate::kernels::Kernel;
use crate::kernels::units::{UNITS, Units};
use crate::matrix::Planes;
use crate::types::bitboard::squares;
use crate::types::{Color, Move, PieceType, Square};

/// Number of blocks in the largest network.
const MOST_BLOCKS: usize = MOST_HIDDEN / UNITS;

/// The first layer's sums of a position from White's and Black's view, updated from move to move.
///
/// With [`InputSet::Pieces`] a move's pieces determine the rows that change, and the sums are up to
/// date as soon as the move is made. Other input sets are compared after the position is rebuilt
/// ([`NetworkAccumulator::follow`]); until then the sums belong to an earlier position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkAccumulator {
    sides: [[Units; MOST_BLOCKS]; 2],
    /// The sets of the position that the sums belong to; empty with [`InputSet::Pieces`].
    seen: SeenSets,
    /// The mirroring of each side's view: [`InputSet::mirrors`].
    mirrors: [u16; 2],
}

impl Default for NetworkAccumulator {
    fn default() -> Self {
        let sides = [[Units::default(); MOST_BLOCKS]; 2];
        Self { sides, seen: SeenSets::default(), mirrors: [0; 2] }
    }
}

/// Adds rows to and subtracts rows from a side's sums.
#[inline(always)]
fn change<K: Kernel>(
    network: &Network,
    kernel: K,
    sums: &mut [Units; MOST_BLOCKS],
    changed: &ChangedInputs,
    exchange: u16,
) {
    let sums = &mut sums[..network.blocks];
    kernel.change_units(sums, network.rows(), changed.added(), changed.taken(), exchange);
}

type Placed = (Color, PieceType, Square);

impl NetworkAccumulator {
    /// Computes the accumulator of a rebuilt position from scratch.
    pub fn new<B: Board>(network: &Network, board: &B) -> Self {
        let mut accumulator = Self::begun(network, board.kernel(), board.planes());
        accumulator.follow(network, board);
        accumulator
    }

    /// Returns the accumulator of a position that need not be rebuilt;
    /// [`NetworkAccumulator::follow`] updates it.
    pub fn begun<K: Kernel>(network: &Network, kernel: K, planes: &Planes) -> Self {
        let mut accumulator = Self::default();
        for side in &mut accumulator.sides {
            side[..network.blocks].copy_from_slice(network.biases());
        }
        if network.input_set() != InputSet::Pieces {
            return accumulator;
        }
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in squares(planes.pieces(color, kind)) {
                    let before = accumulator;
                    let placed = (color, kind, square);
                    accumulator.update(network, kernel, &before, [placed], []);
                }
            }
        }
        accumulator
    }

    /// Updates the sums of any position to a rebuilt one; does nothing with [`InputSet::Pieces`].
    #[inline(always)]
    pub fn follow<B: Board>(&mut self, network: &Network, board: &B) {
        let input_set = network.input_set();
        if input_set == InputSet::Pieces {
            return;
        }
        let (kernel, planes) = (board.kernel(), board.planes());
        let now = match input_set {
            InputSet::MirroredPieces => SeenSets::of_pieces(planes),
            _ => SeenSets::new(input_set, planes, board.influence()),
        };
        let mirrors = input_set.mirrors(planes);
        if mirrors != self.mirrors {
            return self.mirror(network, kernel, now, mirrors);
        }
        let Self { sides: [white, black], seen, .. } = self;
        let exchanges = [mirrors[0], mirrors[1] ^ InputSet::EXCHANGE];
        now.changes(input_set, seen, |changed| {
            change(network, kernel, white, changed, exchanges[0]);
            change(network, kernel, black, changed, exchanges[1]);
        });
        *seen = now;
    }

    /// Updates both sides' sums in [`NetworkAccumulator::follow`], and recomputes them from scratch
    /// for a side whose mirroring has changed.
    #[inline(never)]
    fn mirror<K: Kernel>(
        &mut self,
        network: &Network,
        kernel: K,
        now: SeenSets,
        mirrors: [u16; 2],
    ) {
        for (index, exchange) in [0, InputSet::EXCHANGE].into_iter().enumerate() {
            let sums = &mut self.sides[index];
            let mut before = self.seen;
            if mirrors[index] != self.mirrors[index] {
                sums[..network.blocks].copy_from_slice(network.biases());
                before = SeenSets::default();
            }
            now.changes(network.input_set(), &before, |changed| {
                change(network, kernel, sums, changed, exchange ^ mirrors[index]);
            });
        }
        (self.seen, self.mirrors) = (now, mirrors);
    }

    /// Writes the sums after a legal move of `board`, from its sums `before`.
    #[inline(always)]
    pub fn after<B: Board>(
        &mut self,
        network: &Network,
        before: &Self,
        board: &B,
        chess_move: Move,
    ) {
        if network.input_set() != InputSet::Pieces {
            return self.take_over(network, before);
        }
        let (side, kernel) = (board.side(), board.kernel());
        let (from, to) = (chess_move.from(), chess_move.to());
        let moved = board.kind_on(from);
        let gone = (side, moved, from);
        if chess_move.is_castle() {
            return self.after_castling(network, before, board, chess_move);
        }
        let placed = (side, chess_move.promotion().unwrap_or(moved), to);
        if !chess_move.is_capture() {
            return self.update(network, kernel, before, [placed], [gone]);
        }
        let taken = if chess_move.is_en_passant() {
            (!side, PieceType::Pawn, Square::new(to.index() as u8 ^ 8))
        } else {
            (!side, board.kind_on(to), to)
        };
        self.update(network, kernel, before, [placed], [gone, taken]);
    }

    /// Copies the sums from before a move.
    #[inline(always)]
    fn take_over(&mut self, network: &Network, before: &Self) {
        for (side, before) in self.sides.iter_mut().zip(&before.sides) {
            side[..network.blocks].copy_from_slice(&before[..network.blocks]);
        }
        (self.seen, self.mirrors) = (before.seen, before.mirrors);
    }

    /// Writes the sums after castling: two pieces move.
    fn after_castling<B: Board>(
        &mut self,
        network: &Network,
        before: &Self,
        board: &B,
        chess_move: Move,
    ) {
        let side = board.side();
        let toward = CastlingSide::from_move(chess_move);
        let rook = board.state().castling_rooks[Castling::index(side, toward)];
        let king = (side, PieceType::King, State::king_target(side, toward));
        let placed = [king, (side, PieceType::Rook, State::rook_target(side, toward))];
        let gone = [(side, PieceType::King, chess_move.from()), (side, PieceType::Rook, rook)];
        self.update(network, board.kernel(), before, placed, gone);
    }

    /// Writes the sums with some pieces added and others removed.
    #[inline(always)]
    fn update<K: Kernel, const ADDED: usize, const TAKEN: usize>(
        &mut self,
        network: &Network,
        kernel: K,
        before: &Self,
        added: [Placed; ADDED],
        taken: [Placed; TAKEN],
    ) {
        for perspective in Color::ALL {
            let row = |(color, kind, square)| network.row(input(perspective, color, kind, square));
            let from = &before.sides[perspective.index()][..network.blocks];
            let out = &mut self.sides[perspective.index()][..network.blocks];
            kernel.update_units(from, added.map(row), taken.map(row), out);
        }
    }

    /// Returns the value of the position in centipawns, positive if the side to move, `side`, is
    /// better: [`super::reference::value`].
    #[inline(always)]
    pub fn value<K: Kernel>(&self, network: &Network, kernel: K, side: Color) -> i32 {
        let sum = [side, !side].into_iter().enumerate().map(|(index, perspective)| {
            let units = &self.sides[perspective.index()][..network.blocks];
            kernel.activate_units(units, network.output(index))
        });
        network.centipawns(sum.sum())
    }

    /// Returns the sums from one side's view.
    pub fn sums(&self, network: &Network, perspective: Color) -> Vec<i32> {
        let units = &self.sides[perspective.index()][..network.blocks];
        units.iter().flat_map(|units| units.0).map(i32::from).collect()
    }
}
