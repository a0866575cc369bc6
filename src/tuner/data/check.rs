//! Every game of a folder held to the rules.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use nucleus_core::movegen::{ALL, generate};
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::score::INFINITE;
use nucleus_core::types::{Color, MoveList};
use nucleus_harness::progress::RunProgress;
use nucleus_matches::{Arbiter, Ending};
use rayon::prelude::*;

use super::filter::PositionFilter;
use super::record::StoredGame;
use super::replay::start;
use super::shards::read_shard;
use crate::games::{FileFault, SelfPlayEnd};

/// Counts of games that all passed the check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShardsCheck {
    /// Files.
    pub shards: u64,
    /// Games.
    pub games: u64,
    /// White's wins, draws, Black's wins.
    pub results: [u64; 3],
    /// Searched positions.
    pub positions: u64,
    /// Those to train on.
    pub usable: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Bytes of all files.
    pub bytes: u64,
}

/// Replays every move of every game: moves are legal, no game goes on behind its end, and the end
/// and the result are those that the rules and the scores say. Returns early when it was interrupted.
///
/// # Errors
/// At the first game that does not hold.
pub fn check_shards(
    shards: &[PathBuf],
    filter: PositionFilter,
    interrupt: &AtomicBool,
    progress: &mut dyn RunProgress,
) -> Result<ShardsCheck, FileFault> {
    let mut check = ShardsCheck::default();
    for (index, path) in shards.iter().enumerate() {
        progress.reached(index, shards.len());
        progress.state(&format!("{} games, {} positions", check.games, check.positions));
        if interrupt.load(Ordering::Relaxed) {
            break;
        }
        check.add(path, filter)?;
    }
    Ok(check)
}

impl ShardsCheck {
    fn add(&mut self, path: &Path, filter: PositionFilter) -> Result<(), FileFault> {
        let (bytes, mut at) = read_shard(path)?;
        let fault = |offset, fault| FileFault::Game { path: path.to_owned(), offset, fault };
        let mut records = Vec::new();
        while at < bytes.len() {
            let decoded = StoredGame::decode(&bytes[at..]);
            let (record, length) = decoded.map_err(|error| fault(at, error.to_string()))?;
            records.push((at, record));
            at += length;
        }
        let usable = records.par_iter().map(|(at, record)| {
            game_fault(record).map_or(Ok(()), Err).map_err(|text| fault(*at, text))?;
            filter.count(record).map_err(|error| fault(*at, error.to_string()))
        });
        let usable: Vec<u64> = usable.collect::<Result<_, _>>()?;
        self.shards += 1;
        self.bytes += bytes.len() as u64;
        self.usable += usable.iter().sum::<u64>();
        for (_, record) in &records {
            self.games += 1;
            self.positions += record.plies().len() as u64;
            self.nodes += u64::from(record.nodes);
            self.results[match record.outcome {
                Outcome::Win(Color::White) => 0,
                Outcome::Win(Color::Black) => 2,
                Outcome::Draw | Outcome::Unknown => 1,
            }] += 1;
        }
        Ok(())
    }
}

/// Returns the fault of a game, if it has one.
fn game_fault(record: &StoredGame<'_>) -> Option<String> {
    let setup = match start(record) {
        Ok(setup) => setup,
        Err(error) => return Some(format!("the start position: {error}")),
    };
    let mut arbiter = Arbiter::new(&setup);
    let scores = record.plies().map(|ply| Some(ply.score));
    let scores = std::iter::repeat_n(None, record.opening().len()).chain(scores);
    let moves = record.opening().chain(record.plies().map(|ply| ply.chess_move));
    let played = record.length();
    let (mut white, mut ply) = (0, 0);
    for (chess_move, score) in moves.zip(scores) {
        ply += 1;
        if let Some(ending) = arbiter.ending() {
            return Some(format!("ply {ply}: the game is over, {}", SelfPlayEnd::Rules(ending)));
        }
        let mut legal = MoveList::new();
        generate::<_, ALL>(arbiter.board(), &mut legal);
        if !legal.contains(&chess_move) {
            return Some(format!("ply {ply}: {chess_move} is not legal"));
        }
        if let Some(score) = score {
            if score.unsigned_abs() >= INFINITE.unsigned_abs() {
                return Some(format!("ply {ply}: {score} is no score"));
            }
            white = if arbiter.side() == Color::White { score } else { -score };
        }
        if ply <= played {
            arbiter.play(chess_move);
        }
    }
    let (end, outcome) = match (record.end, arbiter.ending()) {
        (SelfPlayEnd::Rules(_), Some(Ending::Checkmate(mated))) => {
            (SelfPlayEnd::Rules(Ending::Checkmate(mated)), Outcome::Win(!mated))
        }
        (SelfPlayEnd::Rules(_), Some(ending)) => (SelfPlayEnd::Rules(ending), Outcome::Draw),
        (SelfPlayEnd::Rules(_), None) => return Some("the game is not over".to_owned()),
        (SelfPlayEnd::Won, _) if white > 0 => (SelfPlayEnd::Won, Outcome::Win(Color::White)),
        (SelfPlayEnd::Won, _) => (SelfPlayEnd::Won, Outcome::Win(Color::Black)),
        (end, _) => (end, Outcome::Draw),
    };
    ((end, outcome) != (record.end, record.outcome)).then(|| {
        format!("it ended by {end} as {outcome}, not by {} as {}", record.end, record.outcome)
    })
}

#[cfg(test)]
mod tests {
    use super::super::record::{encode, tests::scholars_mate};
    use super::*;
    use crate::games::ScoredGame;

    fn fault(change: impl FnOnce(&mut ScoredGame)) -> Option<String> {
        let mut game = scholars_mate();
        change(&mut game);
        let bytes = encode(&game);
        game_fault(&StoredGame::decode(&bytes).unwrap().0)
    }

    #[test]
    fn a_game_is_held_to_the_rules() {
        assert_eq!(fault(|_| {}), None);
        let told = |change: fn(&mut ScoredGame)| fault(change).unwrap();
        assert_eq!(told(|game| game.plies.truncate(4)), "the game is not over");
        assert_eq!(told(|game| game.plies.swap(0, 1)), "ply 3: b8c6 is not legal");
        assert!(told(|game| game.outcome = Outcome::Draw).starts_with("it ended by mate as 1-0"));
        assert!(told(|game| game.plies[1].score = 32_001).contains("32001 is no score"));
        let more = |game: &mut ScoredGame| game.plies.push(game.plies[0]);
        assert_eq!(fault(more).unwrap(), "ply 8: the game is over, mate");
        let agreed = |game: &mut ScoredGame| {
            game.plies.pop();
            game.end = SelfPlayEnd::Won;
        };
        assert_eq!(fault(agreed), None);
        let wrong = |game: &mut ScoredGame| {
            agreed(game);
            game.outcome = Outcome::Win(Color::Black);
        };
        assert!(fault(wrong).unwrap().starts_with("it ended by won by agreed scores as 1-0"));
    }
}
