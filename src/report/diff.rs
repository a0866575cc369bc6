//! Two records compared: what is faster in B than in A, and whether that can be told at all.
//!
//! Two runs hours apart share no blocks, so that drift between them does not cancel. Where both
//! measured the same reference, the change of the *ratio to it* is the verdict, since the
//! reference drifted with us; elsewhere it is the change of nodes per second.

use super::Error;
use super::format::{change, count, factor_with_interval};
use super::load::Loaded;
use super::select::{cpu, identity, ours};
use super::table::{Cell, Table, data, left, right};
use super::tables;
use crate::harness::record::{Engine, Record, Summary};

/// A positive quantity with its 95 % interval, if that is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The interval.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    fn new(value: f64, low: Option<f64>, high: Option<f64>) -> Self {
        let positive = |(low, high): &(f64, f64)| *low > 0.0 && high >= low;
        Self { value, interval: low.zip(high).filter(positive) }
    }

    /// This over another that was measured independently of it: the intervals' half-widths are
    /// added in quadrature on the scale of logarithms, where ratios are differences.
    pub fn over(self, other: Self) -> Self {
        let value = self.value / other.value;
        let half = |(low, high): (f64, f64)| (high / low).ln() / 2.0;
        let interval = self.interval.zip(other.interval).map(|(a, b)| {
            let half = half(a).hypot(half(b));
            (value * (-half).exp(), value * half.exp())
        });
        Self { value, interval }
    }

    /// What the interval says about a factor of 1.
    pub fn verdict(self) -> Verdict {
        match self.interval {
            None => Verdict::Unknown,
            Some((low, _)) if low > 1.0 => Verdict::Faster,
            Some((_, high)) if high < 1.0 => Verdict::Slower,
            Some(_) => Verdict::NoDifference,
        }
    }

    fn cell(self) -> Cell {
        let (low, high) = self.interval.unzip();
        Cell::number(Some(self.value), |v| match self.interval {
            // Two decimals would print every small change as 1.00.
            Some((l, h)) => format!("{v:.4} [{l:.4}, {h:.4}]"),
            None => factor_with_interval(v, low, high),
        })
    }
}

/// Whether B is faster than A.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval is above 1.
    Faster,
    /// The whole interval is below 1.
    Slower,
    /// The interval holds 1.
    NoDifference,
    /// There is no interval, because a record has too few blocks.
    Unknown,
}

impl Verdict {
    /// The word in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::NoDifference => "no difference shown",
            Self::Unknown => "no interval",
        }
    }
}

/// One engine on one workload in both records.
#[derive(Debug, Clone)]
pub struct Change {
    /// The workload.
    pub workload: String,
    /// The engine.
    pub engine: String,
    /// Whether it is ours at its best level.
    pub headline: bool,
    /// Nodes per second in A and B.
    pub nps: [Estimate; 2],
    /// The ratio to the same reference in A and B, where both have it.
    pub ratios: Option<[Estimate; 2]>,
    /// Instructions per node in A and B.
    pub instructions: Option<[f64; 2]>,
    /// Cycles per node in A and B.
    pub cycles: Option<[f64; 2]>,
    /// Whether the number of nodes was the same.
    pub same_nodes: Option<bool>,
}

impl Change {
    /// B over A: of the ratios to the reference where there are any, else of nodes per second.
    pub fn estimate(&self) -> Estimate {
        let [a, b] = self.ratios.unwrap_or(self.nps);
        b.over(a)
    }
}

/// Two records compared.
#[derive(Debug, Clone)]
pub struct Diff {
    names: [String; 2],
    notes: Vec<String>,
    /// One entry for each engine and workload that both records have.
    pub changes: Vec<Change>,
}

impl Diff {
    /// Compares B with A.
    ///
    /// # Errors
    /// When they have no engine and workload in common.
    pub fn of(a: &Loaded, b: &Loaded) -> Result<Self, Error> {
        let names = [a.name(), b.name()];
        let mut changes = Vec::new();
        for new in &b.record.summaries {
            let Some(old) = a.record.summary(&new.engine, &new.workload) else { continue };
            changes.extend(change_of(&a.record, &b.record, old, new));
        }
        if changes.is_empty() {
            return Err(Error::Incomparable(format!(
                "{} and {} have no engine and workload in common",
                a.path.display(),
                b.path.display()
            )));
        }
        Ok(Self { names, notes: notes(&a.record, &b.record), changes })
    }

    /// A heading.
    pub fn title(&self) -> String {
        format!("{} over {}", self.names[1], self.names[0])
    }

    /// The changes of our engine at its best level, for `--fail-below`.
    pub fn gated(&self) -> Vec<(String, f64)> {
        let ours = self.changes.iter().filter(|c| c.headline);
        ours.map(|c| (format!("{} on {}", c.engine, c.workload), c.estimate().value)).collect()
    }

