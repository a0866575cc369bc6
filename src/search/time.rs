//! Time management: the end of iterative deepening.

use super::info::RootMove;
use super::profile::Profile;
use super::worker::Shared;
use nucleus_core::types::score::{self, mate_moves};
use nucleus_core::types::{Move, Score};

/// Decides after each iteration whether another one is worth its time.
///
/// With a clock and profile `full`, a stable best move, a stable score and a large share of the
/// nodes below the best move end the search early; a new best move or falling score extends it.
#[derive(Default)]
pub struct TimeManager {
    best: Move,
    score: Score,
    /// Number of iterations since the last change of the best move.
    steady: u32,
}

impl TimeManager {
    /// Returns true if no deeper iteration should begin.
    pub fn is_enough<P: Profile>(
        &mut self,
        shared: &Shared<'_>,
        moves: &[RootMove],
        depth: u32,
    ) -> bool {
        let limits = shared.limits;
        let best = &moves[0];
        let fallen = i32::from(self.score) - i32::from(best.score);
        self.steady = if best.chess_move == self.best { self.steady + 1 } else { 0 };
        (self.best, self.score) = (best.chess_move, best.score);
        if let (Some(target), Some(found)) = (limits.mate, mate_moves(best.score))
            && found > 0
            && found as u32 <= target
        {
            return true;
        }
        let Some(soft) = shared.deadlines.soft else { return false };
        if shared.signals.is_pondering() {
            return false;
        }
        if limits.clock.is_none() {
            return shared.deadlines.start.elapsed() >= soft;
        }
        // A forced move, or a mate that a deeper search cannot shorten, needs no more time.
        let mate = score::mate_plies(best.score).is_some_and(|plies| plies.unsigned_abs() <= depth);
        if moves.len() == 1 || mate {
            return true;
        }
        let factor = if P::ADAPTIVE_TIME {
            let nodes: u64 = moves.iter().map(|root| root.nodes).sum();
            self.factor(fallen, best.nodes as f64 / nodes.max(1) as f64)
        } else {
            1.0
        };
        let hard = shared.deadlines.hard.unwrap_or(soft);
        shared.deadlines.start.elapsed() >= soft.mul_f64(factor).min(hard)
    }

    /// Returns the factor of the usual time: by the number of iterations with the same best move,
    /// by the centipawns that the score has fallen, by the best move's share of the nodes.
    fn factor(&self, fallen: i32, share: f64) -> f64 {
        let stability = 1.35 - 0.1 * f64::from(self.steady.min(7));
        let falling = 1.0 + f64::from(fallen.clamp(0, 100)) / 100.0;
        let contested = 1.7 - share;
        stability * falling * contested
    }
}
