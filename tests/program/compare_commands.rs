//! `nucleus compare --run`: any commands, what they leave behind, and the numbers that they print.
#![cfg(unix)]

use crate::bench_room::BenchRoom;

const ONCE: [&str; 4] = ["--rounds", "1", "--warmup", "0"];

/// The work goes on when its command has ended: neither its end nor its time is seen.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn work_left_in_the_background_is_named() {
    let room = BenchRoom::new();
    room.script("work.sh", "echo $$ >> ids; while :; do sleep 0.1; done");
    for command in [
        "./work.sh & sleep 0.01",
        "./work.sh >/dev/null 2>&1 & sleep 0.01",
        "setsid ./work.sh & sleep 0.01",
        "setsid ./work.sh >/dev/null 2>&1 & sleep 0.01",
        "nohup ./work.sh >/dev/null 2>&1 & sleep 0.01",
        "(./work.sh &) ; sleep 0.01",
        "( (setsid ./work.sh >/dev/null 2>&1 &) & ) ; sleep 0.05",
        "env -i PATH=$PATH setsid ./work.sh & sleep 0.05",
        "exec 2>/dev/null; ./work.sh &",
    ] {
        let ended = room.compare(&[&["--run", "true", "--run", command][..], &ONCE].concat());
        assert_eq!(ended.code, Some(1), "{command}: {}", ended.stderr);
        let said = "it left processes behind, whose work is not counted: ";
        let (_, named) = ended.stderr.split_once(said).unwrap_or_else(|| panic!("{command}"));
        assert!(named.contains("work.sh (") || named.contains("sh ("), "{command}: {named}");
        assert!(!ended.stdout.contains("times as fast"), "{command}: {}", ended.stdout);
    }
    // One that `--prepare` leaves behind would work for the command.
    let args = ["--run", "true", "--run", "true; true", "--prepare", "./work.sh &"];
    let ended = room.compare(&[&args[..], &ONCE].concat());
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    let said = "the command before each run: it left processes behind";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    for id in std::fs::read_to_string(room.path("ids")).unwrap().lines() {
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists(), "{id} is left");
    }
}

/// A process that is about to end is no fault, and its time is the command's.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn what_ends_a_moment_after_its_command_counts() {
    let room = BenchRoom::new();
    let command = "sleep 0.04 >/dev/null 2>&1 &";
    let ended = room.compare(&[&["--run", "true", "--run", command][..], &ONCE].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let record = room.record();
    let samples = record.samples.iter().filter(|sample| sample.engine == command);
    let seconds: Vec<f64> = samples.map(|sample| sample.seconds).collect();
    assert!(seconds.len() == 2 && seconds.iter().all(|&s| s >= 0.035), "{seconds:?}");
}

#[test]
fn a_number_that_has_no_ratio_is_refused() {
    let numbers =
        ["5e-324", "0", "-1", "NaN", "inf", "1e400", "1e101", "9e-101", "7 and time: inf"];
    for number in numbers {
        let room = BenchRoom::new();
        let command = format!("echo time: 5; echo time: {number}");
        let metric = ["--metric", "time: ([^ ]+)$"];
        let args = [&["--run", "echo time: 5", "--run", &command][..], &metric, &ONCE].concat();
        let ended = room.compare(&args);
        assert_eq!(ended.code, Some(1), "{number}: {}", ended.stderr);
        let said = ", not in 1e-100..=1e100";
        assert!(ended.stderr.contains(said), "{number}: {}", ended.stderr);
        assert_eq!(room.record().failures.len(), 1, "{number}");
    }
    let room = BenchRoom::new();
    let commands = ["--run", "echo 1e100", "--run", "echo 1e-100"];
    let ended = room.compare(&[&commands[..], &["--metric", "(.+)"], &ONCE].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let ratio = room.record().summaries[1].ratios[0].ratio;
    assert!((ratio.log10() - 200.0).abs() < 1e-6, "{ratio}");
}
