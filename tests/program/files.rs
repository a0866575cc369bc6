//! Special files, outputs that another run writes, and lists with invalid lines.

use crate::fake;
use crate::program::{Ended, Folder};

use std::fs;
use std::process::{Command, Stdio};

use nucleus_records::output::OutputLock;

/// Runs the program with arguments separated by bars.
fn run(folder: &Folder, line: &str) -> Ended {
    folder.with_input(&line.split('|').collect::<Vec<_>>(), "")
}

/// A FIFO without a writer blocks no command that would read it, and none that would write it.
#[cfg(unix)]
#[test]
fn fifos_are_refused_by_name() {
    let folder = Folder::new();
    for name in ["fifo", "fifo.epd", "fifo.csv", "fifo.games", "KQvK.rtbw", "fifo.json"] {
        let made = Command::new("mkfifo").arg(folder.path(name)).status();
        assert!(made.expect("mkfifo runs").success(), "{name}");
    }
    let spsa = format!("tune|spsa|{}|fifo|--out|new.csv|--nodes|9", fake::command(&["player"]));
    for arguments in [
        "rate|fifo",
        "inspect|--pgn|fifo",
        "inspect|--svg|fifo",
        "book|make|--out|new|fifo",
        "book|show|--book|fifo|startpos",
        "book|merge|--out|new|fifo|fifo",
        "suite|--depth|1|fifo",
        "suite|--depth|1|--json|fifo|fifo.epd",
        "eval|--weights|fifo",
        "uci|--weights|fifo",
        "match|--depth|1|--openings|fifo.epd|nucleus|nucleus:axon",
        "match|--depth|1|--json|fifo|nucleus|nucleus:axon",
        "match|--depth|1|--json|fifo|--resume|nucleus|nucleus:axon",
        "match|--depth|1|--pgn|fifo|nucleus|nucleus:axon",
        "tune|fit|--out|new|fifo",
        "tune|fit|--out|new|--checkpoint|fifo|--resume|fifo.epd",
        "tune|net|--out|new|fifo.games",
        "tune|net|--out|new|--checkpoint|fifo|--resume|fifo.games",
        "tune|games|--check|fifo",
        &spsa,
        "report|fifo",
        "report|--diff|fifo|fifo",
        "compare|--quick|--config|fifo",
        "compare|--quick|--positions|fifo",
    ] {
        let Ended { code, stderr, .. } = run(&folder, arguments);
        assert!(matches!(code, Some(1 | 2)), "{arguments}: {code:?}, {stderr}");
        assert!(stderr.contains("it is a FIFO, not a file"), "{arguments}: {stderr}");
    }
    run(&folder, "rate|/dev/ptmx").with(1, "/dev/ptmx: it is a device, not a file");
    let line = "match|--depth|1|--json|/dev/null|nucleus|nucleus:axon";
    run(&folder, line).with(1, "/dev/null: it is a device");
    // A folder with records may contain other files.
    let stderr = run(&folder, "report|.").stderr;
    assert!(stderr.contains("fifo.json: it is a FIFO"), "{stderr}");
    // The engine plays on if it cannot use such a file.
    for option in ["EvalFile", "Weights File", "Research Weights File", "Book File"] {
        let lines = format!("setoption name {option} value fifo\nisready\nquit\n");
        let stdout = folder.with_input(&["uci"], &lines).done().stdout;
        let reported = stdout.contains("fifo: it is a FIFO") && stdout.contains("readyok");
        assert!(reported, "{option}: {stdout}");
    }
    let position = "position fen 4k3/8/8/8/8/8/8/4K2Q w - - 0 1\ngo depth 3\n";
    let lines = format!("setoption name SyzygyPath value .\n{position}isready\n");
    let stdout = folder.with_input(&["uci"], &lines).done().stdout;
    assert!(stdout.contains("bestmove"), "{stdout}");
}

