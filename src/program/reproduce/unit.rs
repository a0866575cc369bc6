//! A unit and its steps.

use nucleus_records::papers::PaperSample;
use nucleus_report::papers::PaperName;

use super::workshop::Workshop;

/// Steps of a measurement, whose samples one record holds.
pub struct Unit {
    /// Name of the unit and of its record.
    pub name: String,
    /// The paper.
    pub paper: PaperName,
    /// Subject of the unit.
    pub what: String,
    /// Differences from the paper's conditions, a sentence each.
    pub conditions: Vec<String>,
    /// True if its figures are speeds or times, which other work on the machine changes.
    pub timed: bool,
    /// The steps, in their order.
    pub steps: Vec<Step>,
}

impl Unit {
    /// About as many seconds do all of its steps take.
    pub fn seconds(&self) -> f64 {
        self.steps.iter().map(|step| step.seconds).sum()
    }
}

/// A function that makes a step.
type Make = Box<dyn Fn(&Workshop) -> Result<StepResult, Fault>>;

/// A part of a unit that is kept once it is done.
pub struct Step {
    /// Name of the step, unique in its unit.
    pub name: String,
    /// About as many seconds does it take on one core of a Zen 5.
    pub seconds: f64,
    /// Makes it.
    pub make: Make,
}

/// Result of a step.
#[derive(Clone, Default, Debug)]
pub struct StepResult {
    /// The command or what stands for it, without folders.
    pub command: String,
    /// Samples with their series.
    pub samples: Vec<(String, PaperSample)>,
}

impl StepResult {
    /// A result without samples of what stands for a command.
    pub fn of(command: impl Into<String>) -> Self {
        Self { command: command.into(), samples: Vec::new() }
    }

    /// Adds a sample without draws and trials.
    pub fn value(&mut self, series: impl Into<String>, value: f64) {
        self.samples.push((series.into(), PaperSample { value, ..PaperSample::default() }));
    }

    /// Adds a count of so many trials.
    pub fn count(&mut self, series: impl Into<String>, value: f64, trials: f64) {
        let sample = PaperSample { value, trials, ..PaperSample::default() };
        self.samples.push((series.into(), sample));
    }

    /// Adds the games won, drawn and lost.
    pub fn games(&mut self, series: &str, ends: [f64; 3]) {
        for (end, count) in ["won", "drawn", "lost"].into_iter().zip(ends) {
            self.count(format!("{series} {end}"), count, ends.iter().sum());
        }
    }
}

/// Reason that a step has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Ctrl-C.
    Interrupted,
    /// A sentence that says what is wrong.
    Failed(String),
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Self::Failed(text)
    }
}
