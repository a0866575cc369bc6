//! Processes of engines run only while they are measured, and none remains.
#![cfg(all(target_os = "linux", not(nucleus_portable)))]

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::fake::{self, record};
use crate::program::{ended_by, quiet, wait_until};

/// Runs a comparison of fake engines, each with its modes.
fn compare(out: &Path, engines: &[(&str, &[&str])], args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
    command.args(["compare", "--without-ours", "--time", "0.03", "--out"]).arg(out).args(args);
    for (name, modes) in engines {
        command.args(["--engine", &format!("{name}={}", fake::command(modes))]);
    }
    command.output().unwrap()
}

/// Returns the processor time of a process, in the system's ticks.
fn ticks(process: &str) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let (_, rest) = stat.rsplit_once(')').unwrap();
    rest.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum()
}

#[test]
fn a_paused_process_uses_no_processor() {
    use nucleus_harness::engine::{Engine, Timeouts};
    use nucleus_harness::fault::Fault;
    let start = Engine::start("fake", &fake::launch(&["busy"]), Timeouts::default());
    let mut engine = start.unwrap();
    let lines = engine.failure(None, &Fault::exited(None, "")).last_lines;
    let process = lines.iter().find_map(|l| l.strip_prefix("info string process ")).unwrap();
    let rises = |from: u64| wait_until("more time", || ticks(process) > from + 5);
    rises(ticks(process));
    engine.pause();
    std::thread::sleep(Duration::from_millis(50));
    let before = ticks(process);
    std::thread::sleep(Duration::from_millis(500));
    assert!(ticks(process) <= before + 1, "it computes while it is paused");
    engine.ready().expect("what is sent to it wakes it");
    rises(before);
    engine.pause();
    assert!(!engine.close().killed, "a paused process can end by itself");
}

/// A busy engine uses little processor time, since it is paused while the other is measured.
#[test]
fn an_engine_that_is_not_measured_does_not_compute() {
    for how in ["persistent", "per-block"] {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let setting = format!("log={}", log.display());
        let args = ["--workload", "a=startpos@movetime 20", "--rounds", "3", "--warmup", "0"];
        let args = [&args[..], &["--processes", how]].concat();
        let engines: [(&str, &[&str]); 2] = [("busy", &["busy", &setting]), ("late", &["late"])];
        let begin = Instant::now();
        let output = compare(&directory.path().join("out"), &engines, &args);
        let elapsed = begin.elapsed().as_secs_f64();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let log = std::fs::read_to_string(&log).unwrap();
        let ends = log.lines().filter_map(|line| line.strip_prefix("end ")?.parse::<f64>().ok());
        let used = ends.sum::<f64>() / 100.0;
        assert!(used > 0.0 && used < elapsed / 4.0, "{how}: {used:.2} s of {elapsed:.2} s");
    }
}

/// Returns the memory of this program, in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

#[test]
fn a_flood_of_options_ends_the_handshake() {
    use nucleus_harness::engine::{Engine, Timeouts};
    let timeouts = Timeouts { uciok: Duration::from_secs(600), ..Timeouts::default() };
    let before = memory();
    let failure = Engine::start("fake", &fake::launch(&["flood-options"]), timeouts).err().unwrap();
    assert_eq!(failure.kind, "too-much-output", "{failure:?}");
    assert!(failure.message.contains("lines before `uciok`"), "{failure:?}");
    assert!(memory() < before + 100, "{} MiB", memory() - before);
}

/// A flood of long lines takes little memory, because the driver reads only what it has room for.
#[test]
fn a_flood_of_long_lines_takes_little_memory() {
    use nucleus_harness::engine::{Engine, Timeouts};
    let launch = fake::launch(&["flood-long"]);
    let mut engine = Engine::start("fake", &launch, Timeouts::default()).unwrap();
    engine.position(None, &[]).unwrap();
    let before = memory();
    let mut most = 0;
    let result = engine.go("depth 5", Duration::from_secs(3), |_, _| {
        std::thread::sleep(Duration::from_millis(20));
        most = most.max(memory());
    });
    assert_eq!(result.unwrap_err().kind.name(), "silent");
    assert!(most > 0 && most < before + 100, "{} MiB", most - before);
}

/// Starts a command, interrupts it while its engine floods, and returns the time until it ends.
fn ends_after_ctrl_c(directory: &Path, args: &[&str]) -> Duration {
    let log = directory.join("log");
    let flood = fake::command(&["flood", &format!("log={}", log.display())]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
    command.args(args.iter().map(|arg| arg.replace("FLOOD", &flood))).current_dir(directory);
    let run = quiet(command);
    wait_until("a search", || std::fs::read_to_string(&log).is_ok_and(|l| l.contains("flood")));
    std::thread::sleep(Duration::from_millis(300));
    let (code, took) = ended_by(Signal::INT, run);
    assert_eq!(code, Some(130));
    took
}

/// The promise is one second; a busy machine and an unoptimised build may add some.
const AT_ONCE: Duration = Duration::from_secs(5);

#[test]
fn ctrl_c_ends_a_run_whose_engine_floods() {
    let other = format!("other={}", fake::command(&["player"]));
    for args in [
        &["compare", "--without-ours", "--out", "out", "--engine", "f=FLOOD"][..],
        &["match", "flood=FLOOD", &other, "--depth", "3", "--games", "2"],
    ] {
        let directory = tempfile::tempdir().unwrap();
        let took = ends_after_ctrl_c(directory.path(), args);
        assert!(took < AT_ONCE, "{args:?}: {took:?}");
        let out = directory.path().join("out");
        assert!(args[0] == "match" || !record(&out).complete);
    }
}

/// Starts a command in a folder with a script as engine, and options to tune.
fn run_of(directory: &Path, args: &[&str], name: &str, script: &str) -> std::process::Child {
    let engine = directory.join(name);
    std::fs::write(&engine, script).unwrap();
    std::fs::write(directory.join("options"), "Aim, 90, 0, 100, 20\n").unwrap();
    let all = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&engine, all).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
    command.args(args).current_dir(directory);
    quiet(command)
}

