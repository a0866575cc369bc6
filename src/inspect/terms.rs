//! The terms of the evaluation, in the form that the inspector shows.

use serde::Serialize;

use nucleus_core::board::RulesBoard;
use nucleus_core::eval::explain::{self, explain};
use nucleus_core::eval::{Options, Values};

/// A term, in centipawns. A side's two values, middlegame and endgame, count in that side's favour.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Term {
    /// Name of the term.
    pub name: String,
    /// White's values, if the term can be split.
    pub white: Option<[i32; 2]>,
    /// Black's values, if the term can be split.
    pub black: Option<[i32; 2]>,
    /// White's value minus Black's, at the position's game phase.
    pub total: f64,
}

/// The evaluation of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Evaluation {
    /// The terms, in the order of the evaluation's table.
    pub terms: Vec<Term>,
    /// The sum, from White's point of view.
    pub total: i32,
}

/// Returns the terms of the hand-written evaluation for a position, with the weights of profile
/// `full` and no bound on the positional part.
pub fn evaluation(board: &RulesBoard) -> Evaluation {
    let options = Options { bound: Options::UNBOUNDED, ..Options::default() };
    let explanation = explain(Values::fitted(), board, &options);
    let term = |line: &explain::TermLine| Term {
        name: line.name.clone(),
        white: Some(line.white),
        black: Some(line.black),
        total: line.total,
    };
    Evaluation { terms: explanation.terms.iter().map(term).collect(), total: explanation.total }
}
