//! Sets of positions, records and weights as files.

use std::path::{Path, PathBuf};

use hmac_sha256::Hash;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::evolution::EvolutionRun;
use super::positions::{GamePosition, PositionSets, moves};
use nucleus_base::files;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::eval::paper29::PaperWeights;
use nucleus_core::kernels::portable;
use nucleus_core::notation::epd;
use nucleus_engine::weights_file::paper29;
use nucleus_records::json::to_json;
use nucleus_records::output::replace;

/// The file of the best player of generation 0.
pub const FIRST_FILE: &str = "generation-0.toml";
/// The file of the best player of the last generation.
pub const EVOLVED_FILE: &str = "ep.toml";
/// The file of the weights that Hooke-Jeeves refined.
pub const REFINED_FILE: &str = "ep-hj.toml";

/// The files of the four sets.
const SET_FILES: [&str; 4] = ["training.epd", "test.epd", "training-rest.epd", "test-rest.epd"];

/// The training and the test set, as they are read back.
#[derive(Clone, PartialEq, Debug)]
pub struct DataSet {
    /// Positions for tuning.
    pub training: Vec<GamePosition>,
    /// The SHA-256 of their file.
    pub training_sha256: String,
    /// Positions for the test.
    pub test: Vec<GamePosition>,
    /// The other positions of the training games, where they are asked for.
    pub rest: Vec<GamePosition>,
}

fn cannot(what: &str, path: &Path, fault: impl std::fmt::Display) -> String {
    format!("cannot {what} {}: {fault}", path.display())
}

/// Replaces a file as a whole.
///
/// # Errors
/// A sentence that names the file.
pub fn write_text(path: &Path, text: &str) -> Result<(), String> {
    replace(path, text).map_err(|fault| cannot("write", path, fault))
}

/// Replaces a file by a value as JSON.
///
/// # Errors
/// A sentence that names the file.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<(), String> {
    write_text(path, &to_json(value))
}

/// Reads a value from JSON.
///
/// # Errors
/// A sentence that names the file.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = files::read_to_string(path).map_err(|fault| cannot("read", path, fault))?;
    serde_json::from_str(&text).map_err(|fault| cannot("read", path, fault))
}

/// Writes weights as the engine reads them.
///
/// # Errors
/// A sentence that names the file.
pub fn write_weights(path: &Path, weights: &PaperWeights, origin: &str) -> Result<(), String> {
    write_text(path, &paper29::write(weights, origin))
}

/// Reads weights of the paper's evaluation.
///
/// # Errors
/// A sentence that names the file and the line.
pub fn read_weights(path: &Path) -> Result<PaperWeights, String> {
    let text = files::read_to_string(path).map_err(|fault| cannot("read", path, fault))?;
    paper29::parse(&text, &path.display().to_string()).map_err(|fault| fault.to_string())
}

impl PositionSets {
    /// Writes the sets into a folder, which is made.
    ///
    /// # Errors
    /// A sentence that names what cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        std::fs::create_dir_all(folder).map_err(|fault| cannot("make", folder, fault))?;
        let sets = [&self.training, &self.test, &self.training_rest, &self.test_rest];
        for (name, set) in SET_FILES.into_iter().zip(sets) {
            let text: String = set.iter().map(|position| position.epd() + "\n").collect();
            write_text(&folder.join(name), &text)?;
        }
        Ok(())
    }
}

impl DataSet {
    /// Reads the sets of a folder.
    ///
    /// # Errors
    /// A sentence that names the file and the line.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let [training, test, ..] = SET_FILES.map(|name| folder.join(name));
        let (training, training_sha256) = read_set(&training)?;
        let (test, _) = read_set(&test)?;
        Ok(Self { training, training_sha256, test, rest: Vec::new() })
    }

    /// Reads the other positions of the training games, too.
    ///
    /// # Errors
    /// A sentence that names the file and the line.
    pub fn read_rest(&mut self, folder: &Path) -> Result<(), String> {
        let [_, _, rest, _] = SET_FILES.map(|name| folder.join(name));
        (self.rest, _) = read_set(&rest)?;
        Ok(())
    }
}

