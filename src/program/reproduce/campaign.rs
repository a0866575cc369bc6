//! Runs units (see [`super::unit`]) in order, with resumption and a time budget.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nucleus_base::build_info::BuildInfo;
use nucleus_harness::machine;
use nucleus_harness::progress::RunProgress;
use nucleus_records::envelope::read_file;
use nucleus_records::output::{lock, replace_record};
use nucleus_records::papers::PaperRecord;
use nucleus_records::time::now;
use nucleus_report::papers::FOLDER;

use super::unit::{Step, StepFault, Unit};
use super::workshop::Workshop;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct CampaignOptions {
    /// The folder of the reports.
    pub reports: PathBuf,
    /// The time budget of the run, if any.
    pub budget: Option<Duration>,
    /// Measure units again whose records are of another commit; those of this commit are resumed.
    pub again: bool,
}

/// Outcome of a run.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct CampaignOutcome {
    /// Units whose records are complete.
    pub complete: usize,
    /// Units that are not complete, with the reason, a line each.
    pub left: Vec<String>,
    /// True after Ctrl-C.
    pub interrupted: bool,
}

/// Runs the units in order. The record is replaced after each step; steps in the record are not
/// repeated. A step that would exceed the budget is not started.
pub fn run(
    units: &[Unit],
    options: &CampaignOptions,
    workshop: &Workshop,
    build: &BuildInfo,
    progress: &mut dyn RunProgress,
) -> CampaignOutcome {
    let mut outcome = CampaignOutcome::default();
    let all: f64 = units.iter().map(Unit::seconds).sum();
    let mut clock = Pace { begun: Instant::now(), expected: 0.0, taken: 0.0, left: all };
    let folder = options.reports.join(FOLDER);
    // If a folder cannot be made, locking or writing the record fails, and that error is reported.
    let _ = std::fs::create_dir_all(&folder).and_then(|()| std::fs::create_dir_all(&workshop.work));
    for unit in units {
        let path = folder.join(format!("{}.json", unit.name));
        let begun =
            lock(&path).and_then(|own| Ok((begin(unit, &path, options.again, build)?, own)));
        let made = begun.map_err(StepFault::Failed).and_then(|(mut record, _lock)| {
            let made = |step: &&Step| record.steps.contains(&step.name);
            clock.left -= unit.steps.iter().filter(made).map(|step| step.seconds).sum::<f64>();
            if record.complete {
                return Ok(());
            }
            for step in &unit.steps {
                make(unit, step, &mut record, options.budget, workshop, &mut clock, progress)?;
                write(&path, &mut record)?;
            }
            Ok(())
        });
        match made {
            Ok(()) => outcome.complete += 1,
            Err(StepFault::Failed(why)) => outcome.left.push(format!("{}: {why}", unit.name)),
            Err(StepFault::Interrupted) => {
                outcome.left.push(format!("{}: interrupted", unit.name));
                outcome.interrupted = true;
                return outcome;
            }
        }
    }
    outcome
}

/// Estimated and actual seconds of the finished steps, and estimated seconds of the others.
struct Pace {
    begun: Instant,
    expected: f64,
    taken: f64,
    left: f64,
}

impl Pace {
    /// The actual duration divided by the estimate.
    fn pace(&self) -> f64 {
        if self.expected > 0.0 { self.taken / self.expected } else { 1.0 }
    }
}

/// Runs a step that the record lacks, and adds its samples.
fn make(
    unit: &Unit,
    step: &Step,
    record: &mut PaperRecord,
    budget: Option<Duration>,
    workshop: &Workshop,
    clock: &mut Pace,
    progress: &mut dyn RunProgress,
) -> Result<(), StepFault> {
    if record.steps.contains(&step.name) {
        return Ok(());
    }
    let (done, count) = (record.steps.len(), unit.steps.len());
    progress.reached(done, count);
    let minutes = (clock.left * clock.pace() / 60.0).max(0.0);
    progress.state(&format!("{}: {}, {minutes:.0} min remaining", unit.name, step.name));
    let expected = Duration::from_secs_f64(step.seconds * clock.pace());
    if budget.is_some_and(|budget| clock.begun.elapsed() + expected > budget) {
        return Err(format!("the budget is used up after {done} of {count} steps").into());
    }
    let started = Instant::now();
    let result = (step.make)(workshop).map_err(|error| match error {
        StepFault::Failed(why) => StepFault::Failed(format!("{}: {why}", step.name)),
        StepFault::Interrupted => StepFault::Interrupted,
    })?;
    let seconds = started.elapsed().as_secs_f64();
    clock.expected += step.seconds;
    clock.taken += seconds;
    clock.left -= step.seconds;
    for (series, sample) in result.samples {
        record.add(&series, sample);
    }
    record.commands.push(result.command);
    record.steps.push(step.name.clone());
    record.seconds += seconds;
    record.complete = record.steps.len() == count;
    Ok(())
}

