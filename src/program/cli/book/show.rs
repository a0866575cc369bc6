use std::fmt::Write as _;
use std::io::{BufReader, stdin};

use nucleus_base::lines::read_line;
use nucleus_core::board::Board;
use nucleus_core::board::{RulesBoard, fen};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::legal_moves;
use nucleus_core::notation::{san, uci_move};
use nucleus_core::types::{Move, Score};
use nucleus_engine::book::OpeningBook;
use nucleus_engine::book::openx::{OpenxBook, OpenxPosition};
use nucleus_engine::book::polyglot::{PolyglotBook, encode_move, openx_key, polyglot_key};
use serde_json::json;

use super::ShowArgs;
use crate::cli::{position, print};

/// Longest line of standard input, in bytes; a FEN has fewer than 100.
const LONGEST_LINE: usize = 1024;

/// Prints the book's moves for a position, or for each position of standard input.
pub fn run(args: &ShowArgs) -> Result<(), String> {
    let book = OpeningBook::read(&args.book).map_err(|error| error.to_string())?;
    let show = |text: &str| {
        let setup = position(text, "warning")?;
        let board = RulesBoard::new(&setup, portable::Token);
        print(&match &book {
            OpeningBook::Polyglot(book) if args.json => polyglot_json(book, &board),
            OpeningBook::Polyglot(book) => polyglot_table(book, &board),
            OpeningBook::Openx(book) if args.json => openx_json(book, &board),
            OpeningBook::Openx(book) => openx_table(book, &board),
        })
    };
    if args.fen != "-" {
        return show(&args.fen);
    }
    let mut input = BufReader::new(stdin().lock());
    let mut line = Vec::new();
    let mut number = 0;
    while read_line(&mut input, &mut line, LONGEST_LINE)
        .map_err(|error| format!("standard input: {error}"))?
        .is_some()
    {
        number += 1;
        let text = String::from_utf8_lossy(&line);
        show(text.trim()).map_err(|error| format!("standard input, line {number}: {error}"))?;
    }
    Ok(())
}

/// Returns the FEN of a position.
fn head(board: &RulesBoard) -> String {
    fen::format(board.planes(), board.state())
}

fn polyglot_json(book: &PolyglotBook, board: &RulesBoard) -> String {
    let moves: Vec<_> = book
        .moves(board)
        .into_iter()
        .map(|(found, entry)| {
            json!({
                "uci": uci_move::format(board, found),
                "san": san::format(board, found),
                "weight": entry.weight,
                "learn": entry.learn,
            })
        })
        .collect();
    let key = format!("{:016x}", polyglot_key(board));
    format!("{}\n", json!({ "fen": head(board), "key": key, "moves": moves }))
}

fn polyglot_table(book: &PolyglotBook, board: &RulesBoard) -> String {
    let moves = book.moves(board);
    let mut text = format!("{}\nkey {:016x}\n", head(board), polyglot_key(board));
    if moves.is_empty() {
        return text + "not in the book\n";
    }
    let total: u32 = moves.iter().map(|(_, entry)| u32::from(entry.weight)).sum();
    text += "move      UCI    weight    share\n";
    for (found, entry) in moves {
        let share = 100.0 * f64::from(entry.weight) / f64::from(total.max(1));
        let san = san::format(board, found);
        let uci = uci_move::format(board, found);
        let _ = writeln!(text, "{san:<9} {uci:<6} {:>6} {share:>6.1} %", entry.weight);
    }
    text
}

/// Returns the best move that leaves the book, its score and the depth of the stored search.
fn drop_out(board: &RulesBoard, position: &OpenxPosition) -> Option<(Move, Score, u8)> {
    let verdict = position.verdict?;
    let legal = legal_moves(board);
    let found = legal.iter().find(|&&m| encode_move(board, m) == verdict.chess_move)?;
    Some((*found, verdict.score?, verdict.depth))
}

fn openx_json(book: &OpenxBook, board: &RulesBoard) -> String {
    let entry = book.find(board).map(|position| {
        let drop_out = drop_out(board, position).map(|(found, score, depth)| {
            json!({ "uci": uci_move::format(board, found), "score": score, "depth": depth })
        });
        json!({
            "games": position.games,
            "half_points": position.half_points,
            "value": position.value,
            "drop_out": drop_out,
        })
    });
    let weights = book.choices(board);
    let moves: Vec<_> = book
        .moves(board)
        .into_iter()
        .zip(weights)
        .map(|(found, choice)| {
            json!({
                "uci": uci_move::format(board, found.chess_move),
                "san": san::format(board, found.chess_move),
                "games": found.position.games,
                "half_points": found.position.half_points,
                "value": found.value,
                "weight": choice.weight,
            })
        })
        .collect();
    let key = format!("{:016x}", openx_key(board));
    let object = json!({ "fen": head(board), "key": key, "position": entry, "moves": moves });
    format!("{object}\n")
}

fn centipawns(score: Score) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}

fn percent(score: Option<f64>) -> String {
    score.map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", 100.0 * score))
}

fn openx_table(book: &OpenxBook, board: &RulesBoard) -> String {
    let mut text = format!("{}\nkey {:016x}\n", head(board), openx_key(board));
    let moves = book.moves(board);
    match book.find(board) {
        None if moves.is_empty() => return text + "not in the book\n",
        None => text += "not in the book; moves that lead back into it:\n",
        Some(position) => {
            let (games, score) = (position.games, percent(position.score()));
            let value = centipawns(position.value);
            let _ = writeln!(text, "{games} games, White's score {score}, value {value}");
            if let Some((found, score, depth)) = drop_out(board, position) {
                let (san, score) = (san::format(board, found), centipawns(score));
                let _ = writeln!(text, "best outside of the book: {san}, {score} at depth {depth}");
            }
        }
    }
    text += "move      UCI     games    White    value   weight\n";
    for (found, choice) in moves.iter().zip(book.choices(board)) {
        let _ = writeln!(
            text,
            "{:<9} {:<6} {:>6} {:>8} {:>8} {:>8}",
            san::format(board, found.chess_move),
            uci_move::format(board, found.chess_move),
            found.position.games,
            percent(found.position.score()),
            centipawns(found.value),
            choice.weight,
        );
    }
    text
}
