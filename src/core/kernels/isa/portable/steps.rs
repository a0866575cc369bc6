//! The portable rebuild's steps, for an observer: the kernel itself runs with `()`, which costs
//! nothing, and the inspector's trace with a list.

use crate::matrix::Influence;
use crate::types::{Bitboard, Color, PieceType};

/// Sources that travel together: White's sliders of one kind, White's queens, Black's sliders of
/// that kind, Black's queens, the king of the side to move, the other king; two lanes are padding.
pub type RayLanes = [Bitboard; 8];

/// One of the eight directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    /// Size of one step's shift.
    pub shift: u32,
    /// True if the shift is towards higher squares.
    pub up: bool,
    /// The squares that a step can end on.
    pub on_board: Bitboard,
}

/// An intermediate result of the rebuild.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RebuildStep {
    /// The squares that travel in a direction, before the first step.
    Sources {
        /// The direction.
        direction: Direction,
        /// A set for each lane.
        lanes: RayLanes,
    },
    /// A lane after one step, three steps and seven.
    Travelled {
        /// Index of the lane.
        lane: usize,
        /// The squares reached so far, its sources among them.
        reached: [Bitboard; 3],
    },
    /// The squares seen in the direction, up to and including the first piece.
    Seen {
        /// A set for each lane.
        lanes: RayLanes,
    },
    /// The squares between a slider of the enemy and the king on a line of two directions.
    Between {
        /// The squares, empty or not.
        squares: Bitboard,
    },
    /// The squares that a colour's pawns, knights or kings reach.
    Leapers {
        /// Whose.
        color: Color,
        /// The piece type.
        kind: PieceType,
        /// Origin squares.
        from: Bitboard,
        /// Target squares.
        reached: Bitboard,
    },
    /// The squares where a knight of the side to move would give check.
    KnightApproaches {
        /// The king that would be in check.
        king: Bitboard,
        /// The squares.
        reached: Bitboard,
    },
    /// The 32 sets as they are laid out to be transposed, or after a round of it.
    Sets {
        /// By how much the round exchanged; 0 before the first.
        distance: usize,
        /// The sets: rows of one bit of a cell's bytes.
        sets: [[Bitboard; 4]; 8],
    },
}

/// Is told of each step; the closure makes it only where somebody looks.
pub trait RebuildObserver {
    /// A step has been done.
    fn step(&mut self, step: impl FnOnce() -> RebuildStep);
}

/// Nobody looks.
impl RebuildObserver for () {
    #[inline(always)]
    fn step(&mut self, _: impl FnOnce() -> RebuildStep) {}
}

/// All steps, in the kernel's order.
impl RebuildObserver for Vec<RebuildStep> {
    fn step(&mut self, step: impl FnOnce() -> RebuildStep) {
        self.push(step());
    }
}

/// Reports the sources of the influence sets of pawns, knights and kings.
#[inline(always)]
pub fn tell_leapers(
    pieces: [Bitboard; 3],
    [white, black]: [Bitboard; 2],
    influence: &Influence,
    observer: &mut impl RebuildObserver,
) {
    let kinds = [PieceType::Pawn, PieceType::Knight, PieceType::King];
    for (kind, (set, row)) in kinds.into_iter().zip(pieces.into_iter().zip([0, 2, 12])) {
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            observer.step(|| RebuildStep::Leapers {
                color,
                kind,
                from: set & side,
                reached: influence.0[row + color.index()],
            });
        }
    }
}
