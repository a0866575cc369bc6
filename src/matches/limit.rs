use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limit of a move: time, depth or nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum MoveLimit {
    /// A fixed time for each move.
    Movetime {
        /// The time.
        milliseconds: u64,
    },
    /// A clock for the game.
    Clock {
        /// Time at the start, for each side.
        base_milliseconds: u64,
        /// Time added after each move.
        increment_milliseconds: u64,
        /// Moves after which the base time is added again; none where it is for the whole game.
        #[serde(default)]
        moves: Option<u32>,
    },
    /// A fixed depth.
    Depth {
        /// The depth.
        plies: u64,
    },
    /// A number of nodes.
    Nodes {
        /// The number of nodes.
        nodes: u64,
    },
}

/// Moves of a time control, at most.
const MOST_MOVES: u32 = 1_000;
/// The longest base time, in seconds: a day.
const LONGEST: f64 = 86_400.0;

impl MoveLimit {
    /// Reads `BASE+INC` or `BASE`, in seconds, with `MOVES/` before it where the base time is for
    /// so many moves.
    ///
    /// # Errors
    /// When it is not of that form, or out of range.
    pub fn parse_clock(text: &str) -> Result<Self, String> {
        let fault = || {
            format!(
                "`{text}` is not BASE+INC or MOVES/BASE+INC, times in seconds, as in 10+0.1 or \
                 40/60, with a base above 0 and 1 to {MOST_MOVES} moves"
            )
        };
        let (moves, times) = match text.split_once('/') {
            None => (None, text),
            Some((moves, times)) => {
                let moves = moves.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves));
                (Some(moves.ok_or_else(fault)?), times)
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
            _ => Err(fault()),
        }
    }

    /// Returns the arguments of `go`, with these times left to White and Black, for a side that has
    /// made so many moves.
    pub fn go(self, left: [Duration; 2], made: u32) -> String {
        match self {
            Self::Movetime { milliseconds } => format!("movetime {milliseconds}"),
            Self::Clock { increment_milliseconds, moves, .. } => {
                // Some engines take 0 for no clock at all.
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

    /// Returns the time that the `made`-th move of a side adds to its clock.
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

    /// Returns the time at the start; `None` without a clock.
    pub fn clock(self) -> Option<Duration> {
        match self {
            Self::Clock { base_milliseconds, .. } => Some(Duration::from_millis(base_milliseconds)),
            _ => None,
        }
    }

    /// The value of PGN's tag `TimeControl`.
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
