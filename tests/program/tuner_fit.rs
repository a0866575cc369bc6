//! `nucleus tune`: from games to weights, and the door for other engines.

use crate::program;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use nucleus_core::types::Random;
use nucleus_harness::progress::RunProgress;
use nucleus_tuner::fit::{
    FitCheckpoint, FitContext, FitOptions, FitOutcome, LinearFeature, LinearModel, TraceEntry,
    TraceHead, TraceRows, fit, per_centipawn, read_binary, write_binary,
};
use program::nucleus;
use tempfile::TempDir;

/// A folder and files in it.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn at(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).expect("it can be written");
        self.at(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }

    /// Returns the output of a command that succeeds; `@name` is a file here.
    fn run(&self, arguments: &[&str]) -> String {
        let output = nucleus(&self.named(arguments));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {stderr}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// The exit code and the message of a command that fails.
    fn fault(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = nucleus(&self.named(arguments));
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn named<'a>(&self, arguments: &[&'a str]) -> Vec<&'a str> {
        let named = |argument: &&'a str| match argument.strip_prefix('@') {
            // A few names in a test: they may stay.
            Some(name) => &*Box::leak(self.at(name).into_boxed_str()),
            None => *argument,
        };
        arguments.iter().map(named).collect()
    }
}

/// The weights of an evaluation that is not ours: middlegame, endgame (none for a weight of one
/// number), the most units.
const OTHERS: [(&str, f64, Option<f64>, i16); 6] = [
    ("man", 93.0, None, 4),
    ("rook, on a \"good\" file", 31.0, Some(12.0), 2),
    ("reach", 3.5, Some(6.25), 30),
    ("shelter", 18.0, Some(-4.0), 3),
    ("runner", 22.0, Some(71.0), 2),
    ("hemmed", -40.0, None, 1),
];

/// Returns the features of positions of no game, and results that are as likely as the weights have
/// it.
fn others_csv(positions: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = "game,result,phase,offset".to_owned();
    for (name, ..) in OTHERS {
        write!(text, ",\"{}\"", name.replace('"', "\"\"")).unwrap();
    }
    text.push('\n');
    for position in 0..positions {
        let (phase, offset) = (random.below(25) as f64 / 24.0, random.below(41) as f64 - 20.0);
        let mut value = offset;
        let mut counts = String::new();
        for (_, middlegame, endgame, most) in OTHERS {
            let units = random.below(2 * most as usize + 1) as i16 - most;
            let endgame = endgame.unwrap_or(middlegame);
            value += f64::from(units) * (phase * middlegame + (1.0 - phase) * endgame);
            write!(counts, ",{units}").unwrap();
        }
        let result = 1.0 / (1.0 + (-per_centipawn(1.1) * value).exp());
        writeln!(text, "game {},{result:.7},{phase},{offset}{counts}", position / 5).unwrap();
    }
    text
}

/// The weights in a file of weights of any evaluation.
fn weights_of(text: &str) -> Vec<(String, f64, Option<f64>)> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.records().map(|record| {
        let record = record.expect("CSV");
        let number = |column: usize| record[column].parse().ok();
        (record[0].to_owned(), number(1).expect("a number"), number(2))
    });
    rows.collect()
}

/// Evolution for a few generations is worse than the weights that made the results: those are kept,
/// unless its own are asked for.
#[test]
fn the_weights_of_the_last_step_are_written_where_they_are_asked_for() {
    let files = Files::new();
    files.write("positions.csv", &others_csv(3_000, 5));
    let mut start = "name,middlegame,endgame,lowest,highest\n".to_owned();
    for (name, middlegame, endgame, _) in OTHERS {
        let name = name.replace('"', "\"\"");
        let endgame = endgame.map_or_else(String::new, |endgame| endgame.to_string());
        writeln!(start, "\"{name}\",{middlegame},{endgame},-200,200").unwrap();
    }
    files.write("start.csv", &start);
    let written = |out: &str, more: &[&str]| {
        let fit = ["tune", "fit", "--features", "@positions.csv", "--start", "@start.csv"];
        let method = ["--method", "ep", "--epochs", "3", "--k", "1.1", "--out", out];
        let said = files.run(&[&fit[..], &method, more].concat());
        let line = said.lines().find(|line| line.starts_with("| loss of what is written"));
        (weights_of(&files.read(&out[1..])), line.expect("a loss").to_owned())
    };
    let before = weights_of(&start);
    let (chosen, loss) = written("@chosen.csv", &[]);
    assert_eq!(chosen, before);
    let (last, loss_of_last) = written("@last.csv", &["--last"]);
    assert_ne!(last, before);
    assert_ne!(loss_of_last, loss);
}

