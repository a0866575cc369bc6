use std::collections::HashSet;

use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::legal_moves;
use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::pgn::{self, Game};
use nucleus_core::types::{Color, Move, Random};
use nucleus_engine::book::{OpeningBook, best_of};

use crate::shuffle::shuffle;

/// Options for selecting positions from games.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawOptions {
    /// Lowest rating of the player to move; 0 also takes players without a rating.
    pub min_elo: u32,
    /// Number of plies to skip at the start of each game; the paper's engine plays them from a book.
    pub from_ply: usize,
    /// The most positions of each game, drawn at random, repeated ones included. `None`: all positions, each
    /// once.
    pub per_game: Option<usize>,
    /// Number of positions in the training set.
    pub training: usize,
    /// Number of positions in the test set.
    pub test: usize,
    /// Share of the games reserved for testing.
    pub test_share: f64,
    /// Seed of all draws.
    pub seed: u64,
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self {
            min_elo: 2600,
            from_ply: 16,
            per_game: None,
            training: 1000,
            test: 1000,
            test_share: 0.5,
            seed: 1,
        }
    }
}

/// A position with the move that the player made.
#[derive(Clone, PartialEq, Debug)]
pub struct GamePosition {
    /// The position before the move.
    pub setup: Setup,
    /// The move that the player chose.
    pub chess_move: Move,
    /// The move of an opening book; if there is one, every player plays it.
    pub book_move: Option<Move>,
}

/// The positions of the games, by use.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionSets {
    /// Positions for the tuning.
    pub training: Vec<GamePosition>,
    /// Positions for the test, from other games.
    pub test: Vec<GamePosition>,
    /// The remaining positions of the training games.
    pub rest: Vec<GamePosition>,
}

/// Returns the valid games of a PGN text; errors in the others name `file`. Skips games of Chess960, whose
/// castling the evaluation does not know.
pub fn read_games(file: &str, text: &str, left_out: &mut ReadFaults) -> Vec<Game> {
    let games = pgn::read(text).filter_map(|game| {
        let read = game.map_err(|error| error.to_string()).and_then(|game| {
            let reason = || format!("line {}: a game of Chess960", game.line);
            if game.setup.state.chess960 { Err(reason()) } else { Ok(game) }
        });
        left_out.keep(file, read)
    });
    games.collect()
}

impl PositionSets {
    /// Splits the games and draws the positions. With a book, each position gets the book's first best move,
    /// if there is one.
    pub fn draw(
        mut games: Vec<Game>,
        options: &DrawOptions,
        book: Option<&OpeningBook>,
    ) -> PositionSets {
        let mut random = Random::new(options.seed);
        shuffle(&mut games, &mut random);
        let for_test = (games.len() as f64 * options.test_share).round() as usize;
        let (test_games, training_games) = games.split_at(for_test.min(games.len()));
        let mut seen = HashSet::new();
        let mut draw = |games: &[Game], count: usize| {
            let mut all = Vec::new();
            for game in games {
                let first = all.len();
                take(game, options, &mut seen, &mut all);
                if let Some(most) = options.per_game {
                    shuffle(&mut all[first..], &mut random);
                    all.truncate(first + most);
                }
            }
            shuffle(&mut all, &mut random);
            let mut rest = all.split_off(count.min(all.len()));
            if let Some(book) = book {
                for position in all.iter_mut().chain(&mut rest) {
                    let board = RulesBoard::new(&position.setup, portable::Token);
                    position.book_move = best_of(&book.moves(&board));
                }
            }
            (all, rest)
        };
        let (training, rest) = draw(training_games, options.training);
        let (test, _) = draw(test_games, options.test);
        Self { training, test, rest }
    }
}

