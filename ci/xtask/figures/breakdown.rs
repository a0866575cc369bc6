//! A node's instructions and time by parts of the source: `nucleus bench` under Callgrind or sampled by perf, each
//! instruction assigned to the part of the source that it was inlined from. Counts repeat to the digit.

use std::env::consts::EXE_SUFFIX;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nucleus_core::kernels::Level;

use super::job::Job;
use crate::breakdown::{Costs, PartCounts, PartRow, shares, table, to_csv};
use crate::git::Repository;
use crate::run::{Fault, command, has, holds, output, target_dir};

/// The function that is counted, with all that it calls.
const SEARCH: &str = "nucleus_search::engine::SearchEngine::search";

/// Counts instructions in every profile on both boards, at levels that Valgrind runs: depth 4 in axon, 5 in umko,
/// 7 in full, some 70,000 nodes of each.
pub fn parts(job: &Job) -> Result<(), Fault> {
    if !holds("need_valgrind") {
        return Err("no Valgrind".into());
    }
    let program = profiling(&["addr2line"])?;
    let levels = levels(job, &["avx2", "popcnt"]);
    let mut rows = Vec::new();
    for level in &levels {
        for (profile, depth) in [("axon", 4), ("full", 7), ("umko", 5)] {
            for board in ["matrix", "magic"] {
                let run = Run { level, profile, board };
                let counted = job.file(&format!("{level}-{profile}-{board}.callgrind"));
                let mut valgrind = command(
                    "valgrind --quiet --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no",
                );
                valgrind.arg(format!("--toggle-collect={SEARCH}"));
                valgrind.arg(format!("--callgrind-out-file={}", counted.display()));
                valgrind.arg(&program).args(["bench", &depth.to_string(), "--hash", "1"]);
                valgrind.args(["--evaluation", "classical", "--board", board]);
                let nodes = run.bench(&mut valgrind)?;
                run.rows(&program, &counted, nodes, &mut rows)?;
            }
        }
    }
    keep(job, &rows)?;
    levels.iter().for_each(|level| println!("{level}\n{}", table(&rows, level).markdown()));
    Ok(())
}

/// Samples profiles axon and full on the matrix by the clock of the processor's time, 4,000 times a second.
pub fn cycles(job: &Job) -> Result<(), Fault> {
    let program = profiling(&["addr2line", "perf", "setarch"])?;
    let mut rows = Vec::new();
    for (profile, depth) in [("axon", 10), ("full", 18)] {
        for level in &levels(job, &["avx512", "avx2"]) {
            let run = Run { level, profile, board: "matrix" };
            let data = job.file(&format!("{level}-{profile}.data"));
            let samples = data.with_extension("samples");
            let mut perf = command("perf record --quiet --event cpu-clock --freq 4000 --output");
            // Without a drawn address, so that an address is one of the program's file.
            perf.arg(&data)
                .args(["setarch", "-R"])
                .arg(&program)
                .args(["bench", &depth.to_string()]);
            let nodes = run.bench(&mut perf)?;
            let mut script = command("perf script --fields ip,dso --input");
            let text = output(script.arg(&data))?;
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            fs::write(&samples, lines.collect::<Vec<_>>().join("\n"))?;
            run.rows(&program, &samples, nodes, &mut rows)?;
        }
    }
    keep(job, &rows)?;
    println!("{}", shares(&rows).markdown());
    Ok(())
}

/// The levels of the settings, or of these the ones that the CPU has.
fn levels(job: &Job, usual: &[&str]) -> Vec<String> {
    let usable = Level::usable().map(|level| level.name().to_owned()).collect::<Vec<_>>();
    match &job.settings.level[..] {
        [] => {
            usual.iter().map(|l| (*l).to_owned()).filter(|level| usable.contains(level)).collect()
        }
        named => named.to_vec(),
    }
}

/// Builds the program with lines of the source, which a release has not.
fn profiling(tools: &[&str]) -> Result<PathBuf, Fault> {
    if let Some(tool) = tools.iter().find(|tool| !has(tool)) {
        return Err(format!("no {tool} (packages linux-perf, binutils, util-linux)").into());
    }
    output(&mut command("cargo build --locked --profile profiling --bin nucleus"))?;
    Ok(target_dir().join(format!("profiling/nucleus{EXE_SUFFIX}")))
}

fn keep(job: &Job, rows: &[PartRow]) -> Result<(), Fault> {
    let file = job.file("parts.csv");
    fs::write(&file, to_csv(rows))?;
    println!("{} written: a page shows it from reports/CPU", file.display());
    Ok(())
}

/// A run of `nucleus bench`.
struct Run<'a> {
    level: &'a str,
    profile: &'a str,
    board: &'a str,
}

impl Run<'_> {
    /// Runs it; its nodes.
    fn bench(&self, bench: &mut Command) -> Result<u64, Fault> {
        let Self { level, profile, board } = self;
        eprintln!("{level}, {profile}, {board}");
        bench.args(["--profile", profile, "--json"]);
        let bench = bench.env("NUCLEUS_LEVEL", level).env("NUCLEUS_VARIANT", "intrinsics");
        let printed = output(bench)?;
        let json: serde_json::Value = serde_json::from_str(&printed)?;
        if json["level"] != *level {
            return Err(format!("{level} did not run: {printed}").into());
        }
        json["nodes"].as_u64().ok_or_else(|| "the bench has no nodes".into())
    }

    /// Adds a row for each part.
    fn rows(
        &self,
        program: &Path,
        counted: &Path,
        nodes: u64,
        rows: &mut Vec<PartRow>,
    ) -> Result<(), Fault> {
        let costs = Costs::read(&fs::read_to_string(counted)?, &format!("nucleus{EXE_SUFFIX}"))?;
        let addresses = counted.with_extension("addresses");
        let lines: Vec<String> = costs.program.keys().map(|a| format!("{a:#x}\n")).collect();
        fs::write(&addresses, lines.concat())?;
        let mut addr2line = command("addr2line --addresses --inlines --functions --demangle --exe");
        addr2line.arg(program).stdin(Stdio::from(File::open(addresses)?));
        let parts = PartCounts::of(&costs, &output(&mut addr2line)?)?;
        let row = |(part, count)| PartRow {
            commit: Repository::here().commit(),
            level: self.level.to_owned(),
            profile: self.profile.to_owned(),
            board: self.board.to_owned(),
            nodes,
            part,
            count,
        };
        rows.extend(parts.0.into_iter().map(row));
        Ok(())
    }
}
