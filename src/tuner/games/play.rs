//! A game of the engine against itself.

use std::fmt;

use super::opening::{balanced, chess960};
use super::options::{SelfPlayOptions, agreed};
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::movegen::legal_moves;
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::{Color, Move, Random, Score};
use nucleus_matches::{Arbiter, Ending};
use nucleus_search::{SearchEngine, Signals, TableError};

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfPlayEnd {
    /// The rules of chess.
    Rules(Ending),
    /// Adjudicated as won by the scores of both sides.
    Won,
    /// Adjudicated as drawn by the scores of both sides.
    Even,
    /// The game reached the maximum length.
    Length,
}

impl fmt::Display for SelfPlayEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rules(Ending::Checkmate(_)) => "mate",
            Self::Rules(Ending::Stalemate) => "stalemate",
            Self::Rules(Ending::DeadPosition) => "dead position",
            Self::Rules(Ending::Repetition) => "repetition",
            Self::Rules(Ending::FiftyMoves) => "fifty moves",
            Self::Won => "won by agreed scores",
            Self::Even => "drawn by agreed scores",
            Self::Length => "drawn by length",
        })
    }
}

/// A move with the score of the search that chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredPly {
    /// The move that was played: the search's choice, or a random one.
    pub chess_move: Move,
    /// Score for the side to move, in centipawns.
    pub score: Score,
}

/// A game with its scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// Number of the game in the run, from 1.
    pub number: u32,
    /// The number of its Chess960 start position; `None` for the usual one.
    pub chess960: Option<u16>,
    /// Random opening moves.
    pub opening: Vec<Move>,
    /// Searched moves. The last one of an adjudicated game is not played.
    pub plies: Vec<ScoredPly>,
    /// Result of the game.
    pub outcome: Outcome,
    /// Reason of the result.
    pub end: SelfPlayEnd,
    /// Number of nodes of the game's searches.
    pub nodes: u64,
}

/// Adjudication by the scores of both sides.
#[derive(Default)]
struct Agreement {
    /// Plies in a row with a winning score; positive if White wins.
    won: i32,
    /// Plies in a row with a score near zero.
    even: usize,
}

impl Agreement {
    /// Notes White's score of a ply; returns the result once the game is adjudicated.
    fn note(&mut self, white: Score, ply: usize) -> Option<(Outcome, SelfPlayEnd)> {
        self.won = match white {
            agreed::WON.. => self.won.max(0) + 1,
            _ if white <= -agreed::WON => self.won.min(0) - 1,
            _ => 0,
        };
        let even = white.abs() <= agreed::EVEN && ply >= agreed::EVEN_FROM;
        self.even = if even { self.even + 1 } else { 0 };
        if self.won.unsigned_abs() as usize >= agreed::WON_PLIES {
            let winner = if self.won > 0 { Color::White } else { Color::Black };
            return Some((Outcome::Win(winner), SelfPlayEnd::Won));
        }
        if self.even >= agreed::EVEN_PLIES {
            return Some((Outcome::Draw, SelfPlayEnd::Even));
        }
        (ply >= agreed::MOST_PLIES).then_some((Outcome::Draw, SelfPlayEnd::Length))
    }
}

/// Creates an engine for the games of a run.
///
/// # Errors
/// If there is no memory for its table.
pub fn engine(options: &SelfPlayOptions) -> Result<SearchEngine, TableError> {
    SearchEngine::new(options.hash, options.engine())
}

/// Plays the game of this number; `None` if a signal ended it. The game depends on the options and its number
/// alone, because the engine clears its memory before each game.
pub fn play(
    options: &SelfPlayOptions,
    engine: &mut SearchEngine,
    number: u32,
    signals: &Signals,
) -> Option<ScoredGame> {
    let mut random = Random::new(Random::new(options.seed ^ u64::from(number) << 32).bits());
    let shuffled = (options.chess960 > 0 && random.below(100) < options.chess960 as usize)
        .then(|| random.below(960) as u16);
    let start = shuffled.map_or_else(Setup::start, chess960);
    let opening = balanced(&start, options, engine, &mut random, signals)?;
    engine.clear();
    let mut arbiter = Arbiter::new(&start);
    opening.iter().for_each(|&chess_move| arbiter.play(chess_move));
    let mut reversible = ReversibleMoves::from_board(arbiter.board());
    let limits = options.limits();
    let (mut agreement, mut plies, mut nodes) = (Agreement::default(), Vec::new(), 0);
    let (outcome, end) = loop {
        if let Some(ending) = arbiter.ending() {
            let outcome = match ending {
                Ending::Checkmate(mated) => Outcome::Win(!mated),
                _ => Outcome::Draw,
            };
            break (outcome, SelfPlayEnd::Rules(ending));
        }
        let ReversibleMoves { setup, moves } = &reversible;
        let searched = engine.search(setup, moves, &limits, signals, &mut |_| {});
        if signals.is_stopped() {
            return None;
        }
        nodes += searched.statistics.nodes;
        // There is a legal move, because the arbiter has not ended the game.
        let mut chess_move = searched.best_move()?;
        // A random move leads to positions that the engine's own games do not have.
        if (random.below(100) as u32) < options.random_moves {
            let legal = legal_moves(arbiter.board());
            chess_move = legal[random.below(legal.len())];
        }
        let score = searched.lines.first()?.score;
        plies.push(ScoredPly { chess_move, score });
        let white = if arbiter.side() == Color::White { score } else { -score };
        if let Some(agreed) = agreement.note(white, opening.len() + plies.len() - 1) {
            break agreed;
        }
        arbiter.play(chess_move);
        reversible.play(chess_move, arbiter.board());
    };
    Some(ScoredGame { number, chess960: shuffled, opening, plies, outcome, end, nodes })
}

/// The position after the last irreversible move, and the moves since. A search needs no earlier moves to
/// find repetitions.
struct ReversibleMoves {
    setup: Setup,
    moves: Vec<Move>,
}

impl ReversibleMoves {
    fn from_board(board: &RulesBoard) -> Self {
        let (planes, state) = (*board.planes(), *board.state());
        Self { setup: Setup { planes, state, corrections: Vec::new() }, moves: Vec::new() }
    }

    /// Adds the move that led to `board`. After a capture or a pawn move, begins again at `board`.
    fn play(&mut self, chess_move: Move, board: &RulesBoard) {
        if board.state().halfmove == 0 {
            *self = Self::from_board(board);
        } else {
            self.moves.push(chess_move);
        }
    }
}