/// The positions of a file, and its SHA-256.
fn read_set(path: &Path) -> Result<(Vec<GamePosition>, String), String> {
    let bytes = files::read(path).map_err(|fault| cannot("read", path, fault))?;
    let sha256 = nucleus_base::text::hex(&Hash::hash(&bytes));
    let text = String::from_utf8(bytes).map_err(|fault| cannot("read", path, fault))?;
    let mut positions = Vec::new();
    for line in epd::read(&text) {
        let fault = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
        let line = line.map_err(|what| fault(&what))?;
        let played = line.moves("bm").map_err(|what| fault(&what))?;
        let &[chess_move] = &played[..] else {
            return Err(fault(&format!("line {}: expected one move in bm", line.line)));
        };
        if moves(&RulesBoard::new(&line.setup, portable::Token)).len() < 2 {
            return Err(fault(&format!("line {}: there is nothing to choose", line.line)));
        }
        let origin = line.text("id").unwrap_or_default().to_owned();
        let book_move = line.moves("sm").map_err(|what| fault(&what))?.first().copied();
        positions.push(GamePosition { setup: line.setup, chess_move, origin, book_move });
    }
    if positions.is_empty() {
        return Err(format!("{}: no position", path.display()));
    }
    Ok((positions, sha256))
}

/// The file of a run's record.
pub fn run_file(folder: &Path, run: usize) -> PathBuf {
    folder.join(format!("ep-{run:02}.json"))
}

/// The runs of a folder, in their order.
///
/// # Errors
/// When there is none, or one cannot be read.
pub fn load_runs(folder: &Path) -> Result<Vec<EvolutionRun>, String> {
    let mut runs = Vec::new();
    while run_file(folder, runs.len() + 1).exists() {
        let path = run_file(folder, runs.len() + 1);
        let run: EvolutionRun = read_json(&path)?;
        if run.schema != EvolutionRun::SCHEMA {
            return Err(cannot("use", &path, format!("its schema is {}", run.schema)));
        }
        runs.push(run);
    }
    if runs.is_empty() {
        return Err(format!("{}: no run of `tune ep` (ep-01.json)", folder.display()));
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{DataOptions, GameGathering};

    #[test]
    fn sets_are_read_back_and_faults_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut gathering = GameGathering::default();
        gathering.add_pgn(
            "x.pgn",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *\n\n[White \"b\"]\n\n1. d4 d5 2. c4 e6 *\n",
        );
        let options = DataOptions { min_elo: 0, from_ply: 0, ..DataOptions::default() };
        let (sets, _) = gathering.finish(&options, None);
        sets.write(folder.path()).unwrap();
        let read = DataSet::read(folder.path()).unwrap();
        let lines = |set: &[GamePosition]| set.iter().map(GamePosition::epd).collect::<Vec<_>>();
        assert_eq!(lines(&read.training), lines(&sets.training));
        assert_eq!(lines(&read.test), lines(&sets.test));
        assert_eq!(read.training_sha256.len(), 64);
        let training = folder.path().join("training.epd");
        for (text, said) in [
            ("", "no position"),
            ("8/8 w - -\n", "line 1"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1 id \"x\";\n", "line 1: expected one move in bm"),
            ("7k/8/8/8/8/8/8/K6R b - - 0 1 bm Kg8; \n", "training.epd"),
        ] {
            std::fs::write(&training, text).unwrap();
            let fault = DataSet::read(folder.path());
            if text.starts_with("7k") {
                // Three moves: a fine position.
                assert!(fault.is_ok());
                continue;
            }
            let fault = fault.unwrap_err();
            assert!(fault.contains("training.epd") && fault.contains(said), "{fault}");
        }
        assert!(load_runs(folder.path()).unwrap_err().contains("no run of `tune ep`"));
    }
}
