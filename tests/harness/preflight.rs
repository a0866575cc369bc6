//! Proofs that an engine has set up a given position, with scripted engines.

use crate::NOW;

use nucleus_harness::engine::Engine;
use nucleus_harness::fault::{Fault, FaultKind};
use nucleus_harness::kept_limits::KeptLimits;
use nucleus_harness::mock::Mock;
use nucleus_harness::preflight::position::{Means, prove};
use nucleus_records::workloads::START;

/// Proves that an engine has set up a position. The engine answers `d`, `go perft 1` and
/// `go depth 1` with these lines; an empty one means that it must not receive the command.
fn proven_at(fen: &str, display: &str, perft: &str, search: &str) -> Result<(), Fault> {
    let means = Means {
        display: !display.is_empty(),
        perft: !perft.is_empty(),
        limits: KeptLimits { depth: !search.is_empty(), ..KeptLimits::default() },
    };
    let answers = [display, perft, search].map(str::to_owned);
    let lines = move |line: &str| match line {
        "uci" => vec!["uciok".to_owned()],
        "isready" => vec!["readyok".to_owned()],
        "d" if means.display => vec![answers[0].clone()],
        "go perft 1" if means.perft => vec![answers[1].clone()],
        "go depth 1" if means.limits.depth => vec![answers[2].clone()],
        line => {
            assert!(line == "ucinewgame" || line.starts_with("position fen "), "{line}");
            Vec::new()
        }
    };
    let mut engine = Engine::over("mock", Box::new(Mock::new(lines)), NOW, None).unwrap();
    prove(&mut engine, means, fen)
}

fn proven(display: &str, perft: &str, search: &str) -> Result<(), Fault> {
    proven_at(START, display, perft, search)
}

#[test]
fn an_engine_that_stands_elsewhere_is_found_out() {
    let other = "Fen: 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    for (display, perft, search, kind, expected) in [
        (other, "", "", FaultKind::WrongPosition, "it shows `8/2p5"),
        ("Fen: ?", "", "", FaultKind::WrongPosition, "it shows `?`"),
        ("", "Nodes searched: 3", "", FaultKind::WrongPosition, "counts 3 moves instead of 20"),
        ("", "Nodes searched: 20", "bestmove a2a5", FaultKind::IllegalMove, "`a2a5`"),
        ("", "", "bestmove 0000", FaultKind::IllegalMove, "`0000`"),
    ] {
        let error = proven(display, perft, search).unwrap_err();
        assert_eq!(error.kind, kind, "{error}");
        assert!(error.message.contains(expected), "{error}");
    }
}

#[test]
fn fens_that_show_the_same_position() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let shown = |fen: &str| proven_at(after_e4, &format!("fen : {fen}"), "", "");
    assert_eq!(shown(after_e4), Ok(()));
    assert_eq!(shown(&after_e4.replace("e3 0 1", "- 3 7")), Ok(()));
    for wrong in [
        after_e4.replace(" b ", " w "),
        after_e4.replace("KQkq", "Kkq"),
        after_e4.replace("e3", "d3"),
        after_e4.replace("PPPP1PPP", "PPP1PPPP"),
        String::new(),
    ] {
        assert!(shown(&wrong).is_err(), "{wrong}");
    }
}
