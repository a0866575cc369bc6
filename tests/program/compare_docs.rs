//! Runs the commands of docs/COMPARE.md and compares their output with the page.
//!
//! Figures are examples: any number matches a number on the page, and any lines match `...`.
#![cfg(unix)]

use crate::fake;

use std::collections::BTreeSet;
use std::fs;

use crate::bench_room::BenchRoom;
use nucleus_records::record::GateVerdict;

fn page() -> String {
    include_str!("../../docs/COMPARE.md").to_owned()
}

/// Returns the contents of the fenced blocks of a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// A precision on the page, and one that a busy machine reaches too.
const PRECISE: &str = "10%";
const SOON: &str = "100%";

/// Creates engines and files as on the page.
fn room() -> BenchRoom {
    let room = BenchRoom::new();
    room.engine("old/engine", &["player", "computes"]);
    room.engine("new/engine", &["player", "computes", "twice-as-fast"]);
    for (folder, modes, nodes, nps, steps) in [
        ("old", &["player"][..], 1000, 20_000, 300_000),
        ("new", &["player", "twice-as-fast"], 1001, 40_040, 150_000),
    ] {
        let play = fake::command(modes);
        let work = format!("i=0; while [ $i -lt {steps} ]; do i=$((i + 1)); done");
        let bench = format!(
            "if [ \"$1\" = bench ]; then {work}; echo {nodes} nodes {nps} nps >&2; exit; fi"
        );
        room.script(&format!("{folder}/bench"), &format!("{bench}\nexec {play}"));
    }
    let suite = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - id \"ending\";\n\
                 4k3/8/8/8/8/8/8/4K2R w K -\n";
    fs::write(room.path("suite.epd"), suite).unwrap();
    let data: String =
        (0..250_000_u32).map(|n| format!("{}\n", n.wrapping_mul(2_654_435_761))).collect();
    fs::write(room.path("data"), data).unwrap();
    room.script("report", "echo \"rate: $1\"");
    let [config] = &blocks(&page(), "toml")[..] else { panic!("one example of a file") };
    fs::write(room.path("compare.toml"), config.replace(PRECISE, SOON)).unwrap();
    fs::write(room.path("wrong.toml"), "# no such key\nroundz = 3\n").unwrap();
    room
}

#[test]
fn the_examples_are_what_is_printed() {
    let room = room();
    let shape = |line: &str| crate::readme::shape(line, true);
    let mut commands = 0;
    for block in blocks(&page(), "console") {
        for example in block.split("$ nucleus compare ").skip(1) {
            let (line, shown) = example.split_once('\n').unwrap();
            let words = shlex::split(&line.replace(PRECISE, SOON)).unwrap();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ended = room.compare(&words);
            let printed: Vec<String> =
                ended.stderr.lines().chain(ended.stdout.lines()).map(shape).collect();
            // Commands run one after the other if a busy machine took their processor in each trial.
            let busy = ["the load was", "busy with something"].map(|w| ended.stdout.contains(w));
            let pairing = |line: &str| match busy.contains(&true) && line.contains("P(faster)") {
                true => line.replace(", by wall time", "").replace(", alternating", ", duet"),
                false => line.to_owned(),
            };
            let printed: Vec<String> = printed.iter().map(|line| pairing(line)).collect();
            let expected: Vec<&str> = shown.lines().filter(|l| *l != "...").collect();
            assert!(!expected.is_empty(), "{line}");
            for row in &expected {
                assert!(
                    printed.contains(&shape(row)),
                    "{line}: no line like `{row}` in\n{}\n{}",
                    ended.stderr,
                    ended.stdout
                );
            }
            let last = expected.last().unwrap();
            let code = match last.starts_with("error: ") {
                true => 2,
                false if shown.contains("below: old/new") => 3,
                false => 0,
            };
            assert_eq!(ended.code, Some(code), "{line}: {}", ended.stderr);
            if code != 2 {
                assert_eq!(printed.last().unwrap(), &shape(last), "{line}");
            }
            commands += 1;
        }
    }
    assert!(commands >= 8, "{commands} examples");
    println!("{commands} examples of docs/COMPARE.md run");
}

#[test]
fn the_examples_of_the_help_run() {
    let room = room();
    let help = include_str!("../../src/program/cli/help.txt");
    let lines = help.lines().filter_map(|line| line.strip_prefix("    nucleus compare "));
    for line in lines.filter(|line| !line.starts_with("--quick")) {
        let line = format!("{} --time 0.02 --precision 20%", line.split("  ").next().unwrap());
        let words = shlex::split(&line).unwrap();
        let ended = room.compare(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(ended.code, Some(0), "{line}: {}", ended.stderr);
    }
}

#[test]
fn every_option_on_the_page_exists() {
    let help = |name| crate::program::nucleus(&[name, "--help"]).stdout;
    let help = ["compare", "report", "match"].map(help).join("\n");
    // Workflows have other programs' options, and `--no-default-features` is Cargo's.
    let page = blocks(&page(), "yaml").iter().fold(page(), |page, block| page.replace(block, ""));
    let options: BTreeSet<&str> = page
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| word.starts_with("--") && word.len() > 3 && *word != "--no-default-features")
        .collect();
    assert!(options.len() > 15, "{options:?}");
    for option in options {
        let is_in_help = [" ", "\n", "["].map(|end| help.contains(&format!("{option}{end}")));
        assert!(is_in_help.contains(&true), "{option}");
    }
}

