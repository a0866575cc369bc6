//! Games that the record of a match does not have yet: written behind each other into a file beside
//! it, so that a long match need not write all its games anew after each.

use nucleus_base::files;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::game_record::GameRecord;

/// The first line: which match the games are of.
#[derive(Serialize, Deserialize)]
struct JournalHead {
    /// Start of the match, as its record has it.
    match_started: String,
}

/// The journal of a record.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Option<File>,
}

impl Journal {
    /// The journal of the record of this name; there is a file once it has a game.
    pub fn of(record: &Path) -> Self {
        let mut name: OsString = record.as_os_str().to_owned();
        name.push(".journal");
        Self { path: name.into(), file: None }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a game behind the others.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, match_started: &str, game: &GameRecord) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let mut file = files::check(&self.path).and_then(|()| File::create(&self.path))?;
                let head = JournalHead { match_started: match_started.to_owned() };
                file.write_all(line(&head)?.as_bytes())?;
                self.file.insert(file)
            }
        };
        file.write_all(line(game)?.as_bytes())?;
        file.sync_data()
    }

    /// Removes the file: the record has its games.
    ///
    /// # Errors
    /// When it is there and cannot be removed.
    pub fn clear(&mut self) -> io::Result<()> {
        self.file = None;
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The games that it has, if they are of this match; the last one may have been cut off, and
    /// is then none.
    ///
    /// # Errors
    /// A sentence, when the file cannot be read or is of another match.
    pub fn games(&self, match_started: &str) -> Result<Vec<GameRecord>, String> {
        let said = |what: String| format!("{}: {what}", self.path.display());
        let text = match files::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(said(error.to_string())),
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        };
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let Some(head) = lines.next() else { return Ok(Vec::new()) };
        let head: JournalHead =
            serde_json::from_str(head).map_err(|_| said("no journal of a match".to_owned()))?;
        if head.match_started != match_started {
            let other = head.match_started;
            return Err(said(format!(
                "the journal of a match that began at {other}, not of the record beside it"
            )));
        }
        let game = |(index, line)| {
            let fault = |error| said(format!("line {}: no game: {error}", index + 2));
            serde_json::from_str(line).map_err(fault)
        };
        lines.enumerate().map(game).collect()
    }
}

fn line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value).map_err(io::Error::other)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::game;

    #[test]
    fn games_come_back_but_for_one_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("record.json");
        let mut journal = Journal::of(&record);
        assert_eq!(journal.games("now"), Ok(Vec::new()), "there is no file");
        for number in [2, 1] {
            journal.add("now", &game(number)).unwrap();
        }
        assert_eq!(journal.path(), folder.path().join("record.json.journal"));
        let other = Journal::of(&record);
        assert_eq!(other.games("now"), Ok(vec![game(2), game(1)]));
        assert!(other.games("then").is_err_and(|fault| fault.contains("began at now")));
        let whole = std::fs::read(journal.path()).unwrap();
        for end in 0..whole.len() {
            std::fs::write(journal.path(), &whole[..end]).unwrap();
            let left = other.games("now").expect("what is cut off is none");
            assert!(left.len() < 2 && left.iter().all(|left| *left == game(2)));
        }
        std::fs::write(journal.path(), "{\"match_started\":\"now\"}\n{}\n").unwrap();
        assert!(other.games("now").is_err_and(|fault| fault.contains("line 2: no game")));
        std::fs::write(journal.path(), "words\n").unwrap();
        assert!(other.games("now").is_err_and(|fault| fault.contains("no journal")));
        journal.clear().unwrap();
        assert!(!journal.path().exists());
        journal.clear().expect("once is enough");
    }
}
