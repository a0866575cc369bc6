//! Runs everything that tries to break the project, and writes docs/ROBUSTNESS.md with a row for each attempt.

use std::fmt::Write;
use std::fs;

use super::sanitize::test_binary;
use super::{emulated, engine, fuzz, growth, sanitize};
use crate::figures::sheet::{cpu, from_csv};
use crate::rows::{Rows, kept};
use crate::run::{Ended, Fault, build_debug, command, holds, logged, root, version};

/// Parts to run, and their extent.
#[derive(clap::Args)]
pub struct RobustnessArguments {
    /// Run a million matrices, deep perft, 10,000 command sequences, 200 games, and the growth check for an hour.
    #[arg(long)]
    long: bool,
    /// Parts, or single tests of the part `tests` [default: all; time-losses and growth only with --long].
    #[arg(value_parser = parts())]
    parts: Vec<String>,
}

/// The parts, in the order of the page.
const PARTS: &str = "tests attacks games time-losses levels memcheck sanitize fuzz growth";
/// The test files, which run one after another.
const TESTS: &str = "kernels checked_call perft oracle fen input cli search uci_compliance uci_session \
                     uci_random uci_guis output harness_bad_engines harness_preflight harness_processes \
                     harness_compare harness_report matches strangers";
/// Faults found by attacks and in use, each with the tests that prevent its return.
const ATTACKS: &str = include_str!("../../attacks.csv");

fn parts() -> clap::builder::PossibleValuesParser {
    PARTS.split(' ').chain(TESTS.split_whitespace()).into()
}

/// Runs the parts and writes the page.
pub fn run(arguments: &RobustnessArguments) -> Ended {
    let RobustnessArguments { long, parts } = arguments;
    let mut parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    if parts.is_empty() {
        parts = PARTS.split(' ').collect();
        parts.retain(|part| *long || !["time-losses", "growth"].contains(part));
    }
    let mut failed = false;
    for part in parts {
        let ended = match part {
            "tests" => {
                TESTS.split_whitespace().try_fold(0, |sum, name| Ok(sum | test(name, *long)?))
            }
            "attacks" => attacks(*long),
            "games" => engine::games(*long),
            "time-losses" => engine::time_losses(250),
            "levels" => emulated::run(),
            "memcheck" => engine::memcheck(),
            "sanitize" => sanitize::run(&[]),
            "fuzz" => fuzz::run(&fuzz::FuzzArguments { seconds: 60, targets: Vec::new() }),
            "growth" => growth::run(3600, &[16, 8192]),
            name => test(name, *long),
        };
        failed |= ended.unwrap_or_else(|error: Fault| {
            eprintln!("error: {part}: {error}");
            1
        }) != 0;
    }
    let missing: Vec<String> = page_parts().filter(|part| kept(part).is_empty()).collect();
    if missing.is_empty() {
        fs::write(root().join("docs/ROBUSTNESS.md"), page())?;
        println!("docs/ROBUSTNESS.md written");
    } else {
        println!("docs/ROBUSTNESS.md is as it was: no rows of {}", missing.join(", "));
    }
    Ok(u8::from(failed))
}

/// Returns a test run with one test at a time, in which an engine that is silent for 2 seconds counts as hung.
fn tests_of(line: &str, filters: &[&str], long: bool) -> std::process::Command {
    let mut test = command(&format!("cargo test --locked --no-fail-fast --workspace {line} --"));
    test.args(filters).args(["--nocapture", "--test-threads", "1"]);
    if std::env::var_os("NUCLEUS_HANG_MS").is_none() {
        test.env("NUCLEUS_HANG_MS", "2000");
    }
    if long {
        test.env("NUCLEUS_LONG", "1");
    }
    test
}

/// Runs a single file of tests.
fn test(name: &str, long: bool) -> Ended {
    let mut rows = Rows::begin(&format!("tests-{name}"));
    let log = format!("robustness-{name}");
    // `cargo test` with one test file does not build the example program that the tests use.
    build_debug("robustness-build")?;
    let line = format!("--test {}", test_binary(name));
    rows.tests(&log, name, &mut tests_of(&line, &[&format!("{name}::")], long));
    rows.end()
}

/// Runs the tests of each attack, and checks the packages against the list of known vulnerabilities.
fn attacks(long: bool) -> Ended {
    let mut rows = Rows::begin("attacks");
    build_debug("robustness-build")?;
    for [words, targets, tests] in from_csv::<[String; 3]>(ATTACKS)? {
        let filters: Vec<&str> = tests.split(' ').collect();
        rows.tests("robustness-attacks", &words, &mut tests_of(&targets, &filters, long));
    }
    let (attempt, all) = ("packages with a known weakness", "all of Cargo.lock");
    if !holds("has_advisories") {
        let reason = "no cargo-deny or no database; each week by .github/workflows/ci.yml";
        rows.not_run(attempt, reason);
    } else if logged("robustness-deny", &mut command("cargo deny --offline check advisories")) {
        rows.row(attempt, all, "none");
    } else {
        rows.row(attempt, all, "FAILED (log target/ci/robustness-deny.log)");
    }
    rows.end()
}

/// Returns the parts that have rows on the page.
fn page_parts() -> impl Iterator<Item = String> {
    let tests = TESTS.split_whitespace().map(|test| format!("tests-{test}"));
    tests.chain(PARTS.split(' ').skip(1).map(str::to_owned))
}

/// Returns the page, from the rows of all parts.
fn page() -> String {
    let mut page = format!(
        "# Robustness\n\n\
         `cargo xtask check robustness` runs the attempts to break the project and writes this page; `--long` adds games by\n\
         the clock, two hours of watching memory and larger inputs, and `check robustness PART` repeats one part. A row has the\n\
         attempt, its count, the outcome and the commit, with `+` for changes that are not committed. `reported` (`told` in older\n\
         rows) does not count as a pass or a failure; `not run` names what the machine lacks. Made by {}, {}.\n\n\
         <!-- made at rows by cargo xtask check robustness; measures src asm tests fuzz examples/fake_engine.rs -->\n\n\
         | what was tried | how many | how it ended | commit |\n|---|---|---|---|\n",
        version("rustc --version").split(" (").next().unwrap_or_default(),
        cpu()
    );
    for part in page_parts() {
        for row in kept(&part) {
            let _ = writeln!(page, "| {} |", row.map(|cell| cell.replace('|', "\\|")).join(" | "));
        }
    }
    page
}
