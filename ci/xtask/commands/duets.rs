//! The runs of ci/gate: two equal builds, two with a known difference, and other ways beside ours.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::Ended;
use nucleus_records::record::Record;
use nucleus_records::{stats, summary};

/// A trial of duets.
#[derive(clap::Subcommand)]
pub enum DuetsCommand {
    /// Runs of the engine against itself, the new one with some per cent more nodes than it tells.
    Planted(DuetsArguments),
    /// The speed that the engine loses beside itself, its perft by avx2, and peers that sweep memory.
    Sharing(DuetsArguments),
    /// Reads and writes so many MiB again and again, for a second.
    Sweep {
        /// The memory.
        mib: usize,
    },
    /// The half-width of the interval of two equal programs by a duet, by turns, by hyperfine, and by a
    /// loop of one bench after the other.
    Methods(DuetsArguments),
}

/// How often and how long.
#[derive(clap::Args)]
pub struct DuetsArguments {
    /// The program that compares.
    #[arg(long, value_name = "NUCLEUS", value_parser = whole)]
    program: PathBuf,
    /// The engine that is compared [default: the program].
    #[arg(long, value_name = "NUCLEUS", value_parser = whole)]
    engine: Option<PathBuf>,
    /// Runs.
    #[arg(long, value_name = "N", default_value_t = 200)]
    runs: u32,
    /// The number of the first one.
    #[arg(long, value_name = "N", default_value_t = 1)]
    from: u32,
    /// Seconds of a run.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    seconds: f64,
    /// Per cent of more work, one run of each in turn.
    #[arg(long, value_name = "PER CENT", value_delimiter = ',', default_value = "0,1")]
    planted: Vec<f64>,
    /// Loops that compute beside it, on no processor in particular.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "0")]
    loops: Vec<u32>,
    /// More arguments of `nucleus compare`.
    #[arg(last = true)]
    more: Vec<String>,
}

/// The whole path of a program.
fn whole(path: &str) -> std::io::Result<PathBuf> {
    std::fs::canonicalize(path)
}

impl DuetsArguments {
    fn engine(&self) -> &Path {
        self.engine.as_deref().unwrap_or(&self.program)
    }
}

/// Prints the rows as a table.
pub fn run(command: &DuetsCommand) -> Ended {
    match command {
        DuetsCommand::Planted(asked) => planted(asked)?,
        DuetsCommand::Methods(asked) => methods(asked)?,
        DuetsCommand::Sharing(asked) => sharing(asked)?,
        DuetsCommand::Sweep { mib } => sweep(*mib),
    }
    Ok(0)
}

/// Loops that compute until they are dropped.
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

fn planted(asked: &DuetsArguments) -> Result<(), Box<dyn std::error::Error>> {
    let room = tempfile::tempdir()?;
    println!("| planted | loops | faster | low | high | seconds | blocks |");
    println!("|---:|---:|---:|---:|---:|---:|---|");
    for run in asked.from..asked.from + asked.runs {
        for (&percent, &loops) in
            asked.planted.iter().flat_map(|p| asked.loops.iter().map(move |l| (p, l)))
        {
            let old = engine(room.path(), asked.engine(), "old", 0.0)?;
            let new = engine(room.path(), asked.engine(), "new", percent)?;
            let busy = Loops::start(loops);
            let time = format!("{}", asked.seconds);
            let seed = run.to_string();
            let limits = ["--time-limit", &time, "--seed", &seed];
            let programs = [old.as_str(), new.as_str()];
            let (record, seconds) =
                compare(room.path(), &asked.program, &programs, &limits, &asked.more)?;
            drop(busy);
            let Some((old, new)) = record.engines.first().zip(record.engines.get(1)) else {
                return Err("the record has no two engines".into());
            };
            let overall = summary::overall(&record, &new.name, &old.name);
            let Some(ratio) = overall.map(|overall| overall.ratio) else { continue };
            let faster = |ratio: f64| (ratio - 1.0) * 100.0;
            let logs = summary::block_means(&record, &new.name, &old.name).means;
            let logs: Vec<String> = logs.iter().map(|log| format!("{:.3}", log * 100.0)).collect();
            println!(
                "| {percent} | {loops} | {:.3} | {:.3} | {:.3} | {seconds:.1} | {} |",
                faster(ratio.ratio),
                ratio.low.map_or(f64::NEG_INFINITY, faster),
                ratio.high.map_or(f64::INFINITY, faster),
                logs.join(";")
            );
        }
    }
    Ok(())
}

