//! Positions as a tuner sees them, packed: four bytes for a feature that counts, and nothing for
//! the others.

/// A feature that counts in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceEntry {
    /// Index of the feature.
    pub feature: u16,
    /// White's units less Black's.
    pub units: i16,
}

/// The part of a position's row that is no count of a feature.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceHead {
    /// The game; positions of one game are never split.
    pub game: u32,
    /// White's score, 0 to 1.
    pub result: f32,
    /// The share of the middlegame, 0 to 1.
    pub phase: f32,
    /// Factors of the draw rules where White is better, and where Black is.
    pub scale: [f32; 2],
    /// Largest absolute value of the tapered part, in centipawns; infinity for no bound.
    pub bound: f32,
}

impl Default for TraceHead {
    fn default() -> Self {
        Self { game: 0, result: 0.5, phase: 1.0, scale: [1.0; 2], bound: f32::INFINITY }
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceRow<'a> {
    /// The part that is no count.
    pub head: TraceHead,
    /// The features that count, in their order.
    pub entries: &'a [TraceEntry],
}

/// Positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TraceRows {
    heads: Vec<TraceHead>,
    /// End of each position's entries.
    ends: Vec<usize>,
    entries: Vec<TraceEntry>,
}

impl TraceRows {
    /// Adds a position: the units of features in their order; those of zero units take no room.
    pub fn push(&mut self, head: TraceHead, units: impl IntoIterator<Item = TraceEntry>) {
        self.entries.extend(units.into_iter().filter(|entry| entry.units != 0));
        self.heads.push(head);
        self.ends.push(self.entries.len());
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// A position by number.
    ///
    /// # Panics
    /// When there are fewer.
    #[inline]
    pub fn row(&self, number: usize) -> TraceRow<'_> {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        TraceRow { head: self.heads[number], entries: &self.entries[begin..self.ends[number]] }
    }

    /// All positions.
    pub fn iter(&self) -> impl Iterator<Item = TraceRow<'_>> {
        (0..self.len()).map(|number| self.row(number))
    }

    /// A hash of all of it.
    pub fn hash(&self) -> u64 {
        let words = self.iter().flat_map(|TraceRow { head, entries }| {
            let TraceHead { game, result, phase, scale: [white, black], bound } = head;
            let floats = [result, phase, white, black, bound].map(f32::to_bits);
            let entries =
                entries.iter().map(|e| u32::from(e.feature) << 16 | u32::from(e.units as u16));
            std::iter::once(game).chain(floats).chain(entries)
        });
        // FNV-1a over words.
        words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3).rotate_left(23)
        })
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        self.heads.len() * size_of::<TraceHead>()
            + self.ends.len() * size_of::<usize>()
            + self.entries.len() * size_of::<TraceEntry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pushed_is_there_and_zeros_take_no_room() {
        let mut rows = TraceRows::default();
        let entry = |feature, units| TraceEntry { feature, units };
        rows.push(TraceHead { game: 7, ..TraceHead::default() }, [entry(0, 1), entry(1, 0)]);
        rows.push(TraceHead::default(), []);
        rows.push(TraceHead { result: 1.0, ..TraceHead::default() }, [entry(2, -3)]);
        assert_eq!(rows.len(), 3);
        assert_eq!(rows.row(0).entries, [entry(0, 1)]);
        assert_eq!((rows.row(0).head.game, rows.row(1).entries.len()), (7, 0));
        assert_eq!(rows.row(2).entries, [entry(2, -3)]);
        assert_eq!(size_of::<TraceEntry>(), 4);
    }
}
