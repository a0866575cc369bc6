//! Table entries that wait until a rank can receive them.

use super::message::PackedEntry;

/// The most entries in a message. They fill less than 4 KiB, which MPI sends in one piece. MPI sends only the
/// start of a longer message, and the receiver spins until the sender calls MPI again.
pub const MOST_ENTRIES: usize = 200;
/// The most entries that wait; beyond it, the oldest are dropped.
const MOST_WAITING: usize = 18 * MOST_ENTRIES;

/// The table entries to send to a rank, oldest first.
#[derive(Default)]
pub struct WaitingEntries(Vec<PackedEntry>);

impl WaitingEntries {
    /// Appends entries. [`Self::take`] drops the oldest beyond the limit.
    pub fn add(&mut self, new: &[PackedEntry]) {
        self.0.extend_from_slice(new);
    }

    /// Removes the entries to send now and returns them, in at most `messages` messages.
    pub fn take(&mut self, messages: usize) -> Vec<Vec<PackedEntry>> {
        let now = self.0.len().min(messages.saturating_mul(MOST_ENTRIES));
        let now: Vec<PackedEntry> = self.0.drain(..now).collect();
        let old = self.0.len().saturating_sub(MOST_WAITING);
        self.0.drain(..old);
        now.chunks(MOST_ENTRIES).map(<[_]>::to_vec).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(numbers: std::ops::Range<usize>) -> Vec<PackedEntry> {
        numbers.map(|number| (number as u64, 7)).collect()
    }

    #[test]
    fn entries_wait_for_room_in_their_order() {
        let mut waiting = WaitingEntries::default();
        assert!(waiting.take(5).is_empty());
        waiting.add(&numbered(0..MOST_ENTRIES + 1));
        assert!(waiting.take(0).is_empty(), "there is no room");
        waiting.add(&numbered(MOST_ENTRIES + 1..2 * MOST_ENTRIES + 10));
        assert_eq!(waiting.take(1), [numbered(0..MOST_ENTRIES)]);
        let rest = [MOST_ENTRIES..2 * MOST_ENTRIES, 2 * MOST_ENTRIES..2 * MOST_ENTRIES + 10];
        assert_eq!(waiting.take(usize::MAX), rest.map(numbered));
        assert!(waiting.take(1).is_empty());
    }

    #[test]
    fn the_oldest_are_left_out_of_too_many() {
        let mut waiting = WaitingEntries::default();
        waiting.add(&numbered(0..MOST_WAITING + 3));
        assert!(waiting.take(0).is_empty());
        let all: Vec<PackedEntry> = waiting.take(usize::MAX).concat();
        assert_eq!(all, numbered(3..MOST_WAITING + 3));
    }
}
