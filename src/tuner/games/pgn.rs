//! Positions with results out of other people's games.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use super::options::SampleOptions;
use super::sample::{QuietPosition, SampleCandidate, draw};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::portable;
use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::pgn::{self, Game, Outcome};
use nucleus_core::types::Random;
use nucleus_search::{EngineOptions, ProfileName};

/// Plies of a game that belong to its opening, from which nothing is taken.
const OPENING_PLIES: usize = 12;

/// Positions of games, and what was left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnPositions {
    /// The positions as EPD, a line each, with the result (`c9`) and the game (`id`).
    pub text: String,
    /// Games that positions were taken from.
    pub games: u64,
    /// White's wins, draws, Black's wins.
    pub results: [u64; 3],
    /// Games without a result.
    pub unfinished: u64,
    /// Games of Chess960, which the evaluation is not made for.
    pub chess960: u64,
    /// Games that cannot be read.
    pub broken: ReadFaults,
    /// Positions that were looked at.
    pub seen: u64,
    /// Those that are quiet.
    pub quiet: u64,
    /// Those that were drawn among the quiet ones of their game.
    pub drawn: u64,
    /// Those that are in the text.
    pub positions: u64,
    /// Keys of all of them.
    keys: HashSet<u64>,
}

/// Adds the quiet positions of a file's games: as [`super::play_games`] keeps them, but without a
/// search, so that no position is called decided. Returns false when it was interrupted; what was
/// read until then is there.
pub fn positions_of_pgn(
    name: &str,
    text: &str,
    sample: SampleOptions,
    seed: u64,
    interrupt: &AtomicBool,
    positions: &mut PgnPositions,
) -> bool {
    for game in pgn::read(text) {
        if interrupt.load(Ordering::Relaxed) {
            return false;
        }
        if let Some(game) = positions.broken.keep(name, game) {
            positions.add(name, &game, sample, seed);
        }
    }
    true
}

impl PgnPositions {
    fn add(&mut self, name: &str, game: &Game, sample: SampleOptions, seed: u64) {
        if game.setup.state.chess960 {
            self.chess960 += 1;
            return;
        }
        let Some(place) = place(game.outcome) else {
            self.unfinished += 1;
            return;
        };
        let quiet = self.quiet_of(game, sample);
        self.quiet += quiet.len() as u64;
        let mut random = Random::new(Random::new(seed ^ (game.line as u64) << 32).bits());
        let drawn = draw(quiet, sample.per_game, &mut random);
        self.drawn += drawn.len() as u64;
        self.games += 1;
        self.results[place] += 1;
        for position in drawn {
            if self.keys.insert(position.key) {
                self.positions += 1;
                let (fen, outcome, line) = (position.fen, game.outcome, game.line);
                // Writing to a string cannot fail.
                let _ = writeln!(self.text, "{fen} c9 \"{outcome}\"; id \"{name} {line}\";");
            }
        }
    }

    /// All quiet positions of a game behind its opening.
    fn quiet_of(&mut self, game: &Game, sample: SampleOptions) -> Vec<QuietPosition> {
        let full = EngineOptions { profile: ProfileName::Full, ..EngineOptions::default() };
        let (values, options) = (full.values(), full.evaluation());
        let mut board = RulesBoard::new(&game.setup, portable::Token);
        let mut quiet = Vec::new();
        for (ply, chess_move) in game.moves().enumerate() {
            if ply >= OPENING_PLIES {
                self.seen += 1;
                let candidate = SampleCandidate { chess_move, score: None };
                quiet.extend(candidate.quiet(values, &board, &options, sample));
            }
            board = board.after(chess_move);
        }
        quiet
    }
}

/// The place of an outcome among the results.
fn place(outcome: Outcome) -> Option<usize> {
    use nucleus_core::types::Color::{Black, White};
    match outcome {
        Outcome::Win(White) => Some(0),
        Outcome::Draw => Some(1),
        Outcome::Win(Black) => Some(2),
        Outcome::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::notation::epd;

    const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 \
                        8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";

    #[test]
    fn quiet_positions_have_their_games_result() {
        // What is broken ends at the next game's first tag.
        let games = [GAME, " 1-0", GAME, " *", "1. e4 e4", " 1-0", GAME, " 1/2-1/2"];
        let games = games.chunks(2).map(|game| format!("[Event \"E\"]\n\n{}\n\n", game.concat()));
        let text: String = games.collect();
        let mut positions = PgnPositions::default();
        let sample = SampleOptions::default();
        let positions_of = |stopped: bool, positions: &mut PgnPositions| {
            positions_of_pgn("a.pgn", &text, sample, 1, &AtomicBool::new(stopped), positions)
        };
        assert!(positions_of(false, &mut positions));
        let PgnPositions { games, results, unfinished, ref broken, .. } = positions;
        assert_eq!((games, results, unfinished, broken.count), (2, [1, 1, 0], 1, 1));
        assert!(broken.first[0].starts_with("a.pgn: line 11: "), "{broken:?}");
        // The second game has nothing new.
        assert_eq!(positions.drawn, 2 * positions.positions);
        assert!((4..=8).contains(&positions.positions), "{}", positions.text);
        for epd in epd::read(&positions.text) {
            let epd = epd.unwrap();
            assert_eq!((epd.text("c9"), epd.text("id")), (Some("1-0"), Some("a.pgn 1")));
        }
        let mut none = PgnPositions::default();
        assert!(!positions_of(true, &mut none));
        assert_eq!(none, PgnPositions::default());
    }
}
