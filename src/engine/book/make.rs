//! Makers of books from games.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::BookFault;
use super::merge::scaled;
use super::openx::{OpenxBook, OpenxPosition};
use super::polyglot::{PolyglotBook, encode_move, openx_key, polyglot_key};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::portable;
use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::pgn::{self, Game, Outcome};
use nucleus_core::types::Color;

/// Builds a book from games.
pub trait BookMaker {
    /// Adds a game; returns false if a book of this format cannot contain it.
    fn add(&mut self, game: &Game) -> bool;
}

/// Result of reading the games of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gathered {
    /// Number of games in the book.
    pub games: usize,
    /// Games that were skipped, with the reasons.
    pub left_out: ReadFaults,
    /// True if the complete text was read.
    pub complete: bool,
}

/// Passes all games of a PGN text to the maker, until `stop`; games with errors are skipped. `file`
/// is the name for messages; `report` receives the number of games read so far.
pub fn gather(
    file: &str,
    text: &str,
    maker: &mut dyn BookMaker,
    stop: &AtomicBool,
    report: &mut dyn FnMut(usize),
) -> Gathered {
    let mut gathered = Gathered { complete: true, ..Gathered::default() };
    for game in pgn::read(text) {
        if stop.load(Ordering::Relaxed) {
            gathered.complete = false;
            break;
        }
        let read =
            game.map_err(|error| error.to_string()).and_then(|game| match maker.add(&game) {
                true => Ok(()),
                false => Err(format!("line {}: castling as in Chess960", game.line)),
            });
        gathered.games += usize::from(gathered.left_out.keep(file, read).is_some());
        report(gathered.games + gathered.left_out.count as usize);
    }
    gathered
}

/// Returns White's half points of a game; one if its result is unknown.
fn half_points(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Win(Color::White) => 2,
        Outcome::Win(Color::Black) => 0,
        Outcome::Draw | Outcome::Unknown => 1,
    }
}

/// Number of games, and half points of the side that made the move.
#[derive(Clone, Copy, Default)]
struct MoveTally {
    games: u32,
    half_points: u64,
}

/// A maker of Polyglot books. A move's weight is two per win of its side, one per draw or unknown.
pub struct PolyglotMaker {
    plies: usize,
    moves: HashMap<(u64, u16), MoveTally>,
}

impl PolyglotMaker {
    /// Returns a maker that uses the first `plies` of each game.
    pub fn new(plies: usize) -> Self {
        Self { plies, moves: HashMap::new() }
    }

    /// Returns a book of the moves that were played in at least `least` games and scored.
    pub fn finish(self, least: u32) -> PolyglotBook {
        let kept = self.moves.into_iter().filter(|(_, tally)| tally.games >= least);
        let scored = kept.filter(|(_, tally)| tally.half_points > 0);
        let entries: BTreeMap<_, _> =
            scored.map(|(place, tally)| (place, (tally.half_points, 0))).collect();
        PolyglotBook::new(scaled(&entries))
    }
}

impl BookMaker for PolyglotMaker {
    fn add(&mut self, game: &Game) -> bool {
        let white = half_points(game.outcome);
        let mut board = RulesBoard::new(&game.setup, portable::Token);
        // A game that repeats a position counts once for each of its moves.
        let mut seen = HashSet::new();
        for chess_move in game.moves().take(self.plies) {
            let place = (polyglot_key(&board), encode_move(&board, chess_move));
            if seen.insert(place) {
                let tally = self.moves.entry(place).or_default();
                let own = if board.side() == Color::White { white } else { 2 - white };
                tally.games += 1;
                tally.half_points += u64::from(own);
            }
            board = board.after(chess_move);
        }
        true
    }
}

/// A maker of OPENX books.
pub struct OpenxMaker {
    plies: usize,
    positions: HashMap<u64, OpenxPosition>,
}

impl OpenxMaker {
    /// Returns a maker that uses the first `plies` of each game.
    pub fn new(plies: usize) -> Self {
        Self { plies, positions: HashMap::new() }
    }

    /// Returns a book of the positions that at least `least` games have reached.
    ///
    /// # Errors
    /// Never for positions of games that were read; otherwise as [`OpenxBook::new`].
    pub fn finish(self, least: u32) -> Result<OpenxBook, BookFault> {
        OpenxBook::new(self.positions.into_values().filter(|p| p.games >= least).collect())
    }
}

impl BookMaker for OpenxMaker {
    fn add(&mut self, game: &Game) -> bool {
        if game.setup.state.chess960 {
            return false;
        }
        let white = half_points(game.outcome);
        let mut board = RulesBoard::new(&game.setup, portable::Token);
        let mut seen = HashSet::new();
        let mut reach = |board: &RulesBoard| {
            if seen.insert(openx_key(board)) {
                let new = || OpenxPosition::new(board);
                let position = self.positions.entry(openx_key(board)).or_insert_with(new);
                position.games += 1;
                position.half_points += white;
            }
        };
        reach(&board);
        for chess_move in game.moves().take(self.plies) {
            board = board.after(chess_move);
            reach(&board);
        }
        true
    }
}
