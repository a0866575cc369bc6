//! Test suites with one thread, each with the time limit of its published figure.

use std::fs;

use nucleus_matches::suite::Totals;

use super::job::Job;
use super::sheet::Sheet;
use crate::run::Fault;

/// The least result that passes.
enum Least {
    None,
    Solved(usize),
    Points(u32),
}

/// A suite: its name, its file, milliseconds per position, and the least result.
type Suite = (&'static str, &'static str, u32, Least);

const SUITES: [Suite; 5] = [
    ("Win at Chess", "suites/wac.epd", 1_000, Least::Solved(290)),
    ("mates in 2 to 4, exact distance", "mates/mate2to4_public.epd", 2_000, Least::Solved(60)),
    ("mates in 5 to 8, exact distance", "mates/mate5to8_public.epd", 2_000, Least::Solved(40)),
    ("Strategic Test Suite", "suites/sts1300.epd", 200, Least::Points(9_750)),
    ("Bratko-Kopec", "suites/bk.epd", 10_000, Least::Solved(18)),
];

const MORE: [Suite; 7] = [
    ("LCT II", "suites/lct2.epd", 5_000, Least::None),
    ("BT 2630", "suites/bt2630.epd", 5_000, Least::None),
    ("BS 2830", "suites/bs2830.epd", 5_000, Least::None),
    ("Nolot", "suites/nolot.epd", 5_000, Least::None),
    ("ECM", "suites/ecm879.epd", 100, Least::None),
    ("WCSAC", "suites/wcsac.epd", 100, Least::None),
    ("BWTC", "suites/bwtc.epd", 100, Least::None),
];

/// Suites for both evaluations: name, file, limit.
const EVALUATIONS: [(&str, &str, &str); 6] = [
    ("Win at Chess, 250,000 nodes", "suites/wac.epd", "--nodes 250000"),
    ("Win at Chess, 1,000,000 nodes", "suites/wac.epd", "--nodes 1000000"),
    ("Win at Chess, 1 s", "suites/wac.epd", "--movetime 1000"),
    ("Strategic Test Suite, 0.2 s", "suites/sts1300.epd", "--movetime 200"),
    ("mates in 2 to 4, 50,000 nodes", "mates/mate2to4_public.epd", "--nodes 50000"),
    ("mates in 5 to 8, 100,000 nodes", "mates/mate5to8_public.epd", "--nodes 100000"),
];

/// Runs the suites with a required result.
pub fn suites(job: &Job) -> Result<Sheet, Fault> {
    solved(job, &SUITES)
}

/// Runs further suites, which are reported only.
pub fn more(job: &Job) -> Result<Sheet, Fault> {
    solved(job, &MORE)
}

fn solved(job: &Job, suites: &[Suite]) -> Result<Sheet, Fault> {
    let mut sheet = Sheet::new("suite | time per position | solved | points | required");
    let mut missed = Vec::new();
    for (words, file, milliseconds, least) in suites {
        let milliseconds = job.settings.seconds.map_or(*milliseconds, |s| (s * 1_000.0) as u32);
        let totals = anew(job, words, file, &format!("--movetime {milliseconds}"))?;
        let (is_reached, least) = match *least {
            Least::None => (true, "–".to_owned()),
            Least::Solved(count) => (totals.solved >= count, count.to_string()),
            Least::Points(points) => (totals.points.0 >= points, points.to_string()),
        };
        let time = format!("{} s", f64::from(milliseconds) / 1_000.0);
        let (solved, points) = (solved_cell(&totals), points_cell(&totals));
        sheet.push([(*words).to_owned(), time, solved, points, least]);
        missed.extend((!is_reached).then_some(*words));
    }
    if missed.is_empty() { Ok(sheet) } else { Err(format!("below the least: {missed:?}").into()) }
}

/// Runs the network and the hand-written evaluation on the same positions.
pub fn evaluations(job: &Job) -> Result<Sheet, Fault> {
    let mut sheet = Sheet::new("suite | network | hand-written");
    for (words, file, limit) in EVALUATIONS {
        let cell = |evaluation: &str| -> Result<String, Fault> {
            let name = format!("{evaluation}, {words}");
            let totals = anew(job, &name, file, &format!("{limit} --evaluation {evaluation}"))?;
            let points = match totals.points {
                (_, 0) => String::new(),
                _ => format!(", {} points", points_cell(&totals)),
            };
            Ok(solved_cell(&totals) + &points)
        };
        sheet.push([words.to_owned(), cell("network")?, cell("classical")?]);
    }
    Ok(sheet)
}

/// Runs a suite from its first position. A record of an earlier run is removed, since results by the clock vary.
fn anew(job: &Job, name: &str, file: &str, arguments: &str) -> Result<Totals, Fault> {
    let name = name.replace([' ', ','], "-");
    if job.file(&format!("{name}.json")).exists() {
        fs::remove_file(job.file(&format!("{name}.json")))?;
    }
    job.solve(&name, file, arguments)
}

/// Formats the number of solved positions and the number of searched ones.
pub fn solved_cell(totals: &Totals) -> String {
    format!("{}/{}", totals.solved, totals.searched)
}

fn points_cell(totals: &Totals) -> String {
    match totals.points {
        (_, 0) => "–".to_owned(),
        (got, most) => {
            format!("{got}/{most} ({:.1} %)", 100.0 * f64::from(got) / f64::from(most))
        }
    }
}
