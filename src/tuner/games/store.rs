//! A folder of games in files of limited size. The number of a game decides its file.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nucleus_records::output::OutputLock;

use super::filter::PositionFilter;
use super::options::SelfPlayOptions;
use super::play::ScoredGame;
use super::record::{RecordFault, StoredGame, encode};
use super::replay::IllegalMove;
use super::shard::{BEGIN, ENDING, Shard, find_shards, invalid};
use crate::FileFault;

/// Number of games in a file of about three megabytes.
const GAMES_PER_SHARD: u32 = 8_192;

/// Counts of the games of a store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GamesTally {
    /// Number of the last game, from 1: the number of games in all runs, duplicates included.
    pub games: u32,
    /// White's wins, draws, Black's wins.
    pub results: [u64; 3],
    /// Number of plies, openings included.
    pub plies: u64,
    /// Number of nodes of the searches.
    pub nodes: u64,
    /// Number of searched positions.
    pub positions: u64,
    /// Positions that the default filter takes for training.
    pub usable: u64,
    /// Games left out because an earlier one has the same moves.
    pub duplicates: u64,
}

impl GamesTally {
    fn add(&mut self, record: &StoredGame<'_>) -> Result<(), IllegalMove> {
        self.usable += PositionFilter::default().count(record)?;
        self.games = record.number;
        self.results[record.place()] += 1;
        self.plies += record.length() as u64;
        self.nodes += u64::from(record.nodes);
        self.positions += record.plies().len() as u64;
        Ok(())
    }
}

/// A folder of games, open for writing.
pub struct GamesStore {
    folder: PathBuf,
    seed: u64,
    header: String,
    /// The current file with its number.
    shard: Option<(u32, File)>,
    /// Hashes of the moves of the seed's games in the folder.
    games: HashSet<u64>,
    tally: GamesTally,
    _lock: OutputLock,
}

