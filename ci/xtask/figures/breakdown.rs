//! The instructions and the time of a node, divided among parts of the source. `nucleus bench` runs under
//! Callgrind, whose counts repeat exactly, or is sampled by perf. Each instruction is assigned to the part
//! that it was inlined from.

use std::env::consts::EXE_SUFFIX;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nucleus_core::kernels::Level;
use nucleus_report::format::{count, factor};

use super::job::Job;
use super::sheet::Sheet;
use crate::breakdown::{Costs, PartCosts, by_parts, rows};
use crate::run::{Fault, command, has, holds, output, target_dir};

/// The function to count, with all that it calls.
const SEARCH: &str = "nucleus_search::engine::SearchEngine::search";

/// Counts the instructions of a node in every profile, on the matrix and the magic board, at levels
/// that Valgrind runs: depth 4 in axon, 5 in umko, 7 in full, about 70,000 nodes each.
pub fn parts(job: &Job) -> Result<Sheet, Fault> {
    if !holds("need_valgrind") {
        return Err("no Valgrind".into());
    }
    let program = profiling(&["addr2line"])?;
    let mut sheet = Sheet::new(
        "level | part | axon, matrix | axon, magic | full, matrix | full, magic | umko, matrix | umko, magic",
    );
    for level in levels(["avx2", "popcnt"]) {
        let mut runs = Vec::new();
        for (profile, depth) in [("axon", 4), ("full", 7), ("umko", 5)] {
            for board in ["matrix", "magic"] {
                let counted = job.file(&format!("{level}-{profile}-{board}.callgrind"));
                let mut valgrind = command(
                    "valgrind --quiet --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no",
                );
                valgrind.arg(format!("--toggle-collect={SEARCH}"));
                valgrind.arg(format!("--callgrind-out-file={}", counted.display()));
                valgrind.arg(&program).args(["bench", &depth.to_string(), "--hash", "1"]);
                valgrind.args(["--evaluation", "classical", "--board", board]);
                let nodes = bench(&mut valgrind, level, profile)?;
                let text = fs::read_to_string(&counted)?;
                runs.push(costs(job, &program, &text, |_| nodes)?);
            }
        }
        let of_level = |row: Vec<String>| [vec![level.to_owned()], row].concat();
        rows(&runs, count).into_iter().for_each(|row| sheet.push(of_level(row)));
        let sums: Vec<f64> = runs.iter().map(|run| run.values().sum()).collect();
        let all = sums.iter().map(|&sum| count(sum));
        sheet.push(of_level(["all".to_owned()].into_iter().chain(all).collect()));
        let ratios = sums.chunks(2).flat_map(|pair| [factor(pair[0] / pair[1]), "–".to_owned()]);
        sheet.push(of_level(["matrix over magic".to_owned()].into_iter().chain(ratios).collect()));
    }
    Ok(sheet)
}

/// Samples profiles axon and full on the matrix board by processor time, 4,000 times per second.
/// Returns shares of a node's time in per cent.
pub fn cycles(job: &Job) -> Result<Sheet, Fault> {
    let program = profiling(&["addr2line", "perf", "setarch"])?;
    let levels = levels(["avx512", "avx2"]);
    let (mut heads, mut runs) = (vec!["part".to_owned()], Vec::new());
    for (profile, depth) in [("axon", 10), ("full", 18)] {
        for level in &levels {
            let data = job.file(&format!("{level}-{profile}.data"));
            let mut perf = command("perf record --quiet --event cpu-clock --freq 4000 --output");
            // `setarch -R` fixes the load address, so that addresses map to the program's file.
            perf.arg(&data)
                .args(["setarch", "-R"])
                .arg(&program)
                .args(["bench", &depth.to_string()]);
            bench(&mut perf, level, profile)?;
            let mut script = command("perf script --fields ip,dso --input");
            let text = output(script.arg(&data))?;
            heads.push(format!("{profile}, {level}"));
            let all = |costs: &Costs| costs.program.values().sum::<u64>() + costs.library;
            runs.push(costs(job, &program, &text, |costs| all(costs) as f64 / 100.0)?);
        }
    }
    let mut sheet = Sheet::new(&heads.join(" | "));
    rows(&runs, |share| format!("{share:.0} %")).into_iter().for_each(|row| sheet.push(row));
    Ok(sheet)
}

/// Returns those of the levels that this CPU supports.
fn levels(names: [&'static str; 2]) -> Vec<&'static str> {
    let is_usable = |name: &&str| Level::usable().any(|level| level.name() == *name);
    names.into_iter().filter(is_usable).collect()
}

/// Builds the program with line information, which a release lacks.
fn profiling(tools: &[&str]) -> Result<PathBuf, Fault> {
    if let Some(tool) = tools.iter().find(|tool| !has(tool)) {
        return Err(format!("no {tool} (packages linux-perf, binutils, util-linux)").into());
    }
    output(&mut command("cargo build --locked --profile profiling --bin nucleus"))?;
    Ok(target_dir().join(format!("profiling/nucleus{EXE_SUFFIX}")))
}

/// Runs `nucleus bench`; returns its number of nodes.
fn bench(bench: &mut Command, level: &str, profile: &str) -> Result<f64, Fault> {
    bench.args(["--profile", profile, "--json"]);
    let bench = bench.env("NUCLEUS_LEVEL", level).env("NUCLEUS_VARIANT", "intrinsics");
    let printed = output(bench)?;
    let json: serde_json::Value = serde_json::from_str(&printed)?;
    if json["level"] != *level {
        return Err(format!("{level} did not run: {printed}").into());
    }
    json["nodes"].as_f64().ok_or_else(|| "the bench has no nodes".into())
}

/// Returns the costs of a run by parts, divided by a unit that depends on them.
fn costs(
    job: &Job,
    program: &Path,
    counted: &str,
    unit: impl Fn(&Costs) -> f64,
) -> Result<PartCosts, Fault> {
    let costs = Costs::read(counted, &format!("nucleus{EXE_SUFFIX}"))?;
    let addresses = job.file("addresses");
    let lines: Vec<String> = costs.program.keys().map(|a| format!("{a:#x}\n")).collect();
    fs::write(&addresses, lines.concat())?;
    let mut addr2line = command("addr2line --addresses --inlines --functions --demangle --exe");
    addr2line.arg(program).stdin(Stdio::from(File::open(addresses)?));
    Ok(by_parts(&costs, &output(&mut addr2line)?, unit(&costs))?)
}
