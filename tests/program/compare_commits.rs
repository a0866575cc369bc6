//! `nucleus compare --commits` builds, measures and draws commits of an engine, also for `git bisect run`.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::bench_room::BenchRoom;
use crate::program::{Ended, ended_by, quiet, wait_until};

fn git(room: &BenchRoom, args: &[&str]) -> String {
    crate::program::git(&room.path("."), args)
}

/// Creates a repository with a commit per node count that its engine reports; 0 breaks the build.
fn history(nodes: &[u32]) -> BenchRoom {
    let room = BenchRoom::new();
    git(&room, &["init", "--quiet", "--initial-branch=main"]);
    fs::write(room.path(".gitignore"), "out\n").unwrap();
    for (number, nodes) in nodes.iter().enumerate() {
        let engine = format!(
            "while read -r word rest; do case $word in\n\
             uci) echo id name tiny && echo uciok ;;\n\
             isready) echo readyok ;;\n\
             go) sleep 0.01 && echo info depth 1 nodes {nodes} && echo bestmove e2e4 ;;\n\
             quit) exit ;;\nesac; done"
        );
        room.script("engine.sh", &engine);
        let build =
            if *nodes == 0 { "echo 'no rule to make it' && exit 2" } else { "cp engine.sh built" };
        room.script("build.sh", build);
        fs::write(room.path("number"), number.to_string()).unwrap();
        git(&room, &["add", "."]);
        git(&room, &["commit", "--quiet", "-m", &format!("change {number}")]);
        git(&room, &["tag", &format!("v{number}")]);
    }
    room
}

const BUILD: [&str; 8] = [
    "--build",
    "./build.sh",
    "--bin",
    "built",
    "--cache",
    ".git/engines",
    "--workload",
    "start=startpos@movetime 10",
];

fn run(room: &BenchRoom, args: &[&str]) -> Ended {
    room.compare(&[&BUILD[..], args].concat())
}

fn worktrees(room: &BenchRoom) -> usize {
    git(room, &["worktree", "list"]).lines().count() - 1
}

#[test]
fn a_history_is_built_measured_and_drawn() {
    let room = history(&[40_000, 40_000, 0, 40_000, 10_000, 10_000]);
    let ended = run(&room, &["--commits", "v0..HEAD", "--rounds", "8"]).done();
    assert!(ended.stderr.contains("(change 2) does not build and is skipped"), "{}", ended.stderr);
    assert!(ended.stderr.contains("no rule to make it"), "{}", ended.stderr);
    let changes: Vec<&str> =
        ended.stdout.lines().filter(|line| line.starts_with("change: ")).collect();
    assert!(changes.iter().any(|line| line.contains("(change 4) is 7")), "{}", ended.stdout);
    let last = ended.stdout.lines().last().unwrap();
    assert!(last.contains(" than ") && last.contains(" % (95 %)"), "{last}");
    assert!(ended.stdout.contains("## Commit by commit"), "{}", ended.stdout);
    assert_eq!(worktrees(&room), 0);

    let record = room.record();
    let commits: Vec<(u32, &str)> = record
        .engines
        .iter()
        .filter_map(|e| e.commit.as_ref())
        .map(|commit| (commit.place, commit.subject.as_str()))
        .collect();
    let expected =
        [(0, "change 0"), (1, "change 1"), (3, "change 3"), (4, "change 4"), (5, "change 5")];
    assert_eq!(commits, expected);
    assert!(record.warnings.iter().any(|w| w.contains("does not build")), "{:?}", record.warnings);
    let chart = fs::read_dir(room.path("out"))
        .unwrap()
        .flatten()
        .flat_map(|folder| fs::read_dir(folder.path()).unwrap().flatten())
        .find(|file| file.file_name().to_string_lossy().ends_with("-commits.svg"));
    let drawing = fs::read_to_string(chart.expect("a chart").path()).unwrap();
    assert!(drawing.contains("Speed over commits"));
}