#[test]
fn weights_of_another_evaluation_are_found() {
    let files = Files::new();
    files.write("positions.csv", &others_csv(6_000, 11));
    // It begins elsewhere, with bounds; which weights are one number is told here.
    let mut start = "name,middlegame,endgame,lowest,highest\n".to_owned();
    for (name, _, endgame, _) in OTHERS {
        let name = name.replace('"', "\"\"");
        let endgame = if endgame.is_some() { "10" } else { "" };
        writeln!(start, "\"{name}\",10,{endgame},-200,200").unwrap();
    }
    files.write("start.csv", &start);
    let said = files.run(&[
        "tune",
        "fit",
        "--features",
        "@positions.csv",
        "--start",
        "@start.csv",
        "--out",
        "@weights.csv",
        "--curve",
        "@curve.csv",
        "--k",
        "1.1",
        "--spread",
        "none",
        "--rate",
        "4",
        "--epochs",
        "300",
        "--batch",
        "600",
        "--decimals",
        "3",
    ]);
    assert!(said.contains("6 weights, 10 of their numbers free; K 1.1"), "{said}");
    let found = weights_of(&files.read("weights.csv"));
    for ((name, middlegame, endgame, _), found) in OTHERS.iter().zip(&found) {
        assert_eq!(*name, found.0);
        let [first, second] =
            [found.1 - middlegame, found.2.unwrap_or(0.0) - endgame.unwrap_or(0.0)];
        assert!(first.abs() < 1.0 && second.abs() < 1.0, "{name}: off by {first} and {second}");
        assert_eq!(endgame.is_some(), found.2.is_some(), "{name}");
    }
    let curve = files.read("curve.csv");
    assert_eq!(curve.lines().count(), 302, "{curve}");
    let loss = |line: &str| line.rsplit(',').next().unwrap().parse::<f64>().unwrap();
    assert!(loss(curve.lines().nth(1).unwrap()) > loss(curve.lines().last().unwrap()) + 0.01);
    // What was written is what a fit may begin with.
    files.run(&[
        "tune",
        "fit",
        "--features",
        "@positions.csv",
        "--start",
        "@weights.csv",
        "--out",
        "@again.csv",
        "--epochs",
        "1",
    ]);
}

#[test]
fn games_positions_features_and_weights() {
    let files = Files::new();
    let games = ["tune", "games", "--games", "24", "--nodes", "50", "--hash", "1"];
    let said = files.run(&[&games[..], &["--out", "@a.epd", "--threads", "2"]].concat());
    assert!(said.contains(" positions of 24 games (White won "), "{said}");
    assert!(said.contains(" positions/s, "), "{said}");
    // Another number of threads, with a break.
    let begun = ["tune", "games", "--games", "10", "--nodes", "50", "--hash", "1"];
    files.run(&[&begun[..], &["--out", "@b.epd", "--threads", "1"]].concat());
    files.run(&[&games[..], &["--out", "@b.epd", "--threads", "1", "--resume"]].concat());
    assert_eq!(files.read("a.epd"), files.read("b.epd"));

    let fit = |positions: &[&str], out: &str| {
        let options = ["--epochs", "4", "--batch", "100", "--spread", "10", "--out", out];
        files.run(&[&["tune", "fit"], positions, &options].concat())
    };
    let report = fit(&["@a.epd"], "@a.toml");
    for part in ["| loss before |", "| loss of what is written |", "What moved most", "| games | "]
    {
        assert!(report.contains(part), "{part}: {report}");
    }
    // The file is one that the engine plays with, and another number of threads writes the same.
    files.run(&["weights", "@a.toml"]);
    fit(&["@a.epd", "--threads", "1"], "@b.toml");
    assert_eq!(files.read("a.toml"), files.read("b.toml"));
    let source = files.run(&["tune", "rows", "@a.toml"]);
    assert!(source.contains("// material.knight\n"), "{source}");

    // The same positions through the door for other engines, in both formats.
    files.run(&["tune", "features", "@a.epd", "--out", "@a.trace", "--start", "@start.csv"]);
    files.run(&["tune", "features", "@a.epd", "--out", "@a.csv"]);
    let through = |features: &str, out: &str| {
        fit(&["--features", features, "--start", "@start.csv", "--decimals", "0"], out)
    };
    through("@a.trace", "@trace.weights");
    through("@a.csv", "@csv.weights");
    assert_eq!(files.read("trace.weights"), files.read("csv.weights"));
    let table = files.read("a.toml");
    for (name, first, second) in weights_of(&files.read("trace.weights")) {
        let value = match second {
            Some(second) => format!("{name} = [{first}, {second}]"),
            None => format!("{name} = {first}"),
        };
        assert!(table.lines().any(|line| line.starts_with(&format!("{value} "))), "{value}");
    }
}

