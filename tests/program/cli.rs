//! Weights files, the name `startpos`, the board and weights of `bench`, the help of commands.

use crate::program::{Folder, nucleus};

/// Commands with `--weights` read a file that `nucleus weights` writes, and report an invalid one.
#[test]
fn weights_are_written_and_read() {
    let folder = Folder::new();
    let written = nucleus(&["weights"]).done();
    let table = folder.written("table", &written.stdout);
    assert_eq!(nucleus(&["weights", &table]).stdout, written.stdout);
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let explained = nucleus(&["eval", "--weights", &table, fen]).stdout;
    assert_eq!(explained, nucleus(&["eval", fen]).stdout);
    let text = written.stdout;
    let right =
        text.lines().find(|line| line.starts_with("development.castling_right = ")).unwrap();
    let changed = text.replace(right, "development.castling_right = [40, 0]");
    assert_ne!(text, changed);
    // The weights that docs/notebook/TUNING.md names.
    let fitted = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/tuning/full-350217.toml");
    nucleus(&["weights", fitted]).done();
    let changed = folder.written("changed", changed);
    assert_ne!(nucleus(&["eval", "--weights", &changed, fen]).stdout, explained);
    let bad = folder.written("bad", text.replace("format = 1", "format = 0"));
    for command in [&["eval"][..], &["bench", "1"], &["uci"], &[]] {
        nucleus(&[command, &["--weights", &bad]].concat())
            .with(1, "bad, line 2: expected format = 1");
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
        let (with, without) = (nucleus(with).done(), nucleus(without));
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
        assert!(text.starts_with(&format!("board       {board}\n")), "{arguments:?}: {text}");
        let json = nucleus(&[&["bench", "1", "--json"], arguments].concat()).json();
        assert_eq!(json["board"], board, "{arguments:?}");
    }
}

/// `bench` prints the evaluation used; other weights or another bound give another tree.
#[test]
fn bench_runs_with_the_requested_weights_and_bound() {
    let fitted = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/tuning/full-350217.toml");
    let bench = |arguments: &[&str]| -> serde_json::Value {
        let axon = ["bench", "3", "--profile", "axon", "--json"];
        nucleus(&[&axon[..], arguments].concat()).json()
    };
    let own = bench(&[]);
    assert_eq!((&own["weights"], &own["bound"]), (&serde_json::Value::Null, &200.into()));
    assert_eq!(bench(&["--bound", "200"])["nodes"], own["nodes"]);
    let free = bench(&["--weights", fitted, "--bound", "none"]);
    assert_eq!((&free["weights"], &free["bound"]), (&fitted.into(), &32_767.into()));
    assert_ne!(free["nodes"], own["nodes"]);
    assert_ne!(bench(&["--weights", fitted, "--bound", "0"])["nodes"], free["nodes"]);
    let text = nucleus(&["bench", "1", "--weights", fitted, "--bound", "none"]).stdout;
    assert!(text.contains(&format!("weights     {fitted}, no bound\n")), "{text}");
}

/// `--help` lists every command with a manual page; each command has examples or subcommands.
#[test]
fn every_command_is_in_the_help_with_examples() {
    let folder = Folder::new();
    let pages = folder.path("man");
    nucleus(&["man", pages.to_str().unwrap()]).done();
    let listed = nucleus(&["--help"]).done().stdout;
    for page in std::fs::read_dir(&pages).unwrap() {
        let name = page.unwrap().file_name().into_string().unwrap();
        let name = name.trim_start_matches("nucleus").trim_end_matches(".1").replace('-', " ");
        let path: Vec<_> = name.split_whitespace().collect();
        let Some(first) = path.first().filter(|&&first| first != "help") else { continue };
        assert!(listed.contains(&format!("\n  {first} ")), "{name} is not in {listed}");
        let help = nucleus(&[&path[..], &["--help"]].concat()).done().stdout;
        assert!(help.contains("Examples:\n  nucleus ") || help.contains("\nCommands:"), "{name}");
    }
}