#[test]
fn the_gate_and_the_codes_that_git_bisect_reads() {
    let room = history(&[40_000, 10_000, 0]);
    let code = |commits: &str, gate: &str, more: &[&str]| {
        let args = [&["--commits", commits, "--gate", gate, "--rounds", "30"], more].concat();
        let ended = run(&room, &args);
        (ended.code, ended.stderr)
    };
    let (ended, output) = code("v0,v1", "v1/v0>=0.5", &[]);
    assert_eq!(ended, Some(3), "{output}");
    assert!(output.contains("below: v1/v0: 0."), "{output}");
    assert_eq!(code("v0,v1", "v1/v0>=0.5", &["--bisect"]).0, Some(1));
    let (ended, output) = code("v1,v0", ">=1.5", &["--bisect"]);
    assert_eq!(ended, Some(0), "{output}");
    assert!(output.contains("passed: v0/v1: "), "{output}");
    // Two blocks give no interval.
    let undecided = ["--commits", "v1,v0", "--gate", "v0/v1>=1.5", "--rounds", "2"];
    assert_eq!(run(&room, &undecided).code, Some(4));
    assert_eq!(run(&room, &[&undecided[..], &["--bisect"]].concat()).code, Some(125));
    let (ended, output) = code("v0,v2", "v2/v0>=0.5", &["--bisect"]);
    assert_eq!(ended, Some(125), "a commit that does not build is passed over: {output}");
    assert!(output.contains("only 1 of 2 commits can be built"), "{output}");
    assert_eq!(code("v0,v2", "v2/v0>=0.5", &[]).0, Some(1));
    // A baseline that does not build ends the bisection; otherwise every step would be skipped.
    let (ended, output) = code("v2,v1", "v1/v2>=0.5", &["--bisect"]);
    assert_eq!(ended, Some(128), "{output}");
    let stated =
        "v2 (change 2), which every step of the bisection is compared with, does not build";
    assert!(output.contains(stated), "{output}");
    assert_eq!(code("v2,v1", "v1/v2>=0.5", &[]).0, Some(1));
    // An invalid command line ends a bisection.
    for (commits, gate, more) in [
        ("v0,nothing", "v2/v0>=0.5", &["--bisect"][..]),
        ("v0,v1", "v2/v0>=0.5", &["--bisect"]),
        ("v0,v1", "v1/v0>=0.5", &["--bisect", "--rounds", "0"]),
    ] {
        assert_eq!(code(commits, gate, more).0, Some(128), "{commits} {gate}");
    }
    assert_eq!(code("v0,v1", "v2/v0>=0.5", &[]).0, Some(2));
}

/// An engine that fails is skipped, unless it is the baseline.
#[test]
fn a_bisection_stops_when_the_good_engine_fails() {
    let room = BenchRoom::new();
    room.engine("good", &["player"]);
    room.script(
        "bad",
        "while read -r word rest; do case $word in\n\
         uci) echo id name tiny && echo uciok ;;\n\
         isready) echo readyok ;;\n\
         go) case $rest in movetime*) exit 3;; esac; echo info depth 1 nodes 9; echo bestmove e2e4 ;;\n\
         quit) exit ;;\nesac; done",
    );
    let code = |old: &str, new: &str| {
        let gate = format!("{new}/{old}>=0.5");
        let args = ["--workload", "start=startpos@movetime 10", "--rounds", "2", "--bisect"];
        let ended = room.compare(&[&[old, new, "--gate", &gate][..], &args].concat());
        (ended.code, ended.stderr)
    };
    assert_eq!(code("good", "bad").0, Some(125));
    let (ended, output) = code("bad", "good");
    assert_eq!(ended, Some(128), "{output}");
    assert!(output.contains("every step of the bisection is compared with failed"), "{output}");
}

/// Runs the script that docs/COMPARE.md names.
#[test]
fn git_bisect_finds_the_slower_commit() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/bisect.sh");
    let output =
        Command::new("sh").arg(script).arg(env!("CARGO_BIN_EXE_nucleus")).output().unwrap();
    let ended = Ended::from(output);
    assert_eq!(ended.code, Some(0), "{}\n{}", ended.stdout, ended.stderr);
    assert!(ended.stderr.contains("(change 4) does not build"), "{}", ended.stderr);
    assert_eq!(ended.stdout.lines().last(), Some("the first that is slower: change 6"));
}

#[test]
fn ctrl_c_while_it_builds_leaves_no_tree() {
    let room = history(&[1, 1]);
    let args = ["--commits", "v0,v1", "--build", "echo > ../begun; sleep 600", "--bin", "x"];
    let run = quiet(room.command(&[&args[..], &["--cache", ".git/engines"]].concat()));
    wait_until("a build", || room.path(".git/engines/begun").exists());
    assert_eq!(worktrees(&room), 1);
    assert_eq!(ended_by(rustix::process::Signal::INT, run).0, Some(130));
    assert_eq!(worktrees(&room), 0);
}