    /// The table.
    pub fn table(&self) -> Table {
        let columns = vec![
            left("workload", "workload"),
            left("engine", "engine"),
            right("nps_a", "NPS, A"),
            right("nps_b", "NPS, B"),
            right("nps_change", "NPS, B/A"),
            right("ratio_a", "ratio, A"),
            right("ratio_b", "ratio, B"),
            right("change", "B/A [95 %]"),
            data("change_low"),
            data("change_high"),
            left("verdict", "B is"),
            right("instructions_change", "instr./node"),
            right("cycles_change", "cycles/node"),
            left("same_nodes", "same nodes"),
        ];
        let mut table = Table::new("diff", "Changes", columns);
        for c in &self.changes {
            let estimate = c.estimate();
            let (low, high) = estimate.interval.unzip();
            let relative = |pair: Option<[f64; 2]>| Cell::number(pair.map(|[a, b]| b / a), change);
            let ratio =
                |i: usize| Cell::number(c.ratios.map(|r| r[i].value), |v| format!("{v:.3}"));
            table.push(vec![
                Cell::text(c.workload.clone()),
                Cell::text(c.engine.clone()),
                Cell::number(Some(c.nps[0].value), count),
                Cell::number(Some(c.nps[1].value), count),
                Cell::number(Some(c.nps[1].value / c.nps[0].value), change),
                ratio(0),
                ratio(1),
                estimate.cell(),
                Cell::number(low, change),
                Cell::number(high, change),
                Cell::text(estimate.verdict().word()),
                relative(c.instructions),
                relative(c.cycles),
                Cell::flag(c.same_nodes),
            ]);
        }
        table.notes.push(format!("{} A: {}. B: {}.", super::NODE, self.names[0], self.names[1]));
        table.notes.push(
            "B/A: of the ratios to the reference where both records have the same reference, else \
             of nodes per second. The verdict is that of the 95 % interval, which takes the two \
             records as independent; drift of the machine between them is not in it where there \
             is no common reference."
                .into(),
        );
        table.notes.extend(self.notes.iter().cloned());
        table
    }
}

fn change_of(a: &Record, b: &Record, old: &Summary, new: &Summary) -> Option<Change> {
    let nps = |s: &Summary| s.nps.map(|n| Estimate::new(n.median, n.low, n.high));
    let pair = |f: fn(&Summary) -> Option<f64>| f(old).zip(f(new)).map(|(a, b)| [a, b]);
    let ratios = new.ratios.iter().find_map(|r| {
        let before = old.ratios.iter().find(|o| o.reference == r.reference)?;
        let same = same_engine(a.engine(&r.reference)?, b.engine(&r.reference)?);
        let estimate = |r: &crate::harness::record::Ratio| Estimate::new(r.ratio, r.low, r.high);
        same.then(|| [estimate(before), estimate(r)])
    });
    Some(Change {
        workload: new.workload.clone(),
        engine: new.engine.clone(),
        headline: ours(b).is_some_and(|e| e.name == new.engine),
        nps: [nps(old)?, nps(new)?],
        ratios,
        instructions: pair(|s| s.instructions_per_node),
        cycles: pair(|s| s.cycles_per_node),
        same_nodes: old.nodes.zip(new.nodes).map(|(a, b)| a == b),
    })
}

/// Whether two entries are one program with one set of options.
fn same_engine(a: &Engine, b: &Engine) -> bool {
    a.id_name == b.id_name && a.file_sha256 == b.file_sha256 && a.options == b.options
}

/// What a reader must know before believing the comparison.
fn notes(a: &Record, b: &Record) -> Vec<String> {
    let mut notes = Vec::new();
    if identity(a) != identity(b) {
        notes.push(format!("**Different CPUs**: A is of {}, B of {}.", cpu(a), cpu(b)));
    }
    if a.source.rustc != b.source.rustc {
        notes.push("Different compilers.".to_string());
    }
    let settings = |r: &Record| {
        (
            r.settings.hash_mib,
            r.settings.threads,
            r.settings.mode.clone(),
            r.settings.seconds.to_bits(),
        )
    };
    if settings(a) != settings(b) {
        notes.push("Different settings (run, seconds, hash or threads).".to_string());
    }
    for (name, record) in [("A", a), ("B", b)] {
        notes.extend(
            tables::warnings(&[Loaded { path: name.into(), record: record.clone() }])
                .into_iter()
                .map(|w| format!("Warning of {name}: {w}")),
        );
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independent_intervals_add_in_quadrature() {
        let a = Estimate::new(2.0, Some(2.0 / 1.03), Some(2.0 * 1.03));
        let b = Estimate::new(3.0, Some(3.0 / 1.04), Some(3.0 * 1.04));
        let change = b.over(a);
        let (low, high) = change.interval.expect("both have one");
        let half = 1.03f64.ln().hypot(1.04f64.ln());
        assert!((change.value - 1.5).abs() < 1e-12);
        assert!((high / 1.5 - half.exp()).abs() < 1e-12 && (1.5 / low - half.exp()).abs() < 1e-12);
    }

    #[test]
    fn the_verdict_is_that_of_the_interval() {
        let of = |low, high| Estimate::new(1.0, Some(low), Some(high)).verdict();
        assert_eq!(of(1.001, 1.02), Verdict::Faster);
        assert_eq!(of(0.98, 0.999), Verdict::Slower);
        assert_eq!(of(0.99, 1.01), Verdict::NoDifference);
        assert_eq!(Estimate::new(1.5, None, Some(2.0)).verdict(), Verdict::Unknown);
    }
}
