//! A folder of games in files of a bounded size, called shards.
//!
//! A shard is a line of text that names what decides its games, and the games behind it as
//! [`StoredGame`]s. Which game is in which shard its number decides.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nucleus_base::files;
use nucleus_records::output::OutputLock;
use nucleus_search::{SearchEngine, Signals};

use super::filter::PositionFilter;
use super::record::{RecordFault, StoredGame, encode};
use crate::games::{FileFault, GamesStore, GamesTally, ScoredGame, SelfPlayOptions, play_scored};

/// The version of the format.
const FORMAT: u32 = 1;
/// Games of a shard: some three megabytes.
const GAMES_PER_SHARD: u32 = 8_192;
/// The longest first line, in bytes.
const LONGEST_HEADER: usize = 1_024;
/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// The first line of a shard.
fn header(options: &SelfPlayOptions, source: &str) -> String {
    let [searches, evaluation] = options.told();
    format!("nucleus games {FORMAT}: {searches}, {evaluation}, source {source}\n")
}

/// The shards of a folder, in the order of their names.
///
/// # Errors
/// When the folder cannot be read.
pub fn find_shards(folder: &Path) -> Result<Vec<PathBuf>, FileFault> {
    let system = |error| FileFault::System { path: folder.to_owned(), error };
    let mut shards = Vec::new();
    for entry in fs::read_dir(folder).map_err(system)? {
        let path = entry.map_err(system)?.path();
        if path.extension().is_some_and(|extension| extension == "games") {
            shards.push(path);
        }
    }
    shards.sort();
    Ok(shards)
}

/// The bytes of a shard; the games begin at the offset that comes with them.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn read_shard(path: &Path) -> Result<(Vec<u8>, usize), FileFault> {
    let system = |error| FileFault::System { path: path.to_owned(), error };
    let fault = |fault: &str| {
        Err(FileFault::Game { path: path.to_owned(), offset: 0, fault: fault.to_owned() })
    };
    if fs::metadata(path).map_err(system)?.len() > LARGEST {
        return fault("more than a gibibyte: no shard is that large");
    }
    let bytes = files::read(path).map_err(system)?;
    let line = bytes.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n');
    let expected = format!("nucleus games {FORMAT}: ");
    match line {
        Some(end) if bytes.starts_with(expected.as_bytes()) => Ok((bytes, end + 1)),
        _ => fault(&format!("expected a line that begins with '{expected}'")),
    }
}

/// A folder of shards that is written.
pub struct ShardFolder {
    folder: PathBuf,
    seed: u64,
    header: String,
    /// The shard that is written, and its number.
    shard: Option<(u32, File)>,
    /// Hashes of the moves of all games in it.
    games: HashSet<u64>,
    tally: GamesTally,
    _lock: OutputLock,
}

