//! Automatic depth control: a fixed-depth search that chooses its depth.
//!
//! Axon II's paper lists "A.D.C." among the features of the engine (section V.A) without an
//! explanation. In our reading the search first estimates, from the moves and the material on the
//! board, how much longer each further ply takes, and chooses the largest depth that fits the given
//! time. Earlier searches show how fast the machine is.

use std::time::Duration;

use super::info::SearchOutcome;
use super::limits::{Deadlines, Limits, MAX_PLY};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::PieceType;

/// The time of a tree of depth 0 assumed before any measurement, in seconds: that of a slow machine.
const FIRST_GUESS: f64 = 4e-6;
/// Weight of a new search in [`AutomaticDepth::log_cost`].
const LEARNING_RATE: f64 = 0.5;
/// The shortest search to learn from. Shorter searches do not predict longer ones.
const LEAST_LEARNT: Duration = Duration::from_micros(300);

/// The time of a search to a depth, estimated from earlier searches.
#[derive(Clone, Copy, Debug)]
pub struct AutomaticDepth {
    /// Logarithm of the seconds of a tree of depth 0.
    log_cost: f64,
    /// Logarithm of the branching factor of the current search.
    log_branching: f64,
}

impl Default for AutomaticDepth {
    fn default() -> Self {
        Self { log_cost: FIRST_GUESS.ln(), log_branching: 0.0 }
    }
}

/// Returns the logarithm of a tree's growth per ply. Alpha-beta with good ordering visits the square root of
/// all leaves (Knuth and Moore 1975). Captures searched beyond the last ply add to the tree where there is
/// much to capture, and table hits reduce it in bare endings.
fn log_branching(board: &RulesBoard) -> f64 {
    let list = legal_moves(board);
    let moves = list.iter().count().max(2) as f64;
    let planes = board.planes();
    let others = planes.kind(PieceType::Pawn) | planes.kind(PieceType::King);
    let pieces = (planes.occupied() & !others).count_ones();
    // Later plies may have more moves or fewer, so the number is averaged with a usual one.
    let usual = 12.0 + 1.6 * f64::from(pieces);
    0.5 * (moves * usual).sqrt().ln() + 0.01 * f64::from(pieces)
}

impl AutomaticDepth {
    /// Sets the depth limit to the depth that fits the soft deadline, and removes that deadline. Does nothing
    /// without a soft deadline, or if a depth is set.
    pub fn fit(&mut self, limits: &mut Limits, deadlines: &mut Deadlines, board: &RulesBoard) {
        let Some(time) = deadlines.soft.filter(|_| limits.depth.is_none()) else { return };
        self.log_branching = log_branching(board);
        let depth = (time.as_secs_f64().max(1e-6).ln() - self.log_cost) / self.log_branching;
        limits.depth = Some((depth.floor() as i64).clamp(1, MAX_PLY as i64 / 2) as u32);
        // The depth ends the search; the hard deadline applies if the estimate was wrong.
        deadlines.soft = None;
    }

    /// Learns from a search whose depth [`AutomaticDepth::fit`] has set.
    pub fn learn(&mut self, target: u32, outcome: &SearchOutcome) {
        if outcome.time < LEAST_LEARNT {
            return;
        }
        let seconds = outcome.time.as_secs_f64();
        // If the hard deadline ended the search, the complete one would have taken longer by an unknown time.
        let estimated = if outcome.depth < target { 1.5 * seconds } else { seconds };
        let cost = estimated.ln() - f64::from(target) * self.log_branching;
        self.log_cost += LEARNING_RATE * (cost - self.log_cost);
    }
}

#[cfg(test)]
mod tests {
    use nucleus_base::clock::Instant;

    use super::*;
    use crate::{SearchLine, Statistics};
    use nucleus_core::board::Setup;
    use nucleus_core::kernels::portable;

    fn board(fen: &str) -> RulesBoard {
        RulesBoard::new(&Setup::from_fen(fen).unwrap(), portable::Token)
    }

    fn depth(control: &mut AutomaticDepth, fen: &str, milliseconds: u64) -> u32 {
        let movetime = Some(Duration::from_millis(milliseconds));
        let mut limits = Limits { movetime, ..Limits::default() };
        let mut deadlines = limits.deadlines(Instant::now());
        control.fit(&mut limits, &mut deadlines, &board(fen));
        assert!(deadlines.soft.is_none() && deadlines.hard.is_some());
        limits.depth.unwrap()
    }

    const MIDDLE: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    const ENDING: &str = "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1";

    #[test]
    fn more_time_and_less_material_search_deeper() {
        let mut control = AutomaticDepth::default();
        let depths = [10, 100, 1_000, 10_000].map(|time| depth(&mut control, MIDDLE, time));
        assert!(depths.windows(2).all(|pair| pair[0] < pair[1]), "{depths:?}");
        assert!(depth(&mut control, ENDING, 1_000) > depth(&mut control, MIDDLE, 1_000));
    }

    #[test]
    fn a_slower_machine_searches_less_deep_once_it_is_known() {
        let mut control = AutomaticDepth::default();
        let before = depth(&mut control, MIDDLE, 100);
        for _ in 0..8 {
            let target = depth(&mut control, MIDDLE, 100);
            let outcome = SearchOutcome {
                lines: Vec::<SearchLine>::new(),
                depth: target,
                statistics: Statistics::default(),
                time: Duration::from_secs_f64(2e-3 * 6f64.powf(f64::from(target))),
                threads: 1,
            };
            control.learn(target, &outcome);
        }
        assert!(depth(&mut control, MIDDLE, 100) < before);
    }

    #[test]
    fn a_depth_that_is_asked_for_stays() {
        let mut control = AutomaticDepth::default();
        let mut limits = Limits { movetime: Some(Duration::from_secs(9)), ..Limits::depth(3) };
        let mut deadlines = limits.deadlines(Instant::now());
        control.fit(&mut limits, &mut deadlines, &board(MIDDLE));
        assert_eq!(limits.depth, Some(3));
        assert!(deadlines.soft.is_some());
    }
}
