//! Benches and records of hostile programs.
#![cfg(unix)]

use crate::fake;
use crate::support;

use std::fs;

use crate::bench_room::BenchRoom;
use crate::program::{Ended, at_once, nucleus};

const GOOD: &str = "sleep 0.02; echo '1000 nodes 100000 nps'";

/// Compares the benches of a good engine and of one that runs this script.
fn bench(script: &str) -> (BenchRoom, Ended) {
    let room = BenchRoom::new();
    let play = fake::command(&["player"]);
    for (file, script) in [("good", GOOD), ("bad", script)] {
        room.script(file, &format!("if [ \"$1\" = bench ]; then {script}; exit; fi\nexec {play}"));
    }
    let args = ["./good", "./bad", "--bench", "--rounds", "2", "--warmup", "0", "--time", "0.02"];
    let compared = room.compare(&args);
    (room, compared)
}

#[test]
fn a_bench_without_end_is_named() {
    let one_line = support::long().then_some(("exec yes | tr -d '\\n'", "`bench`"));
    let cases = [
        // Endless lines; a single endless line is read for as long as a bench may take.
        ("exec yes 'info string and so on and so on and so on'", "it wrote more than"),
        // No output, not even after `quit`.
        ("exec sleep 1000", "`bench`"),
        ("echo '1000 nodes'; kill -9 $$", "signal 9"),
    ];
    at_once(cases.into_iter().chain(one_line), |(script, expected)| {
        let (_, compared) = bench(script);
        let all = format!("{}{}", compared.stdout, compared.stderr);
        assert_eq!(compared.code, Some(1), "{script}: {all}");
        assert!(all.contains(expected) && all.contains("bad"), "{script}: {all}");
    });
}

#[test]
fn a_bench_with_too_much_around_its_figures_is_measured() {
    for script in [
        // A line of 40 MB, followed by figures.
        "head -c 40000000 /dev/zero | tr '\\0' x; echo; sleep 0.02; echo '1000 nodes 100000 nps'",
        // A child that keeps the pipe open; it ends with the bench.
        "setsid sleep 1003 & sleep 0.02; echo '1000 nodes 100000 nps'",
        "head -c 3000000 /dev/urandom; echo; sleep 0.02; echo '1000 nodes 100000 nps'",
    ] {
        let (room, compared) = bench(script);
        assert_eq!(compared.code, Some(0), "{script}: {}", compared.stderr);
        let record = room.record();
        let samples = record.samples.iter().filter(|sample| sample.engine == "bad").count();
        assert!(samples >= 2, "{script}: {samples}");
    }
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lingers = |line: &[u8]| line == b"sleep\x001003\0";
    let left = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    assert_eq!(left.filter(|line| lingers(line)).count(), 0, "a child of a bench is left");
}

#[test]
fn hostile_records_have_no_differences_but_errors() {
    let room = BenchRoom::new();
    room.engine("old", &[]);
    room.engine("new", &["twice-as-fast"]);
    let args = ["./old", "./new", "--workload", "start=startpos@movetime 5"];
    let more = ["--rounds", "4", "--warmup", "0", "--time", "0.01"];
    room.compare(&[&args[..], &more].concat()).done();
    let record = room.record();
    let good = room.path("good.json");
    fs::write(&good, nucleus_records::json::to_json(&record)).unwrap();
    let good = good.display().to_string();
    let at = |text: &[u8]| {
        let path = room.path("bad.json");
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let diff = |a: &str, b: &str| -> Ended { nucleus(&["report", "--diff", a, b]) };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    diff(&good, &good).done();
    let written = fs::read_to_string(&good).unwrap();
    let deep = "[".repeat(200_000);
    let fields = format!("{{\"a\":{}", "{\"a\":".repeat(100_000));
    let many =
        written.replace("\"samples\": [", &format!("\"samples\": [{}", "null,".repeat(100_000)));
    // `bad_inputs.rs` tests further short records.
    for bytes in [&b"{}"[..], deep.as_bytes(), fields.as_bytes(), many.as_bytes()] {
        let bad = at(bytes);
        for output in [diff(&good, &bad), diff(&bad, &good)] {
            let (stderr, shown) = (output.stderr, text(&bytes[..bytes.len().min(30)]));
            assert_eq!(output.code, Some(1), "{shown}: {stderr}");
            assert!(stderr.contains("bad.json") && stderr.len() < 2_000, "{shown}: {stderr}");
            assert!(!stderr.contains("panicked") && output.stdout.is_empty(), "{shown}: {stderr}");
        }
    }
    for other in ["/dev/null", "/proc/self/mem", "."] {
        diff(&good, other).with(1, "");
    }
    // Names with active content and impossible numbers are shown as text or rejected.
    let hostile = "=1+1|<script>alert(1)</script>\u{1b}[31m\u{202e}`x`";
    let mut named = record.clone();
    for engine in &mut named.engines {
        engine.id_name = Some(hostile.to_owned());
    }
    named.machine.cpu = Some(hostile.to_owned());
    let mut absurd = record.clone();
    for sample in &mut absurd.samples {
        sample.nodes = Some(u64::MAX);
        sample.seconds = f64::MIN_POSITIVE;
    }
    let mut negative = record.clone();
    for sample in &mut negative.samples {
        sample.seconds = -1.0;
    }
    let mut empty = record;
    empty.samples.clear();
    for (what, record) in
        [("names", named), ("absurd", absurd), ("negative", negative), ("empty", empty)]
    {
        let bad = at(nucleus_records::json::to_json(&record).as_bytes());
        for output in [diff(&good, &bad), diff(&bad, &good), diff(&bad, &bad)] {
            let (shown, stderr) = (output.stdout, output.stderr);
            assert!(matches!(output.code, Some(0 | 1 | 3 | 4)), "{what}: {stderr}");
            assert!(!stderr.contains("panicked"), "{what}: {stderr}");
            for part in ["<script>", "\u{1b}", "\u{202e}", "NaN", "inf"] {
                assert!(
                    !shown.contains(part) && !stderr.contains(part),
                    "{what}: {part}: {shown}{stderr}"
                );
            }
        }
    }
}
