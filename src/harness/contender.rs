//! An engine that takes part in a run: started, set up, kept for the next workload, and restarted
//! after a failure.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::connection::Oddities;
use super::engine::{Engine, Identity, Timeouts};
use super::engine_options as options;
use super::fault::{Fault, FaultKind};
use super::kept_limits::KeptLimits;
use super::process::Launch;
use super::references::EngineSpec;
use nucleus_records::record::FailureRecord;
use nucleus_records::stats;

/// The number of failures after which an engine is not restarted.
const MAX_FAILURES: u32 = 2;
/// The minimum share of a search in which an engine uses a processor; below it the engine is idle.
const SEARCHING: f64 = 0.5;
/// The number of `isready` commands; the median time from the fourth on is the pipe's latency.
const PIPE_TRIES: usize = 15;
const CHESS960: &str = "UCI_Chess960";

/// The settings that all engines of a run share.
#[derive(Debug, Clone, Default)]
pub struct EngineSetup {
    /// The processors that engines are pinned to, one per thread; empty for no pinning.
    pub cores: Vec<u32>,
    /// The transposition table in MiB.
    pub hash_mib: u32,
    /// The number of search threads.
    pub threads: u32,
    /// `true` if positions and moves are those of Chess960, which requires `UCI_Chess960`.
    pub chess960: bool,
    /// `true` to attach hardware counters.
    pub counters: bool,
    /// Limits on an engine's time to answer.
    pub timeouts: Timeouts,
    /// Ends every wait when set to `true`.
    pub interrupt: Arc<AtomicBool>,
}

/// An engine that takes part in a run.
pub struct Contender {
    /// The engine's command, options and record.
    pub spec: EngineSpec,
    /// The limits that the engine was found to keep.
    pub limits: KeptLimits,
    /// The largest share of a trial search in which the engine used a processor, not counting the
    /// time that it waited for one; `None` if the system does not report it.
    pub busy: Option<f64>,
    /// `true` for a second process of the first engine, whose samples count as that engine's.
    pub is_copy: bool,
    engine: Option<Engine>,
    failures: u32,
    /// The irregularities of its processes so far.
    oddities: Oddities,
}

impl Contender {
    /// Creates a contender that is not started yet.
    pub fn new(spec: EngineSpec) -> Self {
        Self {
            spec,
            limits: KeptLimits::default(),
            busy: None,
            is_copy: false,
            engine: None,
            failures: 0,
            oddities: Oddities::default(),
        }
    }

    /// Returns `true` if the engine uses a processor for less than half of its search time.
    pub fn is_idle(&self) -> bool {
        self.busy.is_some_and(|share| share < SEARCHING)
    }

    /// Returns a copy without a process.
    pub fn copy(&self) -> Self {
        Self { limits: self.limits, is_copy: true, ..Self::new(self.spec.clone()) }
    }

    /// Returns the engine's name in tables.
    pub fn name(&self) -> &str {
        &self.spec.record.name
    }

    /// Returns `true` if the engine has a process.
    pub fn runs(&self) -> bool {
        self.engine.is_some()
    }

    /// Returns `true` if the engine runs or may be restarted.
    pub fn alive(&self) -> bool {
        self.engine.is_some() || self.failures < MAX_FAILURES
    }

    /// Returns the engine if it runs.
    pub fn engine(&mut self) -> Option<&mut Engine> {
        self.engine.as_mut()
    }

    /// Returns the identity that the engine reported, if it runs.
    pub fn identity(&self) -> Option<&Identity> {
        self.engine.as_ref().map(Engine::identity)
    }

    /// Returns the engine's launch settings with a run's processors, counters and interrupt flag.
    pub fn launch(&self, setup: &EngineSetup) -> Launch {
        let cores = self.spec.record.threads.map_or(usize::MAX, |threads| threads as usize);
        Launch {
            cores: setup.cores.iter().take(cores).copied().collect(),
            counters: setup.counters,
            interrupt: Some(Arc::clone(&setup.interrupt)),
            ..self.spec.launch.clone()
        }
    }

    /// Starts the engine unless it runs, and sets its options.
    ///
    /// # Errors
    /// A failure for the record.
    pub fn start(&mut self, setup: &EngineSetup) -> Result<&mut Engine, Box<FailureRecord>> {
        if self.engine.is_none() {
            let launch = self.launch(setup);
            let name = self.spec.record.name.clone();
            let started = Engine::start(&name, &launch, setup.timeouts).and_then(|mut engine| {
                match self.set_up(&mut engine, setup) {
                    Ok(()) => Ok(engine),
                    Err(error) => Err(engine.end_with(&error)),
                }
            });
            match started {
                Ok(engine) => self.engine = Some(engine),
                Err(failure) => {
                    // A program that cannot be started now will not start later either.
                    self.failures = MAX_FAILURES;
                    return Err(failure);
                }
            }
        }
        Ok(self.engine.as_mut().expect("it was started above"))
    }

