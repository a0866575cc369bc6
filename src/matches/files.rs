//! The files of a match: its record and its games.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::game_record::GameRecord;
use super::journal::Journal;
use super::options::MatchOptions;
use super::pgn;
use super::record::MatchRecord;
use nucleus_core::notation::pgn::{decode, read};
use nucleus_records::output;

/// The files of a match.
pub struct Files {
    json: Option<(PathBuf, Journal)>,
    /// Games that the journal has and the record has not.
    behind: usize,
    pgn: Option<(PathBuf, File)>,
}

fn written(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

impl Files {
    /// Writes both files as far as the match is, which tells whether they can be written.
    pub fn open(asked: &MatchOptions, record: &MatchRecord) -> Result<Self, String> {
        let failed = |path: &Path, e: std::io::Error| written(path, &e);
        let json = asked.json.clone().map(|path| {
            let journal = Journal::of(&path);
            (path, journal)
        });
        let mut files = Self { json, behind: 0, pgn: None };
        if let Some(path) = &asked.pgn {
            let text = old_games(path, record)?;
            output::replace(path, &text).map_err(|e| failed(path, e))?;
            let file = OpenOptions::new().append(true).open(path).map_err(|e| failed(path, e))?;
            files.pgn = Some((path.clone(), file));
        }
        files.write_record(record)?;
        Ok(files)
    }

    /// Replaces the record as a whole; then the journal has nothing that it has not.
    pub fn write_record(&mut self, record: &MatchRecord) -> Result<(), String> {
        let Some((path, journal)) = &mut self.json else { return Ok(()) };
        output::replace_record(path, record).map_err(|e| written(path, &e))?;
        self.behind = 0;
        journal.clear().map_err(|e| format!("cannot remove {}: {e}", journal.path().display()))
    }

    /// Keeps a game for the record: in its journal, and in the record itself once a fifth of the
    /// games is in the journal only, so that all writing together stays in proportion to the games.
    fn keep(&mut self, record: &MatchRecord, game: &GameRecord) -> Result<(), String> {
        let Some((_, journal)) = &mut self.json else { return Ok(()) };
        self.behind += 1;
        if record.decided() || 5 * self.behind >= record.games.len() {
            return self.write_record(record);
        }
        let added = journal.add(&record.started, game);
        added.map_err(|e| written(journal.path(), &e))
    }

    /// The game's PGN first, then the record: one cut off between them is played again, and its PGN
    /// replaced.
    pub fn write(&mut self, record: &MatchRecord, game: &GameRecord) -> Result<(), String> {
        if let Some((path, file)) = &mut self.pgn {
            let text = format!("{}\n", pgn::game(record, game)?);
            file.write_all(text.as_bytes())
                .and_then(|()| file.sync_data())
                .map_err(|e| written(path, &e))?;
        }
        self.keep(record, game)
    }
}

/// The games of the record as PGN, once it is sure that the file has no others.
fn old_games(path: &Path, record: &MatchRecord) -> Result<String, String> {
    if path.exists() {
        let bytes =
            nucleus_base::files::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let text = decode(bytes);
        let mut games = read(&text);
        while let Some(game) = games.next() {
            // The last one may have been cut off in the middle, of its tags, too.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::record::{MatchSettings, SCHEMA};
    use crate::{Adjudication, MoveLimit, Tournament};
    use nucleus_records::record::EngineRecord;

    fn record() -> MatchRecord {
        MatchRecord {
            schema: SCHEMA,
            tool: "a test".to_owned(),
            started: "2026-11-21T00:00:00Z".to_owned(),
            written: String::new(),
            complete: false,
            games_wanted: 1_000,
            settings: MatchSettings {
                limit: MoveLimit::Depth { plies: 1 },
                margin_milliseconds: 50,
                stall_seconds: 10,
                adjudication: Adjudication::default(),
                hash_mib: 1,
                threads: 1,
                concurrency: 1,
                openings_sha256: None,
                openings: 1,
                plies: 0,
                seed: 1,
                tournament: Tournament::default(),
                sprt: None,
                ponder: false,
                syzygy: None,
            },
            engines: ["one", "two"]
                .map(|name| EngineRecord { name: name.to_owned(), ..EngineRecord::default() })
                .into(),
            games: Vec::new(),
            result: None,
            sprt: None,
        }
    }

    #[test]
    fn the_record_is_seldom_written_as_a_whole_and_never_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.json");
        let json = Some((path.clone(), Journal::of(&path)));
        let mut files = Files { json, behind: 0, pgn: None };
        let mut record = record();
        files.write_record(&record).unwrap();
        let mut wholes = 0;
        for number in 1..=1_000 {
            let game = fixture::game(number);
            record.games.push(game.clone());
            files.write(&record, &game).unwrap();
            wholes += u32::from(files.behind == 0);
            if number % 97 == 0 || number < 20 {
                assert_eq!(MatchRecord::read(&path).unwrap().games, record.games);
            }
        }
        // Each time a quarter more games than the time before, once there are five.
        assert!((15..45).contains(&wholes), "{wholes}");
    }
}
