//! Checks the kernel levels on CPUs emulated by qemu-user. Each CPU must detect its level, give the
//! native signature and report a level that it lacks. One CPU of each level must pass kernel tests.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::rows::Rows;
use crate::run::{Ended, Session, command, logged, need, version};

/// Models of CPUs with their levels, one for each level that QEMU can emulate. It cannot emulate AVX-512.
const TESTED: [(&str, &str); 3] =
    [("Conroe", "portable"), ("Nehalem", "popcnt"), ("Haswell", "avx2")];
/// CPUs with only a part of a level (POPCNT without SSSE3, AVX without AVX2), CPUs whose AVX-512
/// QEMU lacks, an AMD CPU with AVX2, and `max`, which has all features of QEMU.
const DETECTED: [(&str, &str); 7] = [
    ("Opteron_G3", "portable"),
    ("IvyBridge", "popcnt"),
    ("Opteron_G5", "popcnt"),
    ("Skylake-Server", "avx2"),
    ("Icelake-Server", "avx2"),
    ("EPYC-Milan", "avx2"),
    ("max", "avx2"),
];
/// Depth of the signature, in plies.
const DEPTH: &str = "4";

/// Runs the check on every model.
pub fn run() -> Ended {
    let mut rows = Rows::begin("levels");
    if std::env::consts::OS != "linux" || std::env::consts::ARCH != "x86_64" {
        rows.not_run("emulated CPUs", "not Linux on x86-64");
        return rows.end();
    }
    if !need("qemu-user", "have qemu-x86_64", "qemu-user", "no emulated CPUs") {
        rows.not_run("emulated CPUs", "no qemu-x86_64");
        return rows.end();
    }
    let Some(nucleus) = rows.build("emulated CPUs") else { return rows.end() };
    let known = version("qemu-x86_64 -cpu help");
    let native = signature(&mut Command::new(&nucleus));
    for (at, (model, level)) in TESTED.iter().chain(&DETECTED).enumerate() {
        if !known.split_whitespace().any(|word| word == *model) {
            rows.not_run(&format!("{model} (emulated): level"), "this QEMU has no such CPU");
            continue;
        }
        detects(&mut rows, &nucleus, model, level, native);
        if at < TESTED.len() {
            let log = format!("levels-{model}");
            let mut tests = command("cargo test --locked --no-fail-fast --workspace --test core");
            tests.args(["--", "kernels::", "checked_call::", "perft::"]);
            tests.env("NUCLEUS_EMULATED", "1").env("NUCLEUS_REQUIRE_LEVELS", level);
            let runner = format!("qemu-x86_64 -cpu {model}");
            tests.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", runner);
            let attempt = format!("{model} (emulated): kernels, checked calls, perft");
            rows.tests_together(&log, &attempt, || logged(&log, &mut tests));
        }
    }
    rows.end()
}

/// Returns the number of nodes of a short bench.
fn signature(engine: &mut Command) -> Option<u64> {
    let run = engine.args(["bench", DEPTH, "--json"]).stderr(Stdio::null()).output().ok()?;
    serde_json::from_slice::<serde_json::Value>(&run.stdout).ok()?["nodes"].as_u64()
}

/// Checks detection, a forced level and the signature on a model.
fn detects(rows: &mut Rows, nucleus: &Path, model: &str, level: &str, native: Option<u64>) {
    let emulated = || {
        let mut qemu = command(&format!("qemu-x86_64 -cpu {model}"));
        qemu.arg(nucleus);
        qemu
    };
    let hear = |engine: &mut Command, text: &str| -> Vec<String> {
        let Ok(mut session) = Session::start(engine.stderr(Stdio::null())) else {
            return Vec::new();
        };
        session.send(text);
        session.end(Duration::from_secs(60));
        std::mem::take(&mut session.heard)
    };
    let lines = hear(&mut emulated(), "uci\nquit\n");
    let name = lines.iter().find_map(|line| line.strip_prefix("id name Nucleus "));
    let found = name.and_then(|name| name.split(' ').nth(1)).unwrap_or("none");
    let judged = |is_right: bool, found: &str| match is_right {
        true => "passed".to_owned(),
        false => format!("FAILED: {found}"),
    };
    let outcome = judged(found == level, found);
    rows.row(&format!("{model} (emulated): level"), level, &outcome);

    // The notice about the environment goes to standard error.
    let mut forced = command("sh -c");
    forced.arg(format!("qemu-x86_64 -cpu {model} \"$0\" 2>&1")).arg(nucleus);
    let text = "setoption name Level value avx512\nisready\nquit\n";
    let lines = hear(forced.env("NUCLEUS_LEVEL", "avx512"), text);
    let notices = lines.iter().filter(|line| line.contains("not available on this CPU")).count();
    let outcome = judged(notices == 2, &format!("{notices} notices"));
    rows.row(&format!("{model} (emulated): avx512 forced"), "environment and option", &outcome);

    let bench = signature(&mut emulated());
    let nodes = native.map_or("no".to_owned(), |nodes| nodes.to_string());
    let outcome = judged(bench.is_some() && bench == native, &format!("{bench:?}"));
    let attempt = format!("{model} (emulated): signature, depth {DEPTH}");
    rows.row(&attempt, &format!("{nodes} nodes"), &outcome);
}
