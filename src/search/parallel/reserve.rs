//! Young Brothers Wait among ranks: moves in reserve, so that who has searched one waits for no
//! message before the next.

use std::sync::{Arc, PoisonError};

use super::split::SplitPoint;
use super::team::{SplitTeam, SplitTeamState};

/// The least depth of a node that is split whether anybody waits or not.
pub const EAGER: i32 = 10;

/// How many moves a thread that searches another rank's has in reserve.
const RESERVE: usize = 2;

impl SplitPoint {
    /// True for another rank's split point that is searched here.
    pub fn is_mirror(&self) -> bool {
        !self.folded.is_empty()
    }

    /// True while nobody has taken the move of a mirror.
    fn is_in_reserve(&self) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_mirror() && !state.left.is_empty()
    }
}

impl SplitTeamState {
    /// The moves that the threads that search another rank's could have in reserve beside those that
    /// they have: for each what its thread waits for.
    fn without_reserve(&self) -> impl Iterator<Item = Option<&Arc<SplitPoint>>> {
        let reserves = self.open.iter().filter(|split| split.is_in_reserve()).count();
        let slots = (0..RESERVE).flat_map(|_| self.running.iter());
        slots.skip(reserves).map(|(_, below)| below.as_ref())
    }

    /// True when a thread may have a split point below `parent` in reserve.
    pub(super) fn has_room_in_reserve(&self, parent: Option<&Arc<SplitPoint>>) -> bool {
        self.without_reserve().any(|below| match (below, parent) {
            (None, _) => true,
            (Some(own), Some(parent)) => parent.is_at_or_below(own),
            (Some(_), None) => false,
        })
    }
}

impl SplitTeam {
    /// The moves that threads could have in reserve: for each the split point that its thread waits
    /// for, or nothing.
    pub fn reserve_bonds(&self) -> Vec<Option<Arc<SplitPoint>>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.without_reserve().map(Option::<&Arc<SplitPoint>>::cloned).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::RESERVE;
    use crate::parallel::fixture::{quiet, split_point};
    use crate::parallel::split::{SplitPlace, SplitPoint, Turn};
    use crate::parallel::team::SplitTeam;
    use crate::statistics::Statistics;
    use nucleus_core::types::Move;

    /// A split point of this many plies left.
    fn split(parent: Option<&Arc<SplitPoint>>, depth: i32, moves: &[Move]) -> Arc<SplitPoint> {
        split_point(parent, depth, moves)
    }

    #[test]
    fn who_searches_for_another_rank_has_moves_in_reserve() {
        let turn = Turn { chess_move: quiet(5), losing: false, alpha: 10, best: 12, count: 4 };
        let place = SplitPlace { ply: 2, depth: 15, beta: 50 };
        let mirror = || Arc::new(SplitPoint::mirror(None, place, vec![1], &turn));
        let (team, mut counts) = (SplitTeam::default(), Statistics::default());
        let [first, second, third, fourth] = [mirror(), mirror(), mirror(), mirror()];
        assert!(team.reserve_bonds().is_empty() && !team.accept(&first), "nobody is there");
        team.open(&first, None, 2, &mut 0);
        let joined = team.join(0, None, &mut counts, || false).unwrap();
        // Until its move is taken it stands for one in reserve.
        assert!(Arc::ptr_eq(&joined, &first));
        assert_eq!(team.reserve_bonds().len(), RESERVE - 1);
        assert!(first.take(&mut 0).is_some());
        assert_eq!(team.reserve_bonds().len(), RESERVE, "it has begun");
        assert!(team.accept(&second) && team.accept(&third), "moves in reserve");
        assert!(team.reserve_bonds().is_empty() && !team.accept(&fourth));
        let joined = team.join(0, None, &mut counts, || false).unwrap();
        assert!(Arc::ptr_eq(&joined, &second) && second.take(&mut 0).is_some());
        assert_eq!(team.reserve_bonds().len(), 1, "it has begun");
    }

    #[test]
    fn a_move_that_comes_back_is_the_owners() {
        let own = split(None, 9, &[quiet(1), quiet(2)]);
        let turn = own.hand_out().unwrap();
        let other = own.take(&mut 0).unwrap();
        assert!(!own.is_done() && !own.take_returned());
        own.give_back(&turn);
        own.leave_remotely();
        assert!(own.is_done() && own.take_returned() && !own.take_returned());
        let again = own.take(&mut 0).unwrap();
        assert_eq!((again.chess_move, again.count), (turn.chess_move, other.count));
        own.give_back(&again);
        own.cancel();
        assert!(!own.take_returned(), "nothing here matters any more");
    }
}
