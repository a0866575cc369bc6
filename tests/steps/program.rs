//! Tests that restart this test program: with fixed addresses, and without single steps.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use nucleus_steps::{StepError, count, is_fixed, restart_with_fixed_addresses};

/// Environment variable of a run that a test has started.
const CHILD: &str = "NUCLEUS_STEPS_CHILD";

/// Returns the top folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs one test of this program again as a child, by another program if given.
fn again(by: &[&str], test: &str) -> Output {
    let program = std::env::current_exe().expect("a program");
    let mut words = by.iter().map(AsRef::as_ref).chain([program.as_os_str()]);
    let mut command = Command::new(words.next().expect("a word"));
    command.args(words).args(["--exact", test, "--nocapture", "--test-threads=1"]);
    command.env(CHILD, "1").output().expect("it runs")
}

fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

#[test]
fn addresses_are_the_same_in_every_run_where_the_system_lets_them() {
    if is_child() {
        match restart_with_fixed_addresses() {
            Ok(()) => {
                assert!(is_fixed());
                println!("fixed {:?}", is_fixed as *const ());
            }
            Err(refusal) => println!("refused {refusal}"),
        }
        return;
    }
    let test = "program::addresses_are_the_same_in_every_run_where_the_system_lets_them";
    let outcome = || {
        let output = again(&[], test);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}");
        let word = |line: &&str| line.contains("fixed ") || line.contains("refused ");
        text.lines().rfind(word).expect("a word of it").to_owned()
    };
    let (first, second) = (outcome(), outcome());
    if first.contains("refused ") {
        println!("SKIPPED: {first}");
        return;
    }
    assert_eq!(first, second);
}

/// Valgrind runs a program without the CPU's single steps; counting then returns an error.
#[test]
fn missing_single_steps_are_reported() {
    if is_child() {
        let result = count(|| 7);
        assert!(matches!(result, Err(StepError::Inexact { counted: 0, .. })), "{result:?}");
        println!("error: {}", result.expect_err("no step"));
        return;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: no valgrind");
        return;
    }
    let valgrind = ["valgrind", "--tool=none", "-q"];
    let output = again(&valgrind, "program::missing_single_steps_are_reported");
    let text = String::from_utf8_lossy(&output.stdout);
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{shown}");
    assert!(text.contains("single steps are not exact here: 0 counted"), "{text}{shown}");
}
