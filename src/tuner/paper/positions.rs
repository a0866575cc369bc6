use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use nucleus_core::board::{Board, RulesBoard, Setup, fen};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{ALL, generate};
use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::pgn::{self, Game};
use nucleus_core::notation::san;
use nucleus_core::types::{Color, Move, MoveList, Random};
use nucleus_engine::book::{OpeningBook, best_of};

/// Selection of positions from games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DataOptions {
    /// The least rating of the player to move.
    pub min_elo: u32,
    /// Plies of each game that are left out at its start: the paper's engine plays those from a
    /// book.
    pub from_ply: usize,
    /// Leave out positions that are not quiet: in check, or with a move that captures, promotes or
    /// gives check.
    pub quiet: bool,
    /// Positions of the training set.
    pub training: usize,
    /// Positions of the test set.
    pub test: usize,
    /// Positions of each game, at most, drawn by the seed, those that were there before among them;
    /// without it all positions, each once.
    #[serde(default)]
    pub per_game: Option<usize>,
    /// The share of the games that are kept for testing.
    pub test_share: f64,
    /// The seed of all draws.
    pub seed: u64,
}

impl Default for DataOptions {
    fn default() -> Self {
        Self {
            min_elo: 2600,
            from_ply: 16,
            quiet: false,
            training: 1000,
            test: 1000,
            per_game: None,
            test_share: 0.5,
            seed: 1,
        }
    }
}

/// Counts of games and positions, by the outcome of the selection.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DataCounts {
    /// Games that were read.
    pub games: u64,
    /// Games that cannot be read, and are left out.
    pub broken_games: u64,
    /// Games of Chess960, whose castling the evaluation does not know.
    pub chess960_games: u64,
    /// Positions of the games that were read.
    pub positions: u64,
    /// Before the first ply that is taken.
    pub opening: u64,
    /// The side to move has no rating in the game.
    pub unrated: u64,
    /// The side to move is rated too low.
    pub low_rated: u64,
    /// There is only one move.
    pub forced: u64,
    /// Not quiet, where that is asked for.
    pub not_quiet: u64,
    /// The position was there before.
    pub duplicates: u64,
    /// Positions of the training games that are left.
    pub training: u64,
    /// Positions of the test games that are left.
    pub test: u64,
    /// Positions that the book answers, of those drawn for training and for tests.
    #[serde(default)]
    pub answered: [u64; 2],
    /// Positions that it answers with the grandmaster's move.
    #[serde(default)]
    pub right: [u64; 2],
}

impl DataCounts {
    /// Returns the counts with their names, for a table; those of a book where it answered.
    pub fn rows(&self) -> Vec<(&'static str, u64)> {
        let mut rows = vec![
            ("games read", self.games),
            ("games that cannot be read, left out", self.broken_games),
            ("games of Chess960, left out", self.chess960_games),
            ("positions of these games", self.positions),
            ("left out: opening", self.opening),
            ("left out: the player has no rating", self.unrated),
            ("left out: the player's rating is too low", self.low_rated),
            ("left out: only one move", self.forced),
            ("left out: not quiet", self.not_quiet),
            ("left out: duplicates", self.duplicates),
            ("left for training", self.training),
            ("left for testing", self.test),
        ];
        if self.answered != [0, 0] {
            rows.extend([
                ("drawn for training, answered by the book", self.answered[0]),
                ("of these, with the grandmaster's move", self.right[0]),
                ("drawn for testing, answered by the book", self.answered[1]),
                ("of these, with the grandmaster's move", self.right[1]),
            ]);
        }
        rows
    }
}

/// A position with the move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct GamePosition {
    /// The position.
    pub setup: Setup,
    /// The move that was played.
    pub chess_move: Move,
    /// The game and the ply.
    pub origin: String,
    /// The move of an opening book: where there is one, every player plays it.
    pub book_move: Option<Move>,
}

impl GamePosition {
    /// Asks an opening book: the first of its best moves is played, not one drawn by the weights.
    pub fn ask(&mut self, book: &OpeningBook) {
        let board = RulesBoard::new(&self.setup, portable::Token);
        self.book_move = best_of(&book.moves(&board));
    }

    /// The line of EPD.
    pub fn epd(&self) -> String {
        let board = RulesBoard::new(&self.setup, portable::Token);
        let supplied = self.book_move.map(|supplied| san::format(&board, supplied));
        format!(
            "{} bm {}; id \"{}\";{}",
            fen::format(&self.setup.planes, &self.setup.state),
            san::format(&board, self.chess_move),
            self.origin,
            supplied.map_or_else(String::new, |supplied| format!(" sm {supplied};"))
        )
    }
}

/// The sets of positions.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionSets {
    /// Positions for tuning.
    pub training: Vec<GamePosition>,
    /// Positions for the test, from other games.
    pub test: Vec<GamePosition>,
    /// All others of the training games.
    pub training_rest: Vec<GamePosition>,
    /// All others of the test games.
    pub test_rest: Vec<GamePosition>,
}