/// An output below `/dev` may be an open pipe, such as standard output.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_goes_to_standard_output_by_its_path() {
    use std::io::Read as _;

    let mut child = Command::new(env!("CARGO_BIN_EXE_nucleus"))
        .args(["inspect", "--svg", "/dev/stdout"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    assert!(child.wait().expect("it ends").success() && text.starts_with("<svg"), "{text}");
}

#[test]
fn a_run_finds_out_that_another_writes_its_output() {
    let folder = Folder::new();
    let engine = fake::command(&["player"]);
    folder.write("good.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8; c9 \"1-0\"; id \"a\";\n");
    folder.write("options.txt", "Aim, 90, 0, 100, 20\n");
    let tunable = fake::command(&["player", "tunable"]);
    let played = format!("match|a={engine}|b={engine}|--depth|1|--games|2");
    let tuned = format!(
        "tune|spsa|{tunable}|options.txt|--max-plies|10|--nodes|1000|--games|2|--steps|1|--out|steps.csv"
    );
    let rows = [
        ("record.json", format!("{played}|--json|record.json|--pgn|games.pgn")),
        ("games.pgn", format!("{played}|--json|record.json|--pgn|games.pgn")),
        ("record.json", format!("{played}|--json|record.json|--resume")),
        ("steps.csv", tuned.clone()),
        ("steps.csv", format!("{tuned}|--resume")),
        ("suite.json", "suite|--depth|1|--json|suite.json|good.epd".to_owned()),
        ("new.toml", "tune|fit|--out|new.toml|good.epd".to_owned()),
        ("fit.state", "tune|fit|--out|new.toml|--checkpoint|fit.state|good.epd".to_owned()),
        ("new.net", "tune|net|--out|new.net|good.epd".to_owned()),
        ("net.state", "tune|net|--out|new.net|--checkpoint|net.state|good.epd".to_owned()),
        ("new.bin", "book|make|--out|new.bin|good.epd".to_owned()),
        ("new.bin", "book|merge|--out|new.bin|a.bin|b.bin".to_owned()),
    ];
    for (output, arguments) in rows {
        let before = folder.names();
        let lock = OutputLock::new(&folder.path(output)).expect("nobody has it");
        let error = format!("{output}: another run writes it, process {}\n", std::process::id());
        let ended = run(&folder, &arguments).with(1, &error);
        assert!(ended.stderr.ends_with(&error) && ended.stdout.is_empty(), "{arguments}");
        drop(lock);
        let left = folder.names();
        assert!(left.iter().all(|name| before.contains(name)), "{arguments}: {left:?}");
    }
    let lock = OutputLock::new(&folder.path("data/1")).expect("not a folder");
    drop(lock);
    fs::create_dir(folder.path("data")).expect("a folder");
    let lock = OutputLock::new(&folder.path("data/1")).expect("nobody has it");
    run(&folder, "tune|games|--games|1|--out|data").with(1, "data: another run writes it");
    drop(lock);
    // The lock of a killed run is released.
    folder.write(".record.json.lock", "1");
    run(&folder, &format!("{played}|--json|record.json")).done();
    assert!(!folder.path(".record.json.lock").exists());
    run(&folder, &tuned).done();
    assert_eq!(folder.text("steps.csv").lines().count(), 3);
}

/// An invalid line gives one message, and the other lines are read.
#[test]
fn invalid_lines_are_named_and_the_others_read() {
    let folder = Folder::new();
    let engine = fake::command(&["player"]);
    folder.write(
        "mixed.epd",
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - - bm a1a8; c9 \"1-0\"; id \"one\";\n\
         8/8/8/8/8/8/8/8 w - - bm e4;\n\
         6k1/5ppp/8/8/8/8/8/R3K3 w - – bm Ra8, Ra7; c9 \"1-0\"; id \"two\";\n\
         6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8; hmvc soon;\n",
    );
    let errors = [
        "mixed.epd: line 2: invalid FEN, board field, column 1: White has no king",
        "mixed.epd: line 4: invalid FEN, halfmove clock field",
    ];
    let played = format!("match|a={engine}|b={engine}|--depth|1|--games|2");
    let openings = format!("{played}|--openings|mixed.epd|--json|a.json");
    let measured = format!(
        "compare|--without-ours|--engine|a={engine}|--quick|--rounds|1|--positions|mixed.epd|--limit|depth 1|--out|r"
    );
    for arguments in ["suite|--depth|2|mixed.epd", &openings, &measured] {
        let stderr = run(&folder, arguments).done().stderr;
        for error in errors {
            assert_eq!(stderr.matches(error).count(), 1, "{arguments}: {stderr}");
        }
        assert_eq!(stderr.matches("; skipped\n").count(), 2, "{arguments}: {stderr}");
    }
    let table = run(&folder, "suite|--depth|2|mixed.epd").stdout;
    assert!(table.contains("| 2/2 |"), "{table}");
    // Games: valid ones, those of other variants, and invalid ones.
    folder.write(
        "mixed.pgn",
        "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n[White \"c\"]\n[Black \"d\"]\n\
         [Result \"0-1\"]\n\n1. e4 e5 2. Qh5± Ke7 3. Qxe5# 0-1\n\n\
         [White \"a\"]\n[Black \"c\"]\n[Result \"1-0\"]\n[Variant \"Three-check\"]\n\n1. e4 e5 1-0\n\n\
         [White \"a\"]\n[Black \"c\"]\n[Result \"1/2-1/2\"]\n\n1. d4 e5 2. d5 c5 3. dxc6 e.p. 1/2-1/2\n",
    );
    let rated = run(&folder, "rate|--json|mixed.pgn").done();
    let stderr = &rated.stderr;
    let three_check = "mixed.pgn: line 11: a game of Three-check, not of chess";
    assert!(stderr.contains(&format!("{three_check}; the game is skipped")), "{stderr}");
    assert!(stderr.contains("games skipped for their errors: 1"), "{stderr}");
    assert_eq!(rated.json()["games"], 3, "{}", rated.stdout);
    let openings = format!("{played}|--openings|mixed.pgn|--json|b.json");
    let over = "line 5: the game is over before it begins";
    run(&folder, &openings).with(0, three_check).with(0, over);
    let book = "book|make|--min-count|1|--out|m.bin|mixed.pgn";
    run(&folder, book).with(0, &format!("{three_check}; skipped"));
    // A file without a valid line is refused.
    folder.write("bad.epd", "8/8/8/8/8/8/8/8 w - -\n7k/6Q1/6K1/8/8/8/8/8 b - -\n");
    let refused = run(&folder, &format!("{played}|--openings|bad.epd"));
    refused.with(1, "bad.epd: line 2: the game is over").with(1, "bad.epd: no opening in it");
    // Games that are not of the match are kept, even if they cannot be parsed.
    for game in ["[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n", "1. e4 e4 *\n"] {
        folder.write("other.pgn", game);
        let again = format!("{played}|--json|a.json|--resume|--pgn|other.pgn|--openings|mixed.epd");
        run(&folder, &again).with(1, "is not of this match");
        assert_eq!(folder.text("other.pgn"), game);
    }
}
