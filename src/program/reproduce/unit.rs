//! A unit: a measurement of published figures in steps, with one record; a step's result or error.

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
    /// Returns the estimated duration of all steps in seconds.
    pub fn seconds(&self) -> f64 {
        self.steps.iter().map(|step| step.seconds).sum()
    }
}

/// A function that runs a step.
type Make = Box<dyn Fn(&Workshop) -> Result<StepResult, StepFault>>;

/// A part of a unit, recorded when it is complete.
pub struct Step {
    /// Name of the step, unique in its unit.
    pub name: String,
    /// Estimated duration in seconds on one core of a Zen 5.
    pub seconds: f64,
    /// Runs the step.
    pub make: Make,
}

/// Result of a step.
#[derive(Clone, Default, Debug)]
pub struct StepResult {
    /// The command, or a description of the measurement, without folders.
    pub command: String,
    /// Samples with their series.
    pub samples: Vec<(String, PaperSample)>,
}

impl StepResult {
    /// Creates a result without samples.
    pub fn new(command: impl Into<String>) -> Self {
        Self { command: command.into(), samples: Vec::new() }
    }

    /// Adds a sample without draws and trials.
    pub fn value(&mut self, series: impl Into<String>, value: f64) {
        self.samples.push((series.into(), PaperSample { value, ..PaperSample::default() }));
    }

    /// Adds a number of successes in `trials`.
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

/// Error of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepFault {
    /// Ctrl-C.
    Interrupted,
    /// A sentence on the error.
    Failed(String),
}

impl From<String> for StepFault {
    fn from(text: String) -> Self {
        Self::Failed(text)
    }
}
