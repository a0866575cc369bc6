use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nucleus_core::kernels::Choice;

use crate::arguments;

use super::fault::Fault;

/// Programs and folders of a run.
pub struct Workshop {
    /// This program.
    pub program: PathBuf,
    /// The folder of suites, games and books.
    pub data: PathBuf,
    /// The folder of what is made on the way.
    pub work: PathBuf,
    /// Set by Ctrl-C.
    pub interrupt: Arc<AtomicBool>,
    /// The kernels' level.
    pub choice: Choice,
}

impl Workshop {
    /// A folder of a unit, made if need be.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn folder(&self, unit: &str) -> Result<PathBuf, Fault> {
        let folder = self.work.join(unit);
        fs::create_dir_all(&folder)
            .map_err(|fault| format!("cannot make {}: {fault}", folder.display()))?;
        Ok(folder)
    }

    /// A file of the data folder.
    ///
    /// # Errors
    /// When it is not there.
    pub fn data_file(&self, name: &str) -> Result<PathBuf, Fault> {
        let path = self.data.join(name);
        if path.exists() {
            return Ok(path);
        }
        let shown = path.display();
        Err(Fault::Failed(format!("{shown} is not there: --data names the folder above it")))
    }

    /// True after Ctrl-C.
    pub fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Runs this program with these arguments, its output into the work folder, and returns the
    /// command without folders.
    ///
    /// # Errors
    /// When it cannot be started or fails; its last words are told.
    pub fn nucleus(&self, arguments: &[&OsStr]) -> Result<String, Fault> {
        if self.interrupted() {
            return Err(Fault::Interrupted);
        }
        let shown = self.shown(arguments);
        let failed = |fault: std::io::Error| Fault::Failed(format!("{shown}: {fault}"));
        let log = self.work.join("last.log");
        fs::create_dir_all(&self.work).map_err(failed)?;
        let errors = File::create(&log).map_err(failed)?;
        let status = Command::new(&self.program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors)
            .status()
            .map_err(failed)?;
        if status.success() {
            return Ok(shown);
        }
        if self.interrupted() {
            return Err(Fault::Interrupted);
        }
        let said = fs::read(&log).unwrap_or_default();
        let said = String::from_utf8_lossy(&said);
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        let last = nucleus_base::text::line(last.unwrap_or("it said nothing"));
        Err(Fault::Failed(format!("{shown}: {last}")))
    }

    /// Plays a match of these words, or goes on with it, from openings of eight plies drawn from
    /// gnuchess_book.bin, each played twice; its record is the file. Returns the command.
    ///
    /// # Errors
    /// As of [`Self::nucleus`], or when the book is not there.
    pub fn play(
        &self,
        words: &[&str],
        games: u32,
        seed: u64,
        json: &Path,
    ) -> Result<String, Fault> {
        let book = self.data_file("books/gnuchess_book.bin")?;
        let (games, seed) = (games.to_string(), seed.to_string());
        let mut all: Vec<&OsStr> =
            std::iter::once("match").chain(words.iter().copied()).map(OsStr::new).collect();
        all.extend(arguments![
            "--games",
            &games,
            "--openings",
            &book,
            "--plies",
            "8",
            "--seed",
            &seed
        ]);
        all.extend(arguments!["--json", json, "--resume"]);
        self.nucleus(&all)
    }

    /// The command of these arguments as a record states it: files by their names alone.
    fn shown(&self, arguments: &[&OsStr]) -> String {
        let mut words = vec!["nucleus".to_owned()];
        for argument in arguments {
            let text = argument.to_string_lossy();
            // `NAME=FOLDER/FILE` and `ENGINE:OPTION=FOLDER/FILE` keep what stands before.
            let cut = [&self.data, &self.work, &self.program].into_iter().find_map(|folder| {
                let at = text.find(&*folder.to_string_lossy())?;
                let file = Path::new(&text[at..]).file_name()?.to_string_lossy().into_owned();
                Some(format!("{}{file}", &text[..at]))
            });
            let word = without_folders(&cut.unwrap_or_else(|| text.into_owned()));
            words.push(if word.contains(' ') { format!("\"{word}\"") } else { word });
        }
        words.join(" ")
    }
}

/// A word of a command with its absolute paths, also those behind `NAME=` and within quotation marks, as
/// names of files alone.
fn without_folders(word: &str) -> String {
    let part = |part: &str| {
        let end = part.trim_end_matches(['=', ':', '\'']).len();
        let (path, rest) = part.split_at(end);
        let name = Path::new(path).file_name().filter(|_| Path::new(path).is_absolute());
        name.map_or_else(|| part.to_owned(), |name| format!("{}{rest}", name.to_string_lossy()))
    };
    word.split_inclusive(['=', ':', '\'']).map(part).collect()
}

/// Arguments of a command.
#[macro_export]
macro_rules! arguments {
    ($($argument:expr),* $(,)?) => {
        &[$(::std::ffi::OsStr::new($argument)),*][..]
    };
}

#[cfg(test)]
mod tests {
    use super::without_folders;

    #[test]
    fn a_record_names_files_without_their_folders() {
        let shown = [
            ("two='/home/me/nucleus' --cluster --ranks 2", "two='nucleus' --cluster --ranks 2"),
            ("stockfish-avx2='/opt/my engines/sf'", "stockfish-avx2='sf'"),
            ("ep:Weights File=/srv/ep.toml", "ep:Weights File=ep.toml"),
            ("one=nucleus:axon", "one=nucleus:axon"),
            ("/usr/bin/stockfish", "stockfish"),
        ];
        for (word, expected) in shown {
            assert_eq!(without_folders(word), expected);
        }
    }
}
