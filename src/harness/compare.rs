//! `nucleus compare`: our engine and the references, on every workload, in one run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::affinity;
use super::boards;
use super::campaign::{Campaign, LegalMoves, Plan};
use super::compare_options::{
    CompareError, CompareMode, CompareOptions, bad_command, named_engine, split_option,
};
use super::contender::{Contender, EngineSetup};
use super::engine::{Engine, Identity, Timeouts};
use super::engine_options::nearest;
use super::machine;
use super::output::RecordFile;
use super::preflight;
use super::process::Launch;
use super::progress::RunProgress;
use super::record::{CompareSettings, Record, SCHEMA, Workload};
use super::references::{self, EngineSpec, HOW_TO_GET_STOCKFISH};
use super::time;
use super::workloads::{self, Chosen};
use crate::kernels::Level;
use crate::search::{ParallelSearch, ProfileName};
use crate::text;

/// A comparison that was made.
#[derive(Debug)]
pub struct CompareOutcome {
    /// The record.
    pub record: Record,
    /// The file it is in.
    pub path: PathBuf,
    /// Whether every engine did all it was asked, and nothing cut the run short.
    pub clean: bool,
    /// Whether it was Ctrl-C that cut it short.
    pub interrupted: bool,
}

/// What a run needs from outside.
pub struct CompareContext<'a> {
    /// Our own program, to be started as `PROGRAM uci`.
    pub program: PathBuf,
    /// The rules of chess.
    pub legal: LegalMoves,
    /// Becomes true when the run is to end early.
    pub interrupt: Arc<AtomicBool>,
    /// Who watches.
    pub progress: &'a mut dyn RunProgress,
}

/// Makes a comparison and writes its record.
///
/// # Errors
/// Before anything is measured, when the command line or the place of the record is no good;
/// afterwards, when the record could not be written any more.
pub fn run(
    asked: &CompareOptions,
    context: CompareContext<'_>,
) -> Result<CompareOutcome, CompareError> {
    let begin = Instant::now();
    let plan = asked.plan();
    let Chosen { workloads, corrections } = chosen_workloads(asked, context.legal)?;
    let references = chosen_references(asked)?;
    let core = affinity::select(&asked.core, asked.threads).map_err(CompareError::Usage)?;
    let mut record = new_record(asked, &plan, workloads, &core);
    record.machine.affinity = Some(core.why.clone());
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
        hash_mib: asked.hash,
        threads: asked.threads,
        own_books: true,
        counters: true,
        timeouts: timeouts(asked.mode),
        interrupt: context.interrupt,
    };
    let progress = context.progress;
    let mut specs = Vec::new();
    if !asked.without_ours {
        specs.extend(our_engines(asked, &context.program, &setup, &record.machine.levels)?);
    }
    if references.is_empty() && !asked.boards {
        progress.say(HOW_TO_GET_STOCKFISH);
        record.warnings.push("there was no reference to compare with".to_owned());
    }
    specs.extend(references);
    give_options(asked, &mut specs)?;
    if asked.self_check {
        specs = twice(specs)?;
    } else {
        references::refuse_same_code(&specs).map_err(CompareError::Usage)?;
    }
    let directory = asked.out.clone().unwrap_or_else(|| PathBuf::from("reports"));
    let output = RecordFile::create(&directory, &record).map_err(CompareError::Failed)?;
    let path = output.path().to_owned();
    let mut campaign = Campaign {
        record,
        contenders: specs.into_iter().map(Contender::new).collect(),
        setup,
        plan,
        output: Some(output),
        legal: context.legal,
        begin,
        progress,
    };
    if let Err(error) = preflight::run(&mut campaign, |engine| second_reference(engine, asked)) {
        // Nothing was measured, so there is no record to keep.
        campaign.output.into_iter().for_each(RecordFile::discard);
        return Err(error);
    }
    campaign.between_blocks();
    campaign.record.engines = campaign.contenders.iter().map(|c| c.spec.record.clone()).collect();
    campaign.run().map_err(CompareError::Failed)?;
    let interrupted = campaign.interrupted();
    let record = campaign.record;
    let clean = record.complete && record.failures.is_empty();
    Ok(CompareOutcome { record, path, clean, interrupted })
}

/// The engines of a run over numbers of threads: ours at its best level, once for each way of
/// sharing a search, unless an option chooses one, and the references.
///
/// # Errors
/// When the command line asks for what cannot be.
pub fn scaling_engines(
    asked: &CompareOptions,
    program: &Path,
) -> Result<Vec<EngineSpec>, CompareError> {
    let mut specs = Vec::new();
    if !asked.without_ours {
        let level = Level::detected().to_string();
        let profile = asked.profiles()?.first().map_or(ProfileName::Axon, |&profile| profile);
        for way in ParallelSearch::ALL {
            let mut spec = references::ours(program, &level, None, profile.name());
            spec.record.name = format!("nucleus-{way}");
            spec.record.options.push(("Parallel".to_owned(), way.to_string()));
            specs.push(spec);
        }
    }
    specs.extend(chosen_references(asked)?);
    give_options(asked, &mut specs)?;
    Ok(specs)
}