#[test]
fn files_that_cannot_be() {
    let room = room();
    let deep = format!("x = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let tables = format!("[{}]", vec!["a"; 50_000].join("."));
    let long = format!("gate = \"{}\"", "x".repeat(10_000_000));
    let engines = "[[engine]]\nname = 'old'\ncommand = 'old/engine'\n\
                   [[engine]]\nname = 'new'\ncommand = 'new/engine'\n";
    for (text, expected) in [
        ("rounds = 3\nroundz = 3\n".to_owned(), "line 2, column 1"),
        (format!("{engines}color = 'red'\n"), "line 7, column 1"),
        ("rounds = 0\n".to_owned(), "rounds: 0 is not in 1..=1000"),
        ("precision = '5'\n".to_owned(), "precision: a number of per cent"),
        ("time-limit = 'soon'\n".to_owned(), "time-limit: a time"),
        ("time = 0.0\n".to_owned(), "time: a time between 1ms and 1h"),
        ("[[engine]]\nname = 'old'\ncommand = 'old/engine'\n".to_owned(), "only one [[engine"),
        (format!("{engines}[engine.options]\nThreads = 2\n"), "--threads N sets Threads"),
        (format!("{engines}[engine.options]\nNothing = 2\n"), "no option `Nothing`"),
        (format!("{engines}[[workload]]\nfen = 'startpos'\n"), "a fen needs a name and a limit"),
        (format!("{engines}[[workload]]\nname = 'nothing'\n"), "no workload `nothing`"),
        (format!("{engines}[[workload]]\npositions = 'missing'\n"), "missing: "),
        (format!("{engines}[[workload]]\nname = 'x'\nsample = 2\n"), "sample requires positions"),
        // Hostile files.
        (deep, ""),
        (tables, ""),
        (long, ""),
        ("rounds = 99999999999999999999999".to_owned(), "line 1"),
        ("rounds = -1".to_owned(), ""),
        ("time = nan".to_owned(), "time"),
        ("time = inf".to_owned(), "time"),
        ("precision = '-5%'".to_owned(), "precision"),
        ("seed = \"\u{1b}[31m\"".to_owned(), "line 1"),
        ("\u{0}".to_owned(), "line 1"),
        ("rounds = 1\nrounds = 2".to_owned(), "line 2"),
        ("[[engine]]\nname = 'a'".to_owned(), "command"),
        ("[[engine]]\nname = \"<script>\\u001b\"\ncommand = 'old/engine'".to_owned(), ""),
        ("[[engine]]\nname = 'a'\ncommand = \"'\"".to_owned(), ""),
        (format!("{engines}{engines}"), "old"),
        (format!("{engines}[[workload]]\nname = 'x'\nfen = '8/8'\nlimit = 'depth 1'"), ""),
        (format!("{engines}[[workload]]\npositions = '/dev/null'"), "/dev/null: it is a device"),
    ] {
        fs::write(room.path("x.toml"), &text).unwrap();
        let ended = room.compare(&["--config", "x.toml"]);
        let (shown, error) = (text.chars().take(90).collect::<String>(), &ended.stderr);
        assert_eq!(ended.code, Some(2), "{shown:?}: {error}");
        assert!(error.contains("error: ") && error.contains(expected), "{shown:?}: {error}");
        assert!(!error.contains("panicked") && !error.contains('\u{1b}'), "{shown:?}: {error}");
        assert!(error.len() < 20_000 && ended.stdout.is_empty(), "{shown:?}: {}", error.len());
    }
    room.compare(&["--config", "compare.toml", "old/engine", "new/engine"])
        .with(2, "give them in one place");
    assert!(!room.path("out").exists(), "nothing was begun");
}

/// The command line takes precedence over the file, and options reach the engines.
#[test]
fn what_the_command_line_says_stands() {
    let room = room();
    let ended = room.compare(&["--config", "compare.toml", "--precision", "99%", "--gate", ">=9"]);
    assert_eq!(ended.code, Some(3), "{}", ended.stderr);
    let record = room.record();
    assert_eq!(record.gate, Some(GateVerdict::Below));
    assert_eq!(record.settings.precision, Some(0.99));
    assert_eq!(record.settings.time_limit, Some(120.0));
    let new = record.engine("new").unwrap();
    let option = |name: &str, value: &str| new.options.contains(&(name.into(), value.into()));
    assert!(option("Hash", "32") && option("Style", "wild"), "{:?}", new.options);
    let names: Vec<&str> = record.workloads.iter().map(|w| w.name.as_str()).collect();
    assert_eq!(names, ["ending/timed", "suite/set"]);
    assert_eq!(record.workloads[1].fens.len(), 2, "a sample of three");
    assert!(record.samples.iter().all(|s| s.parts.len() == 2 || s.workload == "ending/timed"));
}

#[test]
fn a_bench_that_an_engine_does_not_have_is_named() {
    let room = room();
    let args = "old/bench new/engine --bench --workload start --rounds 1 --warmup 0 --time 10ms";
    let ended = room
        .compare(&args.split(' ').collect::<Vec<_>>())
        .with(1, "it has no `bench` that prints nodes and time");
    let record = room.record();
    let bench: Vec<_> = record.samples.iter().filter(|s| s.workload == "bench").collect();
    assert!(bench.iter().all(|s| s.engine == "bench" && s.nodes == Some(1000)), "{bench:?}");
    assert_eq!(bench[0].seconds, 0.05, "a thousand nodes at 20,000 a second");
    let last = ended.stdout.lines().last().unwrap();
    assert!(
        last.ends_with(": too few blocks for an interval") && !last.contains("SIGNATURES"),
        "{last}"
    );
}
