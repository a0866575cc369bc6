//! A fit that is taken up again: where it stands, as JSON, written whole after each pass.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::FitError;
use super::adam::Adam;
use super::model::{LinearModel, WeightPairs};
use super::options::FitOptions;
use super::rows::TraceRows;
use super::state::{FitPoint, FitState};
use nucleus_records::output::{OutputLock, replace};

/// The version of the format.
const FORMAT: u32 = 1;

/// The file of a fit.
#[derive(Debug)]
pub struct FitCheckpoint {
    path: PathBuf,
    resume: bool,
    _lock: OutputLock,
}

/// Numbers as their bits, so that reading returns exactly the written value.
type Bits = Vec<[u64; 2]>;

/// The file's contents.
#[derive(Serialize, Deserialize)]
struct Kept {
    format: u32,
    /// Fingerprint of the fit's data and options.
    fingerprint: String,
    k: u64,
    /// Losses of each pass, for a reader of the file.
    losses: Vec<[f64; 3]>,
    curve: Vec<[u64; 3]>,
    steps: u64,
    weights: Bits,
    means: Bits,
    squares: Bits,
    best: u32,
    best_weights: Bits,
}

impl FitCheckpoint {
    /// A new file; with `resume` one that may be there.
    ///
    /// # Errors
    /// When it is there and should not be, or another run has it.
    pub fn new(path: &Path, resume: bool) -> Result<Self, FitError> {
        let system = |error| FitError::System { path: path.to_owned(), error };
        let lock = OutputLock::new(path).map_err(system)?;
        if path.exists() && !resume {
            let path = path.display();
            return Err(FitError::Asked(format!(
                "{path} is there already: name another file, or --resume to go on with it"
            )));
        }
        Ok(Self { path: path.to_owned(), resume, _lock: lock })
    }

    /// Reads the state of the fit to resume; `None` where there is none.
    ///
    /// # Errors
    /// When the file cannot be read or is of another fit.
    pub fn read(
        &mut self,
        fingerprint: &str,
        weights: usize,
    ) -> Result<Option<FitState>, FitError> {
        if !self.resume || !self.path.exists() {
            return Ok(None);
        }
        let fault =
            |place: String, fault: String| FitError::File { path: self.path.clone(), place, fault };
        let text = nucleus_base::files::read_to_string(&self.path)
            .map_err(|error| FitError::System { path: self.path.clone(), error })?;
        let kept: Kept = serde_json::from_str(&text)
            .map_err(|error| fault(format!("line {}", error.line()), error.to_string()))?;
        let whole = |what: &str| fault("contents".to_owned(), what.to_owned());
        if kept.format != FORMAT {
            return Err(whole(&format!("expected format {FORMAT}")));
        }
        if kept.fingerprint != fingerprint {
            return Err(whole("it is of a fit to other positions, weights or options"));
        }
        let all = [&kept.weights, &kept.means, &kept.squares, &kept.best_weights];
        let passes = kept.curve.len();
        if all.iter().any(|bits| bits.len() != weights) || kept.best as usize >= passes {
            return Err(whole("it is not whole"));
        }
        let curve = kept.curve.iter().enumerate().map(|(epoch, losses)| FitPoint {
            epoch: epoch as u32,
            losses: losses.map(f64::from_bits),
        });
        let [means, squares] = [of_bits(&kept.means), of_bits(&kept.squares)];
        Ok(Some(FitState {
            weights: of_bits(&kept.weights),
            adam: Adam { means, squares, steps: kept.steps },
            k: f64::from_bits(kept.k),
            curve: curve.collect(),
            best: (kept.best, of_bits(&kept.best_weights)),
        }))
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// When it cannot be written; the file before is kept.
    pub fn write(&self, fingerprint: &str, state: &FitState) -> Result<(), FitError> {
        let kept = Kept {
            format: FORMAT,
            fingerprint: fingerprint.to_owned(),
            k: state.k.to_bits(),
            losses: state.curve.iter().map(|point| point.losses).collect(),
            curve: state.curve.iter().map(|point| point.losses.map(f64::to_bits)).collect(),
            steps: state.adam.steps,
            weights: to_bits(&state.weights),
            means: to_bits(&state.adam.means),
            squares: to_bits(&state.adam.squares),
            best: state.best.0,
            best_weights: to_bits(&state.best.1),
        };
        let text = serde_json::to_string(&kept)
            .map_err(|error| FitError::Asked(format!("the checkpoint: {error}")))?;
        replace(&self.path, &text)
            .map_err(|error| FitError::System { path: self.path.clone(), error })
    }
}

fn to_bits(weights: &WeightPairs) -> Bits {
    weights.iter().map(|pair| pair.map(f64::to_bits)).collect()
}

fn of_bits(bits: &Bits) -> WeightPairs {
    bits.iter().map(|pair| pair.map(f64::from_bits)).collect()
}

/// Returns a fingerprint of a fit's data, model and options, in a few letters.
pub fn fingerprint(rows: &TraceRows, model: &LinearModel, options: &FitOptions) -> String {
    // FNV-1a over words.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |word: u64| hash = (hash ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
    for row in rows.iter() {
        let head = row.head;
        let [white, black] = head.scale;
        for number in [head.result, head.phase, head.offset, white, black, head.bound] {
            add(u64::from(number.to_bits()));
        }
        add(u64::from(head.game) << 32 | row.entries.len() as u64);
        row.entries
            .iter()
            .for_each(|e| add(u64::from(e.feature) << 16 | u64::from(e.units as u16)));
    }
    for feature in &model.features {
        feature.name.bytes().for_each(|byte| add(u64::from(byte)));
        add(u64::from(feature.tapered));
        [feature.start, feature.range].as_flattened().iter().for_each(|n| add(n.to_bits()));
    }
    let FitOptions { seed, epochs, batch, rate, spread, k } = *options;
    let k = k.map_or(0, f64::to_bits);
    [seed, epochs.into(), batch as u64, rate.to_bits(), spread.to_bits(), k]
        .into_iter()
        .for_each(&mut add);
    format!("{hash:016x}")
}
