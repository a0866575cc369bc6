//! Styles of play: changes of the weights, and contempt.

use std::str::FromStr;

use super::Values;
use super::table::TABLE;
use crate::types::{Score, named};

nucleus_base::named_enum! {
    /// A playing style.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    #[non_exhaustive]
    pub enum Style {
        /// The weights unchanged.
        #[default]
        Normal = "normal",
        /// For games against people. Axon II's version 50 was "especially adapted for playing
        /// against people by special adjustment of the evaluation function" (section V.A); the
        /// paper gives no details. Our reading: closed positions, pieces kept on the board, king
        /// attack before material, and a dislike of draws.
        AntiGrandmaster = "anti-grandmaster",
    }
}

/// Changes to the weights of the style against people, in per cent. Mobility and open files count
/// less and adjacent pawns more, which favours closed positions. Trading gains nothing. Pieces near
/// the enemy's king count half more.
const AGAINST_PEOPLE: [(&str, i32); 16] = [
    ("trade.pieces", 0),
    ("mobility.rank", 50),
    ("mobility.file", 50),
    ("mobility.bishop", 80),
    ("development.open_file", 0),
    ("development.half_open_file", 50),
    ("pawns.phalanx", 200),
    ("pawns.supported", 200),
    ("pawns.doubled", 50),
    ("king.storm_near", 0),
    ("king.storm_far", 0),
    ("king.open_file", 150),
    ("king.shield_near", 150),
    ("king.danger_", 150),
    ("passed.rank_", 80),
    ("pawns.isolated", 50),
];

impl Style {
    /// Returns the style's contempt in centipawns, added to the contempt option.
    pub const fn contempt(self) -> Score {
        match self {
            Self::Normal => 0,
            Self::AntiGrandmaster => 40,
        }
    }

    /// Returns the values of a style based on others; `None` if they do not differ.
    pub fn values(self, base: &Values) -> Option<Values> {
        if self == Self::Normal {
            return None;
        }
        let mut rows = *base.rows();
        for (row, described) in rows.iter_mut().zip(&TABLE) {
            let change = AGAINST_PEOPLE.iter().find(|(name, _)| {
                described.name == *name || name.ends_with('_') && described.name.starts_with(name)
            });
            let Some((_, per_cent)) = change else { continue };
            let [low, high] = described.range;
            *row = row.map(|value| (value * per_cent / 100).clamp(low, high));
        }
        Some(Values::new(rows))
    }
}

impl FromStr for Style {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        named("style", "", &Self::ALL, name)
    }
}
