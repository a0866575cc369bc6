//! Perft of cozy-chess as a program, built separately so that it can be compiled for one CPU.
//!
//! Each line of standard input is a command: `perft FEN DEPTH` (the last ply is counted without
//! being made) or `leaves FEN DEPTH` (every leaf is made). The answer is the count and the
//! nanoseconds it took, or `error` and a reason.

use std::io::{BufRead, Write};
use std::time::Instant;

use cozy_chess::Board;

fn perft(board: &Board, depth: u32, bulk: bool) -> u64 {
    let mut total = 0;
    board.generate_moves(|moves| {
        if bulk && depth == 1 {
            total += moves.len() as u64;
        } else {
            for chess_move in moves {
                let mut child = board.clone();
                child.play_unchecked(chess_move);
                total += if depth == 1 { 1 } else { perft(&child, depth - 1, bulk) };
            }
        }
        false
    });
    total
}

/// Returns the count and the nanoseconds it took.
fn answer(line: &str) -> Result<(u64, u128), String> {
    let (command, rest) = line.trim().split_once(' ').unwrap_or((line, ""));
    let bulk = match command {
        "perft" => true,
        "leaves" => false,
        _ => return Err(format!("`{command}` is neither `perft` nor `leaves`")),
    };
    let (fen, depth) = rest.rsplit_once(' ').ok_or("neither a position nor a depth")?;
    let board: Board = fen.parse().map_err(|error| format!("`{fen}`: {error}"))?;
    let depth = match depth.parse() {
        Ok(depth @ 1..=20) => depth,
        _ => return Err(format!("`{depth}` is no depth from 1 to 20")),
    };
    let start = Instant::now();
    let count = std::hint::black_box(perft(&board, depth, bulk));
    Ok((count, start.elapsed().as_nanos()))
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        match answer(&line?) {
            Ok((count, nanoseconds)) => writeln!(out, "{count} {nanoseconds}")?,
            Err(reason) => writeln!(out, "error {reason}")?,
        }
        out.flush()?;
    }
    Ok(())
}
