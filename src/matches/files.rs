//! The files of a match: its record and its games.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::options::MatchOptions;
use super::pgn;
use super::record::{GameRecord, MatchRecord};
use crate::harness::output;
use crate::notation::pgn::{decode, read};
use crate::text::to_json;

/// Where a match is written.
pub struct Files {
    json: Option<PathBuf>,
    pgn: Option<(PathBuf, File)>,
}

fn written(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

impl Files {
    /// Writes both files as far as the match is, which tells whether they can be written.
    pub fn open(asked: &MatchOptions, record: &MatchRecord) -> Result<Self, String> {
        let failed = |path: &Path, e: std::io::Error| written(path, &e);
        let mut files = Self { json: asked.json.clone(), pgn: None };
        if let Some(path) = &asked.pgn {
            let text = old_games(path, record)?;
            output::replace(path, &text).map_err(|e| failed(path, e))?;
            let file = OpenOptions::new().append(true).open(path).map_err(|e| failed(path, e))?;
            files.pgn = Some((path.clone(), file));
        }
        files.write_record(record)?;
        Ok(files)
    }

    /// Replaces the record as a whole.
    pub fn write_record(&self, record: &MatchRecord) -> Result<(), String> {
        let Some(path) = &self.json else { return Ok(()) };
        output::replace(path, &to_json(record)).map_err(|e| written(path, &e))
    }

    /// The game first, then the record that has it: one cut off between them is played again, and
    /// its PGN replaced.
    pub fn write(&mut self, record: &MatchRecord, game: &GameRecord) -> Result<(), String> {
        if let Some((path, file)) = &mut self.pgn {
            let text = format!("{}\n", pgn::game(record, game)?);
            file.write_all(text.as_bytes())
                .and_then(|()| file.sync_data())
                .map_err(|e| written(path, &e))?;
        }
        self.write_record(record)
    }
}

/// The games of the record as PGN, once it is sure that the file has no others.
fn old_games(path: &Path, record: &MatchRecord) -> Result<String, String> {
    if path.exists() {
        let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let text = decode(bytes);
        // The last one may have been cut off in the middle.
        if let Some(game) = read(&text).flatten().find(|game| !pgn::belongs(record, game)) {
            return Err(format!(
                "{}: the game of line {} is not of this match; name another file",
                path.display(),
                game.line
            ));
        }
    }
    record.games.iter().map(|game| Ok(format!("{}\n", pgn::game(record, game)?))).collect()
}
