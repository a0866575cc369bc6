//! `nucleus compare --run`: arbitrary commands, processes that they leave, and numbers that they print.
#![cfg(unix)]

use crate::bench_room::BenchRoom;
use crate::program::{Ended, at_once, git, nucleus};

const ONCE: [&str; 4] = ["--rounds", "1", "--warmup", "0"];

/// Runs each command once.
fn once(room: &BenchRoom, args: &[&str]) -> Ended {
    room.compare(&[args, &ONCE].concat())
}

/// A background process continues after its command: neither its end nor its time is measured.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn work_left_in_the_background_is_named() {
    let room = BenchRoom::new();
    room.script("work.sh", "echo $$ >> ids; while :; do sleep 0.1; done");
    let commands = [
        "./work.sh & sleep 0.01",
        "./work.sh >/dev/null 2>&1 & sleep 0.01",
        "setsid ./work.sh & sleep 0.01",
        "setsid ./work.sh >/dev/null 2>&1 & sleep 0.01",
        "nohup ./work.sh >/dev/null 2>&1 & sleep 0.01",
        "(./work.sh &) ; sleep 0.01",
        "( (setsid ./work.sh >/dev/null 2>&1 &) & ) ; sleep 0.05",
        "env -i PATH=$PATH setsid ./work.sh & sleep 0.05",
        "exec 2>/dev/null; ./work.sh &",
    ];
    at_once(commands, |command| {
        let ended = once(&room, &["--run", "true", "--run", command]);
        assert_eq!(ended.code, Some(1), "{command}: {}", ended.stderr);
        let expected = "it left processes running, whose work is not counted: ";
        let (_, named) = ended.stderr.split_once(expected).unwrap_or_else(|| panic!("{command}"));
        assert!(named.contains("work.sh (") || named.contains("sh ("), "{command}: {named}");
        assert!(!ended.stdout.contains("times as fast"), "{command}: {}", ended.stdout);
    });
    // A process that `--prepare` leaves would run at the same time as the command.
    let args = ["--run", "true", "--run", "true; true", "--prepare", "./work.sh &"];
    let ended = once(&room, &args);
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    let expected = "the command before each run: it left processes running";
    assert!(ended.stderr.contains(expected), "{}", ended.stderr);
    for id in std::fs::read_to_string(room.path("ids")).unwrap().lines() {
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists(), "{id} is left");
    }
}

/// A process that is about to end is no error, and its time counts for the command.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn what_ends_a_moment_after_its_command_counts() {
    let room = BenchRoom::new();
    let command = "sleep 0.04 >/dev/null 2>&1 &";
    once(&room, &["--run", "true", "--run", command]).done();
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
        let args = [&["--run", "echo time: 5", "--run", &command][..], &metric].concat();
        let ended = once(&room, &args);
        assert_eq!(ended.code, Some(1), "{number}: {}", ended.stderr);
        let expected = format!("in its line `time: {number}` is not a number in 1e-100..=1e100");
        assert!(ended.stderr.contains(&expected), "{number}: {}", ended.stderr);
        assert_eq!(room.record().failures.len(), 1, "{number}");
    }
    let room = BenchRoom::new();
    let commands = ["--run", "echo 1e100", "--run", "echo 1e-100"];
    room.compare(&[&commands[..], &["--metric", "(.+)"], &ONCE].concat()).done();
    let ratio = room.record().summaries[1].ratios[0].ratio;
    assert!((ratio.log10() - 200.0).abs() < 1e-6, "{ratio}");
}

/// Runs a comparison; returns its result, and its figures as exported in this format.
fn exported(room: &BenchRoom, format: &str, args: &[&str]) -> (Ended, String) {
    let file = room.path(format);
    let export = format!("{format}={}", file.display());
    let ended = room.compare(&[args, &["--export", &export]].concat());
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    (ended, text)
}

/// Times once included the shell's start: with a start of 3 steps, 2 steps over 4 gave 5 over 7.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn the_start_of_the_shell_is_not_in_the_times() {
    let steps = |n: u32| format!("i=0; while [ $i -lt {} ]; do i=$((i + 1)); done", n * 20_000);
    let (two, four) = (steps(2), steps(4));
    let measured = || {
        let room = BenchRoom::new();
        room.script("bin/sh", &format!("{}\nexec /bin/sh \"$@\"", steps(3)));
        let path = format!("{}:{}", room.path("bin").display(), std::env::var("PATH").unwrap());
        let run = ["--run", &two, "--run", &four, "--name", "two", "--name", "four"];
        let how = ["--pairing", "alternate", "--rounds", "4"];
        let mut command = room.command(&[&run[..], &how].concat());
        let ended = Ended::from(command.env("PATH", path).output().unwrap()).done();
        let expected = "times are without the start of the shell";
        assert!(ended.stdout.contains(expected), "{}", ended.stdout);
        let record = room.record();
        let start = record.settings.shell_task_seconds.expect("it was measured").median;
        let short = record.samples.iter().find(|s| !s.warmup && s.engine == "two").unwrap();
        let own = short.counters.as_ref().unwrap().task_nanoseconds.unwrap() as f64 / 1e9;
        (record.summaries[1].ratios[0].ratio, start / own)
    };
    // If the processor changes its speed after the shell's start was measured, both figures change.
    let is_right =
        |(ratio, start): (f64, f64)| (0.4..0.6).contains(&ratio) && (1.0..2.2).contains(&start);
    assert!((0..5).any(|_| is_right(measured())), "never");
    // Without a shell nothing is subtracted. If other processes keep the processors busy, a run takes longer.
    let is_reported = || {
        let room = BenchRoom::new();
        let ended = once(&room, &["-N", "--run", "true", "--run", "true x"]);
        assert_eq!((ended.code, room.record().settings.shell_seconds), (Some(0), None));
        let expected = |command| format!("{command} on command: a run is too short: ");
        ["true", "true x"].iter().all(|command| ended.stdout.contains(&expected(command)))
    };
    assert!((0..5).any(|_| is_reported()), "never");
}

