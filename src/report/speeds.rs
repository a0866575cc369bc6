//! How many times as fast as a reference an engine of ours is on each CPU: a figure for each engine,
//! reference and workload, from the newest record that has it, a complete one if there is one.

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
    /// The engine: of several with this name in a record, the fastest.
    pub engine: &'a EngineRecord,
    /// The engine's name, as [`own_name`] gives it.
    pub name: String,
    /// The reference, as [`reference_name`] gives it, or [`MAGIC`].
    pub reference: String,
    /// The workload.
    pub workload: &'a Workload,
    /// Median nodes per second of the engine.
    pub nps: f64,
    /// Nodes per second divided by the reference's.
    pub ratio: RatioEstimate,
}

impl CpuSpeed<'_> {
    /// Returns the key of the figure: the names of engine, reference and workload.
    pub fn key(&self) -> [&str; 3] {
        [&self.name, &self.reference, &self.workload.name]
    }

    /// Returns the level of the engine's kernels, from its record, its option or its own name.
    pub fn level(&self) -> Option<&str> {
        let option = || self.engine.options.iter().find(|(name, _)| name == "Level");
        let named = || self.engine.id_name.as_ref()?.rsplit(' ').next();
        self.engine.level.as_deref().or_else(|| option().map(|(_, l)| l.as_str())).or_else(named)
    }

    /// Returns the version of the engine.
    pub fn version(&self) -> Option<&str> {
        let name = self.engine.id_name.as_ref().unwrap_or(&self.loaded.record.tool);
        name.split(' ').nth(1)
    }

    fn is_of_same(&self, other: &Self) -> bool {
        self.key() == other.key() && identity(&self.loaded.record) == identity(&other.loaded.record)
    }

    /// Returns the order of preference: complete before cut short, then the newest, then the fastest level.
    fn fitness(&self) -> (bool, &str, f64) {
        let record = &self.loaded.record;
        (record.complete, &record.started, self.nps)
    }
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
    found.sort_by(|a, b| a.key().cmp(&b.key()).then_with(|| falling(a, b)));
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
        let ratio = between(record, &workload.name, names)?;
        Some(CpuSpeed {
            loaded,
            engine,
            name: own_name(engine)?,
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
                engine: pair.matrix,
                name: own_name(pair.matrix)?,
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
    let groups = speeds.chunk_by(|a, b| a.key() == b.key());
    let most = groups.reduce(|best, next| if weight(next) > weight(best) { next } else { best })?;
    Some(most[0].key())
}

/// Returns the CPU of a record with its marks and without trademarks, for a row of one line.
pub fn short_cpu(record: &Record) -> String {
    ["(R)", "(TM)", " Processor"].iter().fold(cpu_with_marks(record), |name, t| name.replace(t, ""))
}