fn new_record(
    asked: &CompareOptions,
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
            mode: asked.mode.to_string(),
            rounds: plan.rounds,
            warmup: plan.warmup,
            processes: plan.processes.to_string(),
            seconds: plan.seconds,
            hash_mib: asked.hash,
            threads: asked.threads,
            core: core.first(),
            cores: core.cores.clone(),
            seed: asked.seed,
            self_check: asked.self_check,
            boards: asked.boards,
        },
        machine: machine::machine(core.first()),
        source: machine::source(),
        workloads,
        ..Record::default()
    }
}

/// A quick run cannot wait long for an engine that says nothing.
fn timeouts(mode: CompareMode) -> Timeouts {
    match mode {
        CompareMode::Quick => Timeouts {
            uciok: Duration::from_secs(5),
            readyok: Duration::from_secs(5),
            ..Timeouts::default()
        },
        _ => Timeouts::default(),
    }
}

fn chosen_workloads(asked: &CompareOptions, legal: LegalMoves) -> Result<Chosen, CompareError> {
    let lengths = asked.lengths();
    let Chosen { workloads: mut all, mut corrections } = Chosen::default();
    let defaults: &[&str] = match asked.mode {
        CompareMode::Full => &["start", "perft", "mate7", "speed"],
        _ => &["start", "perft", "mate7"],
    };
    if asked.boards && asked.workload.is_empty() {
        all.extend(workloads::of_boards(lengths));
    } else if asked.workload.is_empty() {
        all.extend(defaults.iter().filter_map(|n| workloads::named(n, lengths)).flatten());
        if asked.mode == CompareMode::Quick {
            all.retain(|w| ["start/sustained", "start/perft", "mate7/paper"].contains(&&*w.name));
        }
    }
    for text in &asked.workload {
        let chosen = workloads::parse(text, lengths).map_err(CompareError::Usage)?;
        all.extend(chosen.workloads);
        corrections.extend(chosen.corrections);
    }
    for (i, workload) in all.iter().enumerate() {
        let fault = if all[..i].iter().any(|w| w.name == workload.name) {
            format!("there are two workloads `{}`", workload.name)
        } else if !text::is_name(&workload.name) {
            let most = text::NAME;
            format!("a workload's name has up to {most} characters, and all of them print")
        } else if has_no_move(workload, legal) {
            format!("workload `{}`: no move is legal there, so nothing to search", workload.name)
        } else {
            continue;
        };
        return Err(CompareError::Usage(fault));
    }
    Ok(Chosen { workloads: all, corrections })
}

/// Whether there is a position in it from which nothing can be searched.
fn has_no_move(workload: &Workload, legal: LegalMoves) -> bool {
    let mut positions = std::iter::once(&workload.fen).chain(&workload.fens);
    positions.any(|fen| legal(fen).is_some_and(|moves| moves.is_empty()))
}

fn chosen_references(asked: &CompareOptions) -> Result<Vec<EngineSpec>, CompareError> {
    let mut specs: Vec<EngineSpec> = Vec::new();
    for text in &asked.engine {
        let spec = named_engine(text)?;
        let name = &spec.record.name;
        if specs.iter().any(|s| s.record.name == *name) {
            return Err(CompareError::Usage(format!("there are two engines `{name}`")));
        }
        specs.push(spec);
    }
    if specs.is_empty()
        && !asked.boards
        && let Some(command) = references::default_reference()
    {
        let spec = EngineSpec::from_command("stockfish", &command);
        specs.push(spec.map_err(|fault| bad_command("stockfish", &fault))?);
    }
    for spec in &mut specs {
        spec.record.reference = true;
    }
    Ok(specs)
}

/// What each of our rows is about, so that no option may change it, and what to ask for instead.
const OF_THE_ROW: [(&str, &str); 4] = [
    ("Level", "each level has a row of its own"),
    ("Variant", "each variant has a row of its own"),
    ("Board", "a profile has its board, and --boards measures both"),
    ("Profile", "--profile NAME chooses it"),
];

