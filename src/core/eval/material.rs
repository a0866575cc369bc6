//! Material (section II.A): the sets of values, and the consequences of an advantage in it.

use super::fixed;
use super::tally::{Sum, Tally};
use super::values::Values;
use super::weights::{Weight, unpack};
use crate::types::{Color, PieceType};

/// The columns of the paper's table I. The 2024 column is in the data table. The others are stored
/// as differences, since a player selects one and a tuner does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum MaterialSet {
    /// 100, 300, 300, 500, 900, or the values of a weights file.
    #[default]
    Axon2024,
    /// 100, 325, 350, 500, 900; with other weights, the same differences.
    Chess45,
    /// 100, 300, 325, 500, 900; with other weights, the same differences.
    Modern,
}

impl MaterialSet {
    /// All sets, with the names that options and command lines use.
    pub const ALL: [(Self, &str); 3] =
        [(Self::Axon2024, "axon"), (Self::Chess45, "chess45"), (Self::Modern, "modern")];

    /// Returns the set of a name, ignoring case.
    ///
    /// # Errors
    /// If there is no such set; the message lists the names.
    pub fn named(name: &str) -> Result<Self, String> {
        let of_name = Self::ALL.iter().find(|(_, known)| known.eq_ignore_ascii_case(name));
        of_name.map(|&(set, _)| set).ok_or_else(|| {
            let known: Vec<_> = Self::ALL.iter().map(|&(_, name)| name).collect();
            format!("no set '{name}'; there are {}", known.join(", "))
        })
    }

    /// Returns the difference between this set's value and the 2024 set's.
    pub const fn difference(self, kind: PieceType) -> i32 {
        match self {
            Self::Axon2024 => 0,
            Self::Chess45 => fixed::CHESS45_MORE[kind as usize],
            Self::Modern => fixed::MODERN_MORE[kind as usize],
        }
    }

    /// Returns the difference of White's balance under this set from that under the 2024 set, which
    /// the accumulator holds. `count` returns the number of a colour's pieces of a type.
    #[inline(always)]
    pub(super) fn correction(self, count: impl Fn(Color, PieceType) -> i32) -> i32 {
        if self == Self::Axon2024 {
            return 0;
        }
        let mut sum = 0;
        for kind in [PieceType::Knight, PieceType::Bishop] {
            let more = count(Color::White, kind) - count(Color::Black, kind);
            sum += more * self.difference(kind);
        }
        sum
    }
}

/// The material of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaterialBalance {
    /// White's minus Black's, in centipawns.
    pub balance: i32,
    /// White's lead in pawns, by the pieces' worth in pawns.
    pub ahead: i32,
    /// Worth of both sides' pieces, in pawns.
    pub pieces: i32,
}

impl MaterialBalance {
    /// Returns the balance with the terms of an advantage, White positive; `pawns` counts all pawns.
    #[inline(always)]
    pub fn value(self, values: &Values, pawns: i32) -> i32 {
        let mut trades = Sum::new(values);
        self.trade(pawns, &mut trades);
        // Untapered rows have the same value twice.
        self.balance + unpack(trades.total).0
    }

    /// Counts the traded pieces and the remaining pawns for every pawn ahead, up to five. The side
    /// ahead should trade pieces and keep pawns; the other side should do the reverse.
    #[inline(always)]
    pub fn trade<T: Tally>(self, pawns: i32, tally: &mut T) {
        let ahead = self.ahead.clamp(-fixed::MOST_AHEAD, fixed::MOST_AHEAD);
        let gone = (fixed::ALL_PIECES - self.pieces).max(0) as u32 / fixed::TRADE_UNIT;
        tally.balance(Weight::TradePieces, ahead * gone as i32);
        tally.balance(Weight::KeepPawns, ahead * pawns);
    }
}
