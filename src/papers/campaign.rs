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

use super::fault::Fault;
use super::unit::{Step, Unit};
use super::workshop::Workshop;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct CampaignOptions {
    /// The folder of the reports.
    pub reports: PathBuf,
    /// Time that the run may take, if it is bounded.
    pub budget: Option<Duration>,
    /// Make units anew whose records are of another commit; those of this one go on.
    pub again: bool,
}

/// End of a run.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct CampaignOutcome {
    /// Units whose records are complete.
    pub complete: usize,
    /// Units that are left, and why, a line each.
    pub left: Vec<String>,
    /// True after Ctrl-C.
    pub interrupted: bool,
}

/// Makes the units in their order. Each record is replaced after each step; steps that it has are not
/// made again. A step that would not end within the budget is not begun.
pub fn run(
    units: &[Unit],
    options: &CampaignOptions,
    workshop: &Workshop,
    build: &BuildInfo,
    progress: &mut dyn RunProgress,
) -> CampaignOutcome {
    let begun = Instant::now();
    let mut outcome = CampaignOutcome::default();
    let all: f64 = units.iter().map(Unit::seconds).sum();
    let mut clock = Pace { expected: 0.0, taken: 0.0, left: all };
    let folder = options.reports.join(FOLDER);
    // Where it cannot be made no record can be written, which is an error then.
    let _ = std::fs::create_dir_all(&folder);
    for unit in units {
        let path = folder.join(format!("{}.json", unit.name));
        let locked =
            lock(&path).and_then(|own| Ok((begin(unit, &path, options.again, build)?, own)));
        let (mut record, _lock) = match locked {
            Ok(begun) => begun,
            Err(fault) => {
                outcome.left.push(format!("{}: {fault}", unit.name));
                continue;
            }
        };
        let made = |step: &&Step| record.steps.contains(&step.name);
        clock.left -= unit.steps.iter().filter(made).map(|step| step.seconds).sum::<f64>();
        if record.complete {
            outcome.complete += 1;
            continue;
        }
        let count = unit.steps.len();
        for step in &unit.steps {
            if record.steps.contains(&step.name) {
                continue;
            }
            progress.reached(record.steps.len(), count);
            progress.state(&format!("{}: {}, {}", unit.name, step.name, clock.words()));
            let expected = Duration::from_secs_f64(step.seconds * clock.pace());
            if options.budget.is_some_and(|budget| begun.elapsed() + expected > budget) {
                let (name, done) = (&unit.name, record.steps.len());
                outcome
                    .left
                    .push(format!("{name}: the budget is spent after {done} of {count} steps"));
                break;
            }
            match make(step, &mut record, workshop, &mut clock) {
                Ok(()) => {}
                Err(Fault::Interrupted) => {
                    outcome.interrupted = true;
                    let done = record.steps.len();
                    outcome.left.push(format!("{}: {done} of {count} steps", unit.name));
                    return outcome;
                }
                Err(Fault::Failed(why)) => {
                    outcome.left.push(format!("{}: {}: {why}", unit.name, step.name));
                    break;
                }
            }
            record.complete = record.steps.len() == count;
            if let Err(fault) = write(&path, &mut record) {
                outcome.left.push(format!("{}: {fault}", unit.name));
                break;
            }
        }
        outcome.complete += usize::from(record.complete);
    }
    outcome
}

/// Seconds expected and taken so far, from which the time left follows.
struct Pace {
    expected: f64,
    taken: f64,
    left: f64,
}

impl Pace {
    /// Seconds taken over those expected.
    fn pace(&self) -> f64 {
        if self.expected > 0.0 { self.taken / self.expected } else { 1.0 }
    }

    fn words(&self) -> String {
        let minutes = (self.left * self.pace() / 60.0).max(0.0);
        if minutes < 90.0 {
            format!("{minutes:.0} min left")
        } else {
            format!("{:.1} h left", minutes / 60.0)
        }
    }
}

/// Makes a step and adds what it gives.
fn make(
    step: &Step,
    record: &mut PaperRecord,
    workshop: &Workshop,
    clock: &mut Pace,
) -> Result<(), Fault> {
    let started = Instant::now();
    let result = (step.make)(workshop)?;
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
    Ok(())
}

