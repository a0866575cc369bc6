//! Errors that `nucleus compare` detects before it measures: invalid options, wrong positions,
//! silent engines, too many threads. With fake engines.

use std::path::Path;

use crate::fake::{command, record};
use crate::program::nucleus;

/// A position in which a2a3 is illegal. A fake engine that ignores `position` plays a2a3, the first legal
/// move by name in the start position.
const ENDGAME: &str = "k=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1@depth 2";

/// Runs a short comparison of engines, `NAME=MODES, NAME`; returns the exit code and the messages.
fn compare(out: &Path, engines: &str, more: &[&str]) -> (i32, String) {
    let usual = ["compare", "--quick", "--time", "0.02", "--rounds", "1", "--warmup", "0"];
    let mut args = [&usual[..], &["--without-ours", "--out", out.to_str().unwrap()]].concat();
    let one = |engine: &str| {
        let (name, modes) = engine.split_once('=').unwrap_or((engine, ""));
        format!("--engine={name}={}", command(&modes.split_whitespace().collect::<Vec<_>>()))
    };
    let engines: Vec<String> = engines.split(", ").map(one).collect();
    args.extend(engines.iter().map(String::as_str).chain(more.iter().copied()));
    let ended = nucleus(&args);
    (ended.code.unwrap(), ended.stderr)
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().count() == 0
}

#[test]
fn a_program_that_is_not_there_is_a_usage_error() {
    let out = tempfile::tempdir().unwrap();
    // The missing program is reported before any time is spent on the mute engine.
    let args = ["--engine", "gone=/no/such/program --at all"];
    let (code, stderr) = compare(&out.path().join("new"), "good, mute=no-uciok", &args);
    assert!(code == 2 && !stderr.contains("mute"), "{stderr}");
    assert!(stderr.contains("engine gone: cannot start `/no/such/program`"), "{stderr}");
    assert!(is_empty(out.path()), "the folder that was made for the record is gone again");
}

#[test]
fn nothing_is_measured_when_nothing_is_left_to_compare() {
    let out = tempfile::tempdir().unwrap();
    let args = ["--workload", "x=startpos@movetime 60000"];
    let (code, stderr) = compare(out.path(), "one, mute=no-uciok", &args);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("nothing was measured") && stderr.contains("mute"), "{stderr}");
    assert!(is_empty(out.path()));
}

#[test]
fn an_engine_that_stands_elsewhere_is_never_measured() {
    let out = tempfile::tempdir().unwrap();
    let all = "shows=player display, counts=player, plays=player no-perft, \
               waits=player ignores-perft, deaf-shows=deaf player display, \
               deaf-counts=deaf player, deaf-plays=deaf player no-perft, cheat=illegal-move";
    // The start position alone would not reveal engines that ignore positions. With perft among the
    // workloads, the check may use `go perft`.
    let perft = ["--workload", "p=startpos@perft 2"];
    let args = ["--workload", "s=startpos@depth 2", "--workload", ENDGAME];
    let args = [&args[..], &perft].concat();
    let (code, stderr) = compare(out.path(), all, &args);
    assert_eq!(code, 1, "{stderr}");
    let record = record(out.path());
    assert!(record.complete);
    let failures: Vec<_> = record
        .failures
        .iter()
        .map(|f| (&*f.engine, &*f.kind, f.workload.as_deref().unwrap_or("")))
        .collect();
    assert_eq!(
        failures,
        [
            ("deaf-shows", "wrong-position", "k/paper"),
            ("deaf-counts", "wrong-position", "k/paper"),
            ("deaf-plays", "illegal-move", "k/paper"),
            ("cheat", "illegal-move", "s/paper"),
        ]
    );
    let message = |name: &str| &record.failures.iter().find(|f| f.engine == name).unwrap().message;
    assert!(message("deaf-shows").contains("it shows `rnbqkbnr/"), "{}", message("deaf-shows"));
    assert!(message("deaf-counts").contains("counts 20 moves instead of 14"));
    assert!(message("deaf-plays").contains("is not legal there"));
    for (name, ..) in failures {
        assert!(stderr.contains(&format!("dropped {name}: it did not set up `")), "{stderr}");
        assert!(record.samples.iter().all(|s| s.engine != name), "{name} was measured");
    }
    for name in ["shows", "counts", "plays", "waits"] {
        assert!(record.summary(name, "k/paper").is_some(), "{name} stands where it should");
    }
}

