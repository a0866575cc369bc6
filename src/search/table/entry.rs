//! An entry of the transposition table and its encoding.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::window::Window;
use nucleus_core::types::{Move, Score};

/// The relation between a stored score and the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TableBound {
    /// No relation: the score is meaningless.
    None = 0,
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The true score equals the stored one.
    Exact = 3,
}

impl TableBound {
    /// Returns true if the true score is at least the stored one.
    #[inline(always)]
    pub const fn is_at_least(self) -> bool {
        matches!(self, Self::Lower | Self::Exact)
    }

    /// Returns true if the true score is at most the stored one.
    #[inline(always)]
    pub const fn is_at_most(self) -> bool {
        matches!(self, Self::Upper | Self::Exact)
    }

    /// Returns true if a score with this bound decides a window.
    #[inline(always)]
    pub fn decides(self, score: Score, window: Window) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= window.beta,
            Self::Upper => score <= window.alpha,
            Self::None => false,
        }
    }
}

/// An entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// Best move, or none.
    pub best: Move,
    /// Score, with mates counted from this position.
    pub score: Score,
    /// Static evaluation of the position, if the searcher has one.
    pub evaluation: Score,
    /// The depth of the search below, in plies.
    pub depth: i8,
    /// Bound of the score.
    pub bound: TableBound,
    /// True if the position was in a principal variation (profile `full`).
    pub pv: bool,
}

/// Packs an entry and its search's age in 64 bits.
pub fn pack(entry: TableEntry, age: u8) -> u64 {
    u64::from(entry.best.0)
        | u64::from(entry.score.cast_unsigned()) << 16
        | u64::from(entry.evaluation.cast_unsigned()) << 32
        | u64::from(entry.depth.cast_unsigned()) << 48
        | (entry.bound as u64 | u64::from(entry.pv) << 2 | u64::from(age) << 3) << 56
}

/// Unpacks an entry, the inverse of [`pack`] without the age.
pub fn unpack(data: u64) -> TableEntry {
    TableEntry {
        best: Move(data as u16),
        score: (data >> 16) as i16,
        evaluation: (data >> 32) as i16,
        depth: (data >> 48) as i8,
        bound: match data >> 56 & 3 {
            0 => TableBound::None,
            1 => TableBound::Upper,
            2 => TableBound::Lower,
            _ => TableBound::Exact,
        },
        pv: data >> 58 & 1 != 0,
    }
}

/// One slot: the key is combined with the data by exclusive or, so that a torn write never matches.
#[derive(Default)]
pub struct TableSlot {
    /// Exclusive or of the key and `data`.
    pub check: AtomicU64,
    /// The entry in the form of [`pack`]; 0 if the slot is free.
    pub data: AtomicU64,
}

impl TableSlot {
    /// Returns true if the slot is empty.
    #[inline(always)]
    pub fn is_free(&self) -> bool {
        self.data.load(Ordering::Relaxed) == 0
    }
}

/// The slots of a cache line.
#[derive(Default)]
#[repr(align(64))]
pub struct Bucket(pub [TableSlot; 4]);

impl Bucket {
    /// Returns the entry of a position.
    #[inline(always)]
    pub fn find(&self, key: u64) -> Option<TableEntry> {
        for slot in &self.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }
}
