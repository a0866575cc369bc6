//! The core as a library: a position, its cells, its legal moves, a search.

use std::error::Error;

use nucleus_core::board::{Board, MatrixBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{ALL, generate};
use nucleus_core::types::{MoveList, Square};
use nucleus_search::{EngineOptions, Limits, SearchEngine, Signals};

/// Returns a cell, the number of legal moves and the best move of a position.
pub fn look(fen: &str) -> Result<(u32, usize, String), Box<dyn Error>> {
    let setup = Setup::from_fen(fen)?;
    let board = MatrixBoard::new(&setup, portable::Token);
    let cell = board.matrix().at(Square::at(4, 3));
    let mut moves = MoveList::new();
    generate::<_, ALL>(&board, &mut moves);
    let mut engine = SearchEngine::new(1, EngineOptions::default())?;
    let never = Signals::default();
    let found = engine.search(&setup, &[], &Limits::depth(4), &never, &mut |_| {});
    let best = found.best_move().ok_or("no legal move")?;
    Ok((cell, moves.len(), best.to_string()))
}

#[allow(dead_code)] // the tests call `look` alone
fn main() -> Result<(), Box<dyn Error>> {
    let (cell, moves, best) = look("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1")?;
    println!("e4 is {cell:032b}; {moves} legal moves; best {best}");
    Ok(())
}
