use std::fmt::Write;

use nucleus_base::build_info::BuildInfo;
use nucleus_core::board::{Board, MatrixBoard, fen};
use nucleus_core::kernels::{Level, MatrixKernel};
use nucleus_core::types::Square;
use nucleus_core::types::bitboard::squares;

/// Returns the board in letters, its FEN, key, checks and matrix.
pub fn show_board<K: MatrixKernel>(board: &MatrixBoard<K>) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        text += " +---+---+---+---+---+---+---+---+\n";
        for file in 0..8 {
            let letter =
                board.planes().piece_at(Square::at(file, rank)).map_or(' ', |piece| piece.letter());
            let _ = write!(text, " | {letter}");
        }
        let _ = writeln!(text, " | {}", rank + 1);
    }
    text += " +---+---+---+---+---+---+---+---+\n   a   b   c   d   e   f   g   h\n\n";
    let _ = writeln!(text, "Fen: {}", fen::format(board.planes(), board.state()));
    let _ = writeln!(text, "Key: {:016X}", board.state().key);
    let checkers: Vec<String> = if board.in_check() {
        squares(board.checkers()).map(|square| square.to_string()).collect()
    } else {
        Vec::new()
    };
    let _ = writeln!(text, "Checkers: {}", checkers.join(" "));
    let _ = write!(text, "Matrix:\n{:?}", board.matrix());
    text
}

/// Returns the program's build and the levels that this CPU can use.
pub fn compiler(build: &BuildInfo) -> String {
    let levels: Vec<&str> = Level::usable().map(Level::name).collect();
    format!(
        "Compiled by {} for {} (optimisation {}).\n\
         One binary for all levels, chosen at run time; usable here: {}.",
        build.rustc.unwrap_or("an unknown compiler"),
        build.target.unwrap_or("an unknown target"),
        build.opt_level.unwrap_or("unknown"),
        levels.join(", ")
    )
}