impl ShardFolder {
    /// Begins a folder's shards of a seed; with `resume` goes on with those that are there. `source`
    /// names the program that plays.
    ///
    /// # Errors
    /// When they are there and should not be, are of another run, or cannot be read or written.
    pub fn open(
        folder: &Path,
        options: &SelfPlayOptions,
        source: &str,
        resume: bool,
    ) -> Result<Self, FileFault> {
        let system = |error| FileFault::System { path: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(system)?;
        let lock = OutputLock::new(&folder.join(options.seed.to_string())).map_err(system)?;
        let mut opened = Self {
            folder: folder.to_owned(),
            seed: options.seed,
            header: header(options, source),
            shard: None,
            games: HashSet::new(),
            tally: GamesTally::default(),
            _lock: lock,
        };
        let own = format!("{}-", options.seed);
        let named = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&own))
        };
        let shards: Vec<_> = find_shards(folder)?.into_iter().filter(named).collect();
        if let Some(first) = shards.first().filter(|_| !resume) {
            return Err(FileFault::There(first.clone()));
        }
        for (index, path) in shards.iter().enumerate() {
            opened.read_back(path, index + 1 == shards.len())?;
        }
        Ok(opened)
    }

    /// Takes up the games of a shard; of the last a game that is not whole is cut off.
    fn read_back(&mut self, path: &Path, last: bool) -> Result<(), FileFault> {
        let (bytes, start) = read_shard(path)?;
        if bytes[..start] != *self.header.as_bytes() {
            let expected = self.header.trim_end().to_owned();
            return Err(FileFault::OtherRun { path: path.to_owned(), expected });
        }
        let mut at = start;
        while at < bytes.len() {
            let fault =
                |fault: String| Err(FileFault::Game { path: path.to_owned(), offset: at, fault });
            let (record, length) = match StoredGame::decode(&bytes[at..]) {
                Ok(read) => read,
                Err(RecordFault::Truncated) if last => break,
                Err(other) => return fault(other.to_string()),
            };
            if self.path_of(record.number) != path || record.number <= self.tally.games {
                return fault(format!("game {} should not be here", record.number));
            }
            let usable = match PositionFilter::default().count(&record) {
                Ok(usable) => usable,
                Err(other) => return fault(other.to_string()),
            };
            self.games.insert(record.moves_hash());
            add(&mut self.tally, &record, usable);
            at += length;
        }
        if last {
            let system = |error| FileFault::System { path: path.to_owned(), error };
            if at == start {
                return fs::remove_file(path).map_err(system);
            }
            let mut file = OpenOptions::new().write(true).open(path).map_err(system)?;
            file.set_len(at as u64).map_err(system)?;
            file.seek(SeekFrom::End(0)).map_err(system)?;
            self.shard = Some((self.tally.games.div_ceil(GAMES_PER_SHARD), file));
        }
        Ok(())
    }

    /// The shard of a game.
    fn path_of(&self, game: u32) -> PathBuf {
        self.folder.join(format!("{}-{:05}.games", self.seed, game.div_ceil(GAMES_PER_SHARD)))
    }

    /// Appends a game to its shard.
    fn append(&mut self, number: u32, bytes: &[u8]) -> std::io::Result<()> {
        let shard = number.div_ceil(GAMES_PER_SHARD);
        if self.shard.as_ref().is_none_or(|&(open, _)| open != shard) {
            let mut file = File::create_new(self.path_of(number))?;
            file.write_all(self.header.as_bytes())?;
            self.shard = Some((shard, file));
        }
        match &mut self.shard {
            Some((_, file)) => file.write_all(bytes),
            None => Ok(()),
        }
    }
}

/// A game as it is written.
pub struct WrittenGame {
    bytes: Vec<u8>,
    number: u32,
    /// Positions to train on by the usual filter.
    usable: u64,
}

impl GamesStore for ShardFolder {
    type Game = WrittenGame;

    fn play(
        options: &SelfPlayOptions,
        engine: &mut SearchEngine,
        number: u32,
        signals: &Signals,
    ) -> Option<WrittenGame> {
        let game: ScoredGame = play_scored(options, engine, number, signals)?;
        let bytes = encode(&game);
        let (record, _) = StoredGame::decode(&bytes).ok()?;
        let usable = PositionFilter::default().count(&record).ok()?;
        Some(WrittenGame { bytes, number, usable })
    }

    fn tally(&self) -> &GamesTally {
        &self.tally
    }

    /// Writes the next game, unless one with the same moves is there.
    fn write(&mut self, game: &WrittenGame) -> Result<(), FileFault> {
        let fault = |fault: RecordFault| FileFault::Game {
            path: self.path_of(game.number),
            offset: 0,
            fault: fault.to_string(),
        };
        let (record, _) = StoredGame::decode(&game.bytes).map_err(fault)?;
        if self.games.insert(record.moves_hash()) {
            let written = self.append(game.number, &game.bytes);
            let path = || self.path_of(game.number);
            written.map_err(|error| FileFault::System { path: path(), error })?;
            add(&mut self.tally, &record, game.usable);
        } else {
            self.tally.games = game.number;
            self.tally.duplicates += 1;
        }
        Ok(())
    }
}

