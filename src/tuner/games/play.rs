//! One game of the engine against itself.

use std::fmt;

use super::opening::balanced;
use super::options::{SelfPlayOptions, agreed};
use super::sample::{QuietPosition, SampleCandidate, draw};
use nucleus_core::board::Setup;
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::{Color, Random, Score};
use nucleus_matches::{Arbiter, Ending};
use nucleus_search::{Limits, SearchEngine, Signals, TableError};

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

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayGame {
    /// Its number in the run, from 1.
    pub number: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// Why.
    pub end: SelfPlayEnd,
    /// Its plies, those of the opening included.
    pub plies: usize,
    /// Positions that were looked at, and the quiet ones among them.
    pub seen: [usize; 2],
    /// Those that are kept.
    pub positions: Vec<QuietPosition>,
    /// Nodes of its searches.
    pub nodes: u64,
}

/// What ends a game by both sides' scores.
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
pub fn play_game(
    options: &SelfPlayOptions,
    engine: &mut SearchEngine,
    number: u32,
    signals: &Signals,
) -> Option<SelfPlayGame> {
    let mut random = Random::new(Random::new(options.seed ^ u64::from(number) << 32).bits());
    let mut moves = balanced(options, engine, &mut random, signals)?;
    engine.clear();
    let setup = Setup::start();
    let mut arbiter = Arbiter::new(&setup);
    moves.iter().for_each(|&chess_move| arbiter.play(chess_move));
    let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
    let player = options.engine();
    let (values, evaluation) = (player.values(), player.evaluation());
    let (mut agreement, mut candidates) = (Agreement::default(), Vec::new());
    let (mut seen, mut nodes) = (0, 0);
    let (outcome, end) = loop {
        if let Some(ending) = arbiter.ending() {
            let outcome = match ending {
                Ending::Checkmate(mated) => Outcome::Win(!mated),
                _ => Outcome::Draw,
            };
            break (outcome, SelfPlayEnd::Rules(ending));
        }
        let searched = engine.search(&setup, &moves, &limits, signals, &mut |_| {});
        if signals.is_stopped() {
            return None;
        }
        nodes += searched.statistics.nodes;
        // There is a legal move, or the arbiter had ended the game.
        let chess_move = searched.best_move()?;
        let score = searched.lines.first()?.score;
        seen += 1;
        let candidate = SampleCandidate { chess_move, score: Some(score) };
        candidates.extend(candidate.quiet(values, arbiter.board(), &evaluation, options.sample));
        let white = if arbiter.side() == Color::White { score } else { -score };
        if let Some(agreed) = agreement.note(white, moves.len()) {
            break agreed;
        }
        arbiter.play(chess_move);
        moves.push(chess_move);
    };
    let seen = [seen, candidates.len()];
    let positions = draw(candidates, options.sample.per_game, &mut random);
    Some(SelfPlayGame { number, outcome, end, plies: moves.len(), seen, positions, nodes })
}
