//! Measuring engines with several threads: nodes a second, time to depth and nodes to depth over
//! threads.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::affinity;
use crate::contender::{Contender, EngineSetup};
use crate::engine::Timeouts;
use crate::fault::{Fault, FaultKind};
use crate::machine;
use crate::progress::RunProgress;
use crate::references::EngineSpec;
use nucleus_base::build_info::BuildInfo;
use nucleus_records::scaling::{ScalingPosition, ScalingRecord, ScalingSample};
use nucleus_records::{output, time, workloads};

/// Options of a run over numbers of threads.
#[derive(Debug, Clone)]
pub struct ScalingOptions {
    /// The program that measures.
    pub build: BuildInfo,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The numbers of threads; one is added where it is missing.
    pub threads: Vec<u32>,
    /// The positions.
    pub positions: Vec<ScalingPosition>,
    /// The depth of a position is the deepest that one thread of the engine ends within so many
    /// seconds.
    pub seconds: f64,
    /// Palindromes of thread numbers a position and engine.
    pub rounds: u32,
    /// Transposition table, MiB.
    pub hash: u32,
    /// The logical processors to pin engines to; none for the least loaded.
    pub core: Vec<u32>,
    /// The file of the record, written after each position.
    pub json: PathBuf,
    /// Ends the run when it becomes true.
    pub interrupt: Arc<AtomicBool>,
}

/// A run that was made.
#[derive(Debug)]
pub struct ScalingOutcome {
    /// The record.
    pub record: ScalingRecord,
    /// True if no engine failed, and nothing cut the run short.
    pub clean: bool,
}

/// An engine with each number of threads: a process of its own each, halted while another runs.
struct EngineRuns {
    name: String,
    /// The number of threads, and the process.
    contenders: Vec<(u32, Contender)>,
}

/// Searches deeper than the calibration took by this factor are given up.
const GIVE_UP: f64 = 30.0;
/// The share of the calibration's time in which an iteration must have ended.
const IN_TIME: f64 = 0.97;
/// The option for the size of the transposition table.
const HASH: &str = "Hash";
/// A search that ends within this share of the asked time (a mate is found) is not measured: starting
/// and ending threads would be most of it.
const TOO_SHORT: f64 = 0.1;

/// Measures every engine on every position with every number of threads.
///
/// # Errors
/// A sentence, when nothing can be measured or the record cannot be written.
pub fn run(
    asked: &ScalingOptions,
    progress: &mut dyn RunProgress,
) -> Result<ScalingOutcome, String> {
    let _lock = output::lock(&asked.json)?;
    let mut threads = asked.threads.clone();
    threads.push(1);
    threads.sort_unstable();
    threads.dedup();
    let processors = processors();
    let mut record = ScalingRecord {
        scaling: ScalingRecord::VERSION,
        started: time::now(),
        machine: machine::machine(None),
        source: machine::source(&asked.build),
        processors,
        threads,
        seconds: asked.seconds,
        rounds: asked.rounds,
        hash_mib: asked.hash,
        positions: asked.positions.clone(),
        ..ScalingRecord::default()
    };
    let mut teams = Vec::new();
    for spec in &asked.engines {
        match assemble(spec, asked, &mut record)? {
            Some(team) => teams.push(team),
            None => progress.say(record.warnings.last().map_or("", String::as_str)),
        }
    }
    if teams.is_empty() {
        return Err("no engine can be measured with several threads".to_owned());
    }
    write(asked, &record)?;
    let positions = asked.positions.clone();
    for (index, position) in positions.iter().enumerate() {
        for team in &mut teams {
            progress.reached(index, positions.len());
            progress.state(&format!("{}: {}", position.name, team.name));
            measure(team, position, asked, &mut record);
            if asked.interrupt.load(Ordering::Relaxed) {
                write(asked, &record)?;
                return Ok(ScalingOutcome { record, clean: false });
            }
        }
        write(asked, &record)?;
    }
    for (_, contender) in teams.iter_mut().flat_map(|team| &mut team.contenders) {
        record.warnings.extend(contender.close());
    }
    record.complete = true;
    write(asked, &record)?;
    let clean = record.failures.is_empty();
    Ok(ScalingOutcome { record, clean })
}

