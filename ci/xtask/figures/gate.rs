//! Experiments for docs/COMPARE.md and its notebook: known differences, other methods, gates.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use nucleus_records::record::Record;
use nucleus_records::{stats, summary};
use nucleus_report::estimate::RatioEstimate;
use nucleus_report::format::factor_with_interval;

use super::job::Job;
use super::sheet::Sheet;
use crate::run::{Fault, command, has, output, succeeds};

/// Compares the engine with itself and with one that searches 1 % more nodes than it reports, five seconds each.
pub fn coverage(job: &Job) -> Result<Sheet, Fault> {
    planted(job, 100, 5.0, &[0.0, 1.0], "")
}

/// Compares the engine with ones that search 0.3 % and 1 % more nodes than they report, 90 seconds each.
pub fn found(job: &Job) -> Result<Sheet, Fault> {
    planted(job, 20, 90.0, &[0.3, 1.0], "--precision 0.001%")
}

fn planted(
    job: &Job,
    runs: u32,
    seconds: f64,
    planted: &[f64],
    more: &str,
) -> Result<Sheet, Fault> {
    let mut sheet = Sheet::new("added_nodes | faster | low | high | seconds | blocks");
    let seconds = job.settings.seconds.unwrap_or(seconds);
    for run in 1..=job.settings.runs.unwrap_or(runs) {
        for &percent in planted {
            let [old, new] = [("old", 0.0), ("new", percent)].map(|(name, p)| engine(job, name, p));
            let mut compare =
                job.nucleus(&format!("compare --time-limit {seconds} --seed {run} {more}"));
            let (record, seconds) = compared(job, compare.args([old?, new?]))?;
            let overall = summary::overall(&record, "new", "old");
            let Some(ratio) = overall.map(|overall| overall.ratio) else { continue };
            let faster = |ratio: f64| (ratio - 1.0) * 100.0;
            let logs = summary::block_means(&record, "new", "old").means;
            let logs: Vec<String> = logs.iter().map(|log| format!("{:.3}", log * 100.0)).collect();
            sheet.push([
                percent.to_string(),
                format!("{:.3}", faster(ratio.ratio)),
                format!("{:.3}", ratio.low.map_or(f64::NEG_INFINITY, faster)),
                format!("{:.3}", ratio.high.map_or(f64::INFINITY, faster)),
                format!("{seconds:.1}"),
                logs.join(";"),
            ]);
        }
    }
    Ok(sheet)
}

/// Writes a script that starts the engine with more nodes than requested, and reports the requested number.
fn engine(job: &Job, name: &str, percent: f64) -> Result<String, Fault> {
    let factor = 1.0 + percent / 100.0;
    let path = job.file(name);
    let program = job.program.display();
    let more = format!("s{{^go nodes (\\d+)}}{{\"go nodes \".int($1*{factor}+.5)}}e");
    let less = format!("s{{ nodes (\\d+)}}{{\" nodes \".int($1/{factor}+.5)}}e");
    let script = format!(
        "#!/usr/bin/env bash\n\
         exec '{program}' < <(exec perl -pe 'BEGIN {{ $| = 1 }} {more}') > >(exec perl -pe 'BEGIN {{ $| = 1 }} {less}')\n"
    );
    fs::write(&path, script)?;
    output(command("chmod +x").arg(&path))?;
    Ok(path.display().to_string())
}

/// Runs a comparison of `old` and `new`; returns its record and its duration in seconds.
fn compared(job: &Job, compare: &mut Command) -> Result<(Record, f64), Fault> {
    let begin = Instant::now();
    let out = job.file("out");
    let json =
        output(compare.args(["--name", "old", "--name", "new", "--json", "--out"]).arg(&out))?;
    let seconds = begin.elapsed().as_secs_f64();
    fs::remove_dir_all(&out)?;
    Ok((serde_json::from_str(&json)?, seconds))
}

/// Compares two equal programs in a duet, in alternation, with hyperfine, and in a loop of benches,
/// each with zero, one and two busy loops on the machine.
pub fn methods(job: &Job) -> Result<Sheet, Fault> {
    if !has("hyperfine") {
        return Err("hyperfine is not installed".into());
    }
    let mut sheet = Sheet::new("method | loops | seconds | width");
    let limit = job.settings.seconds.unwrap_or(10.0);
    let bench = format!("'{}' bench 9", job.program.display());
    for _ in 0..job.settings.runs.unwrap_or(10) {
        for loops in 0..3 {
            let busy = Loops::start(loops);
            let ours = |pairing: &str| -> Width {
                let arguments =
                    format!("compare --pairing {pairing} --time-limit {limit} --rounds 1000");
                let mut compare = job.nucleus(&arguments);
                let (record, seconds) =
                    compared(job, compare.args(["--run", &bench, "--run", &bench]))?;
                let ratio = summary::overall(&record, "new", "old").map(|overall| overall.ratio);
                let interval = ratio.and_then(|ratio| ratio.low.zip(ratio.high));
                let width = interval.map(|(low, high)| stats::half_width(low, high) * 100.0);
                Ok((seconds, width.unwrap_or(f64::NAN)))
            };
            let all = [
                ("duet", ours("duet")?),
                ("alternating", ours("alternate")?),
                ("hyperfine", hyperfine(&job.file("hyperfine.json"), &bench, limit)?),
                ("loop of benches", by_turns(job, limit)?),
            ];
            drop(busy);
            for (method, (seconds, width)) in all.into_iter().filter(|(_, w)| w.1.is_finite()) {
                let (seconds, width) = (format!("{seconds:.1}"), format!("{width:.3}"));
                sheet.push([method.to_owned(), loops.to_string(), seconds, width]);
            }
        }
    }
    Ok(sheet)
}

