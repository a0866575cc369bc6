//! The checkpoint of a training: a file that is replaced after each pass and on an interruption.
//!
//! A line of text identifies data and options. Numbers follow, little-endian: passes (4 bytes), steps of the
//! current pass (8), steps overall (8), loss (8), best pass (4), points of the curve (4), the points (24
//! each), then parameters, means, squares and, if the best pass counts, its parameters (4 each).

use std::path::{Path, PathBuf};

use nucleus_records::output::{OutputLock, replace};

use super::state::TrainingState;
use crate::FileFault;

/// Version of the format.
const FORMAT: u32 = 2;

/// The checkpoint file of a training.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    resume: bool,
    _lock: OutputLock,
}

/// Returns the first line.
fn header(identity: &str) -> String {
    format!("nucleus training {FORMAT}: {identity}\n")
}

impl Checkpoint {
    /// Creates a checkpoint; with `resume` its file may exist.
    ///
    /// # Errors
    /// If it exists without `resume`, or another process uses it.
    pub fn new(path: &Path, resume: bool) -> Result<Self, FileFault> {
        let system = |error| FileFault::System { path: path.to_owned(), error };
        let lock = OutputLock::new(path).map_err(system)?;
        if path.exists() && !resume {
            return Err(FileFault::There(path.to_owned()));
        }
        Ok(Self { path: path.to_owned(), resume, _lock: lock })
    }

    /// Replaces the start state by that of the file, if the training is resumed and the file exists.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or belongs to another training.
    pub fn read(&self, identity: &str, state: &mut TrainingState) -> Result<(), FileFault> {
        if !self.resume || !self.path.exists() {
            return Ok(());
        }
        let path = || self.path.clone();
        let bytes = nucleus_base::files::read(&self.path)
            .map_err(|error| FileFault::System { path: path(), error })?;
        let expected = header(identity);
        let Some(numbers) = bytes.strip_prefix(expected.as_bytes()) else {
            let expected = expected.trim_end().to_owned();
            return Err(FileFault::OtherRun { path: path(), line: 1, expected });
        };
        let read = Numbers(numbers).read(state);
        read.ok_or_else(|| FileFault::Contents {
            path: path(),
            place: "behind line 1".to_owned(),
            reason: "the file is damaged: its length or a number in it is wrong".to_owned(),
        })
    }

    /// Writes a state.
    ///
    /// # Errors
    /// If it cannot be written; the previous file stays.
    pub fn write(&self, identity: &str, state: &TrainingState) -> Result<(), FileFault> {
        let mut bytes = header(identity).into_bytes();
        let (best, parameters) = state.best.as_ref().map_or((0, &[][..]), |(b, p)| (*b, p));
        bytes.extend(state.passes.to_le_bytes());
        bytes.extend(state.batches.to_le_bytes());
        bytes.extend(state.adam.steps.to_le_bytes());
        bytes.extend(state.loss.to_le_bytes());
        bytes.extend(best.to_le_bytes());
        bytes.extend((state.curve.len() as u32).to_le_bytes());
        bytes.extend(state.curve.as_flattened().iter().flat_map(|loss| loss.to_le_bytes()));
        for numbers in [&state.parameters, &state.adam.means, &state.adam.squares, parameters] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let written = replace(&self.path, &bytes);
        written.map_err(|error| FileFault::System { path: self.path.clone(), error })
    }
}

/// The unread numbers of a checkpoint.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*number)
    }

    fn floats(&mut self, into: &mut [f32]) -> Option<()> {
        let (floats, rest) = self.0.split_at_checked(into.len() * 4)?;
        self.0 = rest;
        for (into, &bytes) in into.iter_mut().zip(floats.as_chunks().0) {
            *into = Some(f32::from_le_bytes(bytes)).filter(|float| float.is_finite())?;
        }
        Some(())
    }

    /// Reads all numbers into a state with as many parameters; `None` if they are damaged.
    fn read(&mut self, state: &mut TrainingState) -> Option<()> {
        state.passes = u32::from_le_bytes(self.take()?);
        state.batches = u64::from_le_bytes(self.take()?);
        state.adam.steps = u64::from_le_bytes(self.take()?);
        state.loss = f64::from_le_bytes(self.take()?);
        let best = u32::from_le_bytes(self.take()?);
        let points = u32::from_le_bytes(self.take()?);
        state.curve.clear();
        for _ in 0..points {
            let point = [self.take()?, self.take()?, self.take()?];
            state.curve.push(point.map(f64::from_le_bytes));
        }
        self.floats(&mut state.parameters)?;
        self.floats(&mut state.adam.means)?;
        self.floats(&mut state.adam.squares)?;
        if let Some((pass, parameters)) = &mut state.best {
            *pass = Some(best).filter(|&best| best < points)?;
            self.floats(parameters)?;
        }
        (self.0.is_empty() && state.loss.is_finite()).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::adam::Adam;
    use super::*;

    fn state() -> TrainingState {
        TrainingState {
            parameters: vec![1.5, -2.0],
            adam: Adam { steps: 7, means: vec![0.5; 2], squares: vec![0.25; 2] },
            passes: 1,
            batches: 3,
            loss: 12.5,
            curve: vec![[0.6, 0.7, 0.8], [0.5, 0.6, 0.8]],
            best: Some((1, vec![3.0, 4.0])),
        }
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("training");
        let file = Checkpoint::new(&path, true).unwrap();
        file.write("a run", &state()).unwrap();
        let read = |identity| {
            let mut read = TrainingState {
                passes: 0,
                curve: Vec::new(),
                best: Some((0, vec![0.0; 2])),
                ..state()
            };
            file.read(identity, &mut read).map(|()| read).map_err(|error| error.to_string())
        };
        assert_eq!(read("a run"), Ok(state()));
        assert!(Checkpoint::new(&path, false).is_err(), "one run has it");
        assert!(read("another").unwrap_err().contains("expected 'nucleus training 2: another'"));
        let valid = std::fs::read(&path).unwrap();
        let error = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            read("a run").unwrap_err()
        };
        let numbers = header("a run").len();
        for length in [numbers, numbers + 11, numbers + 40, valid.len() - 1] {
            assert!(error(&valid[..length]).contains("damaged"), "{length}");
        }
        assert!(error(&[&valid[..], &[0]].concat()).contains("damaged"));
        let mut nan = valid.clone();
        let last = nan.len() - 4;
        nan[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(error(&nan).contains("damaged"));
    }
}
