//! Comparison of two records: the changes of speed from A to B, with verdicts.
//!
//! Two runs hours apart share no blocks, so drift between them does not cancel. The verdict is
//! therefore on the change of the *ratio* to a reference that both measured, since the reference
//! drifted in the same way. Without a common reference there is no verdict. If an engine is the same in
//! both records (program and options), the change of its nodes per second is attributed to the machine.

use super::Error;
use super::estimate::{DiffVerdict, RatioEstimate};
use super::format::{change, count};
use super::gate::{self, GateRow, RowSelection};
use super::load::Loaded;
use super::select::{cpu, identity, references};
use super::table::{Table, TableCell};
use super::{tables, warnings};
use nucleus_records::record::{EngineRecord, Record, Summary, Workload};

/// One engine on one workload in both records.
#[derive(Debug, Clone)]
pub struct Change {
    /// The workload's name in B.
    pub workload: String,
    /// The engine's name in both records.
    pub engine: String,
    /// `true` if `--fail-below` covers the row.
    pub gated: bool,
    /// `true` if program and options are the same in A and B.
    pub unchanged: bool,
    /// Nodes per second in A and B.
    pub nps: [RatioEstimate; 2],
    /// The ratio to the same reference in A and B, if both have it.
    pub ratios: Option<[RatioEstimate; 2]>,
    /// Instructions per node in A and B.
    pub instructions: Option<[f64; 2]>,
    /// Cycles per node in A and B.
    pub cycles: Option<[f64; 2]>,
    /// `true` if the number of nodes was the same.
    pub same_nodes: Option<bool>,
}

impl Change {
    /// Returns the ratio to the same reference, B divided by A; `None` without such a reference.
    pub fn estimate(&self) -> Option<RatioEstimate> {
        self.ratios.map(|[a, b]| b.over(a))
    }

    /// Returns nodes per second, B divided by A: the changes of engine and machine combined.
    pub fn speed(&self) -> RatioEstimate {
        let [a, b] = self.nps;
        b.over(a)
    }

    /// Returns the verdict on the engine.
    pub fn verdict(&self) -> DiffVerdict {
        match self.estimate() {
            _ if self.unchanged => DiffVerdict::Unchanged,
            None => DiffVerdict::NoReference,
            Some(estimate) => estimate.verdict(),
        }
    }

    /// Describes the verdict; for an unchanged engine, with the change of the machine.
    fn words(&self) -> String {
        let words = self.verdict().name();
        match (self.verdict(), self.speed()) {
            (DiffVerdict::Unchanged, RatioEstimate { value, interval: Some((low, high)) }) => {
                format!("{words}; the machine changed by {value:.2} [{low:.2}, {high:.2}]")
            }
            (DiffVerdict::Unchanged, RatioEstimate { value, interval: None }) => {
                format!("{words}; the machine changed by {value:.2}")
            }
            _ => words.to_owned(),
        }
    }
}

/// The comparison of two records.
#[derive(Debug, Clone)]
pub struct Diff {
    names: [String; 2],
    /// The definition of a node, as far as it is known for the engines.
    pub node: String,
    notes: Vec<String>,
    /// A change for each engine and workload that both records have.
    pub changes: Vec<Change>,
}

/// Returns the name in A of a workload of B. A set is identified by its positions, since older
/// records name it differently.
fn same_workload<'a>(a: &'a Record, b: &Record, name: &str) -> Option<&'a str> {
    let new = b.workload(name)?;
    let is_same = |old: &&Workload| match new.fens.is_empty() {
        true => old.name == new.name,
        false => old.protocol == new.protocol && old.fens == new.fens,
    };
    let mut all = a.workloads.iter().filter(is_same);
    let named = all.clone().find(|old| old.name == new.name).or_else(|| all.next());
    named.map(|old| old.name.as_str())
}

impl Diff {
    /// Compares B with A by the ratio to `which.reference`, or to the first reference that both
    /// have. `all` keeps all warnings instead of the worst.
    ///
    /// # Errors
    /// If they have no engine and workload in common, or lack the named reference.
    pub fn new(a: &Loaded, b: &Loaded, which: &RowSelection, all: bool) -> Result<Self, Error> {
        for loaded in [a, b] {
            which.known(std::iter::once(&loaded.record))?;
        }
        let names = [a.name(), b.name()];
        let mut changes = Vec::new();
        for new in &b.record.summaries {
            let Some(workload) = same_workload(&a.record, &b.record, &new.workload) else {
                continue;
            };
            let Some(old) = a.record.summary(&new.engine, workload) else { continue };
            changes.extend(change_of(&a.record, &b.record, old, new, which));
        }
        if changes.is_empty() {
            return Err(Error::Incomparable(format!(
                "{} and {} have no engine and workload in common",
                a.path.display(),
                b.path.display()
            )));
        }
        let mut notes = notes(&a.record, &b.record, all);
        notes.splice(0..0, machine(&changes));
        Ok(Self { names, node: super::node([a, b]), notes, changes })
    }

    /// Returns the heading: `B over A`.
    pub fn title(&self) -> String {
        format!("{} over {}", self.names[1], self.names[0])
    }

    /// Returns the changes that `--fail-below` checks: those of our engine at its best level, or of
    /// the named engine.
    pub fn gated(&self) -> Vec<GateRow> {
        let gated = self.changes.iter().filter(|c| c.gated);
        gated
            .map(|c| GateRow {
                engines: c.engine.clone(),
                workload: c.workload.clone(),
                place: "B over A".to_owned(),
                ratio: c.estimate(),
            })
            .collect()
    }

