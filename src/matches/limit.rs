use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The limit of a move: time, depth or nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum MoveLimit {
    /// A fixed time for each move.
    Movetime {
        /// The time in milliseconds.
        milliseconds: u64,
    },
    /// A clock for the game.
    Clock {
        /// The time at the start, for each side.
        base_milliseconds: u64,
        /// Time added after each move.
        increment_milliseconds: u64,
        /// The number of moves after which the base time is added again; `None` if it lasts for the game.
        #[serde(default)]
        moves: Option<u32>,
    },
    /// A fixed depth.
    Depth {
        /// The depth in plies.
        plies: u64,
    },
    /// A number of nodes.
    Nodes {
        /// The number of nodes.
        nodes: u64,
    },
}

/// The maximum number of moves of a time control.
const MOST_MOVES: u32 = 1_000;
/// The maximum base time, in seconds: one day.
const LONGEST: f64 = 86_400.0;

impl MoveLimit {
    /// Parses `BASE+INC` or `BASE`, in seconds, optionally preceded by `MOVES/`, the number of moves that
    /// the base time lasts for.
    ///
    /// # Errors
    /// If the text has another form or a number is out of range.
    pub fn parse_clock(text: &str) -> Result<Self, String> {
        let error = || {
            format!(
                "`{text}` is not BASE+INC or MOVES/BASE+INC, times in seconds, as in 10+0.1 or \
                 40/60, with a base above 0 and 1 to {MOST_MOVES} moves"
            )
        };
        let (moves, times) = match text.split_once('/') {
            None => (None, text),
            Some((moves, times)) => {
                let moves = moves.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves));
                (Some(moves.ok_or_else(error)?), times)
            }
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let milliseconds = |text: &str| {
            text.parse::<f64>()
                .ok()
                .filter(|seconds| (0.0..=LONGEST).contains(seconds))
                .map(|seconds| (seconds * 1e3).round() as u64)
        };
        match (milliseconds(base), milliseconds(increment)) {
            (Some(base_milliseconds), Some(increment_milliseconds)) if base_milliseconds > 0 => {
                Ok(Self::Clock { base_milliseconds, increment_milliseconds, moves })
            }
            _ => Err(error()),
        }
    }

    /// Returns the arguments of `go` for a side that has made `made` moves; `left` is the remaining time of
    /// White and Black.
    pub fn go(self, left: [Duration; 2], made: u32) -> String {
        match self {
            Self::Movetime { milliseconds } => format!("movetime {milliseconds}"),
            Self::Clock { increment_milliseconds, moves, .. } => {
                // Some engines read 0 as "no clock".
                let [white, black] = left.map(|left| left.as_millis().max(1));
                let to_go = moves.map_or_else(String::new, |moves| {
                    format!(" movestogo {}", moves - made % moves)
                });
                format!(
                    "wtime {white} btime {black} winc {increment_milliseconds} \
                     binc {increment_milliseconds}{to_go}"
                )
            }
            Self::Depth { plies } => format!("depth {plies}"),
            Self::Nodes { nodes } => format!("nodes {nodes}"),
        }
    }

    /// Returns the time added to a side's clock after its move number `made`.
    pub fn added(self, made: u32) -> Duration {
        match self {
            Self::Clock { base_milliseconds, increment_milliseconds, moves } => {
                let again = moves.is_some_and(|moves| made.is_multiple_of(moves));
                let base = if again { base_milliseconds } else { 0 };
                Duration::from_millis(base + increment_milliseconds)
            }
            _ => Duration::ZERO,
        }
    }

    /// Returns the initial clock time; `None` without a clock.
    pub fn clock(self) -> Option<Duration> {
        match self {
            Self::Clock { base_milliseconds, .. } => Some(Duration::from_millis(base_milliseconds)),
            _ => None,
        }
    }

    /// Returns the value of PGN's tag `TimeControl`.
    pub fn pgn(self) -> String {
        let seconds = |milliseconds: u64| milliseconds as f64 / 1e3;
        match self {
            Self::Movetime { milliseconds } => format!("1/{}", seconds(milliseconds)),
            Self::Clock { base_milliseconds, increment_milliseconds, moves } => {
                let moves = moves.map_or_else(String::new, |moves| format!("{moves}/"));
                let base = seconds(base_milliseconds);
                format!("{moves}{base}+{}", seconds(increment_milliseconds))
            }
            Self::Depth { .. } | Self::Nodes { .. } => "-".to_owned(),
        }
    }
}

impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Movetime { milliseconds } => write!(f, "{milliseconds} ms a move"),
            Self::Clock { .. } => write!(f, "{} s", self.pgn()),
            Self::Depth { plies } => write!(f, "depth {plies}"),
            Self::Nodes { nodes } => write!(f, "{nodes} nodes a move"),
        }
    }
}