#[test]
fn engines_get_the_full_position_and_a_note_is_printed() {
    let out = tempfile::tempdir().unwrap();
    let short = "x=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -@depth 2";
    let (code, stderr) = compare(out.path(), "e=player, f=player", &["--workload", short]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("note: workload `x`: no counters given: halfmove clock 0"), "{stderr}");
    let record = record(out.path());
    assert_eq!(record.workloads[0].fen, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    assert!(record.warnings.iter().any(|w| w.contains("no counters given")));
}

#[test]
fn one_hash_for_all_is_set_or_reported() {
    let out = tempfile::tempdir().unwrap();
    let three = "own=no-hash, e, f";
    let args = ["--workload", "x=startpos@depth 2"];
    let (code, text) = compare(out.path(), three, &args);
    assert_eq!(code, 0, "{text}");
    let warnings = record(out.path()).warnings;
    assert!(warnings.iter().any(|w| w.starts_with("own: it has no option `Hash`")), "{warnings:?}");
    // Some engines would reduce a size above their maximum, others ignore it.
    let (code, text) = compare(out.path(), three, &[&args[..], &["--hash", "2048"]].concat());
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("dropped e: option `Hash` is a whole number from 1 to 1024, not `2048`"));
}

#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn each_thread_has_a_processor() {
    let out = tempfile::tempdir().unwrap();
    let start = ["--workload", "x=startpos@depth 2"];
    let run = |more: &[&str]| compare(out.path(), "e, f", &[&start[..], more].concat());
    let (code, stderr) = run(&["--threads", "1024"]);
    assert!(code == 2 && stderr.contains("1024 threads need 1024 processors"), "{code} {stderr}");
    let there = nucleus_base::processors::allowed();
    let first = there[0].to_string();
    if std::thread::available_parallelism().map_or(1, std::num::NonZero::get) < 2 {
        eprintln!("skipped: one processor");
        return;
    }
    let (code, stderr) = run(&["--threads", "2", "--core", &first]);
    assert!(code == 2 && stderr.contains("name one for each thread"), "{code} {stderr}");
    assert!(is_empty(out.path()));

    let (code, stderr) = run(&["--threads", "2"]);
    assert_eq!(code, 0, "{stderr}");
    let record = record(out.path());
    let cores = &record.settings.cores;
    assert_eq!((record.settings.threads, cores.len()), (2, 2));
    assert!(cores[0] != cores[1] && cores.iter().all(|core| there.contains(core)), "{cores:?}");
    assert_eq!(record.settings.core, Some(cores[0]));
    let threads = ("Threads".to_owned(), "2".to_owned());
    assert!(record.engines.iter().all(|e| e.options.contains(&threads)));
}

#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn an_engine_without_threads_is_dropped_aloud() {
    if std::thread::available_parallelism().map_or(1, std::num::NonZero::get) < 2 {
        eprintln!("skipped: one processor");
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let three = "e, single=no-threads, f";
    let args = ["--threads", "2", "--workload", "x=startpos@depth 2"];
    let (code, stderr) = compare(out.path(), three, &args);
    assert_eq!(code, 1, "{stderr}");
    let dropped = "dropped single: it has no option `Threads`, but 2 threads were requested";
    assert!(stderr.contains(dropped), "{stderr}");
    let record = record(out.path());
    assert_eq!(record.failures.len(), 1);
    assert!(record.samples.iter().all(|s| s.engine != "single"));
    assert_eq!(record.samples.iter().filter(|s| s.workload == "x/paper").count(), 4);

    // With one thread the engine takes part.
    let (code, stderr) = compare(out.path(), three, &args[2..]);
    assert_eq!(code, 0, "{stderr}");
    let empty = tempfile::tempdir().unwrap();
    let one = "single=no-threads, other=no-threads";
    for args in [&args[..], &["--threads", "1,2"]] {
        let (code, stderr) = compare(empty.path(), one, args);
        assert!(code == 1 && stderr.contains("nothing was measured"), "{code} {stderr}");
        assert!(is_empty(empty.path()));
    }
}
