//! Lazy SMP: every thread deepens independently, only the table is shared, and all threads vote on
//! the move.

use crate::info::SearchLine;
use nucleus_core::types::score::is_mate;

/// The result of one thread.
#[derive(Clone, Debug)]
pub struct ThreadResult {
    /// Variations, best first.
    pub lines: Vec<SearchLine>,
    /// The deepest completed iteration.
    pub depth: u32,
}

/// Number added to each vote's score difference, so that the lowest score still counts.
const VOTE_BASE: i64 = 10;

/// Returns the thread whose move is played. If any thread found a mate, it is the thread with the shortest
/// mate. Otherwise each thread votes for its move, with a weight that grows with its depth and with its score
/// above the lowest. Of the threads that voted for the winning move, the one with the largest weight is
/// returned. `None` if no thread has a move.
pub fn vote(results: &[Option<ThreadResult>]) -> Option<usize> {
    let candidates: Vec<(usize, &SearchLine, u32)> = results
        .iter()
        .enumerate()
        .filter_map(|(thread, result)| {
            let result = result.as_ref()?;
            Some((thread, result.lines.first()?, result.depth))
        })
        .collect();
    // Threads cut off in their first iteration count only if there are no others.
    if candidates.iter().all(|(.., depth)| *depth == 0) {
        return candidates.first().map(|(thread, ..)| *thread);
    }
    let candidates: Vec<_> = candidates.into_iter().filter(|(.., depth)| *depth > 0).collect();
    let mating = candidates.iter().filter(|(_, line, _)| line.score > 0 && is_mate(line.score));
    // The first of equal mates is chosen, so thread 0 precedes its helpers.
    if let Some((thread, ..)) = mating.rev().max_by_key(|(_, line, _)| line.score) {
        return Some(*thread);
    }
    let lowest = candidates.iter().map(|(_, line, _)| i64::from(line.score)).min()?;
    let weight = |line: &SearchLine, depth: u32| {
        (i64::from(line.score) - lowest + VOTE_BASE) * i64::from(depth)
    };
    let votes = |line: &SearchLine| -> i64 {
        let agreeing =
            candidates.iter().filter(|(_, other, _)| other.moves[..1] == line.moves[..1]);
        agreeing.map(|(_, other, depth)| weight(other, *depth)).sum()
    };
    candidates
        .iter()
        .rev()
        .max_by_key(|(_, line, depth)| (votes(line), weight(line, *depth)))
        .map(|(thread, ..)| *thread)
}

#[cfg(test)]
mod tests {
    use super::{ThreadResult, vote};
    use crate::info::SearchLine;
    use nucleus_core::types::score::{mate_in, mated_in};
    use nucleus_core::types::{Move, Score};

    fn result(chess_move: u16, score: Score, depth: u32) -> Option<ThreadResult> {
        Some(ThreadResult { lines: vec![SearchLine::exact(score, vec![Move(chess_move)])], depth })
    }

    #[test]
    fn the_vote_goes_to_what_most_say_and_deepest() {
        assert_eq!(vote(&[]), None);
        assert_eq!(vote(&[None, None]), None);
        assert_eq!(vote(&[result(1, 30, 8)]), Some(0));
        // Two deep threads outvote one with a better score; the deeper of the two is chosen.
        assert_eq!(vote(&[result(1, 32, 8), result(2, 30, 9), result(2, 30, 10)]), Some(2));
        // A thread without a completed iteration has no vote.
        assert_eq!(vote(&[result(1, 0, 5), result(2, 300, 0)]), Some(0));
        assert_eq!(vote(&[result(1, 0, 0), result(2, 300, 0)]), Some(0));
        // Of equals, the first is chosen.
        assert_eq!(vote(&[result(1, 30, 8), result(1, 30, 8)]), Some(0));
        assert_eq!(vote(&[None, result(1, -30, 8)]), Some(1));
    }

    #[test]
    fn the_shortest_mate_wins() {
        let results = [result(1, 500, 20), result(2, mate_in(9), 8), result(3, mate_in(5), 7)];
        assert_eq!(vote(&results), Some(2));
        assert_eq!(vote(&[result(1, mated_in(6), 9), result(2, -500, 9)]), Some(1));
    }
}
