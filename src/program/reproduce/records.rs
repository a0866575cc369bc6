//! Takes samples from the records of matches, suites and comparisons.

use std::fs;
use std::path::Path;

use nucleus_core::kernels::Level;
use nucleus_core::types::score::is_mate;
use nucleus_matches::MatchRecord;
use nucleus_matches::suite::{Formula, PositionRecord, SuiteRecord, SuiteResult};
use nucleus_records::envelope::read_file;
use nucleus_records::record::Record;
use nucleus_records::summary::between;

use super::unit::{StepFault, StepResult};
use super::workshop::StepContext;

/// Samples the games won, drawn and lost by the first engine of a match, and its rating if the opponent's is known.
/// Games that an engine aborted are left out.
pub fn games(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let json = step.file("file")?;
    let record: MatchRecord = read_file(&json)?;
    let finished = record.games.iter().filter(|game| !game.reason.is_fault());
    let points: Vec<u32> = finished.map(|game| game.half_points).collect();
    if !record.complete || points.len() * 2 < record.games.len() {
        return Err(format!("{}: games are missing, or ended by a fault", json.display()).into());
    }
    let ends @ [won, drawn, lost] =
        [2, 1, 0].map(|end| points.iter().filter(|points| **points == end).count() as f64);
    let mut result = StepResult::default();
    result.games(&step.text("series")?, ends);
    if let Ok(turned) = step.text("turned") {
        result.games(&turned, [lost, drawn, won]);
    }
    if let Ok(rating) = step.text("rating") {
        let games = points.len() as f64;
        // A score of all points or none is moved by half a point, because its rating is infinite.
        let share = ((won + drawn / 2.0) / games).clamp(0.5 / games, 1.0 - 0.5 / games);
        let over = 400.0 * (share / (1.0 - share)).log10();
        result.value(rating, step.number::<f64>("anchor")? + over);
    }
    Ok(result)
}

/// The number of blocks of positions, so that the median of their means has an interval.
const BLOCKS: usize = 10;
/// The number of positions below which each position is a block.
const FEW: usize = 40;
/// The number of positions per sample of the quiescence search's share of the nodes.
const BLOCK: usize = 10;

/// A quantity of a position.
type Measure = fn(&PositionRecord) -> f64;

const MEASURES: [(&str, Measure); 4] = [
    ("nodes a second", |p| p.nodes as f64 / p.seconds.max(1e-9)),
    ("depth", |p| p.iterations.last().map_or(0.0, |last| f64::from(last.depth))),
    ("selective depth", |p| p.iterations.last().map_or(0.0, |l| f64::from(l.selective_depth))),
    ("table use", |p| p.iterations.last().map_or(0.0, |last| last.hashfull as f64 / 10.0)),
];

fn suite_of(json: &Path) -> Result<SuiteResult, StepFault> {
    let record: SuiteRecord = read_file(json)?;
    let suite = record.suites.into_iter().next();
    suite.ok_or_else(|| format!("{}: no suite", json.display()).into())
}

/// Samples a complete suite. Returns no samples if a later step searches the remaining positions.
pub fn suite(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let suite = suite_of(&step.file("file")?)?;
    let positions = &suite.positions;
    let mut result = StepResult::default();
    if positions.len() != suite.total {
        let more_follows = step.text("count").is_ok_and(|count| Ok(count) != step.text("n"))
            || step.number::<usize>("last").is_ok_and(|last| last < suite.total);
        let missing = || format!("{}: positions are missing", suite.name).into();
        return more_follows.then_some(result).ok_or_else(missing);
    }
    // With a node limit, seconds follow from the nodes and the paper's speed.
    let speed = step.number::<f64>("speed").ok();
    let (scale, each) = match speed {
        Some(speed) => (1.0, step.number::<f64>("nodes")? / speed),
        None => (step.number("scale")?, step.number::<f64>("movetime")? / 1000.0),
    };
    let seconds = |p: &PositionRecord, found: f64| match speed {
        Some(speed) => found / p.seconds.max(1e-9) * p.nodes as f64 / speed,
        None => found * scale,
    };
    let solved = positions.iter().filter(|position| position.solved).count();
    result.count("solved", solved as f64, positions.len() as f64);
    let blocks = if positions.len() < FEW { positions.len() } else { BLOCKS };
    // With a node limit the speed is not sampled, because other work on the machine changes it.
    for (series, measure) in MEASURES.into_iter().skip(usize::from(speed.is_some())) {
        for block in 0..blocks {
            let of_block: Vec<f64> =
                positions.iter().skip(block).step_by(blocks).map(measure).collect();
            result.value(series, of_block.iter().sum::<f64>() / of_block.len().max(1) as f64);
        }
    }
    let time = |p: &PositionRecord| match p.found.filter(|_| p.solved) {
        Some(found) => seconds(p, found),
        None => each * scale,
    };
    let times =
        step.text("times").map_or_else(|_| String::new(), |times| format!(" times {times}"));
    result.value(format!("rating time{times}"), positions.iter().map(time).sum());
    if let Some(formula) = Formula::from_name(&suite.name) {
        let mut scaled = positions.clone();
        scaled.iter_mut().for_each(|p| p.found = p.found.map(|found| seconds(p, found)));
        result.value("rating", formula.value(&scaled));
    }
    Ok(result)
}

