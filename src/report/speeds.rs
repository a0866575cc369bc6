//! How many times as fast as a reference an engine of ours is on each CPU: a figure for each engine,
//! reference and workload, from the newest complete record that has it.

use super::estimate::RatioEstimate;
use super::load::Loaded;
use super::pairs::pairs;
use super::select::{GENERIC, cpu_with_marks, identity, own_name, reference_name, threads};
use nucleus_records::record::{EngineRecord, Protocol, Record, Summary, Workload};
use nucleus_records::summary::{between, is_short};

/// The reference of a comparison of our boards.
pub const MAGIC: &str = "magic bitboards";

/// An engine of ours compared with a reference on a workload and a CPU, with one thread.
#[derive(Debug, Clone)]
pub struct CpuSpeed<'a> {
    /// The record that has the figures.
    pub loaded: &'a Loaded,
    /// The engine, as [`own_name`] calls it.
    pub engine: String,
    /// The level of its kernels: of several in a record, the fastest.
    pub level: Option<String>,
    /// The reference, as [`reference_name`] calls it, or [`MAGIC`].
    pub reference: String,
    /// The workload.
    pub workload: &'a Workload,
    /// Median nodes per second of the engine.
    pub nps: f64,
    /// Nodes per second divided by the reference's.
    pub ratio: RatioEstimate,
}

impl CpuSpeed<'_> {
    /// Returns what a reader chooses a figure by: engine, reference and workload.
    pub fn choice(&self) -> [&str; 3] {
        [&self.engine, &self.reference, &self.workload.name]
    }

    fn is_of_same(&self, other: &Self) -> bool {
        self.choice() == other.choice()
            && identity(&self.loaded.record) == identity(&other.loaded.record)
    }

    /// Returns the order of preference: complete before cut short, then the newest, then the fastest level.
    fn fitness(&self) -> (bool, &str, f64) {
        let record = &self.loaded.record;
        (record.complete, &record.started, self.nps)
    }
}

/// Returns the level of an engine of ours, from its record, its option or its own name.
fn level(engine: &EngineRecord) -> Option<String> {
    let option = || engine.options.iter().find(|(name, _)| name == "Level").map(|(_, l)| l.clone());
    let named = || engine.id_name.as_ref()?.rsplit(' ').next().map(str::to_owned);
    engine.level.clone().or_else(option).or_else(named)
}

/// Returns the figures by engine, reference and workload, the fastest CPU first.
pub fn speeds(records: &[Loaded]) -> Vec<CpuSpeed<'_>> {
    let mut found: Vec<CpuSpeed<'_>> = Vec::new();
    for loaded in records {
        let record = &loaded.record;
        if record.settings.self_check || record.is_over_threads() || threads(record) > 1 {
            continue;
        }
        for new in over_references(loaded).into_iter().chain(over_magic(loaded)) {
            match found.iter_mut().find(|one| one.is_of_same(&new)) {
                Some(old) if new.fitness() >= old.fitness() => *old = new,
                Some(_) => {}
                None => found.push(new),
            }
        }
    }
    let falling = |a: &CpuSpeed<'_>, b: &CpuSpeed<'_>| b.ratio.value.total_cmp(&a.ratio.value);
    found.sort_by(|a, b| a.choice().cmp(&b.choice()).then_with(|| falling(a, b)));
    found
}

fn over_references(loaded: &Loaded) -> Vec<CpuSpeed<'_>> {
    let record = &loaded.record;
    let figure = |row: &Summary, reference: &EngineRecord| {
        let engine = record.engine(&row.engine)?;
        let workload = record.workload(&row.workload)?;
        let names = [row.engine.as_str(), reference.name.as_str()];
        if is_short(record, &workload.name, names) {
            return None;
        }
        let ratio = between(record, &workload.name, names[0], names[1])?;
        Some(CpuSpeed {
            loaded,
            engine: own_name(engine)?,
            level: level(engine),
            reference: reference_name(reference),
            workload,
            nps: row.nps?.median,
            ratio: RatioEstimate::new(ratio.ratio, ratio.low, ratio.high),
        })
    };
    let references: Vec<&EngineRecord> =
        record.engines.iter().filter(|e| e.reference && own_name(e).is_none()).collect();
    let of_row = |row| references.iter().filter_map(move |reference| figure(row, reference));
    record.summaries.iter().flat_map(of_row).collect()
}

fn over_magic(loaded: &Loaded) -> impl Iterator<Item = CpuSpeed<'_>> {
    let all = pairs(&loaded.record).into_iter();
    all.filter(|pair| [Protocol::Set, Protocol::Perft].contains(&pair.workload.protocol))
        .filter_map(|pair| {
            Some(CpuSpeed {
                loaded,
                engine: own_name(pair.matrix)?,
                level: level(pair.matrix),
                reference: MAGIC.to_owned(),
                workload: pair.workload,
                nps: pair.matrix_row.nps?.median,
                ratio: pair.ratio()?,
            })
        })
}

/// Returns the engine, reference and workload that most CPUs have; of several one whose reference is a build
/// for the CPU, then the first in `speeds`.
pub fn most_common<'a>(speeds: &'a [CpuSpeed<'_>]) -> Option<[&'a str; 3]> {
    let weight = |group: &[CpuSpeed<'_>]| (group.len(), !group[0].reference.ends_with(GENERIC));
    let groups = speeds.chunk_by(|a, b| a.choice() == b.choice());
    let most = groups.reduce(|best, next| if weight(next) > weight(best) { next } else { best })?;
    Some(most[0].choice())
}

/// Returns the CPU of a record with its marks and without trademarks, for a row of one line.
pub fn short_cpu(record: &Record) -> String {
    ["(R)", "(TM)", " Processor"].iter().fold(cpu_with_marks(record), |name, t| name.replace(t, ""))
}