    /// Returns the table of changes.
    pub fn table(&self) -> Table {
        let relative = |pair: Option<[f64; 2]>| TableCell::number(pair.map(|[a, b]| b / a), change);
        let ratio = |c: &Change, at: usize| {
            TableCell::number(c.ratios.map(|both| both[at].value), |value| format!("{value:.3}"))
        };
        let end = |c: &Change, end: fn((f64, f64)) -> f64| {
            TableCell::number(c.estimate().and_then(|one| one.interval).map(end), change)
        };
        let [a, b] = &self.names;
        let mut table = Table::with_items("diff", "Changes", &self.changes)
            .left("workload", "workload", |c| TableCell::text(&c.workload))
            .left("engine", "engine", |c| TableCell::text(&c.engine))
            .right("nps_a", "NPS, A", |c| TableCell::number(Some(c.nps[0].value), count))
            .right("nps_b", "NPS, B", |c| TableCell::number(Some(c.nps[1].value), count))
            .right("nps_change", "NPS, B/A", |c| relative(Some(c.nps.map(|nps| nps.value))))
            .right("ratio_a", "ratio, A", |c| ratio(c, 0))
            .right("ratio_b", "ratio, B", |c| ratio(c, 1))
            .right("change", "B/A [95 %]", |c| {
                c.estimate().map_or(TableCell::Missing, RatioEstimate::cell)
            })
            .data("change_low", |c| end(c, |ends| ends.0))
            .data("change_high", |c| end(c, |ends| ends.1))
            .left("verdict", "B is", |c| TableCell::marked(c.words(), c.words()))
            .data("unchanged", |c| TableCell::Flag(c.unchanged))
            .right("instructions_change", "instr./node", |c| relative(c.instructions))
            .right("cycles_change", "cycles/node", |c| relative(c.cycles))
            .left("same_nodes", "same nodes", |c| TableCell::flag(c.same_nodes))
            .note(format!("{} A: {a}. B: {b}.", self.node))
            .note(
                "B/A: of the ratios to the same reference, which drifted with the machine; its 95 % \
                 interval takes the two records as independent and is the verdict. NPS, B/A: the engine \
                 and the machine in one; of an engine that is the same in both records, the machine \
                 alone.",
            )
            .table();
        table.notes.extend(self.notes.iter().cloned());
        table
    }
}

fn change_of(
    a: &Record,
    b: &Record,
    old: &Summary,
    new: &Summary,
    which: &RowSelection,
) -> Option<Change> {
    let nps = |s: &Summary| s.nps.map(|n| RatioEstimate::new(n.median, n.low, n.high));
    let pair = |f: fn(&Summary) -> Option<f64>| f(old).zip(f(new)).map(|(a, b)| [a, b]);
    let same = |name: &str| {
        let both = a.engine(name).zip(b.engine(name));
        both.is_some_and(|(a, b)| same_engine(a, b))
    };
    // All rows use the same reference, so the reference itself has no ratio.
    let measure = match &which.reference {
        Some(name) => same(name).then_some(name),
        None => references(b).into_iter().map(|e| &e.name).find(|name| same(name)),
    };
    let ratios = measure
        .filter(|name| **name != new.engine)
        .and_then(|name| Some([gate::ratio(a, old, name)?, gate::ratio(b, new, name)?]));
    let known = |record: &Record| record.engine(&new.engine)?.file_sha256.clone();
    Some(Change {
        workload: new.workload.clone(),
        engine: new.engine.clone(),
        gated: gate::chosen(b, new, which),
        // Programs without a file hash may be different ones.
        unchanged: known(b).is_some() && same(&new.engine),
        nps: [nps(old)?, nps(new)?],
        ratios,
        instructions: pair(|s| s.instructions_per_node),
        cycles: pair(|s| s.cycles_per_node),
        same_nodes: old.nodes.zip(new.nodes).map(|(a, b)| a == b),
    })
}

/// Returns `true` if two entries are the same program with the same options.
fn same_engine(a: &EngineRecord, b: &EngineRecord) -> bool {
    a.id_name == b.id_name && a.file_sha256 == b.file_sha256 && a.options == b.options
}

/// Describes the machine's change, as shown by the engines that are the same in both records.
fn machine(changes: &[Change]) -> Option<String> {
    let speeds = || changes.iter().filter(|c| c.unchanged).map(|c| c.speed().value);
    let (low, high) = speeds().fold((f64::MAX, 0.0_f64), |(l, h), v| (l.min(v), h.max(v)));
    (speeds().count() > 0).then(|| {
        format!(
            "The machine ran engines that are the same in both records {low:.2} to {high:.2} \
             times as fast in B as in A."
        )
    })
}

/// Returns the notes that limit the comparison.
fn notes(a: &Record, b: &Record, all: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if identity(a) != identity(b) {
        notes.push(format!("Different CPUs: A was measured on {}, B on {}.", cpu(a), cpu(b)));
    }
    if a.source.rustc != b.source.rustc {
        notes.push("Different compilers.".to_string());
    }
    let settings = |r: &Record| {
        let settings = &r.settings;
        (settings.hash_mib, settings.threads, settings.mode.clone(), settings.seconds.to_bits())
    };
    if settings(a) != settings(b) {
        notes.push("Different settings (run, seconds, hash or threads).".to_string());
    }
    let mut warned = Vec::new();
    for (name, record) in [("A", a), ("B", b)] {
        let of = tables::warnings(&[Loaded { path: name.into(), record: record.clone() }]);
        warned.extend(of.into_iter().map(|w| format!("{name}: {w}")));
    }
    let count = warned.len();
    let (shown, besides) = warnings::shown(warned, all);
    if besides > 0 {
        notes.push(format!(
            "{count} warnings, the worst {}; --all-warnings shows all:",
            shown.len()
        ));
    }
    notes.extend(shown.iter().map(|w| format!("Warning of {}", w.replace('`', "'"))));
    notes
}
