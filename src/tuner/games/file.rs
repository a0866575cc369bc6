//! The file of positions: EPD, a game after the other.
//!
//! ```text
//! # nucleus tune games 1: seed 1, nodes 5000, …
//! r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2N1PN2/PPP2PPP/R1BQKB1R w KQkq - c9 "1-0"; ce 12; id "1";
//! # game 1: 1-0, mate, 97 plies, 9000 nodes, 1 of 35 quiet of 87
//! ```
//!
//! `c9` is the game's result, `ce` the score of the search that was made there, for the side to move,
//! `id` the game. The line that ends a game is written when the game is whole: what stands behind the
//! last of them is dropped when a run is taken up again.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::fault::FileFault;
use super::options::SelfPlayOptions;
use super::play::{SelfPlayGame, play_game};
use super::store::GamesStore;
use super::tally::{GameLine, GamesTally};
use nucleus_base::lines::read_line;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::portable;
use nucleus_core::notation::epd::Epd;
use nucleus_records::output::OutputLock;
use nucleus_search::{SearchEngine, Signals};

/// The version of the format.
const FORMAT: u32 = 1;
/// The longest line that is looked at, in bytes.
const LONGEST: usize = 1024;

/// A file of positions that is written.
pub struct PositionsFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// The keys of all positions in it.
    keys: HashSet<u64>,
    /// What is in it.
    tally: GamesTally,
    _lock: OutputLock,
}

/// The first line of a run's file: what decides its games.
fn header(options: &SelfPlayOptions) -> String {
    let SelfPlayOptions { sample, .. } = options;
    let [searches, evaluation] = options.told();
    format!(
        "# nucleus tune games {FORMAT}: {searches}, {} a game, scores to {}, {evaluation}",
        sample.per_game, sample.highest_score
    )
}

impl PositionsFile {
    /// Begins a file; with `resume` goes on with one that is there.
    ///
    /// # Errors
    /// When it is there and should not be, is of another run, or cannot be read or written.
    pub fn open(path: &Path, options: &SelfPlayOptions, resume: bool) -> Result<Self, FileFault> {
        let system = |error| FileFault::System { path: path.to_owned(), error };
        let header = header(options);
        let lock = OutputLock::new(path).map_err(system)?;
        if !path.exists() {
            let mut file = BufWriter::new(File::create_new(path).map_err(system)?);
            writeln!(file, "{header}").and_then(|()| file.flush()).map_err(system)?;
            let tally = GamesTally::default();
            let keys = HashSet::new();
            return Ok(Self { path: path.to_owned(), file, keys, tally, _lock: lock });
        }
        if !resume {
            return Err(FileFault::There(path.to_owned()));
        }
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(system)?;
        let read = read_back(path, &file, &header)?;
        file.set_len(read.end).map_err(system)?;
        file.seek(SeekFrom::End(0)).map_err(system)?;
        let file = BufWriter::new(file);
        let ReadBack { keys, tally, .. } = read;
        Ok(Self { path: path.to_owned(), file, keys, tally, _lock: lock })
    }
}

impl GamesStore for PositionsFile {
    type Game = SelfPlayGame;

    fn play(
        options: &SelfPlayOptions,
        engine: &mut SearchEngine,
        number: u32,
        signals: &Signals,
    ) -> Option<SelfPlayGame> {
        play_game(options, engine, number, signals)
    }

    fn tally(&self) -> &GamesTally {
        &self.tally
    }

    /// Writes the next game: its positions that are not in the file yet, and the line that ends it.
    fn write(&mut self, game: &SelfPlayGame) -> Result<(), FileFault> {
        let (number, outcome) = (game.number, game.outcome);
        let mut text = String::new();
        let mut kept = 0;
        for position in &game.positions {
            if self.keys.insert(position.key) {
                let score =
                    position.score.map_or_else(String::new, |score| format!(" ce {score};"));
                text += &format!("{} c9 \"{outcome}\";{score} id \"{number}\";\n", position.fen);
                kept += 1;
            }
        }
        let [seen, quiet] = game.seen;
        let line = GameLine {
            number,
            outcome,
            plies: game.plies as u64,
            nodes: game.nodes,
            counts: [kept, game.positions.len(), quiet, seen].map(|count| count as u64),
        };
        text += &format!("{}\n", line.text(&game.end.to_string()));
        self.tally.add(&line);
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| FileFault::System { path: self.path.clone(), error })
    }
}

/// What a file of positions has.
struct ReadBack {
    keys: HashSet<u64>,
    tally: GamesTally,
    /// Where its last whole game ends, in bytes.
    end: u64,
}

