//! A check that an engine stands on the position it was given, before anything is measured there.
//!
//! An engine that refuses a position, or reads it in its own way, would otherwise be measured on
//! another one. It is asked by what it has, the surest first:
//!
//! 1. `d` prints the FEN of the position (Stockfish, ours, and many others);
//! 2. `go perft 1` counts the legal moves, where the engine is to be measured by perft: one that does not
//!    know the word searches instead, some without end;
//! 3. a search of one ply gives a move, which must be legal there.

use std::time::Duration;

use super::super::engine::Engine;
use super::super::fault::{Fault, FaultKind};

/// Time limit of `go perft 1`; an engine that takes it for an endless search is then stopped.
const PERFT: Duration = Duration::from_secs(2);
/// Time limit of a search of one ply.
const SEARCH: Duration = Duration::from_secs(10);

/// Commands that an engine was found to support; tried once, and kept for the other positions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Means {
    /// True if `d` prints a FEN; `None` before it was tried.
    display: Option<bool>,
    /// True if the engine knows `go perft`; `None` before it was tried.
    pub perft: Option<bool>,
}

impl Means {
    /// The commands to try on an engine; `go perft` only where it is measured by perft.
    pub fn new(by_perft: bool) -> Self {
        Self { display: None, perft: (!by_perft).then_some(false) }
    }
}

/// Puts an engine on a position and makes sure that it stands there; `legal` are the legal moves.
///
/// # Errors
/// When it stands elsewhere ([`FaultKind::WrongPosition`], [`FaultKind::IllegalMove`]), or fails
/// in any other way.
pub fn prove(
    engine: &mut Engine,
    means: &mut Means,
    fen: &str,
    legal: &[String],
) -> Result<(), Fault> {
    engine.new_game()?;
    engine.position(Some(fen), &[])?;
    engine.ready()?;
    if means.display != Some(false) {
        let shown = engine.text("d")?.iter().find_map(|line| shown_fen(line));
        means.display = Some(shown.is_some());
        if let Some(shown) = shown {
            same_position(&shown, fen)?;
            if means.perft.is_some() {
                return Ok(());
            }
        }
    }
    if means.perft != Some(false) {
        match engine.perft(1, PERFT) {
            Ok(perft) if perft.nodes == legal.len() as u64 => means.perft = Some(true),
            Ok(perft) => {
                let (nodes, moves) = (perft.nodes, legal.len());
                let said = format!("`go perft 1` counts {nodes} moves instead of {moves}");
                return Err(elsewhere(&said, fen));
            }
            Err(fault) if matches!(fault.kind, FaultKind::Unsupported | FaultKind::TooSlow) => {
                means.perft = Some(false);
            }
            Err(fault) => return Err(fault),
        }
        engine.ready()?;
    }
    // Other positions have as many moves: the count alone is no proof.
    let best = engine.go("depth 1", SEARCH, |_, _| {})?.bestmove;
    if legal.contains(&best) {
        return Ok(());
    }
    let best: String = best.chars().take(40).collect();
    let said = format!("its move `{best}` is not legal there");
    Err(Fault { kind: FaultKind::IllegalMove, ..elsewhere(&said, fen) })
}

fn elsewhere(said: &str, fen: &str) -> Fault {
    Fault::new(FaultKind::WrongPosition, format!("it does not stand on `{fen}`: {said}"))
}

/// Returns the FEN in a line of `d`: the text after `Fen:`, in any case.
fn shown_fen(line: &str) -> Option<String> {
    let (key, fen) = line.split_once(':')?;
    key.trim().eq_ignore_ascii_case("fen").then(|| fen.trim().to_owned())
}

/// Compares the FEN that an engine shows with the position that it was given. It may leave out an
/// en passant square that no pawn can use, and count moves in its own way.
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

#[cfg(test)]
mod tests {
    use super::super::super::engine::Timeouts;
    use super::super::super::mock::Mock;
    use super::*;
    use nucleus_records::workloads::START;

    /// An engine that answers `d`, `go perft 1` and `go depth 1` with these lines.
    fn proven(display: &str, perft: &str, search: &str) -> Result<Means, Fault> {
        proven_by(Means::new(true), display, perft, search)
    }

    fn proven_by(
        mut means: Means,
        display: &str,
        perft: &str,
        search: &str,
    ) -> Result<Means, Fault> {
        let answers = [display, perft, search].map(str::to_owned);
        let lines = move |line: &str| match line {
            "uci" => vec!["uciok".to_owned()],
            "isready" => vec!["readyok".to_owned()],
            "d" => vec![answers[0].clone()],
            "go perft 1" => vec![answers[1].clone()],
            "go depth 1" => vec![answers[2].clone()],
            _ => Vec::new(),
        };
        let moment = Duration::from_millis(1);
        let timeouts = Timeouts { uciok: moment, readyok: moment, stop: moment, quit: moment };
        let mut engine = Engine::over("mock", Box::new(Mock::new(lines)), timeouts).unwrap();
        let legal: Vec<String> = ["e2e4", "d2d4"].map(str::to_owned).into();
        prove(&mut engine, &mut means, START, &legal).map(|()| means)
    }

    #[test]
    fn the_position_is_shown_counted_or_searched() {
        let shown = format!("Fen: {START}");
        // An engine that is not measured by perft is not asked for it.
        let by_display = proven_by(Means::new(false), &shown, "", "").unwrap();
        assert_eq!(by_display, Means { display: Some(true), perft: Some(false) });
        let counted = proven(&shown, "Nodes searched: 2", "bestmove e2e4").unwrap();
        assert_eq!(counted, Means { display: Some(true), perft: Some(true) });
        let searched = proven(&shown, "bestmove e2e4", "bestmove e2e4").unwrap();
        assert_eq!(searched, Means { display: Some(true), perft: Some(false) });
        let by_perft = proven("unknown", "Nodes searched: 2", "bestmove e2e4").unwrap();
        assert_eq!(by_perft, Means { display: Some(false), perft: Some(true) });
        let by_search = proven("", "bestmove d2d4", "bestmove e2e4").unwrap();
        assert_eq!(by_search, Means { display: Some(false), perft: Some(false) });
    }

    #[test]
    fn an_engine_that_stands_elsewhere_is_found_out() {
        let other = "Fen: 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        for (display, perft, search, kind, said) in [
            (other, "", "", FaultKind::WrongPosition, "it shows `8/2p5"),
            ("Fen: ?", "", "", FaultKind::WrongPosition, "it shows `?`"),
            ("", "Nodes searched: 3", "", FaultKind::WrongPosition, "counts 3 moves instead of 2"),
            ("", "Nodes searched: 2", "bestmove a2a3", FaultKind::IllegalMove, "`a2a3`"),
            ("", "bestmove e2e4", "bestmove 0000", FaultKind::IllegalMove, "`0000`"),
        ] {
            let fault = proven(display, perft, search).unwrap_err();
            assert_eq!(fault.kind, kind, "{fault}");
            assert!(fault.message.contains(said), "{fault}");
        }
    }

    #[test]
    fn fens_that_show_the_same_position() {
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        assert_eq!(same_position(after_e4, after_e4), Ok(()));
        assert_eq!(same_position(&after_e4.replace("e3 0 1", "- 3 7"), after_e4), Ok(()));
        for wrong in [
            after_e4.replace(" b ", " w "),
            after_e4.replace("KQkq", "Kkq"),
            after_e4.replace("e3", "d3"),
            after_e4.replace("PPPP1PPP", "PPP1PPPP"),
            String::new(),
        ] {
            assert!(same_position(&wrong, after_e4).is_err(), "{wrong}");
        }
    }
}