/// Returns a unit's record to continue, or a new one. `again` discards a record of another commit.
fn begin(unit: &Unit, path: &Path, again: bool, build: &BuildInfo) -> Result<PaperRecord, String> {
    let source = machine::source(build);
    if path.exists() {
        let record: PaperRecord = read_file(path)?;
        let is_its = |name: &String| unit.steps.iter().any(|step| step.name == *name);
        let goes_on = record.source.commit == source.commit && record.steps.iter().all(is_its);
        if goes_on || record.complete && !again {
            return Ok(record);
        }
        if !again {
            let commit = record.source.commit.as_deref().unwrap_or("no commit");
            return Err(format!("its record was begun at {commit}; --again starts over"));
        }
    }
    Ok(PaperRecord {
        reproduce: PaperRecord::VERSION,
        unit: unit.name.clone(),
        paper: unit.paper.name().to_owned(),
        started: now(),
        source,
        machine: machine::machine(None),
        conditions: unit.conditions.clone(),
        ..PaperRecord::default()
    })
}

fn write(path: &Path, record: &mut PaperRecord) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    record.written = now();
    replace_record(path, record).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::super::unit::StepResult;
    use super::*;
    use nucleus_core::kernels::Choice;
    use nucleus_harness::progress::Silent;
    use nucleus_report::papers::PaperName;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// Returns a unit of four steps of a second each; the step `fails_at` is interrupted.
    fn unit(made: &Arc<AtomicUsize>, fails_at: usize) -> Unit {
        let step = |number: usize| {
            let made = Arc::clone(made);
            let make = Box::new(move |_: &Workshop| {
                if number == fails_at {
                    return Err(StepFault::Interrupted);
                }
                made.fetch_add(1, Ordering::Relaxed);
                let mut result = StepResult::new("x");
                result.value("a", number as f64);
                Ok(result)
            });
            Step { name: format!("step {number}"), seconds: 1.0, make }
        };
        Unit {
            name: "u".into(),
            paper: PaperName::Umko,
            what: String::new(),
            conditions: Vec::new(),
            timed: false,
            steps: (0..4).map(step).collect(),
        }
    }

    #[test]
    fn an_interrupted_unit_goes_on_where_it_ended() {
        let folder = tempfile::tempdir().expect("a folder");
        let workshop = Workshop {
            program: "nucleus".into(),
            data: folder.path().join("data"),
            work: folder.path().join("work"),
            interrupt: Arc::new(AtomicBool::new(false)),
            choice: Choice::best(),
        };
        let once =
            CampaignOptions { reports: folder.path().to_owned(), budget: None, again: false };
        let (short, again) = (
            CampaignOptions { budget: Some(Duration::from_millis(500)), ..once.clone() },
            CampaignOptions { again: true, ..once.clone() },
        );
        let made = Arc::new(AtomicUsize::new(0));
        let path = folder.path().join("papers/u.json");
        let read = || read_file::<PaperRecord>(&path);
        let made_of = |fails_at, options: &CampaignOptions, commit| {
            let build = BuildInfo { commit: Some(commit), ..BuildInfo::default() };
            let outcome = run(&[unit(&made, fails_at)], options, &workshop, &build, &mut Silent);
            (outcome, made.load(Ordering::Relaxed))
        };
        let (none, count) = made_of(9, &short, "a");
        assert!(none.left[0].contains("0 of 4 steps") && count == 0, "{none:?}");
        let (first, count) = made_of(2, &once, "a");
        assert!(first.interrupted && first.complete == 0 && count == 2, "{first:?}");
        assert_eq!(read().expect("a record").steps, ["step 0", "step 1"]);
        // A run at another commit does not continue the record.
        let (refused, _) = made_of(9, &once, "b");
        assert!(refused.left[0].contains("begun at a"), "{refused:?}");
        let (second, count) = made_of(9, &once, "a");
        assert_eq!((second.complete, second.left.len(), count), (1, 0, 4));
        let record = read().expect("a record");
        assert!(record.complete && record.samples("a").len() == 4);
        // A complete record stays at any commit. With `again` it is measured anew, and may be resumed.
        assert_eq!(made_of(9, &once, "b").1, 4);
        assert_eq!([2, 9, 9].map(|fails_at| made_of(fails_at, &again, "b").1), [6, 8, 8]);
        assert_eq!(read().expect("a record").source.commit.as_deref(), Some("b"));
        // Only one run at a time may write a record.
        let _lock = lock(&path).expect("nobody has it");
        let (beside, count) = made_of(9, &again, "a");
        assert!(
            beside.left[0].contains("u.json: another run writes it") && count == 8,
            "{beside:?}"
        );
    }
}
