//! Error rates of methods that decide whether a program became slower, in simulated runs.
//!
//! Every method measures the same simulated machine. A program's true speed relative to the old one is known,
//! a sample takes half a second and has 2 % of noise, and the machine drifts during the run.
//! `docs/notebook/COMPARE.md` has the table.

use crate::figures::sheet::Sheet;
use nucleus_core::types::Random;
use nucleus_records::normal::normal_deviate;
use nucleus_records::{sequential, stats};

/// Limit that the ratio must reach.
pub const LIMIT: f64 = 0.97;
/// True ratios to simulate.
pub const TRUTHS: [f64; 4] = [1.0, 0.99, 0.97, 0.94];
/// Number of blocks after which a simulated run of our gate ends undecided.
pub const MOST_BLOCKS: usize = 200;
/// Standard deviation of a block's log-ratio, and of a sample's log speed.
const SIGMA: f64 = 0.02;
/// Length of a sample, in seconds.
const SAMPLE: f64 = 0.5;
/// The largest drift of the machine in a run, up or down, as a share.
const DRIFT: f64 = 0.05;
/// Standard deviation of the speed between days and machines of one kind, as a share.
const DAYS: f64 = 0.05;
/// Runs of each program that hyperfine makes by default, one program after the other.
const HYPERFINE_RUNS: usize = 10;
/// Ratio of new to old time at which github-action-benchmark alerts by default.
const ALERT: f64 = 2.0;

nucleus_base::named_enum! {
    /// The kind of noise.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum NoiseKind {
        /// Independent and normally distributed.
        Normal = "normal",
        /// Independent, Student's t with three degrees of freedom, scaled to the same variance.
        HeavyTailed = "heavy-tailed",
        /// Normal, each value correlated with the one before it by 0.3.
        Autocorrelated = "autocorrelated",
    }
}

nucleus_base::named_enum! {
    /// A method of deciding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum GateMethod {
        /// Alternating blocks until the sequential interval is on one side of the limit.
        Sequential = "compare --gate",
        /// Three blocks on each of three workloads, each interval compared with the limit.
        ThreeBlocks = "three blocks, fixed",
        /// Ten runs of the old program, then ten of the new; compares the means, as hyperfine does.
        SequentialMeans = "means one after the other",
        /// One run compared with a stored one of another day, as github-action-benchmark does.
        StoredThreshold = "stored mean, alert at 200 %",
    }
}

/// The decision of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GateDecision {
    /// Slower than the limit allows.
    Alarm,
    /// Not slower than the limit allows.
    Pass,
    /// Undecided at the end of the run.
    Open,
}

/// A stream of noise with standard deviation 1.
struct Noise {
    random: Random,
    kind: NoiseKind,
    before: f64,
}

impl Noise {
    fn new(kind: NoiseKind, seed: u64) -> Self {
        let mut noise = Self { random: Random::new(seed), kind, before: 0.0 };
        noise.before = noise.normal();
        noise
    }

    fn normal(&mut self) -> f64 {
        normal_deviate(&mut self.random)
    }

    fn next(&mut self) -> f64 {
        match self.kind {
            NoiseKind::Normal => self.normal(),
            NoiseKind::HeavyTailed => {
                let normal = self.normal();
                let squares: f64 = (0..3).map(|_| self.normal().powi(2)).sum();
                // Student's t with 3 degrees of freedom has variance 3.
                normal / (squares / 3.0).sqrt() / 3.0_f64.sqrt()
            }
            NoiseKind::Autocorrelated => {
                let rho: f64 = 0.3;
                self.before = rho * self.before + (1.0 - rho * rho).sqrt() * self.normal();
                self.before
            }
        }
    }
}

