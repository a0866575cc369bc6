//! The fake engine and the records of its runs.
#![allow(dead_code, reason = "each test uses its own part")]

use std::path::{Path, PathBuf};

use nucleus_harness::process::Launch;
use nucleus_records::record::Record;

/// Returns the path of the fake engine, an example that `cargo test` builds before the tests.
pub fn fake_engine() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    let path = path.join("examples").join(format!("fake_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "build it first: cargo build --example fake_engine ({path:?})");
    path
}

/// Returns the launch settings for these modes.
pub fn launch(modes: &[&str]) -> Launch {
    let mut argv = vec![fake_engine().to_string_lossy().into_owned()];
    argv.extend(modes.iter().map(|&f| f.to_owned()));
    Launch { argv, ..Launch::default() }
}

/// Returns the command line for these modes, quoted for a shell.
pub fn command(modes: &[&str]) -> String {
    shlex::try_join(launch(modes).argv.iter().map(String::as_str)).unwrap()
}

/// Returns the paths of the records in the folders of CPUs.
pub fn records(out: &Path) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(out).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten());
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    let is = |file: &PathBuf, extension: &str| file.extension().is_some_and(|e| e == extension);
    assert!(!files.iter().any(|file| is(file, "partial")), "{files:?}");
    files.retain(|file| is(file, "json"));
    files
}

/// Returns the only record.
pub fn record(out: &Path) -> Record {
    let files = records(out);
    assert_eq!(files.len(), 1, "{files:?}");
    Record::from_json(&std::fs::read_to_string(&files[0]).unwrap()).unwrap()
}