impl GamesStore {
    /// Creates a folder for the games of a seed, or continues the existing ones with `resume`.
    /// `source` names the program that plays.
    ///
    /// # Errors
    /// If games exist without `resume`, belong to another run, or cannot be read or written.
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
            header: format!("{BEGIN}{}, source {source}\n", options.words()),
            shard: None,
            games: HashSet::new(),
            tally: GamesTally::default(),
            _lock: lock,
        };
        let own = format!("{}-", options.seed);
        let is_own = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&own))
        };
        let mut shards = find_shards(&[folder.to_owned()])?;
        shards.retain(is_own);
        if let Some(first) = shards.first().filter(|_| !resume) {
            return Err(FileFault::There(first.clone()));
        }
        for (index, path) in shards.iter().enumerate() {
            opened.read_back(path, index + 1 == shards.len())?;
        }
        Ok(opened)
    }

    /// Returns the counts of the games.
    pub fn tally(&self) -> &GamesTally {
        &self.tally
    }

    /// Writes the next game, unless one with the same moves exists.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, game: &ScoredGame) -> Result<(), FileFault> {
        let bytes = encode(game);
        let path = self.path_of(game.number);
        let (record, _) = StoredGame::decode(&bytes).map_err(|error| invalid(&path, 0, error))?;
        if !self.games.insert(record.moves_hash()) {
            self.tally.games = game.number;
            self.tally.duplicates += 1;
            return Ok(());
        }
        self.append(&path, game.number, &bytes)
            .map_err(|error| FileFault::System { path: path.clone(), error })?;
        self.tally.add(&record).map_err(|illegal| invalid(&path, 0, illegal))
    }

    /// Reads the games of a file; cuts off an incomplete game at the end of the last file.
    fn read_back(&mut self, path: &Path, last: bool) -> Result<(), FileFault> {
        let shard = Shard::read(path)?;
        if shard.header() != self.header.as_bytes() {
            let expected = self.header.trim_end().to_owned();
            return Err(FileFault::OtherRun { path: path.to_owned(), line: 1, expected });
        }
        let mut end = shard.bytes().len();
        for (at, game) in shard.games() {
            let record = match game {
                Ok(record) => record,
                Err(RecordFault::Truncated) if last => {
                    end = at;
                    break;
                }
                Err(damaged) => return Err(shard.invalid(at, damaged)),
            };
            if self.path_of(record.number) != path || record.number <= self.tally.games {
                return Err(shard.invalid(at, format!("game {} should not be here", record.number)));
            }
            self.games.insert(record.moves_hash());
            self.tally.add(&record).map_err(|illegal| shard.invalid(at, illegal))?;
        }
        if last {
            let system = |error| FileFault::System { path: path.to_owned(), error };
            if end == shard.header().len() {
                return fs::remove_file(path).map_err(system);
            }
            let mut file = OpenOptions::new().write(true).open(path).map_err(system)?;
            file.set_len(end as u64).map_err(system)?;
            file.seek(SeekFrom::End(0)).map_err(system)?;
            self.shard = Some((self.tally.games.div_ceil(GAMES_PER_SHARD), file));
        }
        Ok(())
    }

    fn path_of(&self, game: u32) -> PathBuf {
        self.folder.join(format!("{}-{:05}.{ENDING}", self.seed, game.div_ceil(GAMES_PER_SHARD)))
    }

    fn append(&mut self, path: &Path, number: u32, bytes: &[u8]) -> std::io::Result<()> {
        let shard = number.div_ceil(GAMES_PER_SHARD);
        let mut file = match self.shard.take() {
            Some((open, file)) if open == shard => file,
            _ => {
                let mut file = File::create_new(path)?;
                file.write_all(self.header.as_bytes())?;
                file
            }
        };
        file.write_all(bytes)?;
        self.shard = Some((shard, file));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::scholars_mate;
    use super::super::run::{SelfPlayRun, play_games};
    use super::*;
    use nucleus_harness::progress::Silent;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn options() -> SelfPlayOptions {
        SelfPlayOptions { nodes: 60, soft_nodes: None, hash: 1, ..SelfPlayOptions::default() }
    }

    fn open(folder: &Path, resume: bool) -> GamesStore {
        GamesStore::open(folder, &options(), "test", resume).unwrap()
    }

    /// Plays up to each number of games in turn and cuts bytes off in between; returns the bytes of
    /// the file.
    fn played(folder: &Path, threads: usize, stops: &[u32], cut: usize) -> Vec<u8> {
        let shard = folder.join("1-00001.games");
        for (index, &games) in stops.iter().enumerate() {
            let mut store = open(folder, index > 0);
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
        // Cut off within the last game; then within the first and only one.
        let taken = folder();
        assert_eq!(played(taken.path(), 2, &[1, 4, 6], 5), once);
        let store = open(taken.path(), true);
        let GamesTally { games, positions, usable, .. } = *store.tally();
        assert_eq!((games, store.games.len()), (6, 6));
        assert!(usable > 50 && usable < positions);
    }

    #[test]
    fn a_run_that_is_interrupted_has_whole_games() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = open(folder.path(), false);
        let run = SelfPlayRun { games: 1_000_000, positions: Some(40), threads: 2 };
        play_games(&options(), run, &mut store, &Arc::default(), &mut Silent).unwrap();
        let tally = store.tally().clone();
        assert!(tally.positions >= 40 && tally.games < 100, "{tally:?}");
        let (run, stopped) = (SelfPlayRun { positions: None, ..run }, AtomicBool::new(true));
        play_games(&options(), run, &mut store, &Arc::new(stopped), &mut Silent).unwrap();
        drop(store);
        assert_eq!(open(folder.path(), true).tally(), &tally);
    }

    #[test]
    fn each_game_is_there_once_in_the_file_of_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = open(folder.path(), false);
        for (number, opening) in [
            (1, 0),
            (2, 0),
            (GAMES_PER_SHARD, 1),
            (GAMES_PER_SHARD + 1, 2),
            (GAMES_PER_SHARD + 2, 2),
        ] {
            let mut game = ScoredGame { number, ..scholars_mate() };
            // Too few moves to differ, so that games repeat.
            if opening < 2 {
                game.plies.clear();
                game.opening.truncate(opening);
            }
            store.write(&game).unwrap();
        }
        let tally = store.tally();
        assert_eq!((tally.games, tally.duplicates), (GAMES_PER_SHARD + 2, 2));
        let shards = find_shards(&[folder.path().to_owned()]).unwrap();
        let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(shards.iter().map(name).collect::<Vec<_>>(), ["1-00001.games", "1-00002.games"]);
    }

    #[test]
    fn files_of_others_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let valid = played(path, 1, &[2], 0);
        let error = |options: &SelfPlayOptions, source, resume| {
            GamesStore::open(path, options, source, resume).err().unwrap().to_string()
        };
        assert!(error(&options(), "test", false).contains("already exists"));
        let other = SelfPlayOptions { nodes: 61, ..options() };
        assert!(
            error(&other, "test", true).contains("expected 'nucleus games 1: seed 1, nodes 61")
        );
        assert!(error(&options(), "next", true).contains("source next'"));
        let shard = path.join("1-00001.games");
        let mut damaged = valid.clone();
        *damaged.last_mut().unwrap() ^= 1;
        fs::write(&shard, &damaged).unwrap();
        assert!(error(&options(), "test", true).contains("checksum is wrong"));
        let seventh = encode(&scholars_mate());
        fs::write(&shard, [&valid[..], &seventh, &seventh].concat()).unwrap();
        assert!(error(&options(), "test", true).contains("game 7 should not be here"));
    }
}