/// Simulates a run; returns the decision and the seconds of measuring.
pub fn simulate(method: GateMethod, kind: NoiseKind, truth: f64, seed: u64) -> (GateDecision, f64) {
    let mut noise = Noise::new(kind, seed);
    let block_seconds = 4.0 * SAMPLE;
    match method {
        GateMethod::Sequential => {
            let mut blocks = Vec::new();
            loop {
                // A block is a palindrome, so that linear drift cancels.
                blocks.push(truth.ln() + SIGMA * noise.next());
                let interval = sequential::interval(&blocks, sequential::ALPHA);
                let seconds = blocks.len() as f64 * block_seconds;
                match interval {
                    Some(i) if i.high < LIMIT.ln() => return (GateDecision::Alarm, seconds),
                    Some(i) if i.low >= LIMIT.ln() => return (GateDecision::Pass, seconds),
                    _ if blocks.len() == MOST_BLOCKS => return (GateDecision::Open, seconds),
                    _ => {}
                }
            }
        }
        GateMethod::ThreeBlocks => {
            let mut decision = GateDecision::Pass;
            for workload in 0..3 {
                let blocks: Vec<f64> = (0..3).map(|_| truth.ln() + SIGMA * noise.next()).collect();
                match stats::interval(&blocks, seed + workload) {
                    Some((_, high)) if high < LIMIT.ln() => decision = GateDecision::Alarm,
                    Some((low, _)) if low >= LIMIT.ln() => {}
                    _ if decision == GateDecision::Pass => decision = GateDecision::Open,
                    _ => {}
                }
            }
            (decision, 9.0 * block_seconds)
        }
        GateMethod::SequentialMeans => {
            let slope = DRIFT * (2.0 * noise.random.unit() - 1.0);
            let runs = 2 * HYPERFINE_RUNS;
            let mut sample = |at: usize, log: f64| {
                (log + slope * at as f64 / runs as f64 + SIGMA * noise.next()).exp()
            };
            let old: f64 = (0..HYPERFINE_RUNS).map(|at| sample(at, 0.0)).sum();
            let new: f64 = (HYPERFINE_RUNS..runs).map(|at| sample(at, truth.ln())).sum();
            (below(new / old < LIMIT), runs as f64 * SAMPLE)
        }
        GateMethod::StoredThreshold => {
            let day = DAYS * noise.normal();
            let mut mean = |log: f64| (log + SIGMA * noise.next() / 10.0_f64.sqrt()).exp();
            let (old, new) = (mean(0.0), mean(truth.ln() + day));
            (below(old / new > ALERT), HYPERFINE_RUNS as f64 * SAMPLE)
        }
    }
}

fn below(slower: bool) -> GateDecision {
    if slower { GateDecision::Alarm } else { GateDecision::Pass }
}

/// Rates of a method over many runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GateRates {
    /// Share of alarms.
    pub alarms: f64,
    /// Share of runs without a decision.
    pub open: f64,
    /// Share of runs that alarm within 30 blocks.
    pub alarms_in_30_blocks: f64,
    /// Median duration, in seconds.
    pub seconds: f64,
}

/// Returns the rates of a method over `runs` runs.
pub fn rates(method: GateMethod, kind: NoiseKind, truth: f64, runs: u64) -> GateRates {
    let ended: Vec<(GateDecision, f64)> =
        (0..runs).map(|run| simulate(method, kind, truth, 1 + run)).collect();
    let share = |holds: &dyn Fn(&(GateDecision, f64)) -> bool| {
        ended.iter().filter(|run| holds(run)).count() as f64 / runs as f64
    };
    let seconds: Vec<f64> = ended.iter().map(|run| run.1).collect();
    GateRates {
        alarms: share(&|run| run.0 == GateDecision::Alarm),
        open: share(&|run| run.0 == GateDecision::Open),
        alarms_in_30_blocks: share(&|run| {
            run.0 == GateDecision::Alarm && run.1 <= 30.0 * 4.0 * SAMPLE
        }),
        seconds: stats::median(&seconds).unwrap_or(f64::NAN),
    }
}

/// Returns the table of docs/notebook/COMPARE.md: alarms, undecided runs and the median duration,
/// for every method, true ratio and kind of noise.
pub fn sheet(runs: u64) -> Sheet {
    let methods = GateMethod::ALL.map(|method| method.to_string()).join(" | ");
    let mut sheet = Sheet::new(&format!("noise | true ratio | {methods}"));
    for kind in NoiseKind::ALL {
        TRUTHS.iter().for_each(|&truth| sheet.push(row(kind, truth, runs)));
    }
    sheet
}

/// Returns a row of the table.
pub fn row(kind: NoiseKind, truth: f64, runs: u64) -> [String; 6] {
    let [ours, fixed, means, stored] = GateMethod::ALL.map(|method| {
        let rates = rates(method, kind, truth, runs);
        let [alarms, open] = [rates.alarms, rates.open].map(|share| share * 100.0);
        format!("{alarms:.1} % · {open:.1} % · {:.0} s", rates.seconds)
    });
    [kind.to_string(), format!("{truth:.2}"), ours, fixed, means, stored]
}
