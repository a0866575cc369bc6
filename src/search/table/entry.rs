//! An entry of the transposition table: what it knows of a position, and how that is stored.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::window::Window;
use nucleus_core::types::{Move, Score};

/// The bound that a score is of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TableBound {
    /// Nothing.
    None = 0,
    /// The true score is this or less.
    Upper = 1,
    /// The true score is this or more.
    Lower = 2,
    /// The score itself.
    Exact = 3,
}

impl TableBound {
    /// True when the true score is the stored one or more.
    #[inline(always)]
    pub const fn is_at_least(self) -> bool {
        matches!(self, Self::Lower | Self::Exact)
    }

    /// True when the true score is the stored one or less.
    #[inline(always)]
    pub const fn is_at_most(self) -> bool {
        matches!(self, Self::Upper | Self::Exact)
    }

    /// True when a score of this bound settles a window.
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
    /// The best move, or none.
    pub best: Move,
    /// The score, mates counted from this position.
    pub score: Score,
    /// The static evaluation.
    pub evaluation: Score,
    /// The depth of the search below, in plies.
    pub depth: i8,
    /// The bound that the score is.
    pub bound: TableBound,
}

/// An entry and its search's number in 64 bits.
pub fn pack(entry: TableEntry, age: u8) -> u64 {
    u64::from(entry.best.0)
        | u64::from(entry.score.cast_unsigned()) << 16
        | u64::from(entry.evaluation.cast_unsigned()) << 32
        | u64::from(entry.depth.cast_unsigned()) << 48
        | (entry.bound as u64 | u64::from(age) << 2) << 56
}

/// The reverse of [`pack`], but for the number.
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
    }
}

/// One entry: the key, exclusive-ored with the data so that a torn write never matches.
#[derive(Default)]
pub struct TableSlot {
    /// The key, exclusive-ored with `data`.
    pub check: AtomicU64,
    /// The entry as [`pack`] makes it; 0 when the slot is free.
    pub data: AtomicU64,
}

impl TableSlot {
    /// True when nothing is stored here.
    #[inline(always)]
    pub fn is_free(&self) -> bool {
        self.data.load(Ordering::Relaxed) == 0
    }
}

/// The entries of a cache line.
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