/// Writes a script that starts the engine with more nodes than it is told to search, and tells as many less.
fn engine(room: &Path, program: &Path, name: &str, percent: f64) -> std::io::Result<String> {
    let factor = 1.0 + percent / 100.0;
    let path = room.join(name);
    let program = program.display();
    let more = format!("s{{^go nodes (\\d+)}}{{\"go nodes \".int($1*{factor}+.5)}}e");
    let less = format!("s{{ nodes (\\d+)}}{{\" nodes \".int($1/{factor}+.5)}}e");
    let script = format!(
        "#!/usr/bin/env bash\n\
         exec '{program}' < <(exec perl -pe 'BEGIN {{ $| = 1 }} {more}') > >(exec perl -pe 'BEGIN {{ $| = 1 }} {less}')\n"
    );
    std::fs::write(&path, script)?;
    Command::new("chmod").arg("+x").arg(&path).status()?;
    Ok(path.display().to_string())
}

/// Runs a comparison; its record, and the seconds that it took.
fn compare(
    room: &Path,
    program: &Path,
    programs: &[&str],
    limits: &[&str],
    more: &[String],
) -> Result<(Record, f64), Box<dyn std::error::Error>> {
    let out = room.join("out");
    let begin = Instant::now();
    let ended = Command::new(program)
        .args(["compare", "--name", "old", "--name", "new", "--json", "--out"])
        .arg(&out)
        .args(limits)
        .args(more)
        .args(programs)
        .output()?;
    let seconds = begin.elapsed().as_secs_f64();
    if !ended.status.success() {
        return Err(String::from_utf8_lossy(&ended.stderr).into_owned().into());
    }
    std::fs::remove_dir_all(&out)?;
    Ok((serde_json::from_slice(&ended.stdout)?, seconds))
}

/// Runs every way in turn, on the engine's own bench of a tenth of a second.
fn methods(asked: &DuetsArguments) -> Result<(), Box<dyn std::error::Error>> {
    let room = tempfile::tempdir()?;
    println!("| method | loops | seconds | width |");
    println!("|---|---:|---:|---:|");
    let bench = format!("'{}' bench 9", asked.engine().display());
    for _ in 0..asked.runs {
        for &loops in &asked.loops {
            let busy = Loops::start(loops);
            let ours = |pairing: &str| {
                let limit = asked.seconds.to_string();
                let limits = ["--pairing", pairing, "--time-limit", &limit, "--rounds", "1000"];
                let runs = ["--run", &bench, "--run", &bench];
                let (record, seconds) =
                    compare(room.path(), &asked.program, &runs, &limits, &asked.more)?;
                let ratio = summary::overall(&record, "new", "old").map(|overall| overall.ratio);
                let interval = ratio.and_then(|ratio| ratio.low.zip(ratio.high));
                let width = interval.map(|(low, high)| stats::half_width(low, high) * 100.0);
                Ok::<_, Box<dyn std::error::Error>>((seconds, width))
            };
            let all = [
                ("duet", ours("duet")?),
                ("alternate", ours("alternate")?),
                ("hyperfine", hyperfine(room.path(), &bench, asked.seconds)?),
                ("bench by turns", by_turns(asked.engine(), asked.seconds)?),
            ];
            drop(busy);
            for (method, (seconds, width)) in all {
                let Some(width) = width else { continue };
                println!("| {method} | {loops} | {seconds:.1} | {width:.3} |");
            }
        }
    }
    Ok(())
}

fn sweep(mib: usize) {
    let (mut memory, begin) = (vec![1_u8; mib << 20], Instant::now());
    while begin.elapsed().as_secs_f64() < 1.0 {
        for line in memory.iter_mut().step_by(64) {
            *line = std::hint::black_box(line.wrapping_add(1));
        }
    }
}

