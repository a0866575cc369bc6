//! Scores of players: the numbers of positions that they solve.

use rayon::prelude::*;

use super::tree::SearchForest;
use nucleus_core::eval::paper29::{Paper29, PaperWeights};

/// Number of players scored together, one bit each.
const TOGETHER: usize = 64;

/// The set of positions that a player solves, one bit each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Solved(Vec<u64>);

impl Solved {
    /// Returns the empty set among this number of positions.
    pub fn none(positions: usize) -> Self {
        Self(vec![0; positions.div_ceil(64)])
    }

    /// Returns the number of solved positions.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns true if the position is solved.
    pub fn has(&self, position: usize) -> bool {
        self.0.get(position / 64).is_some_and(|word| word >> (position % 64) & 1 == 1)
    }

    /// Adds the position of this number.
    pub fn add(&mut self, position: usize) {
        if let Some(word) = self.0.get_mut(position / 64) {
            *word |= 1 << (position % 64);
        }
    }

    /// Adds the positions of another set.
    pub fn add_all(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }
}

/// Returns the number of positions that a player solves.
pub fn count_solved(forest: &SearchForest, weights: PaperWeights) -> u32 {
    score(forest, &[Paper29::new(weights)]).first().map_or(0, Solved::count)
}

/// Returns the positions that each player solves. Runs on the current thread pool, whose size does
/// not change the result.
pub fn score(forest: &SearchForest, players: &[Paper29]) -> Vec<Solved> {
    let mut solved = Vec::with_capacity(players.len());
    for players in players.chunks(TOGETHER) {
        // Scores all players on a position before the next one, so that its tree stays in the cache.
        let masks: Vec<u64> = (0..forest.len())
            .into_par_iter()
            .with_min_len(4)
            .map(|position| {
                let bit = |(bit, player): (usize, &Paper29)| {
                    u64::from(forest.solves(position, player)) << bit
                };
                players.iter().enumerate().map(bit).fold(0, |mask, bit| mask | bit)
            })
            .collect();
        for player in 0..players.len() {
            let mut own = Solved::none(masks.len());
            let solves = |mask: &u64| mask >> player & 1 == 1;
            let positions = masks.iter().enumerate().filter(|(_, mask)| solves(mask));
            positions.for_each(|(position, _)| own.add(position));
            solved.push(own);
        }
    }
    solved
}
