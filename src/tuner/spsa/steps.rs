use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use nucleus_base::files;
use nucleus_matches::MatchScore;
use nucleus_records::output::OutputLock;

use super::options::IntegerOption;
use crate::FileFault;

/// A step of a tuning: the result of its games, and the values after it.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaStep {
    /// Number of the step; 0 is the start.
    pub step: u32,
    /// Score of the first player.
    pub score: MatchScore,
    /// Values in the options' order.
    pub values: Vec<f64>,
}

/// The CSV file of a tuning's steps. Each step adds its line when it ends.
#[derive(Debug)]
pub struct StepsFile {
    path: PathBuf,
    file: File,
    steps: Vec<SpsaStep>,
    _lock: OutputLock,
}

impl StepsFile {
    /// Creates a file, or continues an existing one with `resume`; drops an incomplete last line.
    ///
    /// # Errors
    /// If the file exists without `resume`, belongs to another tuning, is damaged, or cannot be
    /// written.
    pub fn open(path: &Path, options: &[IntegerOption], resume: bool) -> Result<Self, FileFault> {
        let system = |error| FileFault::System { path: path.to_owned(), error };
        let lock = OutputLock::new(path).map_err(system)?;
        let there = path.exists();
        if there && !resume {
            return Err(FileFault::There(path.to_owned()));
        }
        let text = if there { files::read_to_string(path).map_err(system)? } else { String::new() };
        let length = text.rfind('\n').map_or(0, |end| end + 1);
        let start = SpsaStep {
            step: 0,
            score: MatchScore::default(),
            values: options.iter().map(|option| option.start).collect(),
        };
        let steps = match length {
            0 => vec![start.clone()],
            _ => read(path, &text[..length], options, &start)?,
        };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(system)?;
        file.set_len(length as u64).map_err(system)?;
        if length == 0 {
            let begun = format!("{}\n{}\n", header(options), line(&start));
            file.write_all(begun.as_bytes()).map_err(system)?;
        }
        Ok(Self { path: path.to_owned(), file, steps, _lock: lock })
    }

    /// Returns the steps so far, from the start.
    pub fn steps(&self) -> &[SpsaStep] {
        &self.steps
    }

    /// Returns the last step.
    pub fn last(&self) -> &SpsaStep {
        self.steps.last().expect("the start is a step")
    }

    /// Adds a step.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, step: SpsaStep) -> Result<(), FileFault> {
        let written = self.file.write_all(format!("{}\n", line(&step)).as_bytes());
        written.map_err(|error| FileFault::System { path: self.path.clone(), error })?;
        self.steps.push(step);
        Ok(())
    }
}

fn header(options: &[IntegerOption]) -> String {
    let names = options.iter().map(|option| option.name.as_str());
    ["step", "won", "drawn", "lost"].into_iter().chain(names).collect::<Vec<_>>().join(",")
}

fn line(step: &SpsaStep) -> String {
    let MatchScore { wins, draws, losses } = step.score;
    let counts = [step.step, wins, draws, losses].map(|count| count.to_string());
    let values = step.values.iter().map(f64::to_string);
    counts.into_iter().chain(values).collect::<Vec<_>>().join(",")
}

/// Reads the complete lines of a file.
fn read(
    path: &Path,
    text: &str,
    options: &[IntegerOption],
    start: &SpsaStep,
) -> Result<Vec<SpsaStep>, FileFault> {
    for (index, expected) in [header(options), line(start)].into_iter().enumerate() {
        if text.lines().nth(index).is_some_and(|found| found != expected) {
            return Err(FileFault::OtherRun { path: path.to_owned(), line: index + 1, expected });
        }
    }
    let mut steps = vec![start.clone()];
    for (index, found) in text.lines().enumerate().skip(2) {
        let step = step_of(found, options.len()).filter(|step| step.step as usize == steps.len());
        let invalid = || FileFault::Contents {
            path: path.to_owned(),
            place: format!("line {}", index + 1),
            reason: "expected a step's number, games won, drawn and lost, and values".to_owned(),
        };
        steps.push(step.ok_or_else(invalid)?);
    }
    Ok(steps)
}

fn step_of(line: &str, options: usize) -> Option<SpsaStep> {
    let fields: Vec<&str> = line.split(',').collect();
    let (counts, values) = fields.split_first_chunk::<4>()?;
    let [step, wins, draws, losses] = counts.map(str::parse::<u32>);
    let values = values.iter().map(|value| value.parse::<f64>().ok().filter(|v| v.is_finite()));
    let values: Vec<f64> = values.collect::<Option<_>>()?;
    let score = MatchScore { wins: wins.ok()?, draws: draws.ok()?, losses: losses.ok()? };
    (values.len() == options).then_some(SpsaStep { step: step.ok()?, score, values })
}
