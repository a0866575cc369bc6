//! Another rank's split point with the one move that this rank received. Threads join it like any
//! other. The message loop owns it, reads the move's result and sends it back.

use std::any::Any;
use std::sync::Arc;

use super::message::RemoteResult;
use super::node::bits_of;
use nucleus_search::distributed::{
    AssignedMove, DepthWindow, NodeResult, SharedMove, SplitPoint, SplitProgress, Window,
};

/// Another rank's split point, with the one move that this rank searches.
#[derive(Clone)]
pub struct RemoteSplitPoint(pub Arc<SplitPoint>);

impl RemoteSplitPoint {
    /// Creates the split point of an assigned move; `payload` is its node.
    pub fn new(
        parent: Option<Arc<SplitPoint>>,
        place: DepthWindow,
        payload: Box<dyn Any + Send + Sync>,
        assigned: &AssignedMove,
    ) -> Self {
        let AssignedMove { chess_move, losing, alpha, best, count } = *assigned;
        let window = Window { alpha, ..place.window };
        let result = NodeResult { count: count.saturating_sub(1), ..NodeResult::with_score(best) };
        let progress = SplitProgress::new(window, result);
        let moves = vec![SharedMove { chess_move, losing }];
        Self(SplitPoint::external(parent, place, payload, moves, progress).into())
    }

    /// Returns the move's result; `nodes` is the number of nodes below it if it is a move of the
    /// root.
    pub fn result(&self, nodes: u64) -> RemoteResult {
        let (progress, _) = self.0.outcome();
        RemoteResult {
            searched: !progress.tried.is_empty() || !progress.result.best_move.is_none(),
            score: progress.result.best,
            line: bits_of(progress.pv.get(1..).unwrap_or_default()),
            skip_quiets: self.0.skips_quiets(),
            nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{assigned, quiet};
    use super::*;

    #[test]
    fn a_remote_split_point_says_what_its_move_came_to() {
        let window = Window { alpha: 10, beta: 50 };
        let place = DepthWindow { window, depth: 9, ply: 2 };
        let remote = || RemoteSplitPoint::new(None, place, Box::new(()), &assigned());
        let take = |remote: &RemoteSplitPoint| {
            assert!(remote.0.join(&mut 0));
            remote.0.take(&mut 0).unwrap()
        };
        let (low, high, pruned) = (remote(), remote(), remote());
        for one in [&low, &high, &pruned] {
            assert!(!one.0.is_over());
            let taken = take(one);
            assert_eq!((taken.count, taken.alpha, taken.best), (4, 10, 12));
            assert!(!one.0.is_over());
        }
        low.0.finish_move(quiet(5), 7, &[quiet(9)], &mut 0);
        high.0.finish_move(quiet(5), 60, &[quiet(9)], &mut 0);
        pruned.0.skip_quiets(&mut 0);
        for one in [&low, &high, &pruned] {
            one.0.leave();
            assert!(one.0.is_over());
        }
        let expected = RemoteResult { searched: true, score: 12, nodes: 3, ..Default::default() };
        assert_eq!(low.result(3), expected);
        let expected = RemoteResult { score: 60, line: vec![quiet(9).0], nodes: 0, ..expected };
        assert_eq!(high.result(0), expected);
        let raised = remote();
        take(&raised);
        for (received, alpha) in [(30, 30), (20, 30), (50, 30)] {
            raised.0.raise_alpha(received);
            assert_eq!(raised.0.alpha(), alpha, "told {received}");
        }
        assert!(!raised.0.finish_move(quiet(5), 25, &[], &mut 0), "25 raises no alpha of 30");
        assert!(raised.result(0).line.is_empty());
        assert!(!pruned.result(0).searched && pruned.result(0).skip_quiets);
    }
}
