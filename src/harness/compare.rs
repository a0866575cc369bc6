//! `nucleus compare`: runs engines on every workload and records the measurements.

mod chosen;
mod engines;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chosen::chosen_workloads;
use engines::{
    chosen_references, give_options, our_engines, over_threads, second_reference, twice,
};

use super::affinity;
use super::campaign::{Campaign, Plan};
use super::commits;
use super::compare_options::{CompareMode, CompareOptions};
use super::contender::{Contender, EngineSetup};
use super::engine::Timeouts;
use super::machine;
use super::pairing;
use super::preflight;
use super::progress::{RunContext, RunError};
use super::references::{self, EngineSpec, HOW_TO_GET_STOCKFISH};
use nucleus_records::gate::RatioDemand;
use nucleus_records::output::RecordFile;
use nucleus_records::record::{CompareSettings, Record, SCHEMA, THREADS, Workload};
use nucleus_records::summary::{PROCESSOR, WALL};
use nucleus_records::time;
use nucleus_records::workloads::Chosen;

/// The outcome of a comparison.
#[derive(Debug)]
pub struct CompareOutcome {
    /// The record, as written to `path`.
    pub record: Record,
    /// The path of the record.
    pub path: PathBuf,
    /// `true` if no engine failed and the run was not interrupted.
    pub clean: bool,
    /// `true` if Ctrl-C cut the run short.
    pub interrupted: bool,
    /// The duration of the measurement in seconds, including the warm-up.
    pub seconds: f64,
}

/// Runs a comparison and writes its record.
///
/// # Errors
/// Before any measurement, if the command line or the record's path is invalid, or too few engines
/// can be measured; afterwards, if the record could not be written.
pub fn run(options: &CompareOptions, context: RunContext<'_>) -> Result<CompareOutcome, RunError> {
    let begin = Instant::now();
    let plan = options.plan();
    let Chosen { workloads, corrections } = chosen_workloads(options)?;
    let references = chosen_references(options)?;
    let processors = affinity::available() as u32;
    let threads = options.most_threads();
    // A run over numbers of threads may have more threads than processors, to count nodes only.
    let pinned = if options.is_over_threads() { threads.min(processors) } else { threads };
    let core = affinity::select(&options.core, pinned).map_err(RunError::Usage)?;
    let mut record = new_record(options, &plan, workloads, &core);
    record.settings.processors = options.is_over_threads().then_some(processors);
    record.machine.affinity = Some(match options.is_over_threads() {
        true => format!("{}; usable processors: {}", core.why, affinity::usable()),
        false => core.why.clone(),
    });
    record.warnings.extend(options.notes.iter().cloned());
    for correction in corrections {
        context.progress.say(&format!("note: {correction}"));
        record.warnings.push(correction);
    }
    record.warnings.extend(record.machine.counting.absence.clone());
    if core.cores.is_empty() {
        record.warnings.extend(record.machine.affinity.clone());
    }
    let busy = record.machine.load_before.unwrap_or(0.0);
    if busy > 0.8 * f64::from(record.machine.threads.unwrap_or(1)) {
        record.warnings.push(format!("the load was {busy:.1} before the run"));
    }
    if core.busy > 0.2 {
        record.warnings.push(format!(
            "a processor to measure on was {:.0} % busy with something else before the run",
            core.busy * 100.0
        ));
    }
    let setup = EngineSetup {
        cores: core.cores,
        hash_mib: options.hash,
        threads,
        counters: true,
        timeouts: timeouts(options.mode),
        interrupt: context.interrupt,
        ..EngineSetup::default()
    };
    let progress = context.progress;
    let mut specs = Vec::new();
    if options.has_ours() {
        specs.extend(our_engines(options, &context.program, &setup, &record.machine.levels)?);
    }
    if references.is_empty() && !options.boards && !options.without_references {
        if options.precision.is_some() {
            let message = format!("--precision requires two engines; {HOW_TO_GET_STOCKFISH}");
            return Err(RunError::Usage(message));
        }
        progress.say(HOW_TO_GET_STOCKFISH);
        record.warnings.push("there was no reference to compare with".to_owned());
    }
    specs.extend(references);
    give_options(options, &mut specs)?;
    if options.self_check {
        specs = twice(specs)?;
    } else if options.is_over_threads() {
        specs = over_threads(&specs, &options.threads);
    } else {
        references::refuse_same_code(&specs).map_err(RunError::Usage)?;
    }
    record.engines = specs.iter().map(EngineSpec::public_record).collect();
    let directory = options.out.clone().unwrap_or_else(|| PathBuf::from("reports"));
    let output = RecordFile::create(&directory, &record).map_err(RunError::Failed)?;
    let path = output.path().to_owned();
    let mut campaign = Campaign {
        record,
        contenders: specs.into_iter().map(Contender::new).collect(),
        setup,
        plan,
        output,
        begin,
        progress,
    };
    // The default workloads include perft even if it was not requested.
    let perft_asked_for = !options.workload.is_empty();
    if let Err(error) =
        preflight::run(&mut campaign, perft_asked_for, |engine| second_reference(engine, options))
    {
        // Nothing was measured, so there is no record to keep.
        campaign.output.discard();
        return Err(error);
    }
    if let Err(error) = pairing::settle(&mut campaign, options) {
        campaign.output.discard();
        return Err(error);
    }
    campaign.record.engines = campaign.contenders.iter().map(|c| c.spec.public_record()).collect();
    let measuring = Instant::now();
    campaign.run().map_err(RunError::Failed)?;
    let seconds = measuring.elapsed().as_secs_f64();
    let interrupted = campaign.interrupted();
    let record = campaign.record;
    let clean = record.complete && record.failures.is_empty();
    Ok(CompareOutcome { record, path, clean, interrupted, seconds })
}

