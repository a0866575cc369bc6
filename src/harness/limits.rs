//! Trial searches, which find the limits of `go` that an engine keeps among those of its workloads.

use std::time::Duration;

use super::contender::{Contender, EngineSetup};
use super::engine::Search;
use super::fault::{Fault, FaultKind};
use super::kept_limits::{KeptLimits, TimeLimit};
use nucleus_records::record::{FailureRecord, Protocol, Workload};

/// The time limit of a search to a small depth or of few nodes.
const SEARCH: Duration = Duration::from_secs(5);
/// The length of a search by time, in milliseconds.
const TIMED: f64 = 100.0;
/// The time after which a search by time is stopped.
const PATIENCE: Duration = Duration::from_secs(3);
/// The number of further searches of an engine that seems to use no processor.
const AGAIN: usize = 3;
/// The share of its time, or of its nodes, below which a search did not keep its limit.
const KEPT: f64 = 0.1;
/// The minimum share of its time that a search by clock must take to be preferred to `movetime`.
const LONGER: f64 = 0.3;
/// The number of moves over which most engines spread the time of a sudden-death clock.
const SEARCHES: f64 = 30.0;

/// Tries the limits of these workloads, and a time limit, which the warm-up uses. An engine that
/// does not react to `stop` is restarted.
pub(crate) fn find(
    contender: &mut Contender,
    setup: &EngineSetup,
    workloads: &[Workload],
) -> Tried<()> {
    let used = |kind: &str| workloads.iter().any(|w| w.limit.starts_with(kind));
    let to_depth = workloads.iter().any(|w| w.protocol == Protocol::Depth);
    let mut kept = KeptLimits::default();
    let mut trial = Trial { contender, setup, last: None };
    if used("depth ") || to_depth {
        kept.depth = trial.search("depth 1", SEARCH)?.is_some();
    }
    if used("nodes ") {
        kept.nodes = trial.nodes()?;
    }
    if used("movetime ") || kept.depth || kept.nodes {
        kept.time = trial.time()?;
    }
    trial.contender.limits = kept;
    // On a busy machine the end of a short search is read late, so that the engine seems idle.
    for limit in std::iter::repeat_n(kept.short(TIMED), AGAIN).flatten() {
        if trial.contender.is_idle() {
            trial.search(&limit, PATIENCE)?;
        }
    }
    let last = trial.last;
    if workloads.iter().any(|workload| kept.allow(workload)) {
        note(contender, workloads);
        return Ok(());
    }
    let error = Fault::new(FaultKind::Unsupported, "it keeps no limit of these workloads");
    let dropped = contender.drop_out(None, &error);
    Err(last.unwrap_or(dropped))
}

/// Returns `true` if the engine keeps `go nodes`.
pub(crate) fn nodes(contender: &mut Contender, setup: &EngineSetup) -> Tried<bool> {
    Trial { contender, setup, last: None }.nodes()
}

/// The result of a search, or the failure that excludes the engine from the run.
type Tried<T> = Result<T, Box<FailureRecord>>;

/// Trial searches of an engine that may ignore limits.
struct Trial<'a> {
    contender: &'a mut Contender,
    setup: &'a EngineSetup,
    /// The failure of the last search that had to be stopped.
    last: Option<Box<FailureRecord>>,
}

impl Trial<'_> {
    fn nodes(&mut self) -> Tried<bool> {
        let count = KeptLimits::FEW_NODES;
        let search = self.search(&format!("nodes {count}"), SEARCH)?;
        let enough = |nodes| nodes as f64 >= KEPT * count as f64;
        Ok(search.is_some_and(|search| search.nodes.is_none_or(enough)))
    }

    /// Returns the command that limits time: `movetime`, or a clock if `movetime` is ignored.
    fn time(&mut self) -> Tried<Option<TimeLimit>> {
        let mut seconds = |form: TimeLimit| {
            let search = self.search(&form.go(TIMED), PATIENCE)?;
            Ok::<_, Box<FailureRecord>>(search.map(|search| search.seconds))
        };
        let by_movetime = seconds(TimeLimit::Movetime)?;
        let movetime = by_movetime.map(|_| TimeLimit::Movetime);
        if by_movetime.is_some_and(|seconds| seconds >= KEPT * TIMED / 1e3) {
            return Ok(movetime);
        }
        let Some(first) = seconds(TimeLimit::Clock(SEARCHES))? else { return Ok(movetime) };
        // The search by clock may be longer only because it lost time to other processes.
        if first < LONGER * TIMED / 1e3 && movetime.is_some() {
            return Ok(movetime);
        }
        let off = (TIMED / 1e3 / first).clamp(0.25, 4.0);
        Ok(Some(TimeLimit::Clock(SEARCHES * off)))
    }

    /// Searches the start position; `None` if the search is stopped, with the failure in `last`.
    fn search(&mut self, limit: &str, patience: Duration) -> Tried<Option<Search>> {
        let engine = self.contender.start(self.setup)?;
        let waited = engine.waited();
        let search = engine.set_up(None).and_then(|()| engine.go(limit, patience, |_, _| {}));
        let waited =
            waited.zip(engine.waited()).map(|(before, after)| after.saturating_sub(before));
        match search {
            Ok(search) => {
                let task = search.counters.as_ref().and_then(|counters| counters.task_nanoseconds);
                let own = search.seconds - waited.unwrap_or_default().as_secs_f64();
                let share = task.filter(|_| own > 0.0).map(|task| task as f64 / 1e9 / own);
                let busy = &mut self.contender.busy;
                *busy = (*busy).into_iter().chain(share).reduce(f64::max);
                Ok(Some(search))
            }
            Err(error) if matches!(error.kind, FaultKind::TooSlow | FaultKind::Silent) => {
                self.last = Some(Box::new(engine.failure(None, &error)));
                if error.kind == FaultKind::Silent {
                    self.contender.retire();
                }
                Ok(None)
            }
            Err(error) => Err(self.contender.drop_out(None, &error)),
        }
    }
}

/// Adds a note on the workloads that an engine is left out of, and on the limit it uses instead.
fn note(contender: &mut Contender, workloads: &[Workload]) {
    let kept = contender.limits;
    for workload in workloads.iter().filter(|workload| !kept.allow(workload)) {
        let kind = workload.limit.split(' ').next().unwrap_or_default();
        let reason = format!("it does not keep `go {kind}`: no row of {}", workload.name);
        contender.spec.notes.push(format!("{}: {reason}", contender.name()));
    }
    let is_timed = |workload: &Workload| workload.limit.starts_with("movetime ");
    if let Some(TimeLimit::Clock(times)) = kept.time
        && workloads.iter().any(is_timed)
    {
        contender.spec.notes.push(format!(
            "{}: it does not keep `go movetime`: its time is given by a clock, `go wtime`, with \
             {times:.0} times as much",
            contender.name()
        ));
    }
}