/// A duet of the engine's bench with each peer, by each slice: what it loses.
fn sharing(asked: &DuetsArguments) -> Result<(), Box<dyn std::error::Error>> {
    let room = tempfile::tempdir()?;
    let (program, own) = (asked.engine().display(), std::env::current_exe()?);
    let bench = format!("'{program}' bench 11");
    let sweep = |mib: u32| format!("'{}' duets sweep {mib}", own.display());
    let peers = [
        ("itself", bench.clone()),
        ("its perft by avx2", {
            let words = "setoption name Research Level value avx2\\nposition startpos\\ngo perft 6\\nquit\\n";
            format!("printf '{words}' | '{program}'")
        }),
        ("a sweep of 1 MiB", sweep(1)),
        ("a sweep of 4 MiB", sweep(4)),
        ("a sweep of 64 MiB", sweep(64)),
    ];
    println!("| the engine beside | loses | ± | runs |");
    println!("|---|---:|---:|---:|");
    for (peer, command) in &peers {
        let runs = asked.runs.to_string();
        let limits = ["--pairing", "duet", "--rounds", &runs];
        let programs = ["--run", &bench, "--run", command];
        let (record, _) = compare(room.path(), &asked.program, &programs, &limits, &asked.more)?;
        let logs = |alone: bool| -> Vec<f64> {
            let mine = record.samples.iter().filter(|s| s.engine == "old" && s.warmup == alone);
            mine.filter_map(|s| Some(s.task_nps()?.ln())).collect()
        };
        let (alone, company) = (logs(true), logs(false));
        let error = |logs: &[f64]| stats::standard_deviation(logs).powi(2) / logs.len() as f64;
        let loss = stats::median(&alone).zip(stats::median(&company)).map(|(a, c)| a - c);
        println!(
            "| {peer} | {:.1} % | {:.1} % | {} |",
            loss.unwrap_or(f64::NAN) * 100.0,
            1.96 * (error(&alone) + error(&company)).sqrt() * 100.0,
            company.len()
        );
    }
    Ok(())
}

/// The seconds that a way took, and the half-width of its interval, per cent.
type Width = Result<(f64, Option<f64>), Box<dyn std::error::Error>>;

/// Two commands by hyperfine, as many runs as there is time for: the interval of the quotient of its means.
fn hyperfine(room: &Path, command: &str, seconds: f64) -> Width {
    let json = room.join("hyperfine.json");
    let run = |runs: u32| -> std::io::Result<f64> {
        let begin = Instant::now();
        Command::new("hyperfine")
            .args([
                "--shell",
                "none",
                "--warmup",
                "1",
                "--runs",
                &runs.to_string(),
                "--export-json",
            ])
            .arg(&json)
            .args([command, command])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        Ok(begin.elapsed().as_secs_f64())
    };
    let few = run(2)? / 6.0;
    let runs = ((seconds / few - 2.0) / 2.0).max(2.0) as u32;
    let took = run(runs)?;
    let told: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&json)?)?;
    let variance = |at: usize| {
        let of = |key: &str| told["results"][at][key].as_f64().unwrap_or(f64::NAN);
        (of("stddev") / of("mean")).powi(2) / f64::from(runs)
    };
    let half = 1.96 * (variance(0) + variance(1)).sqrt() * 100.0;
    Ok((took, Some(half).filter(|half| half.is_finite())))
}

/// One bench after the other, in turn, and the mean of the differences of the speeds that they print, as
/// pyshbench has it.
fn by_turns(program: &Path, seconds: f64) -> Width {
    let begin = Instant::now();
    let speed = || -> Result<f64, Box<dyn std::error::Error>> {
        let ended = Command::new(program).args(["bench", "9"]).output()?;
        let text = String::from_utf8_lossy(&ended.stdout).into_owned();
        let words = text.split_whitespace().collect::<Vec<_>>();
        let number = words.len().checked_sub(2).and_then(|at| words[at].parse().ok());
        number.ok_or_else(|| "the bench printed no speed".into())
    };
    let (mut speeds, mut differences) = (Vec::new(), Vec::new());
    while begin.elapsed().as_secs_f64() < seconds {
        let (old, new) = (speed()?, speed()?);
        speeds.push(old);
        differences.push(new - old);
    }
    let error = stats::standard_deviation(&differences) / (differences.len() as f64).sqrt();
    let half = 1.96 * error / stats::mean(&speeds) * 100.0;
    Ok((begin.elapsed().as_secs_f64(), Some(half).filter(|half| half.is_finite())))
}
