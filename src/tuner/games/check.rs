//! Checks every game of a folder against the rules.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::Color;
use nucleus_core::types::score::INFINITE;
use nucleus_harness::progress::RunProgress;
use nucleus_matches::{Arbiter, Ending};

use super::filter::PositionFilter;
use super::play::SelfPlayEnd;
use super::record::StoredGame;
use super::replay::checked;
use super::shard::Shard;
use crate::FileFault;

/// Counts of the checked games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShardsCheck {
    /// Number of files checked.
    pub shards: u64,
    /// Number of games checked.
    pub games: u64,
    /// White's wins, draws, Black's wins.
    pub results: [u64; 3],
    /// Number of searched positions.
    pub positions: u64,
    /// Positions that the default filter takes for training.
    pub usable: u64,
    /// Size of all files, in bytes.
    pub bytes: u64,
}

/// Replays every move of every game. Checks that moves are legal, that no game continues after its end, and
/// that the end and the result follow from the rules and the scores. Returns early if interrupted.
///
/// # Errors
/// At the first invalid game.
pub fn check_shards(
    shards: &[PathBuf],
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
        let shard = Shard::read(path)?;
        check.shards += 1;
        check.bytes += shard.bytes().len() as u64;
        for (place, positions, usable) in shard.each(counted)? {
            check.games += 1;
            check.results[place] += 1;
            check.positions += positions;
            check.usable += usable;
        }
    }
    Ok(check)
}

/// Checks a game; returns the index of its result, the number of its positions and of those for training.
fn counted(record: &StoredGame<'_>) -> Result<(usize, u64, u64), String> {
    hold(record)?;
    let usable = PositionFilter::default().count(record).map_err(|illegal| illegal.to_string())?;
    Ok((record.place(), record.plies().len() as u64, usable))
}

/// Checks a game against the rules.
fn hold(record: &StoredGame<'_>) -> Result<(), String> {
    let mut arbiter = Arbiter::new(&record.start());
    let scores = record.plies().map(|ply| Some(ply.score));
    let scores = std::iter::repeat_n(None, record.opening().len()).chain(scores);
    let (mut white, played) = (0, record.length());
    for (index, (chess_move, score)) in record.moves().zip(scores).enumerate() {
        let ply = index + 1;
        if let Some(ending) = arbiter.ending() {
            return Err(format!("ply {ply}: the game is over, {}", SelfPlayEnd::Rules(ending)));
        }
        checked(arbiter.board(), chess_move, ply).map_err(|illegal| illegal.to_string())?;
        if let Some(score) = score {
            if score.unsigned_abs() >= INFINITE.unsigned_abs() {
                return Err(format!("ply {ply}: {score} is no score"));
            }
            white = if arbiter.side() == Color::White { score } else { -score };
        }
        if ply <= played {
            arbiter.play(chess_move);
        }
    }
    let (end, outcome) = match (record.end, arbiter.ending()) {
        (SelfPlayEnd::Rules(_), None) => return Err("the game is not over".to_owned()),
        (SelfPlayEnd::Rules(_), Some(ending)) => {
            let outcome = match ending {
                Ending::Checkmate(mated) => Outcome::Win(!mated),
                _ => Outcome::Draw,
            };
            (SelfPlayEnd::Rules(ending), outcome)
        }
        (SelfPlayEnd::Won, _) if white > 0 => (SelfPlayEnd::Won, Outcome::Win(Color::White)),
        (SelfPlayEnd::Won, _) => (SelfPlayEnd::Won, Outcome::Win(Color::Black)),
        (end, _) => (end, Outcome::Draw),
    };
    if (end, outcome) == (record.end, record.outcome) {
        return Ok(());
    }
    Err(format!("it ended by {end} as {outcome}, not by {} as {}", record.end, record.outcome))
}

#[cfg(test)]
mod tests {
    use super::super::play::ScoredGame;
    use super::super::record::{encode, tests::scholars_mate};
    use super::*;

    #[test]
    fn a_game_is_held_to_the_rules() {
        type Change = fn(&mut ScoredGame);
        let held = |change: Change| {
            let mut game = scholars_mate();
            change(&mut game);
            hold(&StoredGame::decode(&encode(&game)).unwrap().0)
        };
        assert_eq!(held(|_| {}), Ok(()));
        let agreed = |game: &mut ScoredGame| {
            game.plies.pop();
            game.end = SelfPlayEnd::Won;
        };
        assert_eq!(held(agreed), Ok(()));
        let cases: [(Change, &str); 6] = [
            (|game| game.plies.truncate(4), "the game is not over"),
            (|game| game.plies.swap(0, 1), "ply 3: b8c6 is not legal"),
            (|game| game.outcome = Outcome::Draw, "it ended by mate as 1-0"),
            (|game| game.plies[1].score = 32_001, "ply 4: 32001 is no score"),
            (|game| game.plies.push(game.plies[0]), "ply 8: the game is over, mate"),
            (
                |game| {
                    game.plies.pop();
                    (game.end, game.outcome) = (SelfPlayEnd::Won, Outcome::Win(Color::Black));
                },
                "it ended by won by agreed scores as 1-0",
            ),
        ];
        for (change, message) in cases {
            let found = held(change).unwrap_err();
            assert!(found.starts_with(message), "{found}");
        }
    }
}