/// Busy loops that run until dropped.
struct Loops(Arc<AtomicBool>);

impl Loops {
    fn start(count: u32) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        for _ in 0..count {
            let over = Arc::clone(&over);
            std::thread::spawn(move || while !over.load(Relaxed) {});
        }
        Self(over)
    }
}

impl Drop for Loops {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The seconds that a method took, and the half-width of its interval in per cent.
type Width = Result<(f64, f64), Fault>;

/// Compares two commands by the ratio of hyperfine's means, with as many runs as the time allows.
fn hyperfine(json: &Path, bench: &str, seconds: f64) -> Width {
    let run = |runs: u32| -> Result<f64, Fault> {
        let begin = Instant::now();
        let mut hyperfine = command(&format!("hyperfine --shell none --warmup 1 --runs {runs}"));
        if !succeeds(hyperfine.arg("--export-json").arg(json).args([bench, bench])) {
            return Err("hyperfine failed".into());
        }
        Ok(begin.elapsed().as_secs_f64())
    };
    let few = run(2)? / 6.0;
    let runs = ((seconds / few - 2.0) / 2.0).max(2.0) as u32;
    let took = run(runs)?;
    let results: serde_json::Value = serde_json::from_slice(&fs::read(json)?)?;
    let variance = |at: usize| {
        let value = |key: &str| results["results"][at][key].as_f64().unwrap_or(f64::NAN);
        (value("stddev") / value("mean")).powi(2) / f64::from(runs)
    };
    Ok((took, 1.96 * (variance(0) + variance(1)).sqrt() * 100.0))
}

/// Runs one bench after the other in turn, and takes the mean difference of their speeds, as pyshbench does.
fn by_turns(job: &Job, seconds: f64) -> Width {
    let begin = Instant::now();
    let (mut speeds, mut differences) = (Vec::new(), Vec::new());
    while begin.elapsed().as_secs_f64() < seconds {
        let speed = || Ok::<_, Fault>(job.json("bench 9")?["nps"].as_f64().ok_or("no speed")?);
        let (old, new) = (speed()?, speed()?);
        speeds.push(old);
        differences.push(new - old);
    }
    let error = stats::standard_deviation(&differences) / (differences.len() as f64).sqrt();
    Ok((begin.elapsed().as_secs_f64(), 1.96 * error / stats::mean(&speeds) * 100.0))
}

/// Reads and writes memory repeatedly for a second, as a program that shares a processor in [`sharing`].
pub fn sweep(mib: usize) {
    let (mut memory, begin) = (vec![1_u8; mib << 20], Instant::now());
    while begin.elapsed().as_secs_f64() < 1.0 {
        for line in memory.iter_mut().step_by(64) {
            *line = std::hint::black_box(line.wrapping_add(1));
        }
    }
}

/// Runs the engine's bench in a duet with each peer; returns the share of its speed that the bench loses.
pub fn sharing(job: &Job) -> Result<Sheet, Fault> {
    let (program, own) = (job.program.display(), std::env::current_exe()?);
    let bench = format!("'{program}' bench 11");
    let sweep = |mib: u32| format!("'{}' sweep {mib}", own.display());
    let words =
        "setoption name Research Level value avx2\\nposition startpos\\ngo perft 6\\nquit\\n";
    let peers = [
        ("itself", bench.clone()),
        ("its perft at level avx2", format!("printf '{words}' | '{program}'")),
        ("a sweep of 1 MiB", sweep(1)),
        ("a sweep of 4 MiB", sweep(4)),
        ("a sweep of 64 MiB", sweep(64)),
    ];
    let mut sheet = Sheet::new("next to | loss | ± | runs");
    let runs = job.settings.runs.unwrap_or(40);
    for (peer, line) in &peers {
        let mut compare = job.nucleus(&format!("compare --pairing duet --rounds {runs}"));
        let (record, _) = compared(job, compare.args(["--run", &bench, "--run", line]))?;
        let logs = |alone: bool| -> Vec<f64> {
            let mine = record.samples.iter().filter(|s| s.engine == "old" && s.warmup == alone);
            mine.filter_map(|s| Some(s.task_nps()?.ln())).collect()
        };
        let (alone, company) = (logs(true), logs(false));
        if alone.len() < 2 || company.len() < 2 {
            return Err(format!("{peer}: fewer than two samples alone or in company").into());
        }
        let error = |logs: &[f64]| stats::standard_deviation(logs).powi(2) / logs.len() as f64;
        let loss = stats::median(&alone).zip(stats::median(&company)).map(|(a, c)| a - c);
        sheet.push([
            (*peer).to_owned(),
            format!("{:.1} %", loss.unwrap_or(f64::NAN) * 100.0),
            format!("{:.1} %", 1.96 * (error(&alone) + error(&company)).sqrt() * 100.0),
            company.len().to_string(),
        ]);
    }
    Ok(sheet)
}

/// Limit of the gates on real programs.
const LIMIT: f64 = 0.97;

/// Creates a sheet for [`gated`] runs.
fn gates() -> Sheet {
    Sheet::new("comparison | times as fast [interval] | blocks | limit | verdict | seconds")
}

/// Adds the row of a gate that runs to a decision.
fn gated(job: &Job, sheet: &mut Sheet, name: &str, arguments: &[&str]) -> Result<(), Fault> {
    let begin = Instant::now();
    let mut compare = job.nucleus(&format!("compare --gate new/old>={LIMIT} --json"));
    compare.args(["--name", "old", "--name", "new", "--out"]).arg(job.file("out"));
    let ended = compare.args(arguments).output()?;
    let verdict = match ended.status.code() {
        Some(0) => "passed",
        Some(3) => "below",
        Some(4) => "undecided",
        _ => return Err(String::from_utf8_lossy(&ended.stderr).into_owned().into()),
    };
    let record: Record = serde_json::from_slice(&ended.stdout)?;
    let overall = summary::overall(&record, "new", "old");
    let ratio = overall.ok_or("the record has no ratio")?.ratio;
    sheet.push([
        name.to_owned(),
        factor_with_interval(ratio.ratio, ratio.low, ratio.high),
        ratio.blocks.to_string(),
        LIMIT.to_string(),
        verdict.to_owned(),
        begin.elapsed().as_secs().to_string(),
    ]);
    Ok(())
}

/// Runs a gate that compares `gzip -7` with `gzip -6`, and one that compares `gzip -6` with itself.
pub fn commands(job: &Job) -> Result<Sheet, Fault> {
    let text = job.file("text");
    fs::write(&text, output(&mut command("git grep -h ^ -- src docs"))?)?;
    let gzip = |level: u32| format!("gzip -{level} -c '{}'", text.display());
    let mut sheet = gates();
    for level in [7, 6] {
        let name = format!("gzip -{level} over gzip -6");
        gated(job, &mut sheet, &name, &["--run", &gzip(6), "--run", &gzip(level)])?;
    }
    Ok(sheet)
}

/// Compares the program with itself to ± 0.3 %, which shows what the machine allowed while figures were made.
pub fn itself(job: &Job) -> Result<Sheet, Fault> {
    let program = job.program.display().to_string();
    let mut compare = job.nucleus("compare --precision 0.3% --time-limit 300");
    let (record, seconds) = compared(job, compare.args([&program, &program]))?;
    let ratio = summary::overall(&record, "new", "old").ok_or("the record has no ratio")?.ratio;
    let half = ratio.low.zip(ratio.high).map(|(low, high)| stats::half_width(low, high) * 100.0);
    let mut sheet = Sheet::new("times as fast [95 %] | ± | seconds");
    let figure = RatioEstimate::new(ratio.ratio, ratio.low, ratio.high).cell().words().to_owned();
    sheet.push([figure, format!("{:.2} %", half.unwrap_or(f64::NAN)), format!("{seconds:.0}")]);
    Ok(sheet)
}

/// Runs two gates on builds of the engine at optimisation levels 2 and 3, one in each direction.
pub fn builds(job: &Job) -> Result<Sheet, Fault> {
    let build = |name: &str, level: u32| -> Result<String, Fault> {
        let folder = format!("target/{name}");
        let mut cargo = command("cargo build --locked --release --target-dir");
        cargo.arg(&folder).env("RUSTFLAGS", "");
        for part in ["asm", "core", "search", "engine"] {
            let set = format!("profile.release.package.nucleus-{part}.opt-level={level}");
            cargo.args(["--config", &set]);
        }
        output(&mut cargo)?;
        Ok(format!("{folder}/release/nucleus"))
    };
    let [opt2, opt3] = [build("opt2", 2)?, build("opt3", 3)?];
    let mut sheet = gates();
    gated(job, &mut sheet, "opt-level 2 over 3", &[&opt3, &opt2])?;
    gated(job, &mut sheet, "opt-level 3 over 2", &[&opt2, &opt3])?;
    Ok(sheet)
}
