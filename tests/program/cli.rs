//! Command lines that ask for what cannot be, each with its message; and the one name that every
//! command knows a position by.

use crate::program;

use program::nucleus;

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x");
    let file = file.to_str().expect("a plain path");
    for (arguments, said) in [
        (&["bench", "1", "--hash", "0"][..], "1..=65536"),
        (&["bench", "1", "--hash", "65537"], "1..=65536"),
        (&["bench", "0"], "1..=60"),
        (
            &["inspect", "--svg", "-", "--html", "-"],
            "--svg and --html both write to standard output",
        ),
        (&["inspect", "--svg", "-", "--json"], "--svg and --json both write to standard output"),
        (&["inspect", "--svg", file, "--html", file], "--svg and --html both write to "),
        (&["inspect", "--squares", "d4,d4", "--svg", "-"], "--squares has d4 twice"),
        (&["inspect", "--squares", "d4,e4", "--squares", "d4"], "--squares has d4 twice"),
        (&["inspect", "--squares", "d4,z9"], "'z9' is no square"),
        (&["inspect", "--trace", "rebuild", "--svg", "-"], "cannot be used with"),
    ] {
        let output = nucleus(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains("error: ") && message.contains(said), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    assert!(!std::path::Path::new(file).exists());
}

#[test]
fn an_empty_position_is_no_start_position() {
    for arguments in [&["perft", "1", "--fen", ""][..], &["eval", ""], &["inspect", ""]] {
        let output = nucleus(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
        assert!(message.contains("invalid FEN"), "{arguments:?}: {message}");
    }
}

/// Every command reads the files that `nucleus weights` writes; a faulty file is an error
/// everywhere.
#[test]
fn weights_are_written_and_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let written = nucleus(&["weights"]);
    assert!(written.status.success());
    std::fs::write(at("table"), &written.stdout).expect("it can be written");
    assert_eq!(nucleus(&["weights", &at("table")]).stdout, written.stdout);
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let explained = nucleus(&["eval", "--weights", &at("table"), fen]).stdout;
    assert_eq!(explained, nucleus(&["eval", fen]).stdout);
    let text = String::from_utf8(written.stdout).expect("text");
    let right =
        text.lines().find(|line| line.starts_with("development.castling_right = ")).unwrap();
    let changed = text.replace(right, "development.castling_right = [40, 0]");
    assert_ne!(text, changed);
    // The set that docs/notebook/TUNING.md names.
    let fitted = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/tuning/full-350217.toml");
    assert!(nucleus(&["weights", fitted]).status.success());
    std::fs::write(at("changed"), &changed).expect("it can be written");
    assert_ne!(nucleus(&["eval", "--weights", &at("changed"), fen]).stdout, explained);
    std::fs::write(at("bad"), text.replace("format = 1", "format = 0")).expect("it can be written");
    for command in [&["eval"][..], &["bench", "1"], &["uci"], &[]] {
        let output = nucleus(&[command, &["--weights", &at("bad")]].concat());
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {message}");
        assert!(message.contains("bad, line 2: expected format = 1"), "{command:?}: {message}");
    }
}

#[test]
fn every_command_knows_the_start_position_by_name() {
    for (with, without) in [
        (&["perft", "3", "--fen", "startpos"][..], &["perft", "3"][..]),
        (&["eval", "startpos"], &["eval"]),
        (&["inspect", "startpos"], &["inspect"]),
        (&["inspect", "startpos", "--json"], &["inspect", "--json"]),
    ] {
        let (with, without) = (nucleus(with), nucleus(without));
        assert!(with.status.success(), "{}", String::from_utf8_lossy(&with.stderr));
        assert!(!with.stdout.is_empty() && with.stdout == without.stdout);
    }
}

#[test]
fn bench_runs_on_the_board_of_the_profile_unless_one_is_chosen() {
    for (arguments, board) in [
        (&["--profile", "axon"][..], "matrix"),
        (&["--profile", "umko"], "magic"),
        (&["--profile", "umko", "--board", "matrix"], "matrix"),
        (&["--board", "magic"], "magic"),
    ] {
        let text = nucleus(&[&["bench", "1"], arguments].concat()).stdout;
        let text = String::from_utf8(text).expect("text");
        assert!(text.starts_with(&format!("board       {board}\n")), "{arguments:?}: {text}");
        let json = nucleus(&[&["bench", "1", "--json"], arguments].concat()).stdout;
        let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
        assert_eq!(json["board"], board, "{arguments:?}");
    }
}

/// `bench` says what evaluation ran, and other weights or another bound are another tree.
#[test]
fn bench_runs_with_the_weights_and_the_bound_that_are_asked_for() {
    let fitted = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/tuning/full-350217.toml");
    let bench = |arguments: &[&str]| -> serde_json::Value {
        let umko = ["bench", "3", "--profile", "umko", "--json"];
        let output = nucleus(&[&umko[..], arguments].concat());
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let own = bench(&[]);
    assert_eq!((&own["weights"], &own["bound"]), (&serde_json::Value::Null, &200.into()));
    assert_eq!(bench(&["--bound", "200"])["nodes"], own["nodes"]);
    let free = bench(&["--weights", fitted, "--bound", "none"]);
    assert_eq!((&free["weights"], &free["bound"]), (&fitted.into(), &32_767.into()));
    assert_ne!(free["nodes"], own["nodes"]);
    assert_ne!(bench(&["--weights", fitted, "--bound", "0"])["nodes"], free["nodes"]);
    let text = nucleus(&["bench", "1", "--weights", fitted, "--bound", "none"]).stdout;
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains(&format!("weights     {fitted}, no bound\n")), "{text}");
}