/// The peak memory of a process once included that of the program that started it.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn the_memory_of_a_short_command_is_its_own() {
    let room = BenchRoom::new();
    let commands =
        ["--run", ":", "--run", "dd if=/dev/zero of=/dev/null bs=64M count=1 2>/dev/null"];
    let names = ["--name", "nothing", "--name", "dd"];
    let (ended, csv) = exported(&room, "csv", &[&commands[..], &names, &ONCE].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    for sample in room.record().samples {
        let mib = sample.peak_memory_bytes.map(|bytes| bytes >> 20);
        if sample.engine == "dd" {
            assert!(mib.is_some_and(|mib| (64..80).contains(&mib)), "{mib:?}");
        } else {
            assert!(mib.is_none_or(|mib| mib < 8), "{mib:?}");
        }
    }
    // The first column contains a comma.
    let column = csv.lines().next().unwrap().rsplit(',').position(|head| head == "peak_memory_mib");
    let cell = csv.lines().last().unwrap().rsplit(',').nth(column.unwrap()).unwrap();
    let mib: f64 = cell.parse().unwrap_or_else(|_| panic!("{csv}"));
    assert!((64.0..80.0).contains(&mib), "{csv}");
    assert!(ended.stdout.contains(&format!("{mib:.1} |")), "{mib}: {}", ended.stdout);
}

#[test]
fn numbers_are_read_from_both_outputs_and_commas_separate_thousands() {
    let room = BenchRoom::new();
    let commands =
        ["--run", "echo 'rate: 1,234,567.5' >&2", "--run", "echo rate: 2469135; echo x >&2"];
    let metric = ["--metric", "rate: ([^ ]+)", "--higher-is-better"];
    room.compare(&[&commands[..], &metric, &ONCE].concat()).done();
    let metrics: Vec<f64> = room.record().samples.iter().filter_map(|s| s.metric).collect();
    assert!(metrics.contains(&1_234_567.5) && metrics.contains(&2_469_135.0), "{metrics:?}");
    let numbers = ["0,9", "1,2345", "1234,567", "0,900", "1.234,5", "1_000", "1,23e4", "fast"];
    at_once(numbers, |number| {
        let room = BenchRoom::new();
        let command = format!("echo rate: 5; sleep 0.1; echo rate: {number} >&2");
        let args = [&["--run", "echo rate: 5", "--run", &command][..], &metric].concat();
        let ended = once(&room, &args);
        let expected = format!("`{number}` in its line `rate: {number}` is not a number");
        assert!(
            ended.code == Some(1) && ended.stderr.contains(&expected),
            "{number}: {}",
            ended.stderr
        );
    });
}

/// A run once waited ten minutes for a background process that kept its pipe open.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn a_process_that_holds_the_pipe_is_left_behind() {
    let room = BenchRoom::new();
    room.script("work.sh", "while :; do sleep 0.1; done");
    let run = ["--run", "echo 5", "--run", "./work.sh & echo 5", "--metric", "(.+)"];
    let begin = std::time::Instant::now();
    let ended = once(&room, &run);
    assert!(ended.stderr.contains("it left processes running"), "{}", ended.stderr);
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}

#[test]
fn a_command_that_fails_shows_its_exit_code_and_last_lines() {
    let room = BenchRoom::new();
    room.script(
        "fail",
        "for i in 1 2 3 4 5 6; do echo out$i; done; printf 'no \\033[31msuch file\\n' >&2; exit 7",
    );
    let run = ["--run", "true", "--run", "./fail", "--output", "pipe"];
    let ended = once(&room, &run);
    let shown = "./fail: it ended with exit code 7 while it ran\n  out3\n  out4\n  out5\n  out6\n  no such file\n";
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert_eq!(ended.stderr.matches(shown).count(), 1, "{}", ended.stderr);
    let [failure] = &room.record().failures[..] else { panic!("one failure") };
    assert_eq!((failure.exit_code, failure.last_lines.len()), (Some(7), 6));
    assert_eq!(failure.last_errors, ["no such file"]);
}