/// Gives each option to the engine of its name; `nucleus` means all of ours.
fn give_options(asked: &CompareOptions, specs: &mut [EngineSpec]) -> Result<(), CompareError> {
    let mut given: Vec<(String, String)> = Vec::new();
    for text in &asked.option {
        let (engine, name, value) = split_option(text)?;
        let wrong = |what: String| CompareError::Usage(format!("--option `{text}`: {what}"));
        let is_meant = |spec: &EngineSpec| {
            spec.record.name == engine || (engine == "nucleus" && spec.record.ours)
        };
        let meant: Vec<usize> = (0..specs.len()).filter(|&i| is_meant(&specs[i])).collect();
        if meant.is_empty() {
            let mut names: Vec<&str> = specs.iter().map(|s| s.record.name.as_str()).collect();
            if specs.iter().any(|s| s.record.ours) {
                names.insert(0, "nucleus");
            }
            let nearest = nearest(engine, &names);
            return Err(wrong(format!("there is no engine `{engine}`; {nearest}")));
        }
        if name.eq_ignore_ascii_case("Threads") {
            return Err(wrong("--threads N sets it, for all engines alike".to_owned()));
        }
        for index in meant {
            let record = &mut specs[index].record;
            let of_the_row = OF_THE_ROW.iter().find(|o| o.0.eq_ignore_ascii_case(name));
            if let (true, Some((_, why))) = (record.ours, of_the_row) {
                return Err(wrong((*why).to_owned()));
            }
            let this = (record.name.clone(), name.to_lowercase());
            if given.contains(&this) {
                return Err(wrong(format!("`{}` gets that option twice", this.0)));
            }
            given.push(this);
            record.options.push((name.to_owned(), value.to_owned()));
        }
    }
    Ok(())
}

/// Our engine at its levels and variants: what it offers tells which there are.
fn our_engines(
    asked: &CompareOptions,
    program: &Path,
    setup: &EngineSetup,
    usable: &[String],
) -> Result<Vec<EngineSpec>, CompareError> {
    let best = usable.last().map_or("portable", String::as_str);
    let profiles = asked.profiles()?;
    if asked.boards {
        let most = if asked.mode == CompareMode::Quick { 1 } else { usable.len() };
        let levels: Vec<&str> = usable.iter().rev().take(most).map(String::as_str).collect();
        return Ok(boards::pairs(program, &profiles, &levels));
    }
    let profile = profiles.first().map_or(ProfileName::Axon, |&profile| profile);
    let ours = |level: &str, variant| references::ours(program, level, variant, profile.name());
    let mut first = ours(best, None);
    first.record.headline = true;
    let launch = Launch { interrupt: Some(Arc::clone(&setup.interrupt)), ..first.launch.clone() };
    let Ok(engine) = Engine::start(&first.record.name, &launch, setup.timeouts) else {
        // What is wrong with it is found again, and told, where all engines are tried.
        return Ok(vec![first]);
    };
    let identity = engine.identity().clone();
    engine.close();
    let mut specs = vec![first];
    if asked.mode == CompareMode::Quick || asked.self_check {
        return Ok(specs);
    }
    let shortly = |mut spec: EngineSpec| {
        spec.blocks = Some(asked.short_blocks());
        spec.record.short = true;
        spec
    };
    for level in usable.iter().rev().skip(1) {
        specs.push(shortly(ours(level, None)));
    }
    let has_asm = identity.option("Variant").is_some_and(|o| o.vars.iter().any(|v| v == "asm"));
    // A row for the assembly only where it is run.
    if has_asm && profile.scans() {
        let asm = |level: &String| ours(level, Some("asm"));
        // Beside its twin at the best level; at every level only where there is time for it.
        let levels = if asked.mode == CompareMode::Full { usable.len() } else { 1 };
        specs.extend(usable.iter().rev().take(levels).map(|level| shortly(asm(level))));
    }
    Ok(specs)
}

/// The same engine under two names, to see what the harness makes of no difference.
fn twice(specs: Vec<EngineSpec>) -> Result<Vec<EngineSpec>, CompareError> {
    let Some(mut one) = specs.into_iter().next() else {
        return Err(CompareError::Usage("--self-check needs an engine".to_owned()));
    };
    let mut other = one.clone();
    let name = one.record.name.clone();
    (one.record.name, other.record.name) = (format!("{name}-a"), format!("{name}-b"));
    (one.record.reference, other.record.reference) = (false, true);
    (one.record.ours, other.record.ours) = (true, false);
    one.blocks = None;
    other.blocks = None;
    Ok(vec![one, other])
}

/// The reference again with its network off, run shortly, unless references were named.
fn second_reference(contender: &Contender, asked: &CompareOptions) -> Option<Contender> {
    let identity: &Identity = contender.identity()?;
    let wanted = contender.spec.record.reference
        && asked.engine.is_empty()
        && !asked.self_check
        && asked.mode != CompareMode::Quick;
    let mut spec = wanted.then(|| references::without_network(&contender.spec, identity))??;
    spec.blocks = Some(asked.short_blocks());
    spec.record.short = true;
    Some(Contender::new(spec))
}

/// The exit code of a run that Ctrl-C ended, as a shell gives it.
pub const INTERRUPTED: u8 = 130;

/// Makes a flag true on Ctrl-C; a second Ctrl-C ends the program at once.
///
/// # Errors
/// When the handler cannot be set.
pub fn on_ctrl_c() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if handler.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        crate::tell!("\nending the run; once more to end at once");
    })?;
    Ok(flag)
}
