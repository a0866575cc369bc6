//! The files of a match: its record and its games.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::game_record::GameRecord;
use super::options::MatchOptions;
use super::pgn;
use super::record::MatchRecord;
use nucleus_core::notation::pgn::{decode, read};
use nucleus_records::output::{self, RecordFile};

/// The output files of a match.
pub struct MatchFiles {
    json: Option<RecordFile>,
    pgn: Option<(PathBuf, File)>,
}

fn written(path: &Path, error: std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

impl MatchFiles {
    /// Writes both files with the games so far, which checks that they can be written.
    pub fn open(options: &MatchOptions, record: &MatchRecord) -> Result<Self, String> {
        let mut files = Self { json: options.json.clone().map(RecordFile::at), pgn: None };
        if let Some(path) = &options.pgn {
            let text = old_games(path, record)?;
            output::replace(path, &text).map_err(|e| written(path, e))?;
            let file = OpenOptions::new().append(true).open(path).map_err(|e| written(path, e))?;
            files.pgn = Some((path.clone(), file));
        }
        files.write_record(record)?;
        Ok(files)
    }

    /// Replaces the record file.
    pub fn write_record(&mut self, record: &MatchRecord) -> Result<(), String> {
        self.json.as_mut().map_or(Ok(()), |file| file.write(record))
    }

    /// Writes the game's PGN and then the record. If the run ends between the two, the game is played
    /// again and its PGN replaced.
    pub fn write(&mut self, record: &MatchRecord, game: &GameRecord) -> Result<(), String> {
        if let Some((path, file)) = &mut self.pgn {
            let text = format!("{}\n", pgn::game(record, game)?);
            file.write_all(text.as_bytes())
                .and_then(|()| file.sync_data())
                .map_err(|e| written(path, e))?;
        }
        match &mut self.json {
            Some(file) if !record.decided() => {
                file.append(record, &record.started, game, record.games.len())
            }
            _ => self.write_record(record),
        }
    }
}

/// Returns the record's games as PGN, after checking that the existing file has no other games.
fn old_games(path: &Path, record: &MatchRecord) -> Result<String, String> {
    if path.exists() {
        let bytes =
            nucleus_base::files::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let text = decode(bytes);
        let mut games = read(&text);
        while let Some(game) = games.next() {
            // The last game may be cut off, even within its tags.
            let tags = game.as_ref().map_or(games.tags_at_fault(), |game| &game.tags);
            if !pgn::belongs(record, tags) {
                let line = game.map_or_else(|error| error.line, |game| game.line);
                return Err(format!(
                    "{}: the game of line {line} is not of this match; name another file",
                    path.display(),
                ));
            }
        }
    }
    record.games.iter().map(|game| Ok(format!("{}\n", pgn::game(record, game)?))).collect()
}
