//! A file of games: a line of text with the options that determine them, then the games as
//! [`StoredGame`]s.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use nucleus_base::files;
use rayon::prelude::*;

use super::record::{RecordFault, StoredGame};
use crate::FileFault;

/// Start of the first line, with the version of the format.
pub(super) const BEGIN: &str = "nucleus games 1: ";
/// Extension of the files' names.
pub(super) const ENDING: &str = "games";
/// The longest first line, in bytes.
const LONGEST_HEADER: usize = 1_024;
/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Returns the given files, and the shards of each given folder in the order of their names.
///
/// # Errors
/// If a folder cannot be read.
pub fn find_shards(paths: &[PathBuf]) -> Result<Vec<PathBuf>, FileFault> {
    let mut shards = Vec::new();
    for path in paths {
        if !path.is_dir() {
            shards.push(path.clone());
            continue;
        }
        let system = |error| FileFault::System { path: path.clone(), error };
        let first = shards.len();
        for entry in fs::read_dir(path).map_err(system)? {
            let path = entry.map_err(system)?.path();
            if path.extension().is_some_and(|ending| ending == ENDING) {
                shards.push(path);
            }
        }
        shards[first..].sort();
    }
    Ok(shards)
}

/// A file of games.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    bytes: Vec<u8>,
    /// Offset of the first game.
    start: usize,
}

impl Shard {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is not a file of games.
    pub fn read(path: &Path) -> Result<Self, FileFault> {
        let system = |error| FileFault::System { path: path.to_owned(), error };
        if fs::metadata(path).map_err(system)?.len() > LARGEST {
            return Err(invalid(path, 0, "more than a gibibyte: no shard is that large"));
        }
        let bytes = files::read(path).map_err(system)?;
        let line = bytes.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n');
        match line.filter(|_| bytes.starts_with(BEGIN.as_bytes())) {
            Some(end) => Ok(Self { path: path.to_owned(), bytes, start: end + 1 }),
            None => {
                let expected = format!("expected a line that begins with '{BEGIN}'");
                Err(invalid(path, 0, expected))
            }
        }
    }

    /// Returns the first line with its line feed.
    pub fn header(&self) -> &[u8] {
        &self.bytes[..self.start]
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Iterates over the games with their offsets, up to the first damaged one.
    pub fn games(&self) -> impl Iterator<Item = (usize, Result<StoredGame<'_>, RecordFault>)> {
        let mut at = self.start;
        std::iter::from_fn(move || {
            let rest = self.bytes.get(at..).filter(|rest| !rest.is_empty())?;
            let offset = at;
            let decoded = StoredGame::decode(rest);
            at += decoded.map_or(rest.len(), |(_, length)| length);
            Some((offset, decoded.map(|(game, _)| game)))
        })
    }

    /// Calls a function for each game, in threads, and returns the results in order.
    ///
    /// # Errors
    /// At the first game that is damaged or for which the function fails.
    pub fn each<T: Send, E: Display + Send>(
        &self,
        read: impl Fn(&StoredGame<'_>) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, FileFault> {
        let games = self
            .games()
            .map(|(at, game)| game.map(|game| (at, game)).map_err(|e| self.invalid(at, e)));
        let games: Vec<_> = games.collect::<Result<_, _>>()?;
        games.par_iter().map(|(at, game)| read(game).map_err(|e| self.invalid(*at, e))).collect()
    }

    /// Returns an error in the game at an offset.
    pub(super) fn invalid(&self, offset: usize, reason: impl Display) -> FileFault {
        self::invalid(&self.path, offset, reason)
    }
}

/// Returns an error at an offset of a file of games.
pub(super) fn invalid(path: &Path, offset: usize, reason: impl Display) -> FileFault {
    let (path, reason) = (path.to_owned(), reason.to_string());
    FileFault::Contents { path, place: format!("byte {offset}"), reason }
}