fn new_record(
    options: &CompareOptions,
    plan: &Plan,
    workloads: Vec<Workload>,
    core: &affinity::CoreChoice,
) -> Record {
    Record {
        schema: SCHEMA,
        tool: format!("nucleus {}", env!("CARGO_PKG_VERSION")),
        started: time::now(),
        written: time::now(),
        settings: CompareSettings {
            mode: if options.is_over_threads() { THREADS.into() } else { options.mode.to_string() },
            rounds: plan.rounds,
            warmup: plan.warmup,
            processes: plan.processes.to_string(),
            seconds: plan.seconds,
            precision: options.precision,
            time_limit: options.time_limit,
            hash_mib: options.hash,
            threads: options.most_threads(),
            core: core.first(),
            cores: core.cores.clone(),
            seed: options.seed,
            clock: clock(options.most_threads()).to_owned(),
            gate: options.gate.as_ref().map(RatioDemand::to_string),
            self_check: options.self_check,
            boards: options.boards,
            ..CompareSettings::default()
        },
        machine: machine::machine(core.first()),
        source: machine::source(&options.build),
        project_commit: (!options.has_ours()).then(commits::project_commit).flatten(),
        workloads,
        ..Record::default()
    }
}

/// Returns the clock that speeds are based on. Processor time of several threads does not measure
/// how soon they finish.
fn clock(threads: u32) -> &'static str {
    if threads == 1 && cfg!(target_os = "linux") { PROCESSOR } else { WALL }
}

/// Returns the timeouts of a mode; a quick run does not wait long for a silent engine.
fn timeouts(mode: CompareMode) -> Timeouts {
    if mode != CompareMode::Quick {
        return Timeouts::default();
    }
    let short = Duration::from_secs(5);
    Timeouts { uciok: short, readyok: short, ..Timeouts::default() }
}

/// The exit code of a run that Ctrl-C ended, by the shell's convention.
pub const INTERRUPTED: u8 = 130;

static PRESSED: AtomicBool = AtomicBool::new(false);

/// Returns `true` if Ctrl-C was pressed in a run that handles it.
pub fn was_interrupted() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Returns a flag that Ctrl-C sets; a second Ctrl-C ends the program at once, with all engines.
///
/// # Errors
/// If the handler cannot be set.
pub fn on_ctrl_c() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        PRESSED.store(true, Ordering::Relaxed);
        if handler.swap(true, Ordering::Relaxed) {
            super::descendants::end_program(INTERRUPTED);
        }
        nucleus_base::tell!("\nending the run; once more to end at once");
    })
    .map_err(io::Error::other)?;
    Ok(flag)
}
