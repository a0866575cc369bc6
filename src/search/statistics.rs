//! Counts of events in a search.

/// Counts of events in a search, of one thread or the sum of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Statistics {
    /// Legal moves made and searched.
    pub nodes: u64,
    /// Nodes of the quiescence search.
    pub quiescence_nodes: u64,
    /// Rebuilds of the matrix.
    pub rebuilds: u64,
    /// Full evaluations.
    pub evaluations: u64,
    /// Nodes that ended with a score of beta or more after trying moves.
    pub cutoffs: u64,
    /// Nodes that ended with a score of beta or more on their first move.
    pub first_move_cutoffs: u64,
    /// The deepest ply reached.
    pub selective_depth: u64,
    /// Split points opened: nodes whose moves were shared among threads.
    pub splits: u64,
    /// Times that a thread joined another thread's split point.
    pub joins: u64,
    /// Times that a thread waited for a lock.
    pub lock_waits: u64,
    /// Times that an idle thread was parked.
    pub parks: u64,
    /// Positions found in endgame tables.
    pub table_hits: u64,
}

impl Statistics {
    /// Adds other counts; the deepest ply is the larger of the two.
    pub fn add(&mut self, other: &Self) {
        let depth = self.selective_depth.max(other.selective_depth);
        let (own, others) = (self.counts(), other.counts());
        *self = Self::of_counts(std::array::from_fn(|index| own[index] + others[index]));
        self.selective_depth = depth;
    }

    /// Returns the counts in the order of their fields, including the deepest ply.
    pub fn counts(mut self) -> [u64; 12] {
        self.fields().map(|field| *field)
    }

    /// Returns the statistics of counts in that order, the inverse of [`Statistics::counts`].
    pub fn of_counts(counts: [u64; 12]) -> Self {
        let mut statistics = Self::default();
        for (field, count) in statistics.fields().into_iter().zip(counts) {
            *field = count;
        }
        statistics
    }

    fn fields(&mut self) -> [&mut u64; 12] {
        [
            &mut self.nodes,
            &mut self.quiescence_nodes,
            &mut self.rebuilds,
            &mut self.evaluations,
            &mut self.cutoffs,
            &mut self.first_move_cutoffs,
            &mut self.selective_depth,
            &mut self.splits,
            &mut self.joins,
            &mut self.lock_waits,
            &mut self.parks,
            &mut self.table_hits,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::Statistics;

    #[test]
    fn counts_are_added_and_the_deeper_ply_stays() {
        let counts = std::array::from_fn(|index| index as u64 + 1);
        let one = Statistics::of_counts(counts);
        assert_eq!(one.counts(), counts);
        let mut sum = Statistics { nodes: 10, selective_depth: 40, ..Statistics::default() };
        sum.add(&one);
        let expected = Statistics { nodes: 11, selective_depth: 40, ..one };
        assert_eq!(sum, expected);
    }
}