/// The start position, and those of the workload `speed`.
pub fn default_positions() -> Vec<ScalingPosition> {
    let start = ("start", workloads::START);
    let all = std::iter::once(start).chain(workloads::SPEED);
    all.map(|(name, fen)| ScalingPosition { name: name.to_owned(), fen: fen.to_owned() }).collect()
}

/// Processors that engines may use.
fn processors() -> u32 {
    (1..).take_while(|&count| affinity::select(&[], count).is_ok()).last().unwrap_or(1)
}

fn write(asked: &ScalingOptions, record: &ScalingRecord) -> Result<(), String> {
    output::replace_record(&asked.json, record)
        .map_err(|e| format!("cannot write {}: {e}", asked.json.display()))
}

/// Starts an engine once with each number of threads; `None`, and a warning, when it cannot have
/// several.
fn assemble(
    spec: &EngineSpec,
    asked: &ScalingOptions,
    record: &mut ScalingRecord,
) -> Result<Option<EngineRuns>, String> {
    let name = spec.record.name.clone();
    let mut contenders = Vec::new();
    for &threads in &record.threads {
        let timed = threads <= record.processors;
        let cores = match timed {
            true => affinity::select(asked.core.get(..threads as usize).unwrap_or(&[]), threads)?,
            false => affinity::select(&[], record.processors)?,
        };
        let mut contender = Contender::new(spec.clone());
        let setup = EngineSetup {
            cores: cores.cores,
            hash_mib: asked.hash,
            threads,
            own_books: false,
            chess960: false,
            counters: false,
            timeouts: Timeouts::default(),
            interrupt: Arc::clone(&asked.interrupt),
        };
        if let Err(failure) = contender.start(&setup) {
            record.warnings.push(format!("{name}: {}", failure.message));
            if failure.kind != FaultKind::Unsupported.name() {
                record.failures.push(*failure);
            }
            return Ok(None);
        }
        if contenders.is_empty() {
            contender.spec.describe_file();
            let levels = record.machine.levels.clone();
            let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
            if let Err(fault) = contender.describe(&levels) {
                record.failures.push(*contender.drop_out(None, &fault));
                return Ok(None);
            }
            record.engines.push(contender.spec.public_record());
        }
        contender.pause();
        contenders.push((threads, contender));
    }
    Ok(Some(EngineRuns { name, contenders }))
}

