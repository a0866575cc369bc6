use super::rating::solution_time;
use super::record::{PositionRecord, SuiteLimit, SuiteResult};

/// Sums and means over the positions of a suite that were searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Totals {
    /// Positions searched.
    pub searched: usize,
    /// Positions solved.
    pub solved: usize,
    /// Points, and the most that could be had; zero of zero without points.
    pub points: (u32, u32),
    /// Seconds of all searches.
    pub seconds: f64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Nodes of the quiescence search, a share.
    pub quiescence: f64,
    /// Cut-offs on the first move, a share.
    pub first_move: f64,
    /// Mean depth of the last iteration that ended.
    pub depth: f64,
    /// Mean of the deepest ply entered.
    pub selective_depth: f64,
    /// Mean use of the table at the end, a share.
    pub hash: f64,
    /// Seconds to the solutions, a failure counting with the limit's time or the search's own.
    pub rating_time: f64,
}

impl Totals {
    /// Sums up.
    pub fn of(result: &SuiteResult, limit: SuiteLimit) -> Self {
        let positions = &result.positions;
        let count = positions.len().max(1) as f64;
        let sum = |number: fn(&PositionRecord) -> u64| positions.iter().map(number).sum::<u64>();
        let mean =
            |number: fn(&PositionRecord) -> f64| positions.iter().map(number).sum::<f64>() / count;
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
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

    /// Nodes a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9)
    }
}
