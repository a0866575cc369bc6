//! Runs the tests under AddressSanitizer, ThreadSanitizer and Miri, if a nightly compiler has them.

use std::collections::BTreeSet;
use std::path::Path;

use crate::rows::Rows;
use crate::run::{Ended, command, host, log_path, log_text, logged, root, succeeds, version};

/// Tests of unsafe code, buffers and foreign files.
const ADDRESS: &str = "kernels checked_call perft search fen input uci_compliance memory pairs magic lines clean \
                       escape json record arbiter book_entry weights_file weights_paper29";
/// Tests with threads: the engine's search and input, the harness's readers and clock.
const THREADS: &str = "search parallel uci_compliance uci_random harness_bad_engines";

/// Runs the given tools; all three if none is given.
pub fn run(tools: &[String]) -> Ended {
    let mut rows = Rows::begin("sanitize");
    let is_requested = |tool: &str| tools.is_empty() || tools.iter().any(|named| named == tool);
    let nightly = succeeds(&mut command("cargo +nightly --version"));
    for (tool, name) in
        [("address", "AddressSanitizer"), ("thread", "ThreadSanitizer"), ("miri", "Miri")]
    {
        if !nightly {
            rows.not_run(name, "no nightly compiler");
        } else if !is_requested(tool) {
            rows.not_run(name, "not wanted");
        } else {
            match tool {
                "address" => sanitized(&mut rows, name, "address", &[], ADDRESS),
                "thread" => threads(&mut rows),
                _ => miri(&mut rows),
            }
        }
    }
    rows.end()
}

/// Runs ThreadSanitizer. It sees every access only if the standard library is built with it, too.
fn threads(rows: &mut Rows) {
    let sysroot = version("rustc +nightly --print sysroot");
    let has_sources = Path::new(&sysroot).join("lib/rustlib/src/rust/library").is_dir();
    let (words, flag) = match has_sources {
        true => ("standard library too", "-Zbuild-std"),
        false => ("without the standard library", ""),
    };
    let name = format!("ThreadSanitizer, {words}");
    sanitized(rows, &name, "thread", &[flag], THREADS);
    // In these tests ranks exchange messages over channels, and a rank's threads share the work of receiving.
    let name = format!("ThreadSanitizer, ranks, {words}");
    sanitized(rows, &name, "thread-ranks", &[flag, "-p", "nucleus-cluster"], "ranks");
}

/// Runs unit tests of crates and test files under a sanitizer. Registry crates are compiled without optimisation.
fn sanitized(rows: &mut Rows, name: &str, log: &str, options: &[&str], tests: &str) {
    let sanitizer = log.trim_end_matches("-ranks");
    let mut flags = format!("-Zsanitizer={sanitizer}");
    if options.first().is_some_and(|flag| flag.is_empty()) {
        flags += " -Cunsafe-allow-abi-mismatch=sanitizer";
    }
    let cargo = |what: &str| {
        let mut cargo = command(&format!("cargo +nightly {what} --locked --target {}", host()));
        cargo.args(["--config", "profile.dev.package.\"*\".opt-level=0"]);
        cargo.args(["--config", "profile.dev.opt-level=1"]);
        cargo.args(options.iter().filter(|option| !option.is_empty()));
        if !options.contains(&"-p") {
            cargo.arg("--workspace");
        }
        cargo.env("RUSTFLAGS", &flags);
        cargo.env("CARGO_TARGET_DIR", format!("target/sanitize-{sanitizer}"));
        // Fewer matrices, shallower perft and fewer sequences, as on an emulated CPU.
        cargo.env("NUCLEUS_EMULATED", "1");
        cargo
    };
    let log = format!("sanitize-{log}");
    let files = format!("{log}-files");
    let mut units = cargo("test --no-fail-fast --lib");
    let mut of_files = cargo("test --no-fail-fast");
    let binaries: BTreeSet<String> = tests.split_whitespace().map(test_binary).collect();
    binaries.iter().for_each(|binary| _ = of_files.args(["--test", binary]));
    of_files.arg("--").args(tests.split_whitespace().map(|test| format!("{test}::")));
    rows.tests_together(&log, name, || {
        let mut is_ok = logged(&log, &mut units);
        if binaries.contains("program") {
            is_ok &= logged(&format!("{log}-example"), &mut cargo("build --example fake_engine"));
        }
        is_ok &= logged(&files, &mut of_files);
        let all = log_text(&log) + &log_text(&files);
        std::fs::write(log_path(&log), all).is_ok() && is_ok
    });
}

/// Runs tests/search/interpreted.rs in Miri, at level portable because Miri has no assembly.
fn miri(rows: &mut Rows) {
    if !succeeds(&mut command("cargo +nightly miri --version")) {
        return rows.not_run("Miri", "Miri missing (rustup component add miri)");
    }
    let mut test = command("cargo +nightly miri test --locked -p nucleus-search --test search");
    test.args(["--", "interpreted::"]).env("MIRIFLAGS", "-Zmiri-disable-isolation");
    test.env("CARGO_TARGET_DIR", "target/miri").env("RUSTFLAGS", "--cfg nucleus_portable");
    let log = "sanitize-miri";
    rows.tests_together(log, "Miri, every layer at the portable level", || logged(log, &mut test));
}

/// Returns the test binary of a test file, `tests/BINARY/NAME.rs`, whose tests begin with `NAME::`.
pub fn test_binary(name: &str) -> String {
    let folders = std::fs::read_dir(root().join("tests")).into_iter().flatten().flatten();
    let has = |folder: &Path| {
        let file = folder.join(format!("{name}.rs"));
        folder.join("main.rs").exists()
            && (file.exists() || folder.join(name).join("mod.rs").exists())
    };
    let folder = folders.map(|entry| entry.path()).find(|folder| has(folder));
    let folder = folder.unwrap_or_else(|| panic!("no test file {name} in a folder of tests/"));
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
