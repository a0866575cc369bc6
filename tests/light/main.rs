//! Tests of the program built without its feature `engine`.
#![cfg(all(unix, not(feature = "engine")))]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// An engine that knows one move.
const ENGINE: &str = r#"#!/bin/sh
while read -r line; do
    case $line in
    uci) echo "id name Shell" && echo uciok ;;
    isready) echo readyok ;;
    go*) echo "info depth 1 nodes 200 time 5 score cp 0 pv e2e4" && echo "bestmove e2e4" ;;
    quit) exit ;;
    esac
done
"#;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_nucleus");
    Command::new(program).current_dir(folder).args(arguments).output().expect("it runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn two_engines_are_compared_and_the_record_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["old", "new"] {
        let path = folder.path().join(name);
        fs::write(&path, ENGINE).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
    }
    let compared = run(
        folder.path(),
        &[
            &["compare", "./old", "./new", "--workload", "start=startpos@depth 1"][..],
            &["--rounds", "8", "--warmup", "0", "--time", "0.02", "--out", "out"],
            &["--gate", "new/old>=0.0001"],
        ]
        .concat(),
    );
    assert_eq!(compared.status.code(), Some(0), "{}", stderr(&compared));
    let printed = String::from_utf8_lossy(&compared.stdout).into_owned();
    assert!(printed.contains(" than old"), "{printed}");
    let cpu = fs::read_dir(folder.path().join("out")).expect("records").flatten().next();
    let files: Vec<String> = fs::read_dir(cpu.expect("a CPU's folder").path())
        .expect("files")
        .flatten()
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    for ending in [".json", ".md", ".svg"] {
        assert!(files.iter().any(|name| name.ends_with(ending)), "{files:?}");
    }
    let reported = run(folder.path(), &["report", "out", "--table", "workloads"]);
    assert_eq!(reported.status.code(), Some(0), "{}", stderr(&reported));
    assert!(String::from_utf8_lossy(&reported.stdout).contains("start/paper"));
    let checked = run(folder.path(), &["report", "--check", "out"]);
    // In a debug build, the only error of the record is that it was measured with a debug build.
    let stdout = String::from_utf8_lossy(&checked.stdout).into_owned();
    let errors = stdout.lines().filter(|line| line.starts_with("fault: "));
    assert_eq!(errors.count(), usize::from(cfg!(debug_assertions)), "{stdout}");
    assert_eq!(stdout.contains("a build for debugging"), cfg!(debug_assertions), "{stdout}");
}

#[test]
fn the_engine_that_it_does_not_have_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    for line in
        ["compare --boards", "compare --self-check", "compare --profile axon", "report --site s"]
    {
        let words: Vec<&str> = line.split(' ').collect();
        let refused = run(folder.path(), &words);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(words[1]), "{}", stderr(&refused));
        assert!(stderr(&refused).contains("feature engine"), "{}", stderr(&refused));
    }
    let unknown = run(folder.path(), &["match", "a", "b"]);
    assert_eq!(unknown.status.code(), Some(2));
}
