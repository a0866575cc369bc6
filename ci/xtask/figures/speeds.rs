//! Speeds: README's figures, the two evaluations, a search shared by two MPI processes.

use nucleus_core::kernels::Level;
use nucleus_records::stats;

use super::job::{Job, data_folder, reference, stockfish};
use super::sheet::Sheet;
use crate::checks::engine::mpi;
use crate::run::{Fault, build_release, holds, output};

/// Compares profiles axon (on two boards) and full with the references; writes a record.
pub fn headline(job: &Job) -> Result<(), Fault> {
    if !holds("need_stockfish") {
        return Err("no stockfish".into());
    }
    let (ours, stockfish) = (format!("'{}' uci", job.program.display()), stockfish());
    let mut engines: Vec<(String, String, Vec<&str>)> = Vec::new();
    engines.extend(reference().map(|(name, command)| (name, command, Vec::new())));
    engines.push(("stockfish".to_owned(), stockfish.clone(), Vec::new()));
    engines.push(("stockfish-no-nnue".to_owned(), stockfish, vec!["Use NNUE=false"]));
    let mut own: Vec<(&str, Vec<&str>)> = vec![
        ("axon", vec!["Profile=axon"]),
        ("axon32-asm", vec!["Profile=axon", "Board=axon32", "Variant=asm"]),
        ("full", vec!["Profile=full"]),
        ("axon32", vec!["Profile=axon", "Board=axon32"]),
    ];
    if Level::detected() == Level::Avx512 {
        own.push(("axon-avx2", vec!["Profile=axon", "Level=avx2"]));
        own.push(("full-avx2", vec!["Profile=full", "Level=avx2"]));
    }
    engines.extend(own.into_iter().map(|(name, set)| (name.to_owned(), ours.clone(), set)));
    let (rounds, seconds) = (job.settings.runs.unwrap_or(8), job.settings.seconds.unwrap_or(1.0));
    let workloads = "--workload start --workload mate7 --workload bench";
    let mut compare =
        job.nucleus(&format!("compare --rounds {rounds} --time {seconds} {workloads}"));
    for (name, engine, options) in &engines {
        compare.arg(engine).args(["--name", name]);
        for option in options {
            compare.arg("--option").arg(format!("{name}:{option}"));
        }
    }
    if compare.status()?.success() { Ok(()) } else { Err("the comparison failed".into()) }
}

/// Measures nodes per second of profile `full` with the network and the hand-written evaluation, in turn.
pub fn evaluations(job: &Job) -> Result<Sheet, Fault> {
    let pairs = job.settings.runs.unwrap_or(7);
    let seconds = job.settings.seconds.unwrap_or(15.0).ceil();
    let mut sheet = Sheet::new(&format!(
        "nodes a second of `full`, millions | network | classical | ratio | of {pairs} pairs"
    ));
    let game = format!("a game, {seconds} s, one thread");
    let speedtest = format!("speedtest --threads 1 --time {seconds}");
    for (words, line) in [("bench, depth 13", "bench 13"), (&*game, &*speedtest)] {
        let nps = |evaluation: &str| -> Result<f64, Fault> {
            let run = job.json(&format!("{line} --evaluation {evaluation}"))?;
            Ok(run["nps"].as_f64().ok_or("no speed")?.ln())
        };
        let mut logs = [Vec::new(), Vec::new()];
        for pair in 0..pairs {
            // The order within a pair of runs alternates.
            let order = if pair % 2 == 0 { [0, 1] } else { [1, 0] };
            for at in order {
                logs[at].push(nps(["network", "classical"][at])?);
            }
        }
        let ratios: Vec<f64> = logs[0].iter().zip(&logs[1]).map(|(a, b)| (a - b).exp()).collect();
        let [least, most] =
            [f64::min, f64::max].map(|choose| ratios.iter().copied().reduce(choose));
        let million = |logs: &[f64]| format!("{:.2}", stats::mean(logs).exp() / 1e6);
        let ratio = stats::mean(&logs[0]) - stats::mean(&logs[1]);
        sheet.push([
            words.to_owned(),
            million(&logs[0]),
            million(&logs[1]),
            format!("{:.3}", ratio.exp()),
            format!("{:.3} to {:.3}", least.unwrap_or_default(), most.unwrap_or_default()),
        ]);
    }
    Ok(sheet)
}

/// Measures the time to depth of two ranks (MPI processes) and of one on Bratko-Kopec positions.
pub fn cluster(job: &Job) -> Result<Sheet, Fault> {
    let nucleus = build_release("--features cluster")?;
    let positions = job.settings.positions.unwrap_or(24).to_string();
    let mut python = mpi("python3 tests/python_cluster.py figures").ok_or("no Open MPI")?;
    python.env("NUCLEUS_DATA", data_folder());
    let csv = output(python.arg(nucleus).arg(positions))?;
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let head: Vec<&str> = reader.headers()?.iter().collect();
    let mut sheet = Sheet::new(&head.join("|"));
    for row in reader.deserialize() {
        let row: [String; 4] = row?;
        sheet.push(row);
    }
    Ok(sheet)
}
