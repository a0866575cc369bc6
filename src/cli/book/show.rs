use std::fmt::Write as _;
use std::io::{BufReader, stdin};

use nucleus::board::Board;
use nucleus::board::{RulesBoard, Setup, fen};
use nucleus::book::OpeningBook;
use nucleus::book::polyglot::{PolyglotBook, polyglot_key};
use nucleus::kernels::portable;
use nucleus::lines::read_line;
use nucleus::notation::{san, uci_move};
use serde_json::json;

use super::ShowArgs;
use crate::cli::print;

/// The longest line of standard input; a FEN has fewer than 100 bytes.
const LONGEST_LINE: usize = 1024;

/// Prints what the book has for the position, or for each of standard input.
pub fn run(args: &ShowArgs) -> Result<(), String> {
    let book = OpeningBook::read(&args.book).map_err(|fault| fault.to_string())?;
    let show = |text: &str| {
        let setup = Setup::named(text).map_err(|fault| fault.to_string())?;
        for correction in &setup.corrections {
            nucleus::tell!("warning: {correction}");
        }
        let board = RulesBoard::new(&setup, portable::Token);
        print(&match &book {
            OpeningBook::Polyglot(book) if args.json => polyglot_json(book, &board),
            OpeningBook::Polyglot(book) => polyglot_table(book, &board),
        })
    };
    if args.fen != "-" {
        return show(&args.fen);
    }
    let mut input = BufReader::new(stdin().lock());
    let mut line = Vec::new();
    let mut number = 0;
    while read_line(&mut input, &mut line, LONGEST_LINE)
        .map_err(|fault| format!("standard input: {fault}"))?
        .is_some()
    {
        number += 1;
        let text = String::from_utf8_lossy(&line);
        show(text.trim()).map_err(|fault| format!("standard input, line {number}: {fault}"))?;
    }
    Ok(())
}

/// The position in words that every program knows it by.
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
