//! Faulty engines from the command line to the page: each failure is a row with the engine's name,
//! the error and its last lines, the other engine's figures are kept, and no process remains.
//! Ctrl-C may come at any moment.

use std::path::Path;
use std::process::Command;

use crate::fake::{self, command, fake_engine, records};
use crate::program::run;
use nucleus_records::record::Record;

fn read(file: &Path) -> Record {
    let text = std::fs::read_to_string(file).expect("a readable file");
    Record::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Returns the processes, zombies included, of a program of this name.
#[cfg(target_os = "linux")]
fn processes_of(name: &str) -> Vec<String> {
    let stats = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    stats
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok())
        .filter(|stat| stat.contains(&format!("({name})")))
        .collect()
}

/// The engine's behaviour, the kind of failure (`None` if it is measured nevertheless), and the
/// page's message.
const CASES: [(&str, Option<&str>, &str); 17] = [
    ("no-uciok", Some("no-uciok"), "no answer to `uci`"),
    ("no-readyok", Some("no-readyok"), "uciok"),
    ("exit-at-start", Some("exited"), "no licence found"),
    ("crash-on-go", Some("exited"), "info string about to crash"),
    ("exit-on-go", Some("exited"), "exit code 3"),
    ("silent", Some("silent"), "readyok"),
    ("illegal-move", Some("illegal-move"), "bestmove e2e5"),
    ("no-nodes", Some("no-nodes"), "info depth 1 score cp 13 time 3 pv e2e4"),
    ("absurd-nodes", Some("absurd-nodes"), "nodes 18446744073709551615"),
    ("absurd-counts", Some("absurd-counts"), "rebuilds 18446744073709551615 in 10000 nodes"),
    ("negative-nodes", Some("absurd-nodes"), "nodes -5"),
    ("falling-nodes", Some("absurd-nodes"), "nodes 7"),
    ("garbage", None, "lines were not UTF-8"),
    ("long-lines", None, "lines were too long, and cut"),
    ("ignore-quit", None, "it did not end after `quit`, and was killed"),
    ("leave-child", None, "it left child processes running; they were killed"),
    ("varying-nodes", None, "node count changes"),
];

#[test]
fn every_bad_engine_is_a_row_with_its_last_words() {
    let out = tempfile::tempdir().expect("a folder");
    // A unique name to find its processes by; the system keeps 15 characters of it.
    let name = format!("fake{}", std::process::id());
    let engine = out.path().join(&name);
    std::fs::copy(fake_engine(), &engine).expect("a copy");
    let reports = out.path().join("reports");

    let usual =
        "compare|--without-ours|--quick|--rounds|1|--time|0.02|--workload|x=startpos@depth 5";
    let mut line = format!("{usual}|--out|{}|--engine|good={}", reports.display(), command(&[]));
    for (mode, ..) in CASES {
        line += &format!("|--engine|{mode}={} {mode}", engine.display());
    }
    run(&line).with(1, "");

    let record = fake::record(&reports);
    let page = records(&reports)[0].with_extension("md");
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(record.complete, "bad engines do not cut a run short");
    assert_eq!(record.engines.len(), CASES.len() + 1);
    for workload in ["x/paper", "x/sustained"] {
        let good = record.summary("good", workload).expect("the good engine's figures are kept");
        assert_eq!((good.samples, good.right), (2, None));
    }
    let table = page.split("## Engines that failed").nth(1).expect("the table of failures");
    let table = table.split("\n## ").next().unwrap_or(table);
    let row = |name: &str| -> Option<&str> {
        table.lines().find(|l| l.starts_with("| ") && l[2..].trim_start().starts_with(name))
    };
    for (name, kind, words) in CASES {
        let failed: Vec<&str> =
            record.failures.iter().filter(|f| f.engine == name).map(|f| &*f.kind).collect();
        match kind {
            Some(kind) => {
                assert!(
                    !failed.is_empty() && failed.iter().all(|k| *k == kind),
                    "{name}: {failed:?}"
                );
                let row = row(name).unwrap_or_else(|| panic!("no row of {name} in {table}"));
                assert!(row.contains(kind) && row.contains(&words.replace('`', "'")), "{row}");
            }
            None => {
                assert_eq!(failed, [] as [&str; 0], "{name}");
                assert!(record.summary(name, "x/paper").is_some(), "{name} has figures");
                let words = words.replace('`', "'");
                let is_listed = page.lines().any(|l| l.contains(name) && l.contains(&words));
                assert!(is_listed, "{name}: {words} is not in {page}");
            }
        }
    }
    #[cfg(target_os = "linux")]
    assert_eq!(processes_of(&name), [] as [String; 0], "nothing is left running");
    println!("row: bad engines in one comparison | {} engines", CASES.len());
}

/// At any moment Ctrl-C leaves a valid record that is marked as incomplete.
#[cfg(unix)]
#[test]
fn ctrl_c_at_any_moment() {
    use std::time::Duration;

    use crate::program::{ended_by, quiet};

    let mut moments = 0;
    let mut with_samples = 0;
    // Waits grow until something has been measured, because this may take long on a busy machine.
    for wait in [0, 5, 20, 50, 100, 200, 400, 700, 1000, 1500, 3000, 6000, 12_000, 24_000, 48_000] {
        if wait > 1500 && with_samples > 0 {
            break;
        }
        let out = tempfile::tempdir().expect("a folder");
        let mut compare = Command::new(env!("CARGO_BIN_EXE_nucleus"));
        compare.args(["compare", "--without-ours", "--rounds", "1000", "--time", "0.02", "--out"]);
        compare.arg(out.path()).args(["--engine", &format!("a={}", command(&[]))]);
        compare.args(["--engine", &format!("b={}", command(&["work"]))]);
        compare.args(["--workload", "x=startpos@nodes 1", "--workload", "y=startpos@movetime 20"]);
        let run = quiet(compare);
        std::thread::sleep(Duration::from_millis(wait));
        // SIGTERM is handled like Ctrl-C, which a shell's background jobs ignore.
        let (code, took) = ended_by(rustix::process::Signal::TERM, run);
        assert!(took < Duration::from_secs(60), "after {wait} ms");
        let records = records(out.path());
        moments += 1;
        if code.is_none() {
            // The signal came before the program could install its handler.
            assert!(records.is_empty(), "after {wait} ms");
            continue;
        }
        assert_eq!(code, Some(130), "after {wait} ms");
        assert_eq!(records.len(), 1, "after {wait} ms");
        let record = read(&records[0]);
        assert!(!record.complete, "after {wait} ms");
        with_samples += usize::from(!record.samples.is_empty());
    }
    assert!(with_samples > 0, "the last moment comes after the first sample");
    println!("row: Ctrl-C during a comparison | {moments} moments");
}
