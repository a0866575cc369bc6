//! Every libFuzzer target of fuzz/ for a while.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::rows::Rows;
use crate::run::{Ended, LOGS, command, has, host, log_text, logged, output, root, succeeds};

/// Seconds and targets.
#[derive(clap::Args)]
pub struct FuzzArguments {
    /// Seconds for each target.
    #[arg(default_value_t = 60)]
    pub seconds: u64,
    /// Targets [default: all].
    pub targets: Vec<String>,
    /// Run what was built the last time.
    #[arg(long)]
    pub built: bool,
}

/// Runs the targets; one that cannot run has a row with the reason.
pub fn run(arguments: &FuzzArguments) -> Ended {
    let FuzzArguments { seconds, targets, built } = arguments;
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
    // cargo-fuzz builds with AddressSanitizer by itself.
    if !built && !logged("fuzz-build", &mut command("cargo +nightly fuzz build")) {
        rows.row("fuzzing", "-", &format!("FAILED: no build (log {LOGS}/fuzz-build.log)"));
        return rows.end();
    }
    let folder = root().join(format!("fuzz/target/{}/release", host()));
    let targets = if targets.is_empty() { all_targets()? } else { targets.clone() };
    for target in targets {
        let (attempt, log) = (format!("fuzzing: {target}"), format!("fuzz-{target}"));
        if !folder.join(&target).exists() {
            rows.not_run(&attempt, "not built");
            continue;
        }
        let [corpus, artifacts] =
            ["corpus", "artifacts"].map(|part| format!("fuzz/{part}/{target}"));
        fs::create_dir_all(&corpus)?;
        fs::create_dir_all(&artifacts)?;
        // Something of the form that is read, so that the fuzzer need not guess it.
        let seeds = fs::read_dir(format!("fuzz/seeds/{target}")).into_iter().flatten().flatten();
        for seed in seeds {
            fs::copy(seed.path(), Path::new(&corpus).join(seed.file_name()))?;
        }
        let mut run = command(&folder.join(&target).display().to_string());
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

/// The targets of fuzz/.
fn all_targets() -> Result<Vec<String>, crate::run::Fault> {
    let mut metadata = command("cargo metadata --format-version 1 --no-deps --manifest-path");
    let metadata: Value = serde_json::from_str(&output(metadata.arg("fuzz/Cargo.toml"))?)?;
    let targets = metadata["packages"][0]["targets"].as_array().ok_or("fuzz/ has no targets")?;
    let programs = targets.iter().filter(|target| target["kind"][0] == "bin");
    Ok(programs.filter_map(|target| Some(target["name"].as_str()?.to_owned())).collect())
}
