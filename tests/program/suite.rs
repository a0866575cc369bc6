//! Runs of test suites, with a small suite written for these tests.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nucleus_core::eval::{Options, Style, Values};
use nucleus_core::types::Score;
use nucleus_harness::progress::{RunError, RunProgress};
use nucleus_matches::suite::{self, SuiteLimit, SuiteOptions, SuiteRecord};
use nucleus_records::envelope::read_file;
use nucleus_records::output::replace_record;
use nucleus_search::{EngineOptions, ProfileName};

use crate::program::nucleus;

const SMALL: &str = r#"# a comment, and an empty line

6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "back rank";
6k1/5ppp/8/8/8/8/8/R3K3 w - - am Ra8#; id "not the back rank";
kbK5/pp6/1P6/8/8/8/8/R7 w - - bm Ra6; dm 2; id "Morphy";
kbK5/pp6/1P6/8/8/8/8/R7 w - - bm Ra6; dm 3; id "one too long";
4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5; id "points"; c8 "10 3"; c9 "e4d5 e4e5";
"#;

struct Silent(usize);

impl RunProgress for Silent {
    fn reached(&mut self, steps: usize, of: usize) {
        assert!(steps <= of, "{steps} of {of}");
        self.0 += 1;
    }

    fn state(&mut self, words: &str) {
        assert!(words.contains(" solved"), "{words}");
    }

    fn say(&mut self, line: &str) {
        panic!("a suite has nothing to say: {line}");
    }
}

fn arguments(file: &Path) -> SuiteOptions {
    SuiteOptions {
        files: vec![file.to_owned()],
        limit: SuiteLimit::Depth { plies: 14 },
        position: None,
        last: None,
        json: None,
        engine: EngineOptions::default(),
        weights_name: "mine".to_owned(),
        hash: 1,
    }
}

fn written(folder: &tempfile::TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("small.epd");
    std::fs::write(&path, text).unwrap();
    path
}

/// Returns the text about a bound in the head of a table.
fn described(bound: Score) -> String {
    match bound {
        Options::UNBOUNDED => ", no bound, ".to_owned(),
        bound => format!(", bound {bound}, "),
    }
}

fn run(args: &SuiteOptions) -> Result<(SuiteRecord, usize), RunError> {
    let mut progress = Silent(0);
    let never = Arc::new(AtomicBool::new(false));
    suite::run(args, &never, &mut progress).map(|record| (record, progress.0))
}

#[test]
fn solved_by_best_move_by_avoided_move_and_by_distance() {
    let folder = tempfile::tempdir().unwrap();
    let (record, searched) = run(&arguments(&written(&folder, SMALL))).unwrap();
    let positions = &record.suites[0].positions;
    let solved: Vec<bool> = positions.iter().map(|p| p.solved).collect();
    assert_eq!(solved, [true, false, true, false, true]);
    assert_eq!(searched, 5);
    assert_eq!(positions[4].points, (10, 10));
    assert_eq!(positions[2].chosen, "a1a6");
    assert!(positions.iter().all(|p| p.found.is_some() == p.solved));
    assert!(positions.iter().all(|p| !p.iterations.is_empty() && p.nodes > 0));
    let table = suite::overview(&record);
    assert!(table.contains("| 3/5 |"), "{table}");
    assert!(table.contains("10/10 (100.0 %)"), "{table}");
    assert!(table.contains("Not solved of small: not the back rank, one too long."), "{table}");
}

#[test]
fn one_position_iteration_by_iteration() {
    let folder = tempfile::tempdir().unwrap();
    let args = SuiteOptions { position: Some(3), ..arguments(&written(&folder, SMALL)) };
    let (record, searched) = run(&args).unwrap();
    assert_eq!(searched, 1);
    let table = suite::analysis(&record.suites[0].positions[0]);
    assert!(table.starts_with("Morphy: `kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1`"), "{table}");
    assert!(table.contains("| mate 2 |") && table.ends_with("Chosen: a1a6, solved.\n"), "{table}");
    let too_far = SuiteOptions { position: Some(6), ..args };
    assert!(run(&too_far).unwrap_err().to_string().contains("has 5 positions"));
}

#[test]
fn goes_on_where_its_record_ends() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("record.json");
    let args = SuiteOptions { json: Some(json.clone()), ..arguments(&written(&folder, SMALL)) };
    let (complete, _) = run(&args).unwrap();
    assert_eq!(read_file::<SuiteRecord>(&json).unwrap(), complete);
    let mut cut = complete.clone();
    cut.suites[0].positions.drain(2..4);
    replace_record(&json, &cut).unwrap();
    let (again, searched) = run(&args).unwrap();
    assert_eq!(searched, 2);
    // Earlier positions are unchanged, to the last digit of their times.
    for place in [0, 1, 4] {
        assert_eq!(again.suites[0].positions[place], complete.suites[0].positions[place]);
    }
    assert_eq!(again.suites[0].positions[2].nodes, complete.suites[0].positions[2].nodes);
    let other = SuiteOptions { limit: SuiteLimit::Depth { plies: 7 }, ..args };
    let error = run(&other).unwrap_err();
    assert!(error.to_string().contains("is the record of another run: its "), "{error}");
}