/// Adds a game to what is there.
fn add(tally: &mut GamesTally, record: &StoredGame<'_>, usable: u64) {
    use nucleus_core::notation::pgn::Outcome;
    use nucleus_core::types::Color;
    let place = match record.outcome {
        Outcome::Win(Color::White) => 0,
        Outcome::Win(Color::Black) => 2,
        Outcome::Draw | Outcome::Unknown => 1,
    };
    let positions = record.plies().len() as u64;
    tally.games = record.number;
    tally.results[place] += 1;
    tally.plies += record.length() as u64;
    tally.nodes += u64::from(record.nodes);
    tally.positions += positions;
    tally.seen = [tally.seen[0] + positions, tally.seen[1] + usable];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{SelfPlayRun, play_games};
    use nucleus_harness::progress::Silent;
    use std::sync::Arc;

    fn options() -> SelfPlayOptions {
        SelfPlayOptions { nodes: 60, hash: 1, ..SelfPlayOptions::default() }
    }

    /// Plays up to so many games, again and again; the bytes of the one shard.
    fn played(folder: &Path, threads: usize, stops: &[u32], cut: usize) -> Vec<u8> {
        let shard = folder.join("1-00001.games");
        for (index, &games) in stops.iter().enumerate() {
            let mut store = ShardFolder::open(folder, &options(), "test", index > 0).unwrap();
            let run = SelfPlayRun { games, positions: None, threads };
            play_games(&options(), run, &mut store, &Arc::default(), &mut Silent).unwrap();
            assert_eq!(store.tally().games, games);
            if index + 1 < stops.len() {
                let bytes = fs::read(&shard).unwrap();
                fs::write(&shard, &bytes[..bytes.len() - cut]).unwrap();
            }
        }
        fs::read(shard).unwrap()
    }

    #[test]
    fn the_seed_decides_whatever_the_threads_and_the_breaks() {
        let folder = || tempfile::tempdir().unwrap();
        let once = played(folder().path(), 1, &[6], 0);
        assert_eq!(played(folder().path(), 3, &[6], 0), once);
        // Cut off within the last game, and within the first and only one.
        assert_eq!(played(folder().path(), 2, &[1, 4, 6], 5), once);
        let taken = folder();
        fs::write(taken.path().join("1-00001.games"), &once).unwrap();
        let store = ShardFolder::open(taken.path(), &options(), "test", true).unwrap();
        assert_eq!((store.tally().games, store.games.len()), (6, 6));
        assert!(store.tally().seen[1] > 50 && store.tally().seen[1] < store.tally().seen[0]);
    }

    #[test]
    fn no_two_games_are_alike() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = ShardFolder::open(folder.path(), &options(), "test", false).unwrap();
        let game = |number| {
            let game = ScoredGame { number, ..super::super::record::tests::scholars_mate() };
            WrittenGame { bytes: encode(&game), number, usable: 4 }
        };
        for number in [1, 2, GAMES_PER_SHARD + 1] {
            store.write(&game(number)).unwrap();
        }
        let tally = store.tally();
        assert_eq!((tally.games, tally.duplicates, tally.positions), (GAMES_PER_SHARD + 1, 2, 5));
        assert_eq!(find_shards(folder.path()).unwrap().len(), 1);
    }

    #[test]
    fn each_shard_has_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = ShardFolder::open(folder.path(), &options(), "test", false).unwrap();
        for (number, opening) in [(1, 0), (GAMES_PER_SHARD, 1), (GAMES_PER_SHARD + 1, 2)] {
            let mut game = super::super::record::tests::scholars_mate();
            game.number = number;
            game.opening.truncate(opening);
            let bytes = encode(&game);
            store.write(&WrittenGame { bytes, number, usable: 4 }).unwrap();
        }
        let shards = find_shards(folder.path()).unwrap();
        let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(shards.iter().map(name).collect::<Vec<_>>(), ["1-00001.games", "1-00002.games"]);
    }

    #[test]
    fn files_of_others_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let whole = played(path, 1, &[2], 0);
        let fault = |options: &SelfPlayOptions, source, resume| {
            ShardFolder::open(path, options, source, resume).err().unwrap().to_string()
        };
        assert!(fault(&options(), "test", false).contains("there already"));
        let other = SelfPlayOptions { nodes: 61, ..options() };
        assert!(
            fault(&other, "test", true).contains("expected 'nucleus games 1: seed 1, nodes 61")
        );
        assert!(fault(&options(), "next", true).contains("source next'"));
        let shard = path.join("1-00001.games");
        let mut damaged = whole.clone();
        *damaged.last_mut().unwrap() ^= 1;
        fs::write(&shard, &damaged).unwrap();
        assert!(fault(&options(), "test", true).contains("checksum is wrong"));
        let seventh = encode(&super::super::record::tests::scholars_mate());
        fs::write(&shard, [&whole[..], &seventh, &seventh].concat()).unwrap();
        assert!(fault(&options(), "test", true).contains("game 7 should not be here"));
    }
}
