use super::rating::solution_time;
use super::record::{PositionRecord, SuiteLimit, SuiteResult};

/// Sums and means over the searched positions of a suite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Totals {
    /// The number of positions searched.
    pub searched: usize,
    /// The number of positions solved.
    pub solved: usize,
    /// The points scored and the maximum possible; both zero for a suite without points.
    pub points: (u32, u32),
    /// The total search time in seconds.
    pub seconds: f64,
    /// The total number of nodes.
    pub nodes: u64,
    /// The share of nodes that are quiescence nodes.
    pub quiescence: f64,
    /// The share of cutoffs that the first move caused.
    pub first_move: f64,
    /// The mean depth of the last completed iteration.
    pub depth: f64,
    /// The mean of the deepest ply reached.
    pub selective_depth: f64,
    /// The mean share of the transposition table used at the end.
    pub hash: f64,
    /// Seconds to the solutions. An unsolved position counts with the time limit or, if there is none, with
    /// its search time.
    pub rating_time: f64,
}

impl Totals {
    /// Computes the totals of a run.
    pub fn new(result: &SuiteResult, limit: SuiteLimit) -> Self {
        let positions = &result.positions;
        let count = positions.len().max(1) as f64;
        let sum = |number: fn(&PositionRecord) -> u64| positions.iter().map(number).sum::<u64>();
        let mean =
            |number: fn(&PositionRecord) -> f64| positions.iter().map(number).sum::<f64>() / count;
        let share = |part: u64, total: u64| part as f64 / total.max(1) as f64;
        let nodes = sum(|p| p.nodes);
        Self {
            searched: positions.len(),
            solved: positions.iter().filter(|p| p.solved).count(),
            points: positions
                .iter()
                .fold((0, 0), |(got, most), p| (got + p.points.0, most + p.points.1)),
            seconds: positions.iter().map(|p| p.seconds).sum(),
            nodes,
            quiescence: share(sum(|p| p.quiescence_nodes), nodes),
            first_move: share(sum(|p| p.first_move_cutoffs), sum(|p| p.cutoffs)),
            depth: mean(|p| p.iterations.last().map_or(0.0, |i| f64::from(i.depth))),
            selective_depth: mean(|p| {
                p.iterations.last().map_or(0.0, |i| f64::from(i.selective_depth))
            }),
            hash: mean(|p| p.iterations.last().map_or(0.0, |i| i.hashfull as f64 / 1000.0)),
            rating_time: positions
                .iter()
                .map(|p| match limit {
                    SuiteLimit::Movetime { milliseconds } => {
                        solution_time(p, milliseconds as f64 / 1000.0)
                    }
                    _ => solution_time(p, p.seconds),
                })
                .sum(),
        }
    }

    /// Returns the nodes per second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9)
    }
}
