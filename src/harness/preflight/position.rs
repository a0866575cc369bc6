//! A check that an engine sets up the given positions correctly, before it is measured on them.
//!
//! An engine that rejects a position, or reads it differently, would otherwise be measured on
//! another one. The check uses what the engine offers, the most reliable means first:
//!
//! 1. `d` prints the FEN of the position (Stockfish and ours);
//! 2. `go perft 1` counts the legal moves, if the engine is measured by perft and knows it;
//! 3. a short search gives a move, which must be legal in the position.

use std::time::Duration;

use super::super::engine::Engine;
use super::super::fault::{Fault, FaultKind};
use super::super::kept_limits::KeptLimits;
use super::super::protocol::legal_moves;

/// The time limit of `go perft 1`; an engine that starts an infinite search instead is stopped.
pub const PERFT: Duration = Duration::from_secs(2);
/// The time limit of a short search.
const SEARCH: Duration = Duration::from_secs(10);
/// The milliseconds of a search by time, and of a second one if the first gave no legal move.
const TIMED: [f64; 2] = [10.0, 300.0];

/// The commands and limits that an engine knows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Means {
    /// `true` if `d` may print a FEN.
    pub display: bool,
    /// `true` if the engine knows `go perft` and is measured by it.
    pub perft: bool,
    /// The limits that the engine keeps.
    pub limits: KeptLimits,
}

/// Sets up a position in an engine and checks that the engine has it.
///
/// # Errors
/// If the engine has another position ([`FaultKind::WrongPosition`], [`FaultKind::IllegalMove`]),
/// or fails in any other way.
pub fn prove(engine: &mut Engine, means: Means, fen: &str) -> Result<(), Fault> {
    let Some(legal) = legal_moves(fen) else { return Ok(()) };
    engine.set_up(Some(fen))?;
    if means.display
        && let Some(shown) = engine.text("d")?.iter().find_map(|line| shown_fen(line))
    {
        return same_position(&shown, fen);
    }
    if means.perft {
        let (nodes, moves) = (engine.perft(1, PERFT)?.nodes.unwrap_or_default(), legal.len());
        if nodes != moves as u64 {
            let reason = format!("`go perft 1` counts {nodes} moves instead of {moves}");
            return Err(elsewhere(&reason, fen));
        }
        engine.ready()?;
    }
    // Other positions may have as many moves, so the count is no proof.
    let mut best = String::new();
    for milliseconds in TIMED {
        let Some(limit) = means.limits.short(milliseconds) else { return Ok(()) };
        best = engine.go(&limit, SEARCH, |_, _| {})?.bestmove;
        if legal.contains(&best) {
            return Ok(());
        }
    }
    let best: String = best.chars().take(40).collect();
    let reason = format!("its move `{best}` is not legal there");
    Err(Fault { kind: FaultKind::IllegalMove, ..elsewhere(&reason, fen) })
}

fn elsewhere(reason: &str, fen: &str) -> Fault {
    Fault::new(FaultKind::WrongPosition, format!("it did not set up `{fen}`: {reason}"))
}

/// Returns the FEN in a line of `d`: the text after `Fen:`, ignoring case.
fn shown_fen(line: &str) -> Option<String> {
    let (key, fen) = line.split_once(':')?;
    key.trim().eq_ignore_ascii_case("fen").then(|| fen.trim().to_owned())
}

/// Compares the FEN that an engine prints with the given position. The engine may count moves
/// differently, and omit an en passant square that no pawn can use.
fn same_position(shown: &str, given: &str) -> Result<(), Fault> {
    let fields = |fen: &str| fen.split_whitespace().take(4).map(str::to_owned).collect::<Vec<_>>();
    let (theirs, ours) = (fields(shown), fields(given));
    let en_passant = theirs.get(3) == ours.get(3) || theirs.get(3).is_some_and(|s| s == "-");
    if theirs.len() == 4 && theirs[..3] == ours[..3] && en_passant {
        return Ok(());
    }
    let shown: String = shown.chars().take(100).collect();
    Err(elsewhere(&format!("it shows `{shown}`"), given))
}
