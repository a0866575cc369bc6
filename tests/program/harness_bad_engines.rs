//! The driver against every kind of bad engine: each fault is told as what it is, in time, with
//! the engine's last lines, and leaves no process behind.

use std::time::{Duration, Instant};

use crate::fake::launch;
use nucleus_harness::engine::{Engine, Timeouts};
use nucleus_harness::kept_limits::KeptLimits;
use nucleus_harness::process::Launch;
use nucleus_harness::protocol::{self, SampleOptions};
use nucleus_records::record::{FailureRecord, Protocol, Sample, Workload};
use nucleus_records::workloads::START;

/// Long where an answer comes, however busy the machine is.
const PATIENCE: Timeouts =
    Timeouts { uciok: LONG, readyok: LONG, stop: LONG, quit: Duration::from_millis(500) };
const LONG: Duration = Duration::from_secs(60);

/// Short for the one answer that a fault keeps back; and for how long a search may take, in seconds.
fn timeouts(fault: &str) -> (Timeouts, f64) {
    let short = Duration::from_millis(500);
    match fault {
        "no-uciok" | "stderr-only" => (Timeouts { uciok: short, ..PATIENCE }, 60.0),
        "no-readyok" => (Timeouts { readyok: short, ..PATIENCE }, 60.0),
        "silent" | "flood" => (Timeouts { stop: short, ..PATIENCE }, 0.5),
        "slow" => (PATIENCE, 0.5),
        _ => (PATIENCE, 60.0),
    }
}

fn legal() -> Vec<String> {
    ["e2e4", "d2d4"].map(str::to_owned).into()
}

/// Starts the fake engine with these faults and takes a sample of the start position.
fn sample(faults: &[&str], protocol: Protocol) -> Result<Sample, Box<FailureRecord>> {
    let (timeouts, give_up) = timeouts(faults.first().unwrap_or(&""));
    let mut engine = Engine::start("fake", &launch(faults), timeouts)?;
    let limit = if protocol == Protocol::Perft { "perft 3" } else { "depth 5" };
    let workload = Workload {
        name: "start".into(),
        fen: START.into(),
        limit: limit.into(),
        protocol,
        ..Workload::default()
    };
    let legal = legal();
    let terms = SampleOptions {
        seconds: 0.02,
        give_up,
        core: None,
        threads: 1,
        limits: KeptLimits::ALL,
        in_company: false,
        legal: Some(&legal),
        set: &[],
    };
    let result = protocol::sample(&mut engine, &workload, &terms);
    let result = result.map_err(|fault| Box::new(engine.failure(Some("start"), &fault)));
    engine.close();
    result
}

fn failure(fault: &str) -> FailureRecord {
    *sample(&[fault], Protocol::Paper).expect_err(fault)
}

#[test]
fn a_good_engine_is_measured() {
    let sample = sample(&[], Protocol::Sustained).unwrap();
    assert!(sample.repeats >= 1 && sample.seconds >= 0.02);
    assert_eq!(sample.nodes, Some(10_000 * u64::from(sample.repeats)));
    assert!(!sample.nodes_vary);
    assert_eq!(sample.bestmove.as_deref(), Some("e2e4"));
    assert_eq!(sample.score_cp, Some(13));
}

/// Those that a comparison tells are in [`super::harness_report`].
#[test]
fn each_fault_is_told_as_what_it_is() {
    for (fault, kind) in [
        ("no-readyok", "no-readyok"),
        ("silent", "silent"),
        ("flood", "silent"),
        ("slow", "too-slow"),
        ("no-move", "illegal-move"),
        ("stderr-only", "no-uciok"),
    ] {
        let begin = Instant::now();
        let failure = failure(fault);
        assert_eq!(failure.kind, kind, "{fault}: {failure:?}");
        assert_eq!(failure.engine, "fake");
        assert!(!failure.message.is_empty());
        // Nobody waits for an answer that does not come.
        assert!(begin.elapsed() < LONG, "{fault} kept us");
    }
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

/// An engine that counts nothing of the iteration that is cut short has the speed that it had; where
/// the limit is no time, it is the search that counts.
#[test]
fn a_search_by_time_ends_at_its_last_node_count() {
    let timed = sample(&["cut-short"], Protocol::Timed).unwrap();
    assert!(timed.seconds < 0.2 && timed.nodes == Some(10_000), "{timed:?}");
    let spent = timed.counters.and_then(|counters| counters.task_nanoseconds);
    assert!(spent.is_none_or(|spent| spent < 200_000_000), "{spent:?}");
    assert!(sample(&["cut-short"], Protocol::Paper).unwrap().seconds >= 0.3);
}

#[test]
fn programs_that_are_none() {
    let kind = |launch: &Launch| Engine::start("x", launch, PATIENCE).err().unwrap().kind;
    let at = |path: &std::path::Path| Launch {
        argv: vec![path.to_string_lossy().into_owned()],
        ..Launch::default()
    };
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(kind(&at(&directory.path().join("nothing"))), "missing");
    assert_eq!(kind(&Launch::from_command("no-such-program-anywhere").unwrap()), "missing");
    let file = directory.path().join("file");
    std::fs::write(&file, "just text").unwrap();
    assert_eq!(kind(&at(&file)), "not-executable");
    assert_eq!(kind(&at(directory.path())), "not-executable");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
        assert_eq!(kind(&at(&file)), "not-executable");
    }
}

/// The counters count the search, in whatever thread it runs, and not the start. The system's own
/// clock of a task counts as the hardware does, and is there on machines without counters.
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
    // A tenth of a second in a second thread, when the machine is busy less; the start was half
    // a second.
    let seconds = nanoseconds as f64 / 1e9;
    assert!(seconds > 0.01, "the thread that searches is not counted: {seconds}");
    assert!(seconds < 0.3, "the start is counted: {seconds}");
}
