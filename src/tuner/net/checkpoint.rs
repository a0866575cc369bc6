//! A training as a file: its state, written whole after each pass and when it is interrupted.
//!
//! A line of text names what is trained on and how; behind it numbers, little-endian: epoch (4 bytes),
//! steps of the pass (8), steps in all (8), loss (8), scale (8), points of the curve (4) and each of
//! them (20), then weights, means and squares (4 each).

use std::path::{Path, PathBuf};

use nucleus_records::output::{OutputLock, replace};
use thiserror::Error;

use super::adamw::AdamW;
use super::options::TrainOptions;
use super::parameters::NetworkParameters;
use super::state::{PassLosses, TrainingState};
use crate::data::TrainingSet;

/// The version of the format.
const FORMAT: u32 = 1;

/// A fault of a checkpoint.
#[derive(Debug, Error)]
pub enum CheckpointFault {
    /// A fault of the system.
    #[error("{path}: {error}")]
    System {
        /// The file.
        path: PathBuf,
        /// The error.
        error: std::io::Error,
    },
    /// The file is there already.
    #[error("{0} is there already: name another file, or --resume to go on with it")]
    There(PathBuf),
    /// The file is of another training.
    #[error("{path}: it is of another training; expected '{expected}'")]
    Other {
        /// The file.
        path: PathBuf,
        /// The first line of a file of this one.
        expected: String,
    },
    /// The file is damaged.
    #[error("{0}: the file is damaged: its length or a number in it is wrong")]
    Damaged(PathBuf),
}

/// The file of a training.
#[derive(Debug)]
pub struct TrainingCheckpoint {
    path: PathBuf,
    resume: bool,
    _lock: OutputLock,
}

/// The first line: what is trained on, and how.
fn header(set: &TrainingSet, options: &TrainOptions) -> String {
    let positions = set.training.iter().chain(&set.held_out);
    let hash = positions.fold(0_u64, |hash, position| {
        let rest = u64::from(position.score as u16) << 2 | u64::from(position.result);
        (hash.rotate_left(5) ^ position.key() ^ rest).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    let (training, held_out) = (set.training.len(), set.held_out.len());
    format!(
        "nucleus training {FORMAT}: {training} and {held_out} positions {hash:016x}, {options:?}\n"
    )
}

impl TrainingCheckpoint {
    /// A new file; with `resume` one that may be there.
    ///
    /// # Errors
    /// When it is there and should not be, or another run has it.
    pub fn new(path: &Path, resume: bool) -> Result<Self, CheckpointFault> {
        let system = |error| CheckpointFault::System { path: path.to_owned(), error };
        let lock = OutputLock::new(path).map_err(system)?;
        if path.exists() && !resume {
            return Err(CheckpointFault::There(path.to_owned()));
        }
        Ok(Self { path: path.to_owned(), resume, _lock: lock })
    }

    /// The state of the training that is resumed; `None` where there is none.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged or of another training.
    pub fn read(
        &self,
        set: &TrainingSet,
        options: &TrainOptions,
    ) -> Result<Option<TrainingState>, CheckpointFault> {
        if !self.resume || !self.path.exists() {
            return Ok(None);
        }
        let path = || self.path.clone();
        let bytes = nucleus_base::files::read(&self.path)
            .map_err(|error| CheckpointFault::System { path: path(), error })?;
        let expected = header(set, options);
        let Some(numbers) = bytes.strip_prefix(expected.as_bytes()) else {
            let expected = expected.trim_end().to_owned();
            return Err(CheckpointFault::Other { path: path(), expected });
        };
        let state = Numbers(numbers).state(options);
        state.map(Some).ok_or_else(|| CheckpointFault::Damaged(path()))
    }

    /// Writes where a training stands.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(
        &self,
        set: &TrainingSet,
        options: &TrainOptions,
        state: &TrainingState,
    ) -> Result<(), CheckpointFault> {
        let mut bytes = header(set, options).into_bytes();
        bytes.extend(state.epoch.to_le_bytes());
        bytes.extend(state.batches.to_le_bytes());
        bytes.extend(state.adamw.steps.to_le_bytes());
        bytes.extend(state.loss.to_le_bytes());
        bytes.extend(state.scale.to_le_bytes());
        bytes.extend((state.curve.len() as u32).to_le_bytes());
        for PassLosses { epoch, training, held_out } in &state.curve {
            bytes.extend(epoch.to_le_bytes());
            bytes.extend(training.to_le_bytes());
            bytes.extend(held_out.to_le_bytes());
        }
        for numbers in [state.parameters.values(), &state.adamw.means, &state.adamw.squares] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let written = replace(&self.path, &bytes);
        written.map_err(|error| CheckpointFault::System { path: self.path.clone(), error })
    }
}

/// The numbers of a checkpoint that are still to be read.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*number)
    }

    fn floats(&mut self, count: usize) -> Option<Vec<f32>> {
        let (floats, rest) = self.0.split_at_checked(count * 4)?;
        self.0 = rest;
        let floats = floats.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let floats: Vec<_> = floats.collect();
        floats.iter().all(|float| float.is_finite()).then_some(floats)
    }

    /// All of them; `None` where they are damaged.
    fn state(&mut self, options: &TrainOptions) -> Option<TrainingState> {
        let epoch = u32::from_le_bytes(self.take()?);
        let batches = u64::from_le_bytes(self.take()?);
        let steps = u64::from_le_bytes(self.take()?);
        let loss = f64::from_le_bytes(self.take()?);
        let scale = f64::from_le_bytes(self.take()?);
        let points = u32::from_le_bytes(self.take()?);
        let mut curve = Vec::new();
        for _ in 0..points {
            let epoch = u32::from_le_bytes(self.take()?);
            let [training, held_out] = [self.take()?, self.take()?].map(f64::from_le_bytes);
            curve.push(PassLosses { epoch, training, held_out });
        }
        let mut parameters = NetworkParameters::zeros(options.input_set, options.hidden);
        let count = parameters.values().len();
        parameters.values_mut().copy_from_slice(&self.floats(count)?);
        let (means, squares) = (self.floats(count)?, self.floats(count)?);
        let adamw = AdamW { steps, means, squares };
        let state = TrainingState { parameters, adamw, epoch, batches, loss, scale, curve };
        (self.0.is_empty() && loss.is_finite() && scale.is_finite()).then_some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("training");
        let set = TrainingSet::default();
        let options = TrainOptions { hidden: 32, ..TrainOptions::default() };
        let mut state = TrainingState::new(&options, 170.0);
        state.curve.push(PassLosses { epoch: 1, training: 0.6, held_out: 0.5 });
        let file = TrainingCheckpoint::new(&path, true).unwrap();
        file.write(&set, &options, &state).unwrap();
        assert_eq!(file.read(&set, &options).unwrap(), Some(state));
        assert!(TrainingCheckpoint::new(&path, false).is_err());
        let whole = std::fs::read(&path).unwrap();
        let fault = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            file.read(&set, &options).unwrap_err().to_string()
        };
        let numbers = header(&set, &options).len();
        for length in [numbers, numbers + 11, numbers + 70, whole.len() - 1] {
            assert!(fault(&whole[..length]).contains("damaged"), "{length}");
        }
        assert!(fault(&[&whole[..], &[0]].concat()).contains("damaged"));
        let mut nan = whole.clone();
        let last = nan.len() - 4;
        nan[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(fault(&nan).contains("damaged"));
        assert!(fault(&whole[1..]).contains("another training"));
    }
}