/// Measures one engine on one position: its depth first, then palindromes of thread numbers. One
/// thread makes the same search every time, so that the one that chose the depth is among the fastest
/// to it: with any number of threads the depth is timed with tables of two other sizes.
fn measure(
    team: &mut EngineRuns,
    position: &ScalingPosition,
    asked: &ScalingOptions,
    record: &mut ScalingRecord,
) {
    let Some((_, alone)) = team.contenders.iter_mut().find(|(threads, _)| *threads == 1) else {
        return;
    };
    let limit = format!("movetime {}", (asked.seconds * 1e3).round().max(1.0) as u64);
    let most = asked.seconds * 2.0 + 5.0;
    let table = table_of(alone);
    let mut deepest = None;
    let calibration = search(alone, position, &limit, table, most, |at, seconds| {
        // What is said at the very end may be of an iteration that did not end.
        if let Some(at) = at
            && seconds < IN_TIME * asked.seconds
        {
            deepest = Some((at, seconds));
        }
    });
    if let Err(fault) = calibration {
        return fail(alone, position, &fault, record);
    }
    let place = format!("{}, {}", team.name, position.name);
    let Some((depth, seconds)) = deepest else {
        return record.warnings.push(format!("{place}: no depth in {} s", asked.seconds));
    };
    if seconds < TOO_SHORT * asked.seconds {
        return record.warnings.push(format!(
            "{place}: left out, its last iteration of {} s ended after {seconds:.2} s",
            asked.seconds
        ));
    }
    let limit = format!("depth {depth}");
    for round in 0..asked.rounds {
        let up = 0..team.contenders.len();
        let [small, large] = [-1, 1].map(|by| table.map(|mib| near(mib, by)));
        let halves = [(up.clone(), small), (up, large)];
        let [there, back] = halves.map(|(indices, mib)| indices.map(move |index| (index, mib)));
        for (index, table) in there.chain(back.rev()) {
            let (threads, contender) = &mut team.contenders[index];
            if !contender.runs() || asked.interrupt.load(Ordering::Relaxed) {
                continue;
            }
            let most = asked.seconds * GIVE_UP + 5.0;
            match search(contender, position, &limit, table, most, |_, _| {}) {
                Ok(found) => record.samples.push(ScalingSample {
                    engine: team.name.clone(),
                    position: position.name.clone(),
                    threads: *threads,
                    round,
                    depth,
                    hash_mib: table,
                    ..found
                }),
                Err(fault) => fail(contender, position, &fault, record),
            }
        }
    }
}

fn fail(
    contender: &mut Contender,
    position: &ScalingPosition,
    fault: &Fault,
    record: &mut ScalingRecord,
) {
    if fault.kind != FaultKind::Interrupted
        && let Some(failure) = contender.fail(Some(&position.name), fault)
    {
        record.failures.push(failure);
    }
}

/// MiB of an engine's transposition table, where it has the option.
fn table_of(contender: &Contender) -> Option<u32> {
    let options = &contender.spec.record.options;
    let (_, mib) = options.iter().find(|(name, _)| name.eq_ignore_ascii_case(HASH))?;
    mib.parse().ok()
}

/// A table a sixteenth larger or smaller, of a MiB at least.
fn near(mib: u32, by: i64) -> u32 {
    (i64::from(mib) + by * i64::from(mib / 16).max(1)).clamp(1, u32::MAX.into()) as u32
}

/// Searches a position from a cleared state with a table of so many MiB; `ended` is told the depth of each iteration that
/// ended, and after how many seconds.
fn search(
    contender: &mut Contender,
    position: &ScalingPosition,
    limit: &str,
    table: Option<u32>,
    seconds: f64,
    mut ended: impl FnMut(Option<u32>, f64),
) -> Result<ScalingSample, Fault> {
    let gone = || Fault::new(FaultKind::Exited, "it does not run any more");
    let engine = contender.engine().ok_or_else(gone)?;
    if let Some(mib) = table {
        engine.set_option(HASH, Some(&mib.to_string()))?;
    }
    engine.set_up(Some(&position.fen))?;
    let mut found = ScalingSample::default();
    let search = engine.go(limit, Duration::from_secs_f64(seconds), |info, at| {
        let own = |word: &str| {
            let text = info.string.as_deref()?;
            let mut words = text.split_whitespace().skip_while(|&w| w != word);
            words.nth(1)?.parse::<u64>().ok()
        };
        found.lock_waits = own("lock_waits").or(found.lock_waits);
        found.splits = own("splits").or(found.splits);
        if info.bound.is_none() && info.score.is_some() {
            ended(info.depth, at);
        }
    });
    contender.pause();
    let search = search?;
    found.nodes = search.nodes.unwrap_or(0);
    found.seconds = search.seconds;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn tables_beside_the_one_that_chose_the_depth() {
        let both = |mib| [-1, 1].map(|by| near(mib, by));
        assert_eq!(both(64), [60, 68]);
        assert_eq!(both(16), [15, 17]);
        assert_eq!(both(1), [1, 2]);
    }
}