/// Gathers games, and draws positions from them.
#[derive(Debug, Default)]
pub struct GameGathering {
    games: Vec<(String, Game)>,
    counts: DataCounts,
    /// Games that are left out.
    pub left_out: ReadFaults,
}

/// Shuffles by Fisher and Yates.
fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

impl GameGathering {
    /// Adds the games of a PGN text; `file` is the name for its games.
    pub fn add_pgn(&mut self, file: &str, text: &str) {
        for game in pgn::read(text) {
            let count = match &game {
                Ok(game) if game.setup.state.chess960 => &mut self.counts.chess960_games,
                Ok(_) => &mut self.counts.games,
                Err(_) => &mut self.counts.broken_games,
            };
            *count += 1;
            let read = game.map_err(|fault| fault.to_string()).and_then(|game| {
                let fault = || format!("line {}: a game of Chess960", game.line);
                if game.setup.state.chess960 { Err(fault()) } else { Ok(game) }
            });
            self.games.extend(self.left_out.keep(file, read).map(|game| (file.to_owned(), game)));
        }
    }

    /// Splits the games, draws the positions and reports those left out. With a book every position
    /// has its move, where it has one.
    pub fn finish(
        mut self,
        options: &DataOptions,
        book: Option<&OpeningBook>,
    ) -> (PositionSets, DataCounts) {
        let mut random = Random::new(options.seed);
        let mut games = std::mem::take(&mut self.games);
        shuffle(&mut games, &mut random);
        let for_test = (games.len() as f64 * options.test_share).round() as usize;
        let (test_games, training_games) = games.split_at(for_test.min(games.len()));
        let mut seen = HashSet::new();
        let mut draw = |games: &[(String, Game)], wanted: usize| {
            let mut all = Vec::new();
            for (file, game) in games {
                let first = all.len();
                take(file, game, options, &mut seen, &mut self.counts, &mut all);
                if let Some(most) = options.per_game {
                    shuffle(&mut all[first..], &mut random);
                    all.truncate(first + most);
                }
            }
            shuffle(&mut all, &mut random);
            let mut rest = all.split_off(wanted.min(all.len()));
            if let Some(book) = book {
                all.iter_mut().chain(&mut rest).for_each(|position| position.ask(book));
            }
            (all, rest)
        };
        let (training, training_rest) = draw(training_games, options.training);
        let (test, test_rest) = draw(test_games, options.test);
        self.counts.training = (training.len() + training_rest.len()) as u64;
        self.counts.test = (test.len() + test_rest.len()) as u64;
        for (at, set) in [&training, &test].into_iter().enumerate() {
            let answered = set.iter().filter_map(|p| Some((p.book_move?, p.chess_move)));
            self.counts.answered[at] = answered.clone().count() as u64;
            self.counts.right[at] = answered.filter(|(book, played)| book == played).count() as u64;
        }
        (PositionSets { training, test, training_rest, test_rest }, self.counts)
    }
}

/// Takes the positions of a game.
fn take(
    file: &str,
    game: &Game,
    options: &DataOptions,
    seen: &mut HashSet<u64>,
    counts: &mut DataCounts,
    taken: &mut Vec<GamePosition>,
) {
    let elo = |tag| game.tag(tag).and_then(|elo| elo.trim().parse::<u32>().ok());
    let elos = [elo("WhiteElo"), elo("BlackElo")];
    let mut board = RulesBoard::new(&game.setup, portable::Token);
    for (ply, chess_move) in game.moves().enumerate() {
        counts.positions += 1;
        let rating = elos[usize::from(board.side() == Color::Black)];
        let why = if ply < options.from_ply {
            Some(&mut counts.opening)
        } else if rating.is_none() && options.min_elo > 0 {
            Some(&mut counts.unrated)
        } else if rating.is_some_and(|elo| elo < options.min_elo) {
            Some(&mut counts.low_rated)
        } else if moves(&board).len() < 2 {
            Some(&mut counts.forced)
        } else if options.quiet && !is_quiet(&board, chess_move) {
            Some(&mut counts.not_quiet)
        } else if options.per_game.is_none() && !seen.insert(board.state().key) {
            Some(&mut counts.duplicates)
        } else {
            None
        };
        match why {
            Some(count) => *count += 1,
            None => taken.push(GamePosition {
                setup: Setup {
                    planes: *board.planes(),
                    state: *board.state(),
                    corrections: Vec::new(),
                },
                chess_move,
                origin: format!("{file}:{} ply {}", game.line, ply + 1),
                book_move: None,
            }),
        }
        board = board.after(chess_move);
    }
}

/// All legal moves.
pub(super) fn moves<B: Board>(board: &B) -> MoveList {
    let mut list = MoveList::new();
    generate::<_, ALL>(board, &mut list);
    list
}