#[test]
fn positions_of_games_of_others() {
    let files = Files::new();
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
                9. h3 Nb8 10. d4 Nbd7";
    let tag = "[Event \"E\"]\n\n";
    let games = format!("{tag}{game} 1-0\n\n{tag}1. e4 e4 1-0\n\n{tag}{game} *\n");
    files.write("g.pgn", &games);
    let said = files.run(&["tune", "positions", "@g.pgn", "--out", "@p.epd"]);
    assert!(said.contains("positions of 1 games (White won 1, drew 0, lost 0)"), "{said}");
    assert!(said.contains("1 games without a result, 0 of Chess960, 1 that cannot be read"));
    assert!(files.read("p.epd").lines().all(|line| line.contains(" c9 \"1-0\"; id \"")));
    let (code, message) = files.fault(&["tune", "fit", "@p.epd", "--out", "@w.toml"]);
    assert_eq!(code, Some(1), "{message}");
    assert!(message.contains("1 games are too few"), "{message}");
}

#[test]
fn faulty_files_are_told_with_their_line() {
    let files = Files::new();
    let good = "result,phase,a,b\n1,0.5,1,0\n";
    for (text, expected) in [
        ("phase,a\n1,2\n", "line 1: expected a column 'result'"),
        ("result,phase\n1,0.5\n", "line 1: expected 1 to 65535 columns of features"),
        ("result,a,a\n", "line 1: a second column 'a'"),
        (&format!("{good}2,0.5,1,0\n"), "line 3: expected a result from 0 to 1, not 2"),
        (&format!("{good}1,0.5,1.5,0\n"), "line 3: column 3: expected whole units"),
        (&format!("{good}1,x,1,0\n"), "line 3: column phase: expected a number, not 'x'"),
        (&format!("{good}1,0.5,1\n"), "line 3: "),
    ] {
        files.write("bad.csv", text);
        let (code, message) =
            files.fault(&["tune", "fit", "--features", "@bad.csv", "--out", "@w.csv"]);
        assert_eq!(code, Some(1), "{text}: {message}");
        assert!(message.contains(&format!("bad.csv, {expected}")), "{text}: {message}");
    }
    files.write("good.csv", good);
    for (text, expected) in [
        ("name,value\n", "line 1: expected the columns name,middlegame"),
        ("name,middlegame,endgame,lowest,highest\nc,1,2,,\n", "line 2: no feature is named 'c'"),
        ("name,middlegame,endgame,lowest,highest\na,1,2,,\n", "missing: b"),
        ("name,middlegame,endgame,lowest,highest\na,1,x,,\n", "line 2: endgame: expected a number"),
        (
            "name,middlegame,endgame,lowest,highest\na,9,2,0,5\n",
            "line 2: a: expected values from 0",
        ),
    ] {
        files.write("start.csv", text);
        let (code, message) = files.fault(&[
            "tune",
            "fit",
            "--features",
            "@good.csv",
            "--start",
            "@start.csv",
            "--out",
            "@w.csv",
        ]);
        assert_eq!(code, Some(1), "{text}: {message}");
        assert!(message.contains(expected), "{text}: {message}");
    }
    assert!(!files.path("w.csv").exists());
    let (code, message) = files.fault(&["tune", "fit", "@good.csv", "--out", "@good.csv"]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("is there already"), "{message}");
}