/// Samples Umko's table 2: when the solution is first played and kept, and the end of the search.
pub fn analysis(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let scale: f64 = step.number("scale")?;
    let suite = suite_of(&step.file("file")?)?;
    let position = suite.positions.first().ok_or_else(|| "no position was searched".to_owned())?;
    let mut result = StepResult::default();
    result.value("end plays d4e6", f64::from(u8::from(position.chosen == "d4e6")));
    let found = position.found.filter(|_| position.solved);
    let found = found.and_then(|found| position.iterations.iter().find(|i| i.seconds >= found));
    for (name, iteration) in [("found", found), ("end", position.iterations.last())] {
        let Some(iteration) = iteration else { continue };
        let mut add = |series: &str, value: f64| result.value(format!("{name} {series}"), value);
        add("depth", f64::from(iteration.depth));
        add("selective depth", f64::from(iteration.selective_depth));
        if !is_mate(iteration.score) {
            add("evaluation", f64::from(iteration.score) / 100.0);
        }
        add("seconds", iteration.seconds * scale);
        add("nodes a second", iteration.nodes as f64 / iteration.seconds.max(1e-9));
        add("table use", iteration.hashfull as f64 / 10.0);
    }
    Ok(result)
}

/// Samples the quiescence search's share of the nodes, one sample per block of positions.
pub fn quiescence(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let kind = step.text("kind")?;
    let suite = suite_of(&step.path(&format!("{kind}.json")))?;
    let mut result = StepResult::default();
    for block in suite.positions.chunks(BLOCK) {
        let sum = |count: fn(&PositionRecord) -> u64| block.iter().map(count).sum::<u64>() as f64;
        result.value(&kind, 100.0 * sum(|p| p.quiescence_nodes) / sum(|p| p.nodes).max(1.0));
    }
    Ok(result)
}

/// Samples the ratios to builds of Stockfish by kind of code: the same assembly at all levels, vectors of axon32, the matrix.
pub fn levels(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let record = newest(&step.path(&step.text("n")?))?;
    let mut result = StepResult::default();
    for kind in ["assembly", "vectors", "matrix"] {
        let mut ratios = Vec::new();
        // The levels of older processors are first; Stockfish is built for each.
        for level in Level::usable().map(Level::name) {
            let ours = match (kind, level) {
                ("assembly", _) => "nucleus-portable-asm-axon32".to_owned(),
                ("vectors", "popcnt") => "nucleus-portable-axon32".to_owned(),
                ("vectors", _) => format!("nucleus-{level}-axon32"),
                _ => format!("nucleus-{level}"),
            };
            let ratio = between(&record, "start/paper", [&ours, &format!("stockfish-{level}")]);
            let ratio = ratio.ok_or_else(|| format!("no ratio of {ours} at {level}"))?.ratio;
            result.value(format!("{kind} over {level}"), ratio);
            ratios.push(ratio);
        }
        let [oldest, .., newest] = ratios[..] else { return Err("one level".to_owned().into()) };
        result.value(format!("{kind}, oldest over newest"), oldest / newest);
    }
    Ok(result)
}

/// Reads the newest record that comparisons wrote into a folder: the last of the paths in order.
fn newest(out: &Path) -> Result<Record, StepFault> {
    let folders = fs::read_dir(out).into_iter().flatten().flatten();
    let files = folders.filter_map(|cpu| fs::read_dir(cpu.path()).ok()).flatten().flatten();
    let records = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"));
    let path = records.max().ok_or_else(|| format!("no record in {}", out.display()))?;
    Ok(read_file(&path)?)
}
