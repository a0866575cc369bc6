//! Styles of play as weights.

use std::str::FromStr;

use super::Values;
use super::table::TABLE;
use crate::types::{Score, named};

nucleus_base::named_enum! {
    /// A playing style.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Style {
        /// As the weights say.
        #[default]
        Normal = "normal",
        /// Against people. Axon II's version 50 was "especially adapted for playing against people by
        /// special adjustment of the evaluation function" (section V.A), and the paper does not say
        /// how. Our reading: closed positions, pieces kept on the board, an attack on the king before
        /// material, and a draw disliked.
        AntiGrandmaster = "anti-grandmaster",
    }
}

/// Changes to the weights in the style against people, in per cent of the weight. Mobility and open
/// files count less, pawns side by side more: closed positions; nothing is won by trading; what
/// stands at the enemy's king counts half as much again.
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
    /// Returns the style's contempt in centipawns, beside the contempt that is set.
    pub const fn contempt(self) -> Score {
        match self {
            Self::Normal => 0,
            Self::AntiGrandmaster => 40,
        }
    }

    /// The values of a style, from others; none where they are the same.
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
