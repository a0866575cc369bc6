//! The portable rebuild's steps, for an observer. The kernel itself uses `()`, which costs nothing;
//! the inspector's trace uses a list.

use crate::matrix::Influence;
use crate::types::{Bitboard, Color, PieceType};

/// Sources that are filled together: White's sliders of one type, White's queens, Black's sliders of that
/// type, Black's queens, the king of the side to move, the other king; two lanes are padding.
pub type RayLanes = [Bitboard; 8];

/// One of the eight directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    /// Number of bits of one step's shift.
    pub shift: u32,
    /// True for a shift towards higher squares.
    pub up: bool,
    /// The squares where a step can end.
    pub on_board: Bitboard,
}

/// An intermediate result of the rebuild.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RebuildStep {
    /// The sources of a direction, before the first step.
    Sources {
        /// Direction of the fill.
        direction: Direction,
        /// One set per lane.
        lanes: RayLanes,
    },
    /// A lane after one, three and seven steps.
    Travelled {
        /// Index of the lane in [`RayLanes`].
        lane: usize,
        /// The squares reached so far, including the sources.
        reached: [Bitboard; 3],
    },
    /// The squares seen in the direction, up to and including the first piece.
    Seen {
        /// One set per lane.
        lanes: RayLanes,
    },
    /// The squares between an enemy slider and the king on a line of two directions.
    Between {
        /// The squares, empty or not.
        squares: Bitboard,
    },
    /// The squares that a colour's pawns, knights or kings reach.
    Leapers {
        /// Colour of the pieces.
        color: Color,
        /// Pawn, knight or king.
        kind: PieceType,
        /// Origin squares.
        from: Bitboard,
        /// Target squares.
        reached: Bitboard,
    },
    /// The squares where a knight of the side to move would give check.
    KnightApproaches {
        /// The square of the king that would be in check.
        king: Bitboard,
        /// Squares from which a knight checks it.
        reached: Bitboard,
    },
    /// The 32 sets in the layout for the transpose, or after one of its rounds.
    Sets {
        /// Distance of the round's exchange; 0 before the first round.
        distance: usize,
        /// Rows of sets; a row belongs to one bit of a cell's bytes.
        sets: [[Bitboard; 4]; 8],
    },
}

/// Receives each step; the closure that builds a step runs only if it is used.
pub trait RebuildObserver {
    /// Receives the next step.
    fn step(&mut self, step: impl FnOnce() -> RebuildStep);
}

/// Ignores all steps.
impl RebuildObserver for () {
    #[inline(always)]
    fn step(&mut self, _: impl FnOnce() -> RebuildStep) {}
}

/// Collects all steps, in the kernel's order.
impl RebuildObserver for Vec<RebuildStep> {
    fn step(&mut self, step: impl FnOnce() -> RebuildStep) {
        self.push(step());
    }
}

/// Reports the origin and target squares of each colour's pawns, knights and kings.
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
