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
use crate::breakdown::{Costs, NodePart, PartCosts, by_parts, rows};
use crate::run::{Fault, command, has, output, target_dir};

/// The function to count, with all that it calls.
const SEARCH: &str = "nucleus_search::engine::SearchEngine::search";

/// Counts the instructions of a node in every profile, on the matrix and the magic board.
pub fn parts(job: &Job) -> Result<Sheet, Fault> {
    let program = profiling(&["addr2line", "valgrind"])?;
    let mut sheet = Sheet::new(
        "level | part | axon, matrix | axon, magic | full, matrix | full, magic | umko, matrix | umko, magic",
    );
    for level in levels(["avx2", "popcnt"]) {
        let mut runs = Vec::new();
        for profile in ["axon", "full", "umko"] {
            for board in ["matrix", "magic"] {
                runs.push(count_parts(job, &program, [level, "intrinsics", profile, board])?);
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

/// Counts the instructions of a node on board axon32, compiled and in assembly, and the share of
/// assembly in the parts other than search and library.
pub fn assembly(job: &Job) -> Result<Sheet, Fault> {
    let program = profiling(&["addr2line", "valgrind"])?;
    let (mut heads, mut runs) = (vec!["part".to_owned()], Vec::new());
    for level in levels(["portable", "avx2"]) {
        for (variant, name) in [("intrinsics", "compiled"), ("asm", "assembly")] {
            heads.push(format!("{level}, {name}"));
            runs.push(count_parts(job, &program, [level, variant, "axon", "axon32"])?);
        }
    }
    let mut sheet = Sheet::new(&heads.join(" | "));
    rows(&runs, count).into_iter().for_each(|row| sheet.push(row));
    let share = |run: &PartCosts| {
        let cost = |part| run.get(&part).copied().unwrap_or_default();
        let others = run.values().sum::<f64>() - cost(NodePart::Search) - cost(NodePart::Library);
        format!("{:.1} %", 100.0 * cost(NodePart::Assembly) / others)
    };
    let name = vec!["assembly of all but search and library".to_owned()];
    sheet.push([name, runs.iter().map(share).collect()].concat());
    Ok(sheet)
}

/// Counts the instructions of a node for a level, variant, profile and board: depth 4 in axon, 5 in
/// umko, 7 in full, about 70,000 nodes each.
fn count_parts(job: &Job, program: &Path, of: [&str; 4]) -> Result<PartCosts, Fault> {
    let [level, variant, profile, board] = of;
    let depth = [("axon", "4"), ("umko", "5")].into_iter().find(|(name, _)| *name == profile);
    let counted = job.file(&format!("{}.callgrind", of.join("-")));
    let mut valgrind = command(
        "valgrind --quiet --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no",
    );
    valgrind.arg(format!("--toggle-collect={SEARCH}"));
    valgrind.arg(format!("--callgrind-out-file={}", counted.display()));
    valgrind.arg(program).args(["bench", depth.map_or("7", |(_, depth)| depth), "--hash", "1"]);
    valgrind.args(["--evaluation", "classical", "--board", board]);
    let nodes = bench(&mut valgrind, level, variant, profile)?;
    costs(job, program, &fs::read_to_string(&counted)?, |_| nodes)
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
            perf.arg(&data).args(["setarch", "-R"]).arg(&program);
            perf.args(["bench", &depth.to_string()]);
            bench(&mut perf, level, "intrinsics", profile)?;
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
        return Err(format!("no {tool} (of linux-perf, valgrind, binutils, util-linux)").into());
    }
    output(&mut command("cargo build --locked --profile profiling --bin nucleus"))?;
    Ok(target_dir().join(format!("profiling/nucleus{EXE_SUFFIX}")))
}

/// Runs `nucleus bench`; returns its number of nodes.
fn bench(bench: &mut Command, level: &str, variant: &str, profile: &str) -> Result<f64, Fault> {
    bench.args(["--profile", profile, "--json"]);
    let bench = bench.env("NUCLEUS_LEVEL", level).env("NUCLEUS_VARIANT", variant);
    let printed = output(bench)?;
    let json: serde_json::Value = serde_json::from_str(&printed)?;
    if !json["level"].as_str().is_some_and(|name| name.starts_with(level)) {
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