#[test]
fn standard_output_goes_where_it_is_sent() {
    for (output, is) in [(None, "-c"), (Some("null"), "-c"), (Some("pipe"), "-p")] {
        let room = BenchRoom::new();
        let command = format!("echo words; test {is} /dev/stdout");
        let option: Vec<&str> = output.into_iter().flat_map(|to| ["--output", to]).collect();
        let ended =
            room.compare(&[&["--run", "true", "--run", &command], &option[..], &ONCE].concat());
        assert_eq!(ended.code, Some(0), "{output:?}: {}", ended.stderr);
        assert!(!ended.stdout.lines().any(|line| line == "words"), "{}", ended.stdout);
    }
    let room = BenchRoom::new();
    let run = ["--run", "true", "--run", "echo words", "--output", "inherit"];
    let ended = once(&room, &run);
    assert!(ended.stdout.lines().any(|line| line == "words"), "{}", ended.stdout);
    let run = ["--run", "true", "--run", "true x", "--output", "null", "--metric", "(.)"];
    assert_eq!(room.compare(&run).code, Some(2));
    // Output larger than a pipe's buffer is read completely.
    let room = BenchRoom::new();
    let run = ["--run", "true", "--run", "head -c 1000000 /dev/zero", "--output", "pipe"];
    once(&room, &run).done();
}

/// A page of commands has no chess terms, in any form.
#[test]
fn pages_of_commands_are_about_runs() {
    for metric in [&[][..], &["--metric", "rate: (.+) MB/s", "--higher-is-better"]] {
        let room = BenchRoom::new();
        let run = [
            "--run",
            "echo rate: 5 MB/s",
            "--run",
            "echo rate: 6 MB/s",
            "--name",
            "a",
            "--name",
            "b",
        ];
        let args = [&run[..], metric, &["--rounds", "2"]].concat();
        let (ended, markdown) = exported(&room, "markdown", &args);
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        let site = room.path("site");
        let [records, folder] = ["out", "site"].map(|name| room.path(name).display().to_string());
        nucleus(&["report", &records, "--site", &folder, "--title", "Ours: the speed"]).done();
        let mut pages = vec![ended.stdout, markdown];
        for folder in [site.clone(), site.join("records")] {
            for file in std::fs::read_dir(folder).unwrap().flatten().map(|file| file.path()) {
                let is_page = file.extension().is_some_and(|end| end == "html");
                // The matrix page is about chess.
                if is_page && !file.ends_with("matrix.html") {
                    pages.push(std::fs::read_to_string(&file).unwrap());
                }
            }
        }
        assert!(
            pages.len() > 5 && pages[2..].iter().any(|p| p.contains("<h1>Ours: the speed</h1>"))
        );
        for page in &pages {
            let lower = page.to_lowercase();
            for word in ["node", "nps", "rebuild", "nucleus on"] {
                assert!(!lower.contains(word), "{word}: {page}");
            }
        }
        assert!(pages[0].contains("A run is a command from its start to its end"), "{}", pages[0]);
    }
}

/// Exports once had the unit nodes per second, "larger is better", and Nucleus's commit.
#[test]
fn exports_of_commands_have_their_unit_direction_and_commit() {
    let room = BenchRoom::new();
    let git = |args: &[&str]| git(&room.path("."), args);
    git(&["init", "--quiet"]);
    git(&["commit", "--quiet", "--allow-empty", "-m", "one"]);
    let head = git(&["rev-parse", "HEAD"]);
    let run =
        ["--run", "echo rate: 5 MB/s", "--run", "echo rate: 10 MB/s", "--name", "a", "--name", "b"];
    let read = |format: &str, args: &[&str]| -> serde_json::Value {
        let (ended, text) = exported(&room, format, &[&run[..], args, &["--rounds", "2"]].concat());
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        serde_json::from_str(&text).unwrap()
    };
    let list = read("github-action-benchmark", &["--metric", "rate: ([0-9]+) MB/s"]);
    assert_eq!((&list[1]["name"], &list[1]["unit"]), (&"b: rate".into(), &"MB/s".into()));
    // Smaller is better by default, and b is twice a.
    assert_eq!(list[1]["value"], 10.0);
    let extra = list[1]["extra"].as_str().unwrap();
    assert!(
        extra.contains(&format!("commit {head}")) && extra.contains("smaller is better"),
        "{extra}"
    );
    let larger =
        read("github-action-benchmark", &["--metric", "rate: ([0-9]+)", "--higher-is-better"]);
    assert_eq!(larger[1]["value"], 10.0, "{larger:#}");
    assert!(!larger[1]["extra"].as_str().unwrap().contains("smaller"), "{larger:#}");
    let bencher = read("bencher", &["--metric", "rate: ([0-9]+)"]);
    assert_eq!(bencher["b"]["rate"]["value"], 10.0, "{bencher:#}");
}
