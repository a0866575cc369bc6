//! Path of the fake engine.
#![allow(dead_code, reason = "each test uses its own part")]

use std::path::PathBuf;

use nucleus_harness::process::Launch;

/// The fake engine, an example of this package; `cargo test` builds it before the tests.
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

/// Returns the launch settings with these faults.
pub fn launch(faults: &[&str]) -> Launch {
    let mut argv = vec![fake_engine().to_string_lossy().into_owned()];
    argv.extend(faults.iter().map(|&f| f.to_owned()));
    Launch { argv, ..Launch::default() }
}

/// Returns the command line with these faults, quoted for a shell.
pub fn command(faults: &[&str]) -> String {
    shlex::try_join(launch(faults).argv.iter().map(String::as_str)).unwrap()
}