/// Reads a file up to the end of its last whole game.
fn read_back(path: &Path, file: &File, header: &str) -> Result<ReadBack, FileFault> {
    let system = |error| FileFault::System { path: path.to_owned(), error };
    let size = file.metadata().map_err(system)?.len();
    let mut input = BufReader::new(file);
    let (mut line, mut number, mut at) = (Vec::new(), 0, 0);
    let mut back = ReadBack { keys: HashSet::new(), tally: GamesTally::default(), end: 0 };
    let mut open = Vec::new();
    while let Some(length) = read_line(&mut input, &mut line, LONGEST).map_err(system)? {
        number += 1;
        at += length as u64 + 1;
        let text = String::from_utf8_lossy(&line);
        let fault = |fault: String| FileFault::Line { path: path.to_owned(), line: number, fault };
        if number == 1 {
            if text != header {
                let expected = header.to_owned();
                return Err(FileFault::OtherRun { path: path.to_owned(), expected });
            }
            back.end = at;
        } else if at > size {
            // It has no line feed: the run ended within it.
            break;
        } else if text.starts_with("# game ") {
            let ended = GameLine::parse(&text)
                .ok_or_else(|| fault("expected '# game N: RESULT, …'".to_owned()))?;
            if ended.number != back.tally.games + 1 {
                return Err(fault(format!("expected game {}", back.tally.games + 1)));
            }
            back.tally.add(&ended);
            back.keys.extend(open.drain(..));
            back.end = at;
        } else {
            let epd = Epd::parse(&text, number).map_err(|error| fault(error.fault.to_string()))?;
            open.push(RulesBoard::new(&epd.setup, portable::Token).state().key);
        }
    }
    Ok(back)
}

#[cfg(test)]
mod tests {
    use super::super::play::SelfPlayEnd;
    use super::super::sample::QuietPosition;
    use super::*;
    use nucleus_core::notation::pgn::Outcome;

    fn game(number: u32, fens: &[&str]) -> SelfPlayGame {
        let position = |fen: &&str| {
            let setup = nucleus_core::board::Setup::from_fen(fen).unwrap();
            let key = RulesBoard::new(&setup, portable::Token).state().key;
            QuietPosition { fen: (*fen).to_owned(), key, score: Some(-7) }
        };
        SelfPlayGame {
            number,
            outcome: Outcome::Draw,
            end: SelfPlayEnd::Even,
            plies: 91,
            seen: [80, 30],
            positions: fens.iter().map(position).collect(),
            nodes: 4_000,
        }
    }

    const A: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    const B: &str = "4k3/8/8/8/8/4P3/8/4K3 b - -";

    #[test]
    fn a_run_is_taken_up_where_its_last_whole_game_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.epd");
        let options = SelfPlayOptions::default();
        let mut file = PositionsFile::open(&path, &options, false).unwrap();
        file.write(&game(1, &[A, B])).unwrap();
        file.write(&game(2, &[A])).unwrap();
        let tally = file.tally().clone();
        assert_eq!((tally.games, tally.positions, tally.duplicates), (2, 2, 1));
        drop(file);
        let whole = std::fs::read_to_string(&path).unwrap();
        assert!(whole.contains(&format!("{A} c9 \"1/2-1/2\"; ce -7; id \"1\";\n")), "{whole}");
        // Cut off in a position, in the line that ends a game, and not at all.
        for cut in ["4k3/8/8", "4k3/8/8/8/8/8/4P3/3K4 w - - c9", "# game 3: 1/2-1/2, dra", ""] {
            std::fs::write(&path, format!("{whole}{cut}")).unwrap();
            let again = PositionsFile::open(&path, &options, true).unwrap();
            assert_eq!((again.tally(), again.keys.len()), (&tally, 2), "{cut}");
            drop(again);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "{cut}");
        }
    }

    #[test]
    fn files_of_others_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.epd");
        let options = SelfPlayOptions::default();
        drop(PositionsFile::open(&path, &options, false).unwrap());
        let fault = |options: &SelfPlayOptions, resume| {
            PositionsFile::open(&path, options, resume).err().unwrap().to_string()
        };
        assert!(fault(&options, false).contains("there already"));
        let other = SelfPlayOptions { seed: 2, ..SelfPlayOptions::default() };
        assert!(fault(&other, true).contains("expected '# nucleus tune games 1: seed 2"));
        let header = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{header}nonsense\n# game 1: *\n")).unwrap();
        assert!(fault(&options, true).contains("line 2: "));
    }
}
