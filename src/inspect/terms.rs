//! The evaluation's terms: the one place where the inspector asks for them.

use serde::Serialize;

use super::timeline::RulesBoard;
use crate::board::Board;
use crate::eval::{Accumulator, evaluate};
use crate::matrix::Planes;
use crate::types::bitboard::squares;
use crate::types::{Color, PieceType};

/// A term in centipawns. Each colour's share is good for that colour, middlegame and endgame.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Term {
    /// What it is.
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
    /// Its terms.
    pub terms: Vec<Term>,
    /// The result, from White's view.
    pub total: i32,
}

/// Takes the evaluation of a rebuilt position apart.
pub fn evaluation(board: &RulesBoard) -> Evaluation {
    let accumulator = Accumulator::of(board.planes());
    let value = i32::from(evaluate(board, &accumulator));
    let total = if board.side() == Color::White { value } else { -value };
    let blend = |[middlegame, endgame]: [i32; 2]| {
        let phase = f64::from(accumulator.phase());
        let full = f64::from(Accumulator::FULL_PHASE);
        (f64::from(middlegame) * phase + f64::from(endgame) * (full - phase)) / full
    };
    let [white, black] = Color::ALL.map(|color| {
        let (middlegame, endgame) = Accumulator::of(&only(board.planes(), color)).placement();
        if color == Color::White { [middlegame, endgame] } else { [-middlegame, -endgame] }
    });
    let placement = blend([white[0] - black[0], white[1] - black[1]]);
    let terms = vec![
        Term {
            name: "material and squares".to_owned(),
            white: Some(white),
            black: Some(black),
            total: placement,
        },
        Term {
            name: "all other terms".to_owned(),
            white: None,
            black: None,
            total: f64::from(total) - placement.trunc(),
        },
    ];
    Evaluation { terms, total }
}

/// The men of one colour.
fn only(planes: &Planes, color: Color) -> Planes {
    let mut alone = Planes::EMPTY;
    for kind in PieceType::ALL {
        for square in squares(planes.of(color, kind)) {
            alone.put(square, crate::types::Piece::new(color, kind));
        }
    }
    alone
}
