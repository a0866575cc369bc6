/// The distance to mate of a position, for the side to move, without the fifty-move rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MateDistance {
    /// The side to move mates in this many plies.
    Win(u16),
    /// Neither side can force a mate.
    Draw,
    /// The side to move is mated in this many plies; 0 if it is mated already.
    Loss(u16),
}

impl MateDistance {
    /// Returns the distance before the move that led to the position, from the view of the side that moved.
    pub const fn before_move(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies.saturating_add(1)),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies.saturating_add(1)),
        }
    }

    /// Returns a number that is higher for a better result of the side to move: quick mates are
    /// best, then draws, then late losses.
    pub const fn merit(self) -> i32 {
        match self {
            Self::Win(plies) => 100_000 - plies as i32,
            Self::Draw => 0,
            Self::Loss(plies) => -100_000 + plies as i32,
        }
    }
}
