//! Positions of files, to train on and to test with.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::path::{Path, PathBuf};

use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::eval::{Options, Values, evaluate};
use nucleus_core::kernels::portable;
use nucleus_core::types::Score;
use nucleus_harness::progress::RunProgress;
use nucleus_search::ProfileName;
use rayon::prelude::*;

use super::filter::PositionFilter;
use super::position::TrainingPosition;
use super::record::StoredGame;
use super::replay::replay;
use super::shards::{find_shards, read_shard};
use crate::games::FileFault;

/// Positions that stand for a game in files that know none.
const POSITIONS_PER_GAME: usize = 50;

/// Positions to train on, and others to test with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrainingSet {
    /// The positions to train on, in the order of the files; none is there twice.
    pub training: Vec<TrainingPosition>,
    /// Those of the games that are held out; none of them is among the others.
    pub held_out: Vec<TrainingPosition>,
    /// The values of these by the evaluation by hand, in centipawns for the side to move.
    pub by_hand: Vec<Score>,
    /// Games that were read, where the files know games.
    pub games: u64,
    /// Positions that were there already.
    pub duplicates: u64,
}

/// The options of reading files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoadOptions {
    /// Which positions of a game are taken; files of single positions are taken whole.
    pub filter: PositionFilter,
    /// So many games are held out: the first ones.
    pub held_out: usize,
    /// The most positions to train on.
    pub most: usize,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self { filter: PositionFilter::default(), held_out: 2_000, most: usize::MAX }
    }
}

/// Reads folders of shards, shards (`.games`) and files of bulletformat's records (any other name).
///
/// # Errors
/// At the first file that cannot be read or does not hold.
pub fn load(
    paths: &[PathBuf],
    options: &LoadOptions,
    progress: &mut dyn RunProgress,
) -> Result<TrainingSet, FileFault> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() { files.extend(find_shards(path)?) } else { files.push(path.clone()) }
    }
    let mut set = TrainingSet::default();
    let mut keys = Keys::default();
    let mut held_out = options.held_out;
    for (index, path) in files.iter().enumerate() {
        progress.reached(index, files.len());
        progress.state(&format!("{} positions", set.training.len()));
        let whole = path.extension().is_some_and(|extension| extension == "games");
        let games = if whole { games_of(path, options.filter)? } else { records_of(path)? };
        set.games += if whole { games.len() as u64 } else { 0 };
        for game in games {
            let out = held_out > 0;
            held_out = held_out.saturating_sub(1);
            for (position, by_hand) in game {
                if !keys.insert(position.key()) {
                    set.duplicates += 1;
                } else if out {
                    set.held_out.push(position);
                    set.by_hand.push(by_hand);
                } else if set.training.len() < options.most {
                    set.training.push(position);
                }
            }
        }
    }
    Ok(set)
}

/// The positions of a game and what the evaluation by hand says of them.
type LoadedGame = Vec<(TrainingPosition, Score)>;

/// The positions of a shard's games.
fn games_of(path: &Path, filter: PositionFilter) -> Result<Vec<LoadedGame>, FileFault> {
    let (bytes, mut at) = read_shard(path)?;
    let fault = |offset, fault| FileFault::Game { path: path.to_owned(), offset, fault };
    let mut records = Vec::new();
    while at < bytes.len() {
        let decoded = StoredGame::decode(&bytes[at..]);
        let (record, length) = decoded.map_err(|error| fault(at, error.to_string()))?;
        records.push((at, record));
        at += length;
    }
    let games = records.par_iter().map(|(at, record)| {
        let mut game = LoadedGame::new();
        let replayed = replay(record, |board, ply| {
            if filter.takes(board, ply) {
                let position = TrainingPosition::of(board, ply.score, record.outcome);
                game.push((position, by_hand(board)));
            }
        });
        replayed.map(|()| game).map_err(|error| fault(*at, error.to_string()))
    });
    games.collect()
}

