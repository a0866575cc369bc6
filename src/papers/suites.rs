use std::ffi::OsStr;

use nucleus_core::types::score::is_mate;
use nucleus_matches::suite::{Formula, PositionRecord, SuiteRecord, SuiteResult};
use nucleus_records::envelope::read_file;
use nucleus_report::papers::PaperName;

use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;
use crate::arguments;

/// A profile and its share of the paper's times and tables.
#[derive(Clone, Copy)]
struct Player {
    /// The profile, with which the names of its units begin.
    profile: &'static str,
    /// The paper's time and table over ours.
    scale: u64,
    /// The scale in words, for the names of series.
    times: &'static str,
    /// Its threads.
    threads: &'static str,
    /// More words of its command.
    words: &'static [&'static str],
    /// Differences from the paper's conditions, a sentence each.
    conditions: [&'static str; 2],
}

/// Umko on two threads, as the paper ran it.
const UMKO: Player = Player {
    profile: "umko",
    scale: 10,
    times: "ten",
    threads: "2",
    words: &["--bound", "none"],
    conditions: [
        "A tenth of the paper's time a position and of its table, two threads on two processors.",
        "Profile umko on magic bitboards with the evaluation's own scale: no bound of the positional part, \
         which is Axon's.",
    ],
};

/// Profile `full` beside it.
const FULL: Player = Player {
    profile: "full",
    scale: 30,
    times: "thirty",
    threads: "1",
    words: &[],
    conditions: [
        "A thirtieth of the paper's time a position and of its table, one thread where the paper had two.",
        "Profile full with its network.",
    ],
};

/// Blocks of positions that a mean is taken of, so that the median has an interval.
const BLOCKS: usize = 10;
/// A suite of fewer positions has a block for each.
const FEW: usize = 40;