/// Ctrl-C during an engine's handshake ends the command with exit code 130.
#[test]
fn ctrl_c_in_a_handshake_has_its_code() {
    for args in [
        &["match", "a=./silent", "b=./silent", "--depth", "3", "--games", "2"][..],
        &["tune", "spsa", "./silent", "options", "--out", "values.csv", "--nodes", "100"],
    ] {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let silent = "#!/bin/sh\nread -r word\n: >started\nread -r word\n";
        let run = run_of(directory.path(), args, "silent", silent);
        wait_until("an engine", || path("started").exists());
        assert_eq!(ended_by(Signal::INT, run).0, Some(130), "{args:?}");
    }
}

/// A second Ctrl-C ends an engine that ignores everything, with its children.
#[test]
fn a_second_ctrl_c_ends_the_engines_too() {
    for args in [
        &["compare", "--without-ours", "--engine", "a=./deaf", "--engine", "b=./deaf"][..],
        &["match", "a=./deaf", "b=./deaf", "--depth", "3", "--games", "2"],
        &["tune", "spsa", "./deaf", "options", "--out", "values.csv", "--nodes", "100"],
    ] {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let deaf = "#!/bin/sh\ntrap '' INT TERM HUP PIPE\n\
            while read -r word rest; do case $word in\n\
            uci) echo option name Aim type spin default 0 min 0 max 100 && echo uciok ;;\n\
            isready) echo readyok ;;\n\
            go) setsid sleep 600 & echo $! >> ids; echo $$ >> ids; while :; do sleep 0.1; done ;;\n\
            esac; done";
        let mut run = run_of(directory.path(), args, "deaf", deaf);
        let ids = || std::fs::read_to_string(path("ids")).unwrap_or_default();
        wait_until("a search", || ids().lines().count() >= 2);
        for _ in 0..2 {
            let pid = rustix::process::Pid::from_child(&run);
            let _ = rustix::process::kill_process(pid, Signal::TERM);
            std::thread::sleep(Duration::from_millis(150));
        }
        assert_eq!(run.wait().unwrap().code(), Some(130), "{args:?}");
        for id in ids().lines() {
            assert!(!lives(id), "{args:?}: {id} is left of {}", ids());
        }
    }
}

/// Returns true if a process exists and is not a zombie.
fn lives(process: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| {
        stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
    })
}

/// Starts an engine that leaves a child in another session; returns it with the child's process id.
fn with_child(modes: &[&str]) -> (nucleus_harness::engine::Engine, String) {
    use nucleus_harness::engine::{Engine, Timeouts};
    use nucleus_harness::fault::Fault;
    let timeouts = Timeouts { quit: Duration::from_millis(500), ..Timeouts::default() };
    let mut engine = Engine::start("fake", &fake::launch(modes), timeouts).unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let lines = engine.failure(None, &Fault::exited(None, "")).last_lines;
        if let Some(child) = lines.iter().find_map(|l| l.strip_prefix("info string child ")) {
            return (engine, child.to_owned());
        }
        assert!(Instant::now() < end, "it has no child");
        engine.ready().unwrap();
    }
}

#[test]
fn a_child_in_a_session_of_its_own_ends_with_the_engine() {
    for modes in [&["leave-session"][..], &["leave-session", "ignore-quit"]] {
        let (engine, child) = with_child(modes);
        let (other, kept) = with_child(&["leave-session"]);
        assert!(lives(&child) && lives(&kept));
        let odd = engine.close();
        assert!(!odd.ended.left.is_empty() && odd.ended.strays.is_empty(), "{modes:?}: {odd:?}");
        assert!(odd.ended.survivors.is_empty(), "{modes:?}: {odd:?}");
        assert!(!lives(&child), "{modes:?}: process {child} is still there");
        // The child is not a zombie either.
        assert!(!Path::new(&format!("/proc/{child}")).exists(), "{modes:?}: a zombie");
        assert!(lives(&kept), "another engine's was taken for it");
        assert!(!other.close().ended.left.is_empty());
        assert!(!lives(&kept));
    }
}

#[test]
fn a_comparison_says_that_processes_were_left_behind() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("out");
    let args = ["--workload", "a=startpos@movetime 20", "--rounds", "1"];
    let engines: [(&str, &[&str]); 3] =
        [("bad", &["leave-session"]), ("good", &[]), ("worse", &["leave-daemon"])];
    let output = compare(&out, &engines, &args);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let warnings = record(&out).warnings;
    let warned = |words: &str| warnings.iter().any(|warning| warning.contains(words));
    assert!(warned("bad: it left child processes running"), "{warnings:?}");
    assert!(!warned("good: it left"), "{warnings:?}");
    assert!(
        warned("processes that an engine had started still ran; they were killed: fake_engine"),
        "{warnings:?}"
    );
}
