use serde::{Deserialize, Serialize};

use nucleus_records::record::FailureRecord;

nucleus_base::named_enum! {
    /// Reason of a game's result.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum Reason {
        /// The loser is mated.
        Checkmate = "checkmate",
        /// The side to move has no move and is not in check.
        Stalemate = "stalemate",
        /// Nobody can mate any more.
        DeadPosition = "dead position",
        /// The position occurred for the third time.
        Repetition = "threefold repetition",
        /// Fifty moves without a capture or a pawn's move.
        FiftyMoves = "fifty moves",
        /// Adjudicated: the loser said for long enough that it was lost.
        Resignation = "adjudicated as lost",
        /// Adjudicated: both said for long enough that it was even.
        Agreement = "adjudicated as drawn",
        /// Adjudicated: too many plies.
        Length = "too many plies",
        /// Adjudicated: endgame tables know how it ends.
        Tablebase = "decided by endgame tables",
        /// The loser's clock ran out.
        Time = "loss on time",
        /// The loser's move was not legal.
        IllegalMove = "illegal move",
        /// The loser's program ended.
        Crash = "crash",
        /// The loser's program gave no move and did not end.
        Stall = "stall",
    }
}

impl Reason {
    /// True when an engine failed.
    pub fn is_fault(self) -> bool {
        matches!(self, Self::Time | Self::IllegalMove | Self::Crash | Self::Stall)
    }

    /// The value of PGN's tag `Termination`.
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

/// Figures of one engine in a game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SideRecord {
    /// Moves it found.
    pub moves: u32,
    /// Seconds it thought, by our clock.
    pub seconds: f64,
    /// The longest of its moves, in seconds.
    pub longest: f64,
    /// Moves later than `movetime` and the margin allow.
    pub late: u32,
    /// Moves with a depth.
    pub depths: u32,
    /// Their sum.
    pub depth_sum: u64,
    /// Nodes of the moves that had a node count.
    pub nodes: u64,
    /// Seconds of those.
    pub nodes_seconds: f64,
}

impl SideRecord {
    /// Adds another game's.
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

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GameRecord {
    /// Number of the game, from 1; 1 and 2 are a pair, and so on.
    pub number: u32,
    /// The name of its opening.
    pub opening: String,
    /// Start position, when it is not the usual one.
    pub fen: Option<String>,
    /// The two engines, by their places in the record.
    #[serde(default = "first_two")]
    pub pair: [usize; 2],
    /// The engine with White: 0 the first, 1 the second.
    pub white: usize,
    /// The first one's points, doubled: 0 lost, 1 drawn, 2 won.
    pub half_points: u32,
    /// The reason of the result.
    pub reason: Reason,
    /// A sentence on the end of the game.
    pub detail: String,
    /// Details on the engine that failed, if one did by itself.
    pub failure: Option<FailureRecord>,
    /// Start of the game, UTC.
    pub started: String,
    /// The moves in UCI's notation; behind each, after a blank, its comment.
    pub moves: Vec<String>,
    /// Figures of each engine.
    pub sides: [SideRecord; 2],
}

/// The engines of a record that does not say who played: there were two.
fn first_two() -> [usize; 2] {
    [0, 1]
}

impl GameRecord {
    /// The engines that had White and Black, by their places in the record.
    pub fn colours(&self) -> [usize; 2] {
        let [first, second] = self.pair;
        if self.white == 0 { [first, second] } else { [second, first] }
    }

    /// The engine that lost, by its place in the record.
    pub fn loser(&self) -> Option<usize> {
        match self.half_points {
            0 => Some(self.pair[0]),
            1 => None,
            _ => Some(self.pair[1]),
        }
    }
}
