use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum MoveLimit {
    /// The same time for each move.
    Movetime {
        /// How long.
        milliseconds: u64,
    },
    /// A clock for the game.
    Clock {
        /// What each side starts with.
        base_milliseconds: u64,
        /// What each move adds.
        increment_milliseconds: u64,
    },
    /// A fixed depth.
    Depth {
        /// How deep.
        plies: u64,
    },
    /// A number of nodes.
    Nodes {
        /// How many.
        nodes: u64,
    },
}

/// The longest base time, in seconds: a day.
const LONGEST: f64 = 86_400.0;

impl MoveLimit {
    /// Reads `BASE+INC` or `BASE`, in seconds.
    ///
    /// # Errors
    /// When it is not of that form, or out of range.
    pub fn parse_clock(text: &str) -> Result<Self, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let milliseconds = |text: &str| {
            text.parse::<f64>()
                .ok()
                .filter(|seconds| (0.0..=LONGEST).contains(seconds))
                .map(|seconds| (seconds * 1e3).round() as u64)
        };
        match (milliseconds(base), milliseconds(increment)) {
            (Some(base), Some(increment)) if base > 0 => {
                Ok(Self::Clock { base_milliseconds: base, increment_milliseconds: increment })
            }
            _ => Err(format!(
                "`{text}` is not BASE+INC in seconds, as in 10+0.1, with a base above 0"
            )),
        }
    }

    /// What follows `go`, with these times left to White and Black.
    pub fn go(self, left: [Duration; 2]) -> String {
        match self {
            Self::Movetime { milliseconds } => format!("movetime {milliseconds}"),
            Self::Clock { increment_milliseconds, .. } => {
                // Some engines take 0 for no clock at all.
                let [white, black] = left.map(|left| left.as_millis().max(1));
                format!(
                    "wtime {white} btime {black} winc {increment_milliseconds} \
                     binc {increment_milliseconds}"
                )
            }
            Self::Depth { plies } => format!("depth {plies}"),
            Self::Nodes { nodes } => format!("nodes {nodes}"),
        }
    }

    /// What a side starts with, and what each move adds; `None` without a clock.
    pub fn clock(self) -> Option<(Duration, Duration)> {
        match self {
            Self::Clock { base_milliseconds, increment_milliseconds } => Some((
                Duration::from_millis(base_milliseconds),
                Duration::from_millis(increment_milliseconds),
            )),
            _ => None,
        }
    }

    /// The value of PGN's tag `TimeControl`.
    pub fn pgn(self) -> String {
        let seconds = |milliseconds: u64| milliseconds as f64 / 1e3;
        match self {
            Self::Movetime { milliseconds } => format!("1/{}", seconds(milliseconds)),
            Self::Clock { base_milliseconds, increment_milliseconds } => {
                format!("{}+{}", seconds(base_milliseconds), seconds(increment_milliseconds))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_sent() {
        let clock = MoveLimit::parse_clock("10+0.1").unwrap();
        assert_eq!(clock.clock(), Some((Duration::from_secs(10), Duration::from_millis(100))));
        let left = [Duration::from_millis(9_500), Duration::ZERO];
        assert_eq!(clock.go(left), "wtime 9500 btime 1 winc 100 binc 100");
        assert_eq!((clock.pgn(), clock.to_string()), ("10+0.1".into(), "10+0.1 s".into()));
        assert_eq!(MoveLimit::parse_clock("5").unwrap().pgn(), "5+0");
        for bad in ["", "0", "0+1", "-1+1", "1+", "1+-1", "a+b", "1+1+1", "inf", "NaN", "1e9"] {
            assert!(MoveLimit::parse_clock(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn other_limits() {
        let movetime = MoveLimit::Movetime { milliseconds: 100 };
        assert_eq!(movetime.go([Duration::ZERO; 2]), "movetime 100");
        assert_eq!((movetime.pgn(), movetime.clock()), ("1/0.1".into(), None));
        assert_eq!(MoveLimit::Depth { plies: 7 }.go([Duration::ZERO; 2]), "depth 7");
        assert_eq!(MoveLimit::Nodes { nodes: 9 }.pgn(), "-");
    }
}
