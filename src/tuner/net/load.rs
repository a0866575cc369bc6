//! Positions of games, for training and for testing.

use std::collections::HashSet;
use std::path::PathBuf;

use nucleus_core::board::RulesBoard;
use nucleus_core::eval::{Options, evaluate};
use nucleus_core::types::Score;
use nucleus_core::types::zobrist::KeyHash;
use nucleus_harness::progress::RunProgress;
use nucleus_search::ProfileName;

use super::position::TrainingPosition;
use crate::FileFault;
use crate::games::{PositionFilter, Shard, find_shards, replay};

/// Positions for training, and others for testing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrainingSet {
    /// Training positions in the order of the files, without duplicates.
    pub training: Vec<TrainingPosition>,
    /// Positions of the held-out games; none is a training position.
    pub held_out: Vec<TrainingPosition>,
    /// Values of the held-out positions by the hand-written evaluation, in centipawns for the side
    /// to move.
    pub by_hand: Vec<Score>,
    /// Number of games read.
    pub games: u64,
    /// Number of duplicates left out.
    pub duplicates: u64,
}

/// Options for loading games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoadOptions {
    /// Selects the positions of a game.
    pub filter: PositionFilter,
    /// Number of games to hold out, from the first on.
    pub held_out: usize,
    /// The most training positions.
    pub most: usize,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self { filter: PositionFilter::default(), held_out: 2_000, most: usize::MAX }
    }
}

impl TrainingSet {
    /// Reads files of games, and folders of them.
    ///
    /// # Errors
    /// At the first file that cannot be read or is damaged.
    pub fn load(
        paths: &[PathBuf],
        options: &LoadOptions,
        progress: &mut dyn RunProgress,
    ) -> Result<Self, FileFault> {
        let shards = find_shards(paths)?;
        let mut set = Self::default();
        let mut keys = Keys::default();
        let mut held_out = options.held_out;
        for (index, path) in shards.iter().enumerate() {
            progress.reached(index, shards.len());
            progress.state(&format!("{} positions", set.training.len()));
            let holds = held_out > 0;
            let games = Shard::read(path)?.each(|record| {
                let mut positions = Vec::new();
                replay(record, |board, ply| {
                    if options.filter.takes(board, ply) {
                        let position = TrainingPosition::new(board, ply.score, record.outcome);
                        positions.push((position, if holds { by_hand(board) } else { 0 }));
                    }
                })
                .map(|()| positions)
            })?;
            set.games += games.len() as u64;
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

    /// Returns a hash of all positions with their scores and results.
    pub fn hash(&self) -> u64 {
        let positions = self.training.iter().chain(&self.held_out);
        positions.fold(0_u64, |hash, position| {
            let rest = u64::from(position.score as u16) << 2 | u64::from(position.result);
            (hash.rotate_left(5) ^ position.key() ^ rest).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}

/// Returns the value by the hand-written evaluation of profile `full`.
fn by_hand(board: &RulesBoard) -> Score {
    let options = Options { bound: ProfileName::Full.bound(), ..Options::default() };
    evaluate(ProfileName::Full.values(), board, &options)
}

/// A set of keys that are hashes already.
type Keys = HashSet<u64, KeyHash>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GamesStore, SelfPlayOptions, SelfPlayRun, play_games};
    use nucleus_harness::progress::Silent;
    use std::sync::Arc;

    #[test]
    fn games_are_held_out_and_nothing_is_there_twice() {
        let folder = tempfile::tempdir().unwrap();
        let options = SelfPlayOptions { nodes: 60, hash: 1, ..SelfPlayOptions::default() };
        let mut store = GamesStore::open(folder.path(), &options, "test", false).unwrap();
        let run = SelfPlayRun { games: 8, positions: None, threads: 1 };
        play_games(&options, run, &mut store, &Arc::default(), &mut Silent).unwrap();
        let paths = [folder.path().to_owned()];
        let load = |options: LoadOptions| TrainingSet::load(&paths, &options, &mut Silent).unwrap();
        let set = load(LoadOptions { held_out: 3, ..LoadOptions::default() });
        assert_eq!(set.games, 8);
        assert!(set.training.len() > 50 && set.held_out.len() > 20, "{set:?}");
        assert_eq!(set.held_out.len(), set.by_hand.len());
        let all = set.training.iter().chain(&set.held_out);
        let keys: HashSet<_> = all.clone().map(TrainingPosition::key).collect();
        assert_eq!(keys.len(), all.count());
        let undivided = load(LoadOptions { held_out: 0, ..LoadOptions::default() });
        assert_eq!(undivided.training[..set.held_out.len()], set.held_out);
        assert_eq!(undivided.training.len(), set.training.len() + set.held_out.len());
        let most = load(LoadOptions { held_out: 3, most: 10, ..LoadOptions::default() });
        assert_eq!(most.training, set.training[..10]);
    }
}
