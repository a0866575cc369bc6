use serde::{Deserialize, Serialize};

use nucleus_records::record::FailureRecord;

nucleus_base::named_enum! {
    /// The reason for a game's result.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum Reason {
        /// The loser is mated.
        Checkmate = "checkmate",
        /// The side to move has no move and is not in check.
        Stalemate = "stalemate",
        /// Neither side can mate any more.
        DeadPosition = "dead position",
        /// The position occurred for the third time.
        Repetition = "threefold repetition",
        /// Fifty moves of each side without a capture or pawn move.
        FiftyMoves = "fifty moves",
        /// Adjudicated: the loser reported a lost score for enough moves.
        Resignation = "adjudicated as lost",
        /// Adjudicated: both sides reported an even score for enough moves.
        Agreement = "adjudicated as drawn",
        /// Adjudicated: the game reached the maximum number of plies.
        Length = "too many plies",
        /// Adjudicated: endgame tables give the result.
        Tablebase = "decided by endgame tables",
        /// The loser's clock ran out.
        Time = "loss on time",
        /// The loser's move was not legal.
        IllegalMove = "illegal move",
        /// The loser's process exited or failed in another way.
        Crash = "crash",
        /// The loser's process gave no move in time but did not exit.
        Stall = "stall",
    }
}

impl Reason {
    /// Returns `true` if an engine failed.
    pub fn is_fault(self) -> bool {
        matches!(self, Self::Time | Self::IllegalMove | Self::Crash | Self::Stall)
    }

    /// Returns the value of PGN's tag `Termination`.
    pub fn termination(self) -> &'static str {
        match self {
            Self::Resignation | Self::Agreement | Self::Length | Self::Tablebase => "adjudication",
            Self::Time => "time forfeit",
            Self::IllegalMove => "rules infraction",
            Self::Crash => "abandoned",
            Self::Stall => "stalled connection",
            _ => "normal",
        }
    }
}

/// The search figures of one engine in a game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SideRecord {
    /// The number of moves that it played.
    pub moves: u32,
    /// Total thinking time by our clock, in seconds.
    pub seconds: f64,
    /// The longest thinking time of a move, in seconds.
    pub longest: f64,
    /// The number of moves that exceeded `movetime` plus the margin.
    pub late: u32,
    /// The number of moves with a reported depth.
    pub depths: u32,
    /// The sum of those depths, in plies.
    pub depth_sum: u64,
    /// The total node count of the moves that reported one.
    pub nodes: u64,
    /// The thinking time of those moves, in seconds.
    pub nodes_seconds: f64,
}

impl SideRecord {
    /// Adds the figures of another game.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.longest = self.longest.max(other.longest);
        self.late += other.late;
        self.depths += other.depths;
        self.depth_sum += other.depth_sum;
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.nodes_seconds += other.nodes_seconds;
    }
}

/// The record of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GameRecord {
    /// The game's number, from 1; games 1 and 2 are a pair, and so on.
    pub number: u32,
    /// The name of the opening, shared by both games of the pair.
    pub opening: String,
    /// The start position as FEN; `None` for the usual one.
    pub fen: Option<String>,
    /// The two engines, as indices into the record's engines.
    #[serde(default = "first_two")]
    pub pair: [usize; 2],
    /// The engine with White: 0 for the first of the pair, 1 for the second.
    pub white: usize,
    /// Twice the points of the first of the pair: 0 lost, 1 drawn, 2 won.
    pub half_points: u32,
    /// The reason for the result.
    pub reason: Reason,
    /// A sentence that describes the end of the game.
    pub detail: String,
    /// Details of the failure, if an engine failed.
    pub failure: Option<FailureRecord>,
    /// The start time of the game, UTC.
    pub started: String,
    /// The moves in UCI notation, each followed by a blank and its comment.
    pub moves: Vec<String>,
    /// The search figures of each engine of the pair.
    pub sides: [SideRecord; 2],
}

/// The pair of a record without `pair`, which has two engines.
fn first_two() -> [usize; 2] {
    [0, 1]
}

impl GameRecord {
    /// Returns the engines with White and Black, as indices into the record's engines.
    pub fn colours(&self) -> [usize; 2] {
        let [first, second] = self.pair;
        if self.white == 0 { [first, second] } else { [second, first] }
    }

    /// Returns the losing engine as an index into the record's engines; `None` for a draw.
    pub fn loser(&self) -> Option<usize> {
        match self.half_points {
            0 => Some(self.pair[0]),
            1 => None,
            _ => Some(self.pair[1]),
        }
    }
}
