//! One game of the engine against itself.

use std::fmt;

use super::opening::balanced;
use super::options::{SelfPlayOptions, agreed};
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::{Color, Move, Random, Score};
use nucleus_matches::{Arbiter, Ending};
use nucleus_search::{SearchEngine, Signals, TableError};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfPlayEnd {
    /// By the rules.
    Rules(Ending),
    /// Both sides' scores said for long enough that it was won.
    Won,
    /// Both sides' scores said for long enough that it was even.
    Even,
    /// It was too long.
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

/// A move of a game with the score of the search that chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredPly {
    /// The move.
    pub chess_move: Move,
    /// The score for the side to move.
    pub score: Score,
}

/// A game from the start position, move by move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// The number of the game in the run, from 1.
    pub number: u32,
    /// The random moves that it begins with.
    pub opening: Vec<Move>,
    /// The searched moves. The last of a game that ended by agreement is not played.
    pub plies: Vec<ScoredPly>,
    /// The end of the game.
    pub outcome: Outcome,
    /// Why.
    pub end: SelfPlayEnd,
    /// Nodes of its searches.
    pub nodes: u64,
}

/// The ends of a game by both sides' scores.
#[derive(Default)]
struct Agreement {
    /// Plies in a row with a score that wins, positive for White.
    won: i32,
    /// Plies in a row with a score near zero.
    even: usize,
}

impl Agreement {
    /// Notes White's score after a search at a ply; an end where both sides agree on one.
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

/// An engine for the games of a run.
///
/// # Errors
/// When there is no memory for its table.
pub fn engine(options: &SelfPlayOptions) -> Result<SearchEngine, TableError> {
    SearchEngine::new(options.hash, options.engine())
}

/// Plays the game of a number; `None` when a signal ended it. It depends on the options and its
/// number alone: the engine forgets what it knew before.
pub fn play(
    options: &SelfPlayOptions,
    engine: &mut SearchEngine,
    number: u32,
    signals: &Signals,
) -> Option<ScoredGame> {
    let mut random = Random::new(Random::new(options.seed ^ u64::from(number) << 32).bits());
    let opening = balanced(options, engine, &mut random, signals)?;
    engine.clear();
    let mut arbiter = Arbiter::new(&Setup::start());
    opening.iter().for_each(|&chess_move| arbiter.play(chess_move));
    let mut reversible = ReversibleMoves::of(arbiter.board());
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
        // There is a legal move, or the arbiter had ended the game.
        let chess_move = searched.best_move()?;
        let score = searched.lines.first()?.score;
        plies.push(ScoredPly { chess_move, score });
        let white = if arbiter.side() == Color::White { score } else { -score };
        if let Some(agreed) = agreement.note(white, opening.len() + plies.len() - 1) {
            break agreed;
        }
        arbiter.play(chess_move);
        reversible.play(chess_move, arbiter.board());
    };
    Some(ScoredGame { number, opening, plies, outcome, end, nodes })
}

/// A position and the moves from it that a position may repeat: those before are not replayed for
/// every search.
struct ReversibleMoves {
    setup: Setup,
    moves: Vec<Move>,
}

impl ReversibleMoves {
    /// Begins here.
    fn of(board: &RulesBoard) -> Self {
        let (planes, state) = (*board.planes(), *board.state());
        Self { setup: Setup { planes, state, corrections: Vec::new() }, moves: Vec::new() }
    }

    /// Adds the move that led to a position.
    fn play(&mut self, chess_move: Move, board: &RulesBoard) {
        if board.state().halfmove == 0 {
            *self = Self::of(board);
        } else {
            self.moves.push(chess_move);
        }
    }
}
