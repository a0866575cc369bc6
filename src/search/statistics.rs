//! Counts of what a search did.

/// Counts of what a search did, of one thread or of all together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Legal moves made whose position was entered.
    pub nodes: u64,
    /// Those entered by the quiescence search.
    pub quiescence_nodes: u64,
    /// Rebuilds of the matrix.
    pub rebuilds: u64,
    /// Full evaluations.
    pub evaluations: u64,
    /// Nodes that ended with a score of beta or more after trying moves.
    pub cutoffs: u64,
    /// Those that did so on their first move.
    pub first_move_cutoffs: u64,
    /// The deepest ply entered.
    pub selective_depth: u32,
    /// Split points opened: nodes whose moves were shared among threads.
    pub splits: u64,
    /// Times that a thread joined another's split point.
    pub joins: u64,
    /// Times that a thread found a lock taken and had to wait for it.
    pub lock_waits: u64,
    /// Times that a thread had nothing to do and was parked.
    pub parks: u64,
    /// Positions that endgame tables knew.
    pub table_hits: u64,
}

impl Statistics {
    /// Adds another thread's or another search's counts; the deepest ply is the deeper one.
    pub fn add(&mut self, other: &Self) {
        let depth = self.selective_depth.max(other.selective_depth);
        let (own, others) = (self.counts(), other.counts());
        *self = Self::of_counts(std::array::from_fn(|index| own[index] + others[index]));
        self.selective_depth = depth;
    }

    /// The counts in the order of their fields, the deepest ply among them.
    pub fn counts(&self) -> [u64; 12] {
        [
            self.nodes,
            self.quiescence_nodes,
            self.rebuilds,
            self.evaluations,
            self.cutoffs,
            self.first_move_cutoffs,
            u64::from(self.selective_depth),
            self.splits,
            self.joins,
            self.lock_waits,
            self.parks,
            self.table_hits,
        ]
    }

    /// The reverse of [`Statistics::counts`].
    pub fn of_counts(counts: [u64; 12]) -> Self {
        let [
            nodes,
            quiescence_nodes,
            rebuilds,
            evaluations,
            cutoffs,
            first_move_cutoffs,
            depth,
            splits,
            joins,
            lock_waits,
            parks,
            table_hits,
        ] = counts;
        Self {
            nodes,
            quiescence_nodes,
            rebuilds,
            evaluations,
            cutoffs,
            first_move_cutoffs,
            selective_depth: depth as u32,
            splits,
            joins,
            lock_waits,
            parks,
            table_hits,
        }
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