/// The record of a unit: the one that is there where it can go on, else a new one.
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
            return Err(format!("its record was begun at {commit}; --again begins anew"));
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
    let said = |fault: std::io::Error| format!("cannot write {}: {fault}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(said)?;
    }
    record.written = now();
    replace_record(path, record).map_err(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::StepResult;
    use nucleus_core::kernels::Choice;
    use nucleus_harness::progress::Silent;
    use nucleus_report::papers::PaperName;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    fn workshop(folder: &Path) -> Workshop {
        Workshop {
            program: "nucleus".into(),
            data: folder.join("data"),
            work: folder.join("work"),
            interrupt: Arc::new(AtomicBool::new(false)),
            choice: Choice::best(),
        }
    }

    fn unit(made: &Arc<AtomicUsize>, fails_at: usize) -> Unit {
        let step = |number: usize| {
            let made = Arc::clone(made);
            Step::new(format!("step {number}"), 1.0, move |workshop| {
                if number == fails_at {
                    workshop.interrupt.store(true, Ordering::Relaxed);
                    return Err(Fault::Interrupted);
                }
                made.fetch_add(1, Ordering::Relaxed);
                let mut result = StepResult { command: "x".into(), ..StepResult::default() };
                result.value("a", number as f64);
                Ok(result)
            })
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
        let workshop = workshop(folder.path());
        let options =
            CampaignOptions { reports: folder.path().to_owned(), budget: None, again: false };
        let made = Arc::new(AtomicUsize::new(0));
        let build = BuildInfo { commit: Some("a"), ..BuildInfo::UNKNOWN };
        let first = run(&[unit(&made, 2)], &options, &workshop, &build, &mut Silent);
        assert!(first.interrupted && first.complete == 0, "{first:?}");
        assert_eq!(made.load(Ordering::Relaxed), 2);
        let path = folder.path().join("papers/u.json");
        let read = || read_file::<PaperRecord>(&path);
        assert_eq!(read().expect("a record").steps, ["step 0", "step 1"]);
        // Another commit does not add to it.
        let other = BuildInfo { commit: Some("b"), ..BuildInfo::UNKNOWN };
        let refused = run(&[unit(&made, 9)], &options, &workshop, &other, &mut Silent);
        assert!(refused.left[0].contains("begun at a"), "{refused:?}");
        let second = run(&[unit(&made, 9)], &options, &workshop, &build, &mut Silent);
        assert_eq!((second.complete, second.left.len()), (1, 0));
        assert_eq!(made.load(Ordering::Relaxed), 4);
        let record = read().expect("a record");
        assert!(record.complete && record.samples("a").len() == 4);
        // What is complete stays, whatever the commit.
        run(&[unit(&made, 9)], &options, &workshop, &other, &mut Silent);
        assert_eq!(made.load(Ordering::Relaxed), 4);
        let again = CampaignOptions { again: true, ..options };
        // Anew, and again from where that was cut short.
        run(&[unit(&made, 2)], &again, &workshop, &other, &mut Silent);
        run(&[unit(&made, 9)], &again, &workshop, &other, &mut Silent);
        assert_eq!(made.load(Ordering::Relaxed), 8);
        run(&[unit(&made, 9)], &again, &workshop, &other, &mut Silent);
        assert_eq!(made.load(Ordering::Relaxed), 8);
        assert_eq!(read().expect("a record").source.commit.as_deref(), Some("b"));
        // One run at a time has a record.
        let _lock = lock(&path).expect("nobody has it");
        let beside = run(&[unit(&made, 9)], &again, &workshop, &build, &mut Silent);
        assert!(beside.left[0].contains("u.json: another run writes it"), "{beside:?}");
        assert_eq!(made.load(Ordering::Relaxed), 8);
    }

    #[test]
    fn no_step_is_begun_that_the_budget_does_not_hold() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = CampaignOptions {
            reports: folder.path().to_owned(),
            budget: Some(Duration::from_millis(500)),
            again: false,
        };
        let made = Arc::new(AtomicUsize::new(0));
        let outcome = run(
            &[unit(&made, 9)],
            &options,
            &workshop(folder.path()),
            &BuildInfo::UNKNOWN,
            &mut Silent,
        );
        assert_eq!(made.load(Ordering::Relaxed), 0);
        assert!(outcome.left[0].contains("0 of 4 steps"), "{outcome:?}");
    }
}