/// Appends the positions of a game that the options select.
fn take(
    game: &Game,
    options: &DrawOptions,
    seen: &mut HashSet<u64>,
    taken: &mut Vec<GamePosition>,
) {
    let elo = |tag| game.tag(tag).and_then(|elo| elo.trim().parse::<u32>().ok());
    let elos = [elo("WhiteElo"), elo("BlackElo")];
    let mut board = RulesBoard::new(&game.setup, portable::Token);
    for (ply, chess_move) in game.moves().enumerate() {
        let rating = elos[usize::from(board.side() == Color::Black)];
        if ply >= options.from_ply
            && rating.map_or(options.min_elo == 0, |elo| elo >= options.min_elo)
            && legal_moves(&board).len() > 1
            && (options.per_game.is_some() || seen.insert(board.state().key))
        {
            let (planes, state) = (*board.planes(), *board.state());
            let setup = Setup { planes, state, corrections: Vec::new() };
            taken.push(GamePosition { setup, chess_move, book_move: None });
        }
        board = board.after(chess_move);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "[White \"a\"]\n[Black \"b\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2550\"]\n\n\
         1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 1-0\n\n\
         [White \"c\"]\n[Black \"d\"]\n[WhiteElo \"2650\"]\n\n\
         1. e4 e5 2. Nf3 Nf6 3. Nxe5 *\n\n\
         [White \"e\"]\n[Black \"f\"]\n\n1. e4 e5 2. Ke3 *\n";

    /// Returns options that take all plies of all players, and none for the test.
    fn all() -> DrawOptions {
        DrawOptions { from_ply: 0, min_elo: 0, test_share: 0.0, ..DrawOptions::default() }
    }

    fn drawn(options: &DrawOptions) -> PositionSets {
        let mut errors = ReadFaults::default();
        let games = read_games("x.pgn", GAMES, &mut errors);
        assert!(games.len() == 2 && errors.count == 1);
        assert!(errors.first[0].starts_with("x.pgn: line 17: move 2."), "{errors:?}");
        PositionSets::draw(games, options, None)
    }

    #[test]
    fn positions_are_chosen_by_ply_and_rating() {
        let count = |options: DrawOptions| drawn(&options).training.len();
        assert_eq!(count(all()), 9, "thirteen less four: both games begin alike");
        assert_eq!(count(DrawOptions { min_elo: 2600, ..all() }), 5, "Whites alone are rated so");
        assert_eq!(count(DrawOptions { from_ply: 6, ..all() }), 2);
        assert_eq!(count(DrawOptions { per_game: Some(1), ..all() }), 2);
        assert_eq!(count(DrawOptions { per_game: Some(3), ..all() }), 6);
    }

    #[test]
    fn games_are_split_and_a_seed_repeats_the_draw() {
        // From this ply on the games differ: five plies of one, two of the other.
        let options = DrawOptions { from_ply: 3, test_share: 0.5, training: 1, test: 1, ..all() };
        let sets = drawn(&options);
        assert_eq!((sets.training.len(), sets.test.len()), (1, 1));
        assert!([1, 4].contains(&sets.rest.len()), "a game is in one set alone: {sets:?}");
        assert_eq!(drawn(&options), sets);
        let others = (2..9).map(|seed| drawn(&DrawOptions { seed, ..options.clone() }));
        assert!(others.into_iter().any(|other| other != sets));
    }

    #[test]
    fn a_book_supplies_moves() {
        use nucleus_engine::book::{PolyglotMaker, gather};
        use std::sync::atomic::AtomicBool;
        let mut maker = PolyglotMaker::new(2);
        gather("g.pgn", GAMES, &mut maker, &AtomicBool::new(false), &mut |_| ());
        let book = OpeningBook::Polyglot(maker.finish(1));
        let games = read_games("x.pgn", GAMES, &mut ReadFaults::default());
        let sets = PositionSets::draw(games, &all(), Some(&book));
        let answered = sets.training.iter().filter_map(|p| Some((p.book_move?, p.chess_move)));
        assert_eq!(answered.clone().count(), 2, "the start and 1. e4");
        assert!(answered.clone().all(|(book, played)| book == played));
    }
}