    /// Sets hash, threads, Chess960 and the engine's own options, and turns its book off. The
    /// record lists the options that were set, as the engine spells them.
    fn set_up(&mut self, engine: &mut Engine, setup: &EngineSetup) -> Result<(), Fault> {
        let record = &mut self.spec.record;
        let identity = engine.identity();
        for option in &mut record.options {
            *option = options::check(identity, &option.0, &option.1)
                .map_err(|reason| Fault::new(FaultKind::BadOption, reason))?;
        }
        // `Book` is not part of UCI, but some engines have it.
        let is_check = |name: &&str| identity.option(name).is_some_and(|o| o.kind == "check");
        let books = ["OwnBook", "Book"].into_iter().filter(is_check);
        let book = books.map(|name| (name, "false".to_owned()));
        let chess960 = setup.chess960.then(|| (CHESS960, "true".to_owned()));
        let threads = record.threads.unwrap_or(setup.threads);
        let common = [("Threads", threads.to_string()), ("Hash", setup.hash_mib.to_string())];
        for (name, value) in common.into_iter().chain(book).chain(chess960) {
            let given = record.options.iter().find(|(given, _)| given.eq_ignore_ascii_case(name));
            if let Some((_, given)) = given {
                if name == CHESS960 && *given != value {
                    let message = format!("option `{name}` is {given}, but the games are Chess960");
                    return Err(Fault::new(FaultKind::BadOption, message));
                }
                continue;
            }
            let unsupported = |reason| Fault::new(FaultKind::Unsupported, reason);
            if identity.option(name).is_some() {
                let option = options::check(identity, name, &value).map_err(unsupported)?;
                record.options.insert(0, option);
            } else if name == "Threads" && threads > 1 {
                return Err(unsupported(format!(
                    "it has no option `Threads`, but {threads} threads were requested"
                )));
            } else if name == CHESS960 {
                return Err(unsupported(format!(
                    "it has no option `{name}`, but the openings are Chess960"
                )));
            }
        }
        for (name, value) in &record.options {
            let button = engine.identity().option(name).is_some_and(|o| o.kind == "button");
            engine.set_option(name, (!button).then_some(value.as_str()))?;
        }
        engine.ready()
    }

    /// Reads the engine's identity and measures the pipe's latency.
    ///
    /// # Errors
    /// If the engine fails to answer.
    pub fn describe(&mut self) -> Result<(), Fault> {
        let Some(engine) = self.engine.as_mut() else { return Ok(()) };
        let identity = engine.identity().clone();
        let knows = identity.knows_more_than_uci();
        let compiler = if knows { engine.text("compiler")? } else { Vec::new() };
        self.spec.describe_engine(&identity, &compiler);
        if identity.option("Hash").is_none() {
            let note = "it has no option `Hash`; the size of its table is unknown";
            self.spec.notes.push(format!("{}: {note}", self.spec.record.name));
        }
        let mut seconds = Vec::new();
        for _ in 0..PIPE_TRIES {
            let begin = Instant::now();
            engine.ready()?;
            seconds.push(begin.elapsed().as_secs_f64());
        }
        // The first answers are slower, with cold pages and predictors.
        self.spec.record.pipe_seconds = stats::median(&seconds[3..]);
        Ok(())
    }

    /// Ends the process after an error; returns a failure for the record.
    pub fn fail(&mut self, workload: Option<&str>, error: &Fault) -> Option<FailureRecord> {
        let mut engine = self.engine.take()?;
        self.failures += 1;
        let failure = engine.failure(workload, error);
        self.oddities.add(&engine.close());
        Some(failure)
    }

    /// Ends the process after an error and excludes the engine; returns a failure for the record.
    pub fn drop_out(&mut self, workload: Option<&str>, error: &Fault) -> Box<FailureRecord> {
        let failure = self.fail(workload, error);
        let failure = failure.unwrap_or_else(|| error.record(self.name(), workload));
        self.failures = MAX_FAILURES;
        Box::new(failure)
    }

    /// Stops the process until it is needed again.
    pub fn pause(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.pause();
        }
    }

    /// Ends the process with `quit`; a new one can be started.
    pub fn retire(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.oddities.add(&engine.close());
        }
    }

    /// Ends the process with `quit`; returns the irregularities of all its processes, as sentences.
    pub fn close(&mut self) -> Vec<String> {
        self.retire();
        let odd = std::mem::take(&mut self.oddities);
        let lines = |count: u64, what| (count > 0).then(|| format!("{count} lines were {what}"));
        let named = |all: &[String], what: &str| {
            (!all.is_empty()).then(|| format!("{what}: {}", all.join(", ")))
        };
        let strays = "at its end, processes that an engine had started still ran; they were killed";
        let left = "it left child processes running; they were killed";
        let notes = [
            lines(odd.long_lines, "too long, and cut"),
            lines(odd.not_utf8, "not UTF-8"),
            odd.killed.then(|| "it did not end after `quit`, and was killed".to_owned()),
            (!odd.ended.left.is_empty()).then(|| left.to_owned()),
            named(&odd.ended.strays, strays),
            named(&odd.ended.survivors, "it left processes running that cannot be killed"),
        ];
        notes.into_iter().flatten().map(|note| format!("{}: {note}", self.name())).collect()
    }
}