/// Every cut and every changed byte of a trace file is a message or a file; never a panic.
#[test]
fn damaged_trace_files_are_told() {
    let files = Files::new();
    let (rows, model) = case(40, 3);
    write_binary(&files.path("t"), &rows, &model).unwrap();
    let whole = fs::read(files.path("t")).unwrap();
    let (again, names, more) = read_binary(&files.path("t"), 1_000).unwrap();
    assert_eq!((&again, more), (&rows, false));
    assert_eq!(names.features[1].name, model.features[1].name);
    let (some, _, more) = read_binary(&files.path("t"), 7).unwrap();
    assert_eq!((some.len(), more), (7, true));
    let mut faults = 0;
    for cut in 0..whole.len() {
        fs::write(files.path("cut"), &whole[..cut]).unwrap();
        faults += usize::from(read_binary(&files.path("cut"), 1_000).is_err());
    }
    // Between two positions a file may end.
    assert_eq!(faults, whole.len() - rows.len());
    let mut random = Random::new(1);
    for _ in 0..2_000 {
        let mut damaged = whole.clone();
        damaged[random.below(whole.len())] ^= 1 << random.below(8);
        fs::write(files.path("cut"), &damaged).unwrap();
        if let Err(fault) = read_binary(&files.path("cut"), 1_000) {
            assert!(fault.to_string().contains(", byte "), "{fault}");
        }
    }
}

/// Positions of a made-up evaluation.
fn case(positions: usize, seed: u64) -> (TraceRows, LinearModel) {
    let mut random = Random::new(seed);
    let features = OTHERS.map(|(name, _, endgame, _)| LinearFeature {
        name: name.to_owned(),
        tapered: endgame.is_some(),
        start: [20.0; 2],
        range: [-200.0, 200.0],
    });
    let mut rows = TraceRows::default();
    for position in 0..positions {
        let head = TraceHead {
            game: position as u32 / 4,
            result: random.below(3) as f32 / 2.0,
            phase: random.unit() as f32,
            ..TraceHead::default()
        };
        let units = |feature: u16, random: &mut Random| random.below(5) as i16 - feature as i16 % 3;
        let entries: Vec<_> = (0..6)
            .map(|feature| TraceEntry { feature, units: units(feature, &mut random) })
            .collect();
        rows.push(head, entries);
    }
    (rows, LinearModel { features: features.to_vec() })
}

/// Sets a flag after so many passes.
struct Until<'a>(usize, &'a AtomicBool);

impl RunProgress for Until<'_> {
    fn reached(&mut self, steps: usize, _: usize) {
        self.1.store(steps >= self.0, Ordering::Relaxed);
    }
    fn state(&mut self, _: &str) {}
    fn say(&mut self, _: &str) {}
}

#[test]
fn a_fit_that_is_interrupted_goes_on_as_if_nothing_had_happened() {
    let files = Files::new();
    let (rows, model) = case(800, 5);
    let options = FitOptions { epochs: 9, batch: 128, ..FitOptions::default() };
    let run = |passes: usize, checkpoint: Option<FitCheckpoint>| -> FitOutcome {
        let interrupt = AtomicBool::new(false);
        let mut progress = Until(passes, &interrupt);
        let context = FitContext { interrupt: &interrupt, progress: &mut progress, checkpoint };
        fit(&rows, &model, &options, context).unwrap()
    };
    let whole = run(usize::MAX, None);
    assert!(whole.whole && whole.curve.len() == 10);
    let path = files.path("fit.json");
    let first = run(4, Some(FitCheckpoint::new(&path, false).unwrap()));
    assert!(!first.whole && first.curve[..] == whole.curve[..5]);
    assert!(FitCheckpoint::new(&path, false).unwrap_err().to_string().contains("there already"));
    let second = run(usize::MAX, Some(FitCheckpoint::new(&path, true).unwrap()));
    assert!(second.whole);
    assert_eq!((second.curve, second.weights), (whole.curve, whole.weights));
    // It is of these options and of no others.
    let others = FitOptions { seed: 2, ..options.clone() };
    let interrupt = AtomicBool::new(false);
    let mut progress = Until(usize::MAX, &interrupt);
    let checkpoint = Some(FitCheckpoint::new(&path, true).unwrap());
    let context = FitContext { interrupt: &interrupt, progress: &mut progress, checkpoint };
    let fault = fit(&rows, &model, &others, context).unwrap_err().to_string();
    assert!(fault.contains("it is of a fit to other positions"), "{fault}");
}