/// Neither check nor exchange, before and after the move.
fn is_quiet<B: Board>(board: &B, chess_move: Move) -> bool {
    let noisy = chess_move.is_capture() || chess_move.is_promotion();
    !board.in_check() && !noisy && !board.after(chess_move).in_check()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "[White \"a\"]\n[Black \"b\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2550\"]\n\n\
         1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 1-0\n\n\
         [White \"c\"]\n[Black \"d\"]\n[WhiteElo \"2650\"]\n\n\
         1. e4 e5 2. Nf3 Nf6 3. Nxe5 *\n\n\
         [White \"e\"]\n[Black \"f\"]\n\n1. e4 e5 2. Ke3 *\n";

    fn gathered(options: &DataOptions) -> (PositionSets, DataCounts, Vec<String>) {
        let mut gathering = GameGathering::default();
        gathering.add_pgn("x.pgn", GAMES);
        let faults = gathering.left_out.first.clone();
        let (sets, counts) = gathering.finish(options, None);
        (sets, counts, faults)
    }

    #[test]
    fn what_is_left_out_is_counted_and_broken_games_named_by_line() {
        let options = DataOptions { from_ply: 0, test_share: 0.0, ..DataOptions::default() };
        let (sets, counts, faults) = gathered(&options);
        assert_eq!((counts.games, counts.broken_games, counts.positions), (2, 1, 13));
        assert!(faults[0].starts_with("x.pgn: line 17: move 2."), "{}", faults[0]);
        assert_eq!(counts.low_rated, 4, "the first game's Black");
        assert_eq!(counts.unrated, 2, "the second game's Black");
        assert_eq!(counts.duplicates, 2, "both games begin alike");
        assert_eq!((counts.training, counts.test), (5, 0));
        assert_eq!(sets.training.len(), 5);
        let (_, quiet, _) = gathered(&DataOptions { quiet: true, ..options.clone() });
        assert_eq!(quiet.not_quiet, 2, "Bxc6 and Nxe5");
        let (_, late, _) = gathered(&DataOptions { from_ply: 6, ..options });
        assert_eq!((late.opening, late.training), (11, 1));
    }

    #[test]
    fn games_are_split_and_a_seed_repeats_the_draw() {
        let options =
            DataOptions { from_ply: 0, min_elo: 0, training: 3, test: 2, ..DataOptions::default() };
        let (sets, counts, _) = gathered(&options);
        assert_eq!((sets.training.len(), sets.test.len()), (3, 2));
        let game = |position: &GamePosition| position.origin.split(' ').next().map(str::to_owned);
        let names = |set: &[GamePosition]| set.iter().map(game).collect::<HashSet<_>>();
        let mut training = names(&sets.training);
        training.extend(names(&sets.training_rest));
        let mut test = names(&sets.test);
        test.extend(names(&sets.test_rest));
        assert!(training.is_disjoint(&test), "a game is in one set alone");
        let all = counts.opening + counts.unrated + counts.low_rated + counts.forced;
        let left = counts.training + counts.test;
        assert_eq!(counts.positions, all + counts.duplicates + left);
        assert_eq!(gathered(&options).0, sets);
        let other = gathered(&DataOptions { seed: 2, ..options }).0;
        assert_ne!(other, sets);
    }

    #[test]
    fn a_game_gives_so_many_positions_at_most() {
        let options = DataOptions {
            from_ply: 0,
            min_elo: 0,
            per_game: Some(1),
            test_share: 0.0,
            ..DataOptions::default()
        };
        let (sets, counts, _) = gathered(&options);
        assert_eq!((sets.training.len(), counts.training, counts.duplicates), (2, 2, 0));
        let (three, ..) = gathered(&DataOptions { per_game: Some(3), ..options });
        assert_eq!(three.training.len(), 6);
    }

    #[test]
    fn a_book_supplies_moves_and_they_are_counted() {
        use nucleus_engine::book::{PolyglotMaker, gather};
        use std::sync::atomic::AtomicBool;
        let mut maker = PolyglotMaker::new(2);
        gather("g.pgn", GAMES, &mut maker, &AtomicBool::new(false), &mut |_| ());
        let book = OpeningBook::Polyglot(maker.finish(1));
        let mut gathering = GameGathering::default();
        gathering.add_pgn("x.pgn", GAMES);
        let options =
            DataOptions { from_ply: 0, min_elo: 0, test_share: 0.0, ..DataOptions::default() };
        let (sets, counts) = gathering.finish(&options, Some(&book));
        assert_eq!(counts.answered, [2, 0], "the start and 1. e4");
        assert_eq!(counts.right, [2, 0]);
        let start = sets.training.iter().find(|p| p.origin.ends_with("ply 1")).expect("the start");
        assert!(start.epd().ends_with(" ply 1\"; sm e4;"), "{}", start.epd());
    }

    #[test]
    fn a_position_is_a_line_of_epd() {
        let options = DataOptions { from_ply: 4, test_share: 0.0, ..DataOptions::default() };
        let (sets, _, _) = gathered(&options);
        let found = sets.training.iter().find(|p| p.origin.ends_with("ply 7")).expect("Bxc6");
        assert_eq!(
            found.epd(),
            "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4 bm Bxc6; \
             id \"x.pgn:1 ply 7\";"
        );
    }
}
