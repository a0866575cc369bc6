//! Checks before any measurement: every engine is started once.
//!
//! ```text
//! start, handshake → options → identity → limits → perft → positions → kept or dropped
//! ```
//!
//! An error of the command line (a missing program, an option that an engine does not have) ends
//! the run as a usage error. An engine that fails otherwise is dropped, with its failure in the
//! record, and the run continues while there is something to compare.

pub mod position;

use std::collections::HashSet;

use super::campaign::Campaign;
use super::contender::{Contender, EngineSetup};
use super::engine::Identity;
use super::fault::FaultKind;
use super::progress::RunError;
use super::references;
use nucleus_records::record::{FailureRecord, Protocol, Workload};

/// Failures that are errors of the command line.
const USAGE: [FaultKind; 3] = [FaultKind::Missing, FaultKind::NotExecutable, FaultKind::BadOption];

/// Starts every engine once and checks that it can be measured. If perft was `asked_for`, engines
/// that may not know it are tried too. `second` may return another engine, which is inserted after
/// the engine that passed.
///
/// # Errors
/// If the command line is wrong, or nothing is left to compare.
pub fn run(
    campaign: &mut Campaign<'_>,
    asked_for: bool,
    second: impl Fn(&Contender) -> Option<Contender>,
) -> Result<(), RunError> {
    references::all_can_be_started(campaign.contenders.iter().map(|c| &c.spec))
        .map_err(RunError::Usage)?;
    let first = campaign.contenders.first();
    if let Some((run, first)) = first.and_then(|first| Some((first.spec.run.as_ref()?, first))) {
        let start = run.measure_shell_start(&first.launch(&campaign.setup));
        for run in campaign.contenders.iter_mut().filter_map(|c| c.spec.run.as_mut()) {
            run.shell_start = start;
        }
        let settings = &mut campaign.record.settings;
        (settings.shell_seconds, settings.shell_task_seconds) = start.unzip();
    }
    let workloads = campaign.record.workloads.clone();
    let were_comparable = comparable(campaign.contenders.iter());
    let over_threads = campaign.record.is_over_threads();
    let mut without_threads = Vec::new();
    let mut index = 0;
    while index < campaign.contenders.len() {
        let contender = &mut campaign.contenders[index];
        if contender.spec.run.is_some() {
            contender.spec.describe_file();
            index += 1;
            continue;
        }
        let proven = prove(contender, &campaign.setup, &workloads, asked_for);
        campaign.record.warnings.append(&mut contender.spec.notes);
        let follows = if proven.is_ok() { second(contender) } else { None };
        contender.pause();
        if campaign.interrupted() {
            return Ok(());
        }
        if let Err(failure) = proven {
            let sentence = format!("{}: {}", failure.engine, failure.message);
            if USAGE.iter().any(|kind| failure.kind == kind.name()) {
                return Err(RunError::Usage(format!("engine {sentence}")));
            }
            campaign.progress.say(&format!("dropped {sentence}"));
            if over_threads && failure.kind == FaultKind::Unsupported.name() {
                without_threads.push(*failure);
            } else {
                campaign.record.failures.push(*failure);
            }
        } else if let Some(follows) = follows {
            campaign.contenders.insert(index + 1, follows);
        }
        index += 1;
    }
    let sentence = |f: &FailureRecord| format!("{}: {}", f.engine, f.message);
    let mut left = campaign.contenders.iter().filter(|c| c.alive());
    let is_left = match over_threads {
        true => left.any(|c| c.spec.record.threads > Some(1)),
        false => left.clone().next().is_some() && (!were_comparable || comparable(left)),
    };
    if is_left {
        campaign.record.warnings.extend(without_threads.iter().map(sentence));
        return Ok(());
    }
    let failures = campaign.record.failures.iter().chain(&without_threads);
    let why: Vec<String> = failures.clone().map(sentence).collect();
    Err(RunError::NothingLeft {
        message: format!("nothing was measured: fewer than two engines remain; {}", why.join("; ")),
        dropped: failures.map(|failure| failure.engine.clone()).collect(),
    })
}

/// Returns `true` if there are at least two engines, at least one of them a reference.
fn comparable<'a>(contenders: impl Iterator<Item = &'a Contender> + Clone) -> bool {
    contenders.clone().count() > 1 && contenders.clone().any(|c| c.spec.record.reference)
}

/// Runs all checks of one engine; a failure excludes it from the run.
fn prove(
    contender: &mut Contender,
    setup: &EngineSetup,
    workloads: &[Workload],
    asked_for: bool,
) -> Result<(), Box<FailureRecord>> {
    contender.spec.describe_file();
    contender.start(setup)?;
    contender.describe().map_err(|error| contender.drop_out(None, &error))?;
    super::limits::find(contender, setup, workloads)?;
    let display = contender.identity().is_some_and(Identity::knows_more_than_uci);
    let by_perft = workloads.iter().any(|w| w.protocol == Protocol::Perft);
    let perft = by_perft && !contender.spec.without_perft && (display || asked_for);
    let perft = perft && knows_perft(contender, setup)?;
    if by_perft && !perft && !contender.spec.without_perft {
        contender.spec.without_perft = true;
        let why =
            if display || asked_for { "it has no `go perft`" } else { "`go perft` is not UCI" };
        contender.spec.notes.push(format!("{}: {why}: no row of perft", contender.name()));
    }
    let means = position::Means { display, perft, limits: contender.limits };
    let mut seen = HashSet::new();
    for workload in workloads.iter().filter(|w| w.protocol != Protocol::Command) {
        let fens = std::iter::once(&workload.fen).chain(&workload.fens);
        for fen in fens.filter(|fen| seen.insert(*fen)) {
            let engine = contender.start(setup)?;
            if let Err(error) = position::prove(engine, means, fen) {
                return Err(contender.drop_out(Some(&workload.name), &error));
            }
        }
    }
    Ok(())
}

/// Tries `go perft 1` on the start position. An engine that does not answer is restarted, and only
/// left out of perft.
fn knows_perft(contender: &mut Contender, setup: &EngineSetup) -> Result<bool, Box<FailureRecord>> {
    let engine = contender.start(setup)?;
    let counted = engine.set_up(None).and_then(|()| engine.perft(1, position::PERFT));
    if counted.is_err() {
        contender.retire();
    }
    Ok(counted.is_ok())
}
