//! Processes on Windows: pinned from their start, suspended, and ended with their children. The engine is the
//! system's shell, which answers by `echo`.
#![cfg(all(windows, not(nucleus_portable)))]

use std::time::{Duration, Instant};

use nucleus_harness::affinity::select;
use nucleus_harness::connection::{Connection, EngineEvent};
use nucleus_harness::counters::TASK_CLOCK;
use nucleus_harness::process::{Launch, ProcessConnection};

const PATIENCE: Duration = Duration::from_secs(20);

/// A loop of the shell that ends long after every test.
const LOOP: &str = "for /L %i in (1,1,100000000) do @rem";

fn shell(cores: &[u32]) -> ProcessConnection {
    let argv = ["cmd", "/Q", "/K", "echo ready"].map(str::to_owned).to_vec();
    let launch = Launch { argv, cores: cores.to_vec(), ..Launch::default() };
    let mut shell = ProcessConnection::start(&launch).expect("the shell starts");
    assert!(says(&mut shell, "ready"));
    shell
}

/// Waits for a line that ends with a text.
fn says(shell: &mut ProcessConnection, text: &str) -> bool {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        match shell.receive(Duration::from_millis(100)) {
            EngineEvent::Line(line, _) if line.trim_end().ends_with(text) => return true,
            EngineEvent::Closed => return false,
            _ => {}
        }
    }
    false
}

/// Waits until a condition is true.
fn comes(mut condition: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        if condition() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

#[test]
fn an_engine_is_pinned_and_its_use_known() {
    let all = nucleus_base::processors::allowed();
    let last = *all.last().expect("some processor");
    let mut pinned = shell(&[last]);
    assert!(pinned.peak_memory().is_some_and(|bytes| bytes > 100_000));
    pinned.send(LOOP).expect("it reads");
    // Wine does not report the processor time of another process.
    let time = |pinned: &mut ProcessConnection| {
        pinned.counters().is_none_or(|counts| counts[TASK_CLOCK].is_some_and(|time| time.count > 0))
    };
    assert!(comes(|| time(&mut pinned)), "its processor time");
    assert!(pinned.close(Duration::ZERO).killed);
    let absent = Launch { argv: vec!["cmd".to_owned()], cores: vec![63], ..Launch::default() };
    if !all.contains(&63) {
        let error = ProcessConnection::start(&absent).err().expect("no such processor");
        assert!(error.message.contains("this process may use"), "{}", error.message);
    }
    assert_eq!(select(&[], 1).expect("a processor").cores.len(), 1);
}

#[test]
fn a_thread_is_pinned_and_released() {
    let all = nucleus_base::processors::allowed();
    nucleus_base::processors::pin_current_thread(&all[..1]).expect("it can be pinned");
    assert_eq!(nucleus_base::processors::allowed(), all, "the process is not");
    nucleus_base::processors::pin_current_thread(&all).expect("it can be released");
    assert!(nucleus_base::processors::pin_current_thread(&[]).is_err());
    assert!(nucleus_base::processors::pin_current_thread(&[64]).is_err());
}

#[test]
fn an_engine_is_halted_until_the_next_line() {
    let mut halted = shell(&[]);
    halted.send(&LOOP.replace("rem", "echo %i")).expect("it reads");
    assert!(says(&mut halted, "100"));
    // Suspended twice, resumed once.
    halted.pause();
    halted.pause();
    let next = |halted: &mut ProcessConnection| halted.receive(Duration::from_millis(500));
    // First the earlier output is read, thousands of lines on a busy machine.
    let end = Instant::now() + PATIENCE;
    while !matches!(next(&mut halted), EngineEvent::Timeout) {
        assert!(Instant::now() < end, "it works on");
    }
    assert!(matches!(next(&mut halted), EngineEvent::Timeout), "it works on");
    halted.send("echo on").expect("it is let go");
    assert!(comes(|| matches!(next(&mut halted), EngineEvent::Line(..))), "it does not go on");
    halted.close(Duration::ZERO);
}

#[test]
fn what_an_engine_leaves_behind_is_ended_and_named() {
    let mut parent = shell(&[]);
    parent.send(&format!("start /B cmd /Q /C \"echo child&{LOOP}\"")).expect("it reads");
    assert!(says(&mut parent, "child"));
    parent.send("exit").expect("it reads");
    assert!(comes(|| parent.exit().is_some()), "the parent ends");
    let oddities = parent.close(PATIENCE);
    assert!(!oddities.ended.left.is_empty(), "{oddities:?}");
    assert!(oddities.ended.survivors.is_empty(), "{oddities:?}");
}
