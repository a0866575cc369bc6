//! The choice between running two programs at once and one after the other.

use super::campaign::Campaign;
use super::compare_options::CompareOptions;
use super::contender::Contender;
use super::fault::Fault;
use super::progress::RunError;
use nucleus_records::record::{Pairing, Sample};
use nucleus_records::summary::LEAST_RUN;

/// The minimum share of its run time in which a command must use a processor to run in a duet. It
/// is measured on the command alone, without the time spent waiting for a processor.
const BUSY: f64 = 0.9;

/// The number of trial runs of a command, and the length in seconds up to which one is repeated: a
/// busy machine delays a run at times, a command that waits does so in each of its runs.
const TRIALS: (usize, f64) = (3, 2.0);

/// Chooses the pairing of a run that is about to begin, and records it with the reason.
///
/// # Errors
/// If a duet is requested but impossible.
pub fn settle(campaign: &mut Campaign<'_>, options: &CompareOptions) -> Result<(), RunError> {
    let (pairing, reason) = match (options.pairing, obstacle(campaign, options)) {
        (Some(Pairing::Duet), Some(obstacle)) => {
            return Err(RunError::Usage(format!("--pairing duet: {obstacle}")));
        }
        (Some(pairing), _) => (pairing, "as requested".to_owned()),
        (None, Some(obstacle)) => (Pairing::Alternate, obstacle),
        (None, None) => match difference(campaign) {
            Some(difference) => (Pairing::Alternate, difference),
            None => (Pairing::Duet, "two builds of one program, one thread each".to_owned()),
        },
    };
    campaign.plan.pairing = pairing;
    if pairing == Pairing::Duet {
        options.plan_duet(&mut campaign.plan, campaign.contenders.len());
        campaign.copy_first();
    }
    let settings = &mut campaign.record.settings;
    settings.pairing = Some(pairing);
    settings.pairing_reason = Some(reason);
    settings.rounds = campaign.plan.rounds;
    settings.warmup = campaign.plan.warmup;
    settings.seconds = campaign.plan.seconds;
    Ok(())
}

/// Returns the reason that these programs cannot run at once; `None` if they can.
fn obstacle(campaign: &Campaign<'_>, options: &CompareOptions) -> Option<String> {
    let metric = |c: &Contender| c.spec.run.as_ref().is_some_and(|run| run.metric.is_some());
    if options.has_ours() || options.boards || options.self_check {
        Some("engines of different kinds".to_owned())
    } else if options.most_threads() > 1 {
        Some(format!("{} threads each", options.most_threads()))
    } else if !cfg!(target_os = "linux") || campaign.setup.cores.is_empty() {
        Some("programs cannot be pinned to one processor on this system".to_owned())
    } else if campaign.contenders.iter().any(metric) {
        Some("a number that the commands print is compared, not their time".to_owned())
    } else {
        None
    }
}

/// Returns the reason that these programs should not run at once by default; `None` if they should,
/// such as builds of one program.
fn difference(campaign: &mut Campaign<'_>) -> Option<String> {
    if campaign.contenders.iter().any(|contender| contender.spec.run.is_some()) {
        return trial(campaign);
    }
    let words: Vec<String> = campaign
        .contenders
        .iter()
        .filter_map(|contender| contender.spec.record.id_name.as_deref())
        .map(|name| name.split_whitespace().next().unwrap_or_default().to_lowercase())
        .collect();
    if let Some(differ) = words.windows(2).find(|pair| pair[0] != pair[1]) {
        return Some(format!("engines of different kinds, {} and {}", differ[0], differ[1]));
    }
    campaign.contenders.iter().find(|contender| contender.is_idle()).map(|contender| {
        let share = contender.busy.unwrap_or_default() * 100.0;
        format!("`{}` uses {share:.0} % of a processor while it searches", contender.name())
    })
}

/// Runs the first two commands, each alone and then both at once. Returns the reason that they
/// should run one after the other; `None` if they may run at once.
fn trial(campaign: &mut Campaign<'_>) -> Option<String> {
    let how = "--pairing duet overrides this";
    let workload = campaign.record.workloads.first()?.clone();
    for index in 0..campaign.contenders.len().min(2) {
        let engine = campaign.contenders[index].name().to_owned();
        // A command that fails is measured and reported as failed later.
        let mut alone = campaign.whole_program(index, &workload)(None).ok()?;
        for _ in 1..TRIALS.0 {
            if used(&alone) >= BUSY || alone.seconds > TRIALS.1 {
                break;
            }
            alone = campaign.whole_program(index, &workload)(None).ok()?;
        }
        if alone.seconds < LEAST_RUN {
            return Some(format!("`{engine}` is as short as the start of a process; {how}"));
        }
        let share = used(&alone);
        if share < BUSY {
            let share = share * 100.0;
            return Some(format!("`{engine}` uses {share:.0} % of a processor alone; {how}"));
        }
        let (workload, position) = (workload.name.clone(), index as u32);
        campaign.record.samples.push(Sample { engine, workload, warmup: true, position, ..alone });
    }
    let both: [Result<Sample, Fault>; 2] = campaign.whole_runs([0, 1], 0, &workload);
    let error = both.into_iter().find_map(Result::err)?;
    Some(format!("run at once, one of the commands fails ({error}); {how}"))
}

/// Returns the share of a processor that a run used while it did not wait for one.
fn used(run: &Sample) -> f64 {
    let own = run.seconds - run.queued_seconds.unwrap_or(0.0);
    if own > 0.0 { run.busy_seconds() / own } else { 1.0 }
}
