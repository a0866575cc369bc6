//! `nucleus tune games|fit|rows`: from games to weights; the tuning paper's weights in the engine.

use crate::program::Folder;

#[test]
fn from_games_to_weights() {
    let files = Folder::new();
    files.write("p.epd", "# nucleus tune games 1: seed 1\n");
    let games =
        ["tune", "games", "--games", "100", "--nodes", "50", "--hash", "1", "--out", "games"];
    let output = files.run(&[&games[..], &["--random-from", "8", "--chess960", "0"]].concat());
    assert!(output.contains(" positions of 100 games (White won "), "{output}");
    assert!(output.contains(" positions/s, "), "{output}");
    files.fails(&["tune", "games", "--out", "p.epd", "--resume"], 2, "p.epd is not a folder");
    let fit = |out: &str, more: &[&str]| {
        let usual = ["tune", "fit", "games", "--epochs", "4", "--batch", "100", "--out", out];
        files.run(&[&usual[..], more].concat())
    };
    let report = fit("a.toml", &["--spread", "10", "--curve", "a.csv", "--checkpoint", "a.fit"]);
    for part in ["| loss before |", "| loss of what is written |", "What moved most", "| games | "]
    {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert_eq!(files.text("a.csv").lines().count(), 6, "the start and four passes");
    // The engine can use the file; another number of threads, and a resumed checkpoint, give the same file.
    files.run(&["weights", "a.toml"]);
    fit("b.toml", &["--spread", "10", "--threads", "1"]);
    fit("c.toml", &["--spread", "10", "--checkpoint", "a.fit", "--resume"]);
    assert_eq!(files.text("a.toml"), files.text("b.toml"));
    assert_eq!(files.text("a.toml"), files.text("c.toml"));
    let source = files.run(&["tune", "rows", "a.toml"]);
    assert!(source.contains("// material: pawn, knight, bishop, rook\n"), "{source}");
    // Fewer positions per game and held weights give another file.
    fit("d.toml", &["--per-game", "5", "--hold", "material.*"]);
    assert_ne!(files.text("a.toml"), files.text("d.toml"));
    let other =
        ["tune", "fit", "games", "--epochs", "4", "--checkpoint", "a.fit", "--out", "e.toml"];
    files.fails(&[&other[..], &["--resume"]].concat(), 2, "belongs to another run");
    files.fails(&other, 2, "a.fit already exists");
    files.fails(&["tune", "fit", "games", "--out", "a.toml"], 2, "a.toml already exists");
    files.fails(&["tune", "fit", "games", "--hold", "prawn", "--out", "e.toml"], 2, "'prawn'");
}

#[test]
fn random_moves_are_among_those_of_the_games() {
    let files = Folder::new();
    let play = |out: &str, percent: &str| {
        let games = ["tune", "games", "--games", "10", "--nodes", "50", "--hash", "1"];
        files.run(&[&games[..], &["--random-moves", percent, "--out", out]].concat());
        let bytes = std::fs::read(files.path(out).join("1-00001.games")).expect("a shard");
        String::from_utf8_lossy(&bytes).lines().next().expect("a line").to_owned()
    };
    assert!(!play("own", "0").contains("random moves"));
    assert!(play("random", "20").contains(", random plies 6 to 10, random moves 20 %"));
    assert!(files.run(&["tune", "games", "--check", "random"]).contains("10 games"));
}

#[test]
fn games_of_others_and_positions_are_fitted_to() {
    let files = Folder::new();
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
                9. h3 Nb8 10. d4 Nbd7";
    files.write("g.pgn", format!("[Event \"E\"]\n\n{game} 1-0\n\n[Event \"E\"]\n\n1. e4 e4 1-0\n"));
    files.write("p.epd", "4k3/pp6/8/8/8/8/PP6/4K3 w - - c9 \"1/2-1/2\"; id \"1\";\nno position\n");
    let fit = ["tune", "fit", "g.pgn", "p.epd", "--out", "w.toml"];
    for part in ["2 games are too few", "g.pgn: line 7: ", "p.epd: line 2: ", "2 unreadable"] {
        files.fails(&fit, 1, part);
    }
    files.write("none.epd", "4k3/8/8/8/8/8/8/4K3 w - - c9 \"1/2-1/2\";\n");
    files.fails(&["tune", "fit", "none.epd", "--out", "w.toml"], 1, "no position with a result");
    files.fails(&["tune", "fit", "nowhere.epd", "--out", "w.toml"], 1, "nowhere.epd: ");
}

#[test]
fn weights_of_the_paper_are_written_read_and_played_with() {
    let files = Folder::new();
    let written = files.run(&["weights", "--preset", "ep"]);
    files.write("ep.toml", &written);
    let again = files.run(&["weights", "ep.toml"]);
    let rows = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&again), rows(&written));
    assert!(again.contains("king.attackers = -1430"), "{again}");
    files.write("bad.toml", again.replace("rook.mobility = 62", "rook.mobility = 620"));
    let error = "rook.mobility: expected a whole number from 0 to 100";
    files.fails(&["weights", "bad.toml"], 1, error);
    files.fails(&["weights", "--preset", "best"], 2, "ep-hj");
    files.fails(&["uci", "--evaluation", "additive", "--weights", "preset:ep"], 1, "paper29");
}
