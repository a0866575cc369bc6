//! The evaluation's terms: the one place where the inspector asks for them.

use serde::Serialize;

use nucleus_core::board::RulesBoard;
use nucleus_core::eval::explain::{self, explain};
use nucleus_core::eval::{Options, Values};

/// A term in centipawns. Each colour's share is good for that colour, middlegame and endgame.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Term {
    /// Name of the group.
    pub name: String,
    /// White's share, where the term can be split.
    pub white: Option<[i32; 2]>,
    /// Black's share.
    pub black: Option<[i32; 2]>,
    /// White's less Black's at this phase of the game.
    pub total: f64,
}

/// The evaluation of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Evaluation {
    /// Terms of the group.
    pub terms: Vec<Term>,
    /// The result, from White's view.
    pub total: i32,
}

/// Takes the evaluation of a rebuilt position apart, with the weights and the bound of profile
/// `full`.
pub fn evaluation(board: &RulesBoard) -> Evaluation {
    let options = Options { bound: Options::FITTED_BOUND, ..Options::default() };
    let explanation = explain(Values::fitted(), board, &options);
    let term = |line: &explain::Line| Term {
        name: line.name.clone(),
        white: Some(line.white),
        black: Some(line.black),
        total: line.total,
    };
    Evaluation { terms: explanation.terms.iter().map(term).collect(), total: explanation.total }
}