/// The positions of a file of records, in parts as long as games.
fn records_of(path: &Path) -> Result<Vec<LoadedGame>, FileFault> {
    let system = |error| FileFault::System { path: path.to_owned(), error };
    let bytes = nucleus_base::files::read(path).map_err(system)?;
    let (records, rest) = bytes.as_chunks::<{ TrainingPosition::BYTES }>();
    let fault = |offset, fault: &str| FileFault::Game {
        path: path.to_owned(),
        offset,
        fault: fault.to_owned(),
    };
    if !rest.is_empty() {
        let offset = bytes.len() - rest.len();
        return Err(fault(offset, "expected records of 32 bytes, and the file ends"));
    }
    let parts = records.par_chunks(POSITIONS_PER_GAME).enumerate().map(|(part, records)| {
        let mut game = LoadedGame::new();
        for (index, record) in records.iter().enumerate() {
            let Some(position) = TrainingPosition::from_bytes(record) else {
                let offset = (part * POSITIONS_PER_GAME + index) * TrainingPosition::BYTES;
                return Err(fault(offset, "the record is no position of chess"));
            };
            let board = RulesBoard::new(&position.setup(), portable::Token);
            game.push((position, by_hand(&board)));
        }
        Ok(game)
    });
    parts.collect()
}

/// The evaluation by hand of profile `full`.
fn by_hand(board: &RulesBoard) -> Score {
    let values: &Values = ProfileName::Full.values();
    let options = Options { bound: ProfileName::Full.bound(), ..Options::default() };
    evaluate(values, board, &options)
}

/// Keys that are hashes already.
type Keys = HashSet<u64, BuildHasherDefault<KeyHasher>>;

/// Takes a key as its own hash.
#[derive(Clone, Copy, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::data::shards::ShardFolder;
    use crate::games::{SelfPlayOptions, SelfPlayRun, play_games};
    use nucleus_harness::progress::Silent;
    use std::sync::Arc;

    fn folder_of_games(games: u32) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let options = SelfPlayOptions { nodes: 60, hash: 1, ..SelfPlayOptions::default() };
        let mut store = ShardFolder::open(folder.path(), &options, "test", false).unwrap();
        let run = SelfPlayRun { games, positions: None, threads: 1 };
        play_games(&options, run, &mut store, &Arc::default(), &mut Silent).unwrap();
        folder
    }

    #[test]
    fn games_are_held_out_and_nothing_is_there_twice() {
        let folder = folder_of_games(8);
        let paths = [folder.path().to_owned()];
        let load = |options: LoadOptions| load(&paths, &options, &mut Silent).unwrap();
        let set = load(LoadOptions { held_out: 3, ..LoadOptions::default() });
        assert_eq!(set.games, 8);
        assert!(set.training.len() > 50 && set.held_out.len() > 20, "{set:?}");
        assert_eq!(set.held_out.len(), set.by_hand.len());
        let all = set.training.iter().chain(&set.held_out);
        let keys: HashSet<_> = all.clone().map(TrainingPosition::key).collect();
        assert_eq!(keys.len(), all.count());
        let whole = load(LoadOptions { held_out: 0, ..LoadOptions::default() });
        assert_eq!(whole.training[..set.held_out.len()], set.held_out);
        assert_eq!(whole.training.len(), set.training.len() + set.held_out.len());
        let most = load(LoadOptions { held_out: 3, most: 10, ..LoadOptions::default() });
        assert_eq!(most.training, set.training[..10]);
    }

    #[test]
    fn records_of_bulletformat_are_read() {
        let folder = folder_of_games(4);
        let games = [folder.path().to_owned()];
        let options = LoadOptions { held_out: 0, ..LoadOptions::default() };
        let set = load(&games, &options, &mut Silent).unwrap();
        let path = folder.path().join("positions.bin");
        let bytes: Vec<u8> = set.training.iter().flat_map(TrainingPosition::to_bytes).collect();
        fs::write(&path, &bytes).unwrap();
        let read = |options: &LoadOptions| load(std::slice::from_ref(&path), options, &mut Silent);
        assert_eq!(read(&options).unwrap().training, set.training);
        let held_out = read(&LoadOptions { held_out: 1, ..options }).unwrap();
        assert_eq!(held_out.held_out, set.training[..POSITIONS_PER_GAME]);
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(read(&options).unwrap_err().to_string().contains("records of 32 bytes"));
        fs::write(&path, [&bytes[..], &[0; 32]].concat()).unwrap();
        let fault = read(&options).unwrap_err().to_string();
        assert!(fault.contains(&format!("byte {}: the record is no position", bytes.len())));
    }
}