/// Weights and bound of the command line apply to the search and are in the record and the table;
/// no run with other weights or another bound continues that record.
#[test]
fn weights_and_bound_are_searched_with() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("record.json");
    let args = SuiteOptions { json: Some(json.clone()), ..arguments(&written(&folder, SMALL)) };
    let nodes = |record: &SuiteRecord| -> u64 {
        record.suites[0].positions.iter().map(|position| position.nodes).sum()
    };
    let own = ProfileName::Full.values();
    let given =
        |values: Values| EngineOptions { weights: Some(values.into()), ..Default::default() };
    let bounded = |bound, engine| EngineOptions { bound: Some(bound), ..engine };
    let plain = run(&SuiteOptions { json: None, ..args.clone() }).unwrap().0;
    let same = SuiteOptions { engine: given(own.clone()), ..args.clone() };
    let (same_record, searched) = run(&same).unwrap();
    assert_eq!((nodes(&same_record), searched), (nodes(&plain), 5), "the same from a file");
    assert!(suite::overview(&same_record).contains(", weights mine ("));
    let styled = Style::AntiGrandmaster.values(own).unwrap();
    let others = [
        SuiteOptions { engine: given(styled), ..args.clone() },
        SuiteOptions { engine: bounded(0, same.engine), ..args.clone() },
    ];
    for other in others {
        let error = run(&other).unwrap_err();
        assert!(error.to_string().contains("is the record of another run: its "), "{error}");
        let record = run(&SuiteOptions { json: None, ..other.clone() }).unwrap().0;
        assert_ne!(nodes(&record), nodes(&plain), "{:?}", record.settings);
        assert!(suite::overview(&record).contains(&described(record.settings.bound)));
    }
    let free = SuiteOptions {
        json: None,
        engine: bounded(Options::UNBOUNDED, args.engine.clone()),
        ..args
    };
    assert!(suite::overview(&run(&free).unwrap().0).contains(", no bound, "));
}

#[test]
fn an_interrupted_run_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let args = arguments(&written(&folder, SMALL));
    let interrupted = Arc::new(AtomicBool::new(true));
    let record = suite::run(&args, &interrupted, &mut Silent(0)).unwrap();
    assert!(record.suites[0].positions.is_empty());
    assert!(suite::overview(&record).contains("| 0/0 (of 5) |"));
}

#[test]
fn bad_lines_are_named_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("8/8/8/8/8/8/8/8 w - - bm e4;", "White has no king"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra9;", "line 2: operation bm"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - id \"x\";", "no bm, am or dm"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - dm soon;", "'soon' is not a number of moves"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8; c8 \"10 5\"; c9 \"a1a8\";", "2 points for 1 moves"),
    ];
    for (line, expected) in cases {
        let file = written(&folder, &format!("{}\n{line}\n", SMALL.lines().nth(2).unwrap()));
        let (record, _) =
            run(&SuiteOptions { limit: SuiteLimit::Nodes { nodes: 9 }, ..arguments(&file) })
                .expect("the first line is good");
        assert_eq!((record.suites[0].total, record.suites[0].positions.len()), (1, 1), "{line}");
        let output = nucleus(&["suite", "--nodes", "9", file.to_str().unwrap()]);
        let error = output.stderr;
        assert!(error.contains(expected) && error.contains("small.epd: line 2: "), "{error}");
    }
}

#[test]
fn the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(&folder, SMALL);
    let table = |arguments: &[&str]| {
        let file = file.to_str().unwrap();
        nucleus(&[&["suite", file], arguments].concat()).done().stdout
    };
    let limited = table(&["--nodes", "20000", "--hash", "1"]);
    assert!(limited.contains("| small | 20000 nodes | 1 ("), "{limited}");
    assert!(limited.contains("profile full, network "), "{limited}");
    let classical = table(&["--nodes", "100", "--evaluation", "classical"]);
    let bound = described(ProfileName::Full.bound());
    assert!(classical.contains(&format!("profile full{bound}matrix board")), "{classical}");
    let umko = table(&["--nodes", "100", "--profile", "umko"]);
    assert!(umko.contains("profile umko, no bound, magic board"), "{umko}");
    let chosen = table(&["--nodes", "100", "--profile", "umko", "--board", "matrix"]);
    assert!(chosen.contains("profile umko, no bound, matrix board"), "{chosen}");
    let weights = nucleus(&["weights"]);
    let own = folder.path().join("own.toml");
    std::fs::write(&own, &weights.stdout).unwrap();
    let own = own.to_str().unwrap();
    let free = table(&["--nodes", "100", "--weights", own, "--bound", "none"]);
    assert!(free.contains("weights own (") && free.contains(", no bound, matrix board"), "{free}");
}