/// A suite of table 1: its file, seconds a position, table in MiB, positions.
struct TableRow(&'static str, u64, u64, usize);

const TABLE_1: [TableRow; 10] = [
    TableRow("wac", 5, 64, 300),
    TableRow("wcsac", 5, 64, 1001),
    TableRow("bwtc", 5, 64, 991),
    TableRow("sts1300", 10, 128, 1300),
    TableRow("ecm879", 20, 128, 879),
    TableRow("bk", 60, 256, 24),
    TableRow("lct2", 600, 512, 35),
    TableRow("bt2630", 900, 512, 30),
    TableRow("bs2830", 900, 512, 27),
    TableRow("nolot", 3600, 512, 11),
];

impl Player {
    fn conditions(&self) -> Vec<String> {
        self.conditions.map(str::to_owned).to_vec()
    }
}

/// A unit for each suite of table 1, and one for table 2; the suites once more by profile `full`.
pub fn units() -> Vec<Unit> {
    let mut units: Vec<Unit> = TABLE_1.iter().map(|row| suite(UMKO, row)).collect();
    units.push(Unit {
        name: "umko-nolot-4".to_owned(),
        paper: PaperName::Umko,
        what: "table 2: Nolot, problem 4".to_owned(),
        conditions: UMKO.conditions(),
        timed: true,
        steps: vec![Step::new("problem 4", 361.0, |workshop| {
            let (record, command) = search(workshop, UMKO, "nolot", 360_000, 51, Some(4))?;
            let position = record.suites.first().and_then(|suite| suite.positions.first());
            let position = position.ok_or_else(|| "no position was searched".to_owned())?;
            Ok(analysis(position, command))
        })],
    });
    units.extend(TABLE_1.iter().map(|row| suite(FULL, row)));
    units
}

fn suite(player: Player, &TableRow(file, seconds, mib, positions): &TableRow) -> Unit {
    let milliseconds = seconds * 1000 / player.scale;
    let hash = (mib / player.scale).max(1);
    let each = milliseconds as f64 / 1000.0;
    // A step lasts an hour at most, so that the longest suite has a step a position.
    let steps = if each * positions as f64 > 3600.0 {
        (1..=positions)
            .map(|number| {
                Step::new(format!("position {number}"), each, move |workshop| {
                    let (_, command) =
                        search(workshop, player, file, milliseconds, hash, Some(number as u64))?;
                    // The last one has them all.
                    if number < positions {
                        return Ok(StepResult { command, ..StepResult::default() });
                    }
                    let (record, _) = search(workshop, player, file, milliseconds, hash, Some(1))?;
                    all(&record, player, command, each)
                })
            })
            .collect()
    } else {
        vec![Step::new("all positions", each * positions as f64, move |workshop| {
            let (record, command) = search(workshop, player, file, milliseconds, hash, None)?;
            all(&record, player, command, each)
        })]
    };
    Unit {
        name: format!("{}-{file}", player.profile),
        paper: PaperName::Umko,
        what: format!("table 1: {file}, {each:.3} s a position, profile {}", player.profile),
        conditions: player.conditions(),
        timed: true,
        steps,
    }
}

/// Searches a suite, or goes on with it.
fn search(
    workshop: &Workshop,
    player: Player,
    file: &str,
    milliseconds: u64,
    hash: u64,
    position: Option<u64>,
) -> Result<(SuiteRecord, String), Fault> {
    let path = workshop.data_file(&format!("suites/{file}.epd"))?;
    let alone = if position.is_some() { "-by-position" } else { "" };
    let json = workshop.folder(player.profile)?.join(format!("{file}{alone}.json"));
    let (time, hash) = (milliseconds.to_string(), hash.to_string());
    let mut all = arguments![
        "suite",
        &path,
        "--movetime",
        &time,
        "--hash",
        &hash,
        "--profile",
        player.profile,
        "--threads",
        player.threads,
        "--json",
        &json
    ]
    .to_vec();
    all.extend(player.words.iter().map(OsStr::new));
    let number = position.map(|number| number.to_string());
    if let Some(number) = &number {
        all.extend(arguments!["--position", number]);
    }
    let command = workshop.nucleus(&all)?;
    Ok((read_file(&json)?, command))
}

/// Returns the samples of a whole suite, `each` seconds a position.
fn all(
    record: &SuiteRecord,
    player: Player,
    command: String,
    each: f64,
) -> Result<StepResult, Fault> {
    let suite = record.suites.first().ok_or_else(|| "no suite".to_owned())?;
    if suite.positions.len() != suite.total {
        return Err(Fault::Failed(format!("{}: positions are missing", suite.name)));
    }
    Ok(summary(suite, player, command, each))
}

fn summary(suite: &SuiteResult, player: Player, command: String, each: f64) -> StepResult {
    let scale = player.scale as f64;
    let positions = &suite.positions;
    let mut result = StepResult { command, ..StepResult::default() };
    let solved = positions.iter().filter(|position| position.solved).count();
    result.count("solved", solved as f64, positions.len() as f64);
    let blocks = if positions.len() < FEW { positions.len() } else { BLOCKS };
    type Measure = fn(&PositionRecord) -> f64;
    let measures: [(&str, Measure); 4] = [
        ("nodes a second", |p| p.nodes as f64 / p.seconds.max(1e-9)),
        ("depth", |p| p.iterations.last().map_or(0.0, |last| f64::from(last.depth))),
        ("selective depth", |p| p.iterations.last().map_or(0.0, |l| f64::from(l.selective_depth))),
        ("table use", |p| p.iterations.last().map_or(0.0, |last| last.hashfull as f64 / 10.0)),
    ];
    for (series, measure) in measures {
        for block in 0..blocks {
            let of_block: Vec<f64> =
                positions.iter().skip(block).step_by(blocks).map(measure).collect();
            result.value(series, of_block.iter().sum::<f64>() / of_block.len().max(1) as f64);
        }
    }
    let time = |p: &PositionRecord| p.found.filter(|_| p.solved).unwrap_or(each) * scale;
    result.value(format!("rating time times {}", player.times), positions.iter().map(time).sum());
    if let Some(formula) = Formula::of(&suite.name) {
        let mut scaled = positions.clone();
        scaled.iter_mut().for_each(|p| p.found = p.found.map(|found| found * scale));
        result.value("rating", formula.value(&scaled));
    }
    result
}

/// Table 2: when the solution is first played and kept, and the end.
fn analysis(position: &PositionRecord, command: String) -> StepResult {
    let mut result = StepResult { command, ..StepResult::default() };
    let plays = |move_text: &str| f64::from(u8::from(position.chosen == move_text));
    result.value("end plays d4e6", plays("d4e6"));
    let found = position
        .found
        .and_then(|found| position.iterations.iter().find(|iteration| iteration.seconds >= found));
    let rows = [("found", found.filter(|_| position.solved)), ("end", position.iterations.last())];
    for (name, iteration) in rows {
        let Some(iteration) = iteration else { continue };
        let mut add = |series: &str, value: f64| result.value(format!("{name} {series}"), value);
        add("depth", f64::from(iteration.depth));
        add("selective depth", f64::from(iteration.selective_depth));
        if !is_mate(iteration.score) {
            add("evaluation", f64::from(iteration.score) / 100.0);
        }
        add("seconds", iteration.seconds * UMKO.scale as f64);
        add("nodes a second", iteration.nodes as f64 / iteration.seconds.max(1e-9));
        add("table use", iteration.hashfull as f64 / 10.0);
    }
    result
}
