//! Positions for the tuner, packed: four bytes for each feature that occurs, none for the others.

/// A feature that occurs in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceEntry {
    /// Index of the feature.
    pub feature: u16,
    /// White's units minus Black's.
    pub units: i16,
}

/// A position's data other than its features.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceHead {
    /// Number of the position's game; the positions of a game stay in one part of a split.
    pub game: u32,
    /// White's result: 0, 0.5 or 1.
    pub result: f32,
    /// Game phase: 1 for a full middlegame, 0 for an endgame.
    pub phase: f32,
    /// Factors of the draw rules if White is better, and if Black is.
    pub scale: [f32; 2],
    /// Largest absolute value of the tapered part, in centipawns; infinity for no bound.
    pub bound: f32,
}

impl Default for TraceHead {
    fn default() -> Self {
        Self { game: 0, result: 0.5, phase: 1.0, scale: [1.0; 2], bound: f32::INFINITY }
    }
}

/// A position of the rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraceRow<'a> {
    /// The position's data other than features.
    pub head: TraceHead,
    /// The features that occur in the position, by index.
    pub entries: &'a [TraceEntry],
}

/// Positions with their results and features, packed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TraceRows {
    heads: Vec<TraceHead>,
    /// End of each position's entries.
    ends: Vec<usize>,
    entries: Vec<TraceEntry>,
}

impl TraceRows {
    /// Adds a position with its features by index; features of zero units are dropped.
    pub fn push(&mut self, head: TraceHead, units: impl IntoIterator<Item = TraceEntry>) {
        self.entries.extend(units.into_iter().filter(|entry| entry.units != 0));
        self.heads.push(head);
        self.ends.push(self.entries.len());
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Returns the position of this index.
    ///
    /// # Panics
    /// If there are fewer positions.
    #[inline]
    pub fn row(&self, number: usize) -> TraceRow<'_> {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        TraceRow { head: self.heads[number], entries: &self.entries[begin..self.ends[number]] }
    }

    /// Iterates over all positions.
    pub fn iter(&self) -> impl Iterator<Item = TraceRow<'_>> {
        (0..self.len()).map(|number| self.row(number))
    }

    /// Returns a hash of all positions.
    pub fn hash(&self) -> u64 {
        let words = self.iter().flat_map(|TraceRow { head, entries }| {
            let TraceHead { game, result, phase, scale: [white, black], bound } = head;
            let floats = [result, phase, white, black, bound].map(f32::to_bits);
            let entries =
                entries.iter().map(|e| u32::from(e.feature) << 16 | u32::from(e.units as u16));
            std::iter::once(game).chain(floats).chain(entries)
        });
        // FNV-1a over 32-bit words, rotated.
        words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3).rotate_left(23)
        })
    }

    /// Returns the size in memory, in bytes.
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
