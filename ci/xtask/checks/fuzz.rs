//! Runs every libFuzzer target of fuzz/ for a limited time.

use std::fs;
use std::path::Path;

use crate::rows::Rows;
use crate::run::{Ended, LOGS, command, has, host, log_text, logged, output, root, succeeds};

/// Time for each target, and the targets to run.
#[derive(clap::Args)]
pub struct FuzzArguments {
    /// Seconds for each target.
    #[arg(default_value_t = 60)]
    pub seconds: u64,
    /// Names of the targets [default: all].
    pub targets: Vec<String>,
}

/// Runs the targets. A target that cannot run has a row with the reason.
pub fn run(arguments: &FuzzArguments) -> Ended {
    let FuzzArguments { seconds, targets } = arguments;
    let mut rows = Rows::begin("fuzz");
    if !succeeds(&mut command("cargo +nightly --version")) {
        rows.not_run("fuzzing", "no nightly compiler");
        return rows.end();
    }
    let mut install = command("cargo install --quiet --locked --root target/tools cargo-fuzz");
    if !has("cargo-fuzz") && !logged("cargo-fuzz", &mut install) {
        rows.not_run("fuzzing", "cargo-fuzz could not be built");
        return rows.end();
    }
    // cargo-fuzz enables AddressSanitizer itself.
    if !logged("fuzz-build", &mut command("cargo +nightly fuzz build")) {
        rows.row("fuzzing", "-", &format!("FAILED: no build (log {LOGS}/fuzz-build.log)"));
        return rows.end();
    }
    let folder = root().join(format!("fuzz/target/{}/release", host()));
    let all = output(&mut command("cargo +nightly fuzz list"))?;
    let all = all.lines().map(str::to_owned).collect();
    for target in if targets.is_empty() { &all } else { targets } {
        let (attempt, log) = (format!("fuzzing: {target}"), format!("fuzz-{target}"));
        if !folder.join(target).exists() {
            rows.not_run(&attempt, "not built");
            continue;
        }
        let [corpus, artifacts] =
            ["corpus", "artifacts"].map(|part| format!("fuzz/{part}/{target}"));
        fs::create_dir_all(&corpus)?;
        fs::create_dir_all(&artifacts)?;
        // Valid input as seeds, so that the fuzzer need not guess the format.
        let seeds = fs::read_dir(format!("fuzz/seeds/{target}")).into_iter().flatten().flatten();
        for seed in seeds {
            fs::copy(seed.path(), Path::new(&corpus).join(seed.file_name()))?;
        }
        let mut run = command(&folder.join(target).display().to_string());
        run.arg(corpus).arg(format!("-artifact_prefix={artifacts}/"));
        run.arg(format!("-max_total_time={seconds}"));
        run.args(["-timeout=10", "-rss_limit_mb=4096", "-print_final_stats=1"]);
        let outcome = match logged(&log, &mut run) {
            true => "no crash".to_owned(),
            false => format!("FAILED (log {LOGS}/{log}.log)"),
        };
        let text = log_text(&log);
        let runs = text.lines().find_map(|l| l.strip_prefix("stat::number_of_executed_units:"));
        let runs = runs.unwrap_or("0").trim();
        rows.row(&attempt, &format!("{runs} inputs in {seconds} s"), &outcome);
    }
    rows.end()
}
