//! The driver of UCI engines with faulty engines: failures have the last lines and the exit, odd
//! lines are counted, and counters cover all threads.

use std::time::Duration;

use crate::fake::launch;
use nucleus_harness::engine::{Engine, Timeouts};
use nucleus_harness::kept_limits::KeptLimits;
use nucleus_harness::process::Launch;
use nucleus_harness::protocol::{self, SampleOptions};
use nucleus_records::record::{FailureRecord, Protocol, Sample, Workload};
use nucleus_records::workloads::START;

/// Timeouts that are long where an answer is expected, for a busy machine.
const PATIENCE: Timeouts =
    Timeouts { uciok: LONG, readyok: LONG, stop: LONG, quit: Duration::from_millis(500) };
const LONG: Duration = Duration::from_secs(60);

/// Starts the fake engine in these modes and takes a sample of the start position.
fn sample(modes: &[&str], protocol: Protocol) -> Result<Sample, Box<FailureRecord>> {
    let timeouts = match modes {
        // Short, because the mode `stderr-only` withholds the only answer.
        ["stderr-only"] => Timeouts { uciok: Duration::from_millis(500), ..PATIENCE },
        _ => PATIENCE,
    };
    let mut engine = Engine::start("fake", &launch(modes), timeouts)?;
    let limit = if protocol == Protocol::Perft { "perft 3" } else { "depth 5" };
    let workload = Workload {
        name: "start".into(),
        fen: START.into(),
        limit: limit.into(),
        protocol,
        ..Workload::default()
    };
    let terms = SampleOptions {
        seconds: 0.02,
        give_up: 60.0,
        core: None,
        threads: 1,
        limits: KeptLimits::ALL,
        in_company: false,
    };
    let result = protocol::sample(&mut engine, &workload, &terms);
    let result = result.map_err(|error| Box::new(engine.failure(Some("start"), &error)));
    engine.close();
    result
}

fn failure(mode: &str) -> FailureRecord {
    *sample(&[mode], Protocol::Paper).expect_err(mode)
}

#[test]
fn the_last_lines_and_the_end_are_kept() {
    let crash = failure("crash-on-go");
    assert!(crash.last_lines.iter().any(|l| l == "info string about to crash"), "{crash:?}");
    assert!(crash.last_errors.iter().any(|l| l.contains("everything is fine")), "{crash:?}");
    #[cfg(unix)]
    assert_eq!(crash.signal, Some(6));
    assert_eq!(failure("exit-on-go").exit_code, Some(3));
    let start = failure("exit-at-start");
    assert_eq!(start.exit_code, Some(7));
    assert!(start.last_errors.iter().any(|l| l == "no licence found"), "{start:?}");
    let errors = failure("stderr-only");
    assert!(errors.last_lines.is_empty() && !errors.last_errors.is_empty());
}

#[test]
fn odd_lines_are_counted() {
    let mut engine = Engine::start("fake", &launch(&["garbage", "long-lines"]), PATIENCE).unwrap();
    engine.position(None, &[]).unwrap();
    engine.go("depth 1", LONG, |_, _| {}).unwrap();
    let odd = engine.close();
    assert!(odd.not_utf8 >= 3, "{odd:?}");
    assert_eq!(odd.long_lines, 2, "{odd:?}");
}

/// An engine may count no nodes in an interrupted iteration. A timed sample then ends at the last
/// node count; with another limit, the complete search counts.
#[test]
fn a_search_by_time_ends_at_its_last_node_count() {
    let timed = sample(&["cut-short"], Protocol::Timed).unwrap();
    assert!(timed.seconds < 0.2 && timed.nodes == Some(10_000), "{timed:?}");
    let spent = timed.counters.and_then(|counters| counters.task_nanoseconds);
    assert!(spent.is_none_or(|spent| spent < 200_000_000), "{spent:?}");
    assert!(sample(&["cut-short"], Protocol::Paper).unwrap().seconds >= 0.3);
}

/// An executable file that is not a program.
#[cfg(unix)]
#[test]
fn a_text_is_no_program() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "just text").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    let argv = vec![file.to_string_lossy().into_owned()];
    let launch = Launch { argv, ..Launch::default() };
    let failure = Engine::start("x", &launch, PATIENCE).err().unwrap();
    assert_eq!(failure.kind, "not-executable");
}

/// The counters cover the search in all threads, without the start. The system counts the task
/// clock, also on machines without hardware counters.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn counters_see_all_threads_and_no_start_up() {
    let mut launch = launch(&["heavy-start", "threads"]);
    launch.counters = true;
    let mut engine = Engine::start("fake", &launch, PATIENCE).unwrap();
    engine.position(None, &[]).unwrap();
    let search = engine.go("depth 1", LONG, |_, _| {}).unwrap();
    let Some(nanoseconds) = search.counters.as_ref().and_then(|c| c.task_nanoseconds) else {
        eprintln!("skipped: this system lets nobody count");
        return;
    };
    // The search takes 0.1 s in a second thread, less on a busy machine; the start takes half a second.
    let seconds = nanoseconds as f64 / 1e9;
    assert!(seconds > 0.01, "the thread that searches is not counted: {seconds}");
    assert!(seconds < 0.3, "the start is counted: {seconds}");
}
