//! Instruction counts held against a baseline.

use nucleus_report::format::{change, count};
use nucleus_report::table::{Table, TableCell, left, right};

use super::InstructionCounts;

/// A bench may cost this much more than in the baseline.
pub const BENCH_LIMIT: f64 = 1.01;
/// All benches together may cost this much more.
pub const TOTAL_LIMIT: f64 = 1.003;
/// A bench that costs less has lost its body: stripped, or inlined away. Each of ours goes over
/// dozens of positions and costs tens of thousands.
pub const FLOOR: u64 = 1000;

nucleus_core::named_enum! {
    /// Result of one bench.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum BenchOutcome {
        /// Within the limit.
        Same = "",
        /// Cheaper by more than the limit: to be blessed, so that it is not lost again.
        Cheaper = "cheaper",
        /// Dearer by more than the limit.
        Dearer = "dearer",
        /// In the baseline, and not run.
        Missing = "missing",
        /// Run, and not in the baseline.
        New = "new",
        /// Below the floor: its body is gone.
        BelowFloor = "below the floor",
    }
}

impl BenchOutcome {
    fn fails(self) -> bool {
        !matches!(self, Self::Same | Self::Cheaper)
    }

    /// The words, bold where it fails.
    fn cell(self) -> TableCell {
        let words = self.name();
        if self.fails() {
            TableCell::marked(words, format!("**{words}**"))
        } else {
            TableCell::text(words)
        }
    }
}

/// A comparison.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Id, instructions before and now, outcome.
    pub rows: Vec<(String, Option<u64>, Option<u64>, BenchOutcome)>,
    /// Instructions before and now of the benches that both have.
    pub total: (u64, u64),
}

/// Holds counts against a baseline.
pub fn compare(baseline: &InstructionCounts, now: &InstructionCounts) -> Comparison {
    // Two machines of which one has no counter cannot be held against each other there.
    let hardware = !baseline.hardware.is_empty() && !now.hardware.is_empty();
    let all = |counts: &InstructionCounts| {
        let mut all = counts.instructions.clone();
        all.extend(counts.hardware.clone().into_iter().filter(|_| hardware));
        all
    };
    let (baseline, now) = (all(baseline), all(now));
    let mut ids: Vec<&String> = baseline.keys().collect();
    ids.extend(now.keys().filter(|id| !baseline.contains_key(*id)));
    let mut total = (0, 0);
    let mut rows = Vec::new();
    for id in ids {
        let before = baseline.get(id).copied();
        let after = now.get(id).copied();
        let outcome = match (before, after) {
            (_, None) => BenchOutcome::Missing,
            (_, Some(after)) if after < FLOOR => BenchOutcome::BelowFloor,
            (None, Some(_)) => BenchOutcome::New,
            (Some(before), Some(after)) => {
                total = (total.0 + before, total.1 + after);
                match after as f64 / before.max(1) as f64 {
                    r if r > BENCH_LIMIT => BenchOutcome::Dearer,
                    r if r < 1.0 / BENCH_LIMIT => BenchOutcome::Cheaper,
                    _ => BenchOutcome::Same,
                }
            }
        };
        rows.push((id.clone(), before, after, outcome));
    }
    Comparison { rows, total }
}

impl Comparison {
    /// All benches together, now over before.
    pub fn total_factor(&self) -> f64 {
        self.total.1 as f64 / self.total.0.max(1) as f64
    }

    /// Returns the failures, one line each; empty when the counts pass.
    pub fn failures(&self) -> Vec<String> {
        let failing = self.rows.iter().filter(|r| r.3.fails());
        let mut lines: Vec<String> = failing
            .map(|(id, before, after, outcome)| match (before, after, outcome) {
                (_, _, BenchOutcome::Missing) => format!("{id}: in the baseline, and not run"),
                (_, _, BenchOutcome::New) => format!("{id}: not in the baseline"),
                (_, Some(after), BenchOutcome::BelowFloor) => {
                    format!("{id}: {after} instructions, below the floor of {FLOOR}")
                }
                (before, after, _) => {
                    let factor = after.unwrap_or(0) as f64 / before.unwrap_or(1).max(1) as f64;
                    format!("{id}: {}, more than {}", change(factor), change(BENCH_LIMIT))
                }
            })
            .collect();
        if self.total_factor() > TOTAL_LIMIT {
            let factor = change(self.total_factor());
            lines.push(format!("total: {factor}, more than {}", change(TOTAL_LIMIT)));
        }
        lines
    }

    /// The benches whose count changed, and the total.
    pub fn table(&self) -> Table {
        let columns = vec![
            left("bench", "bench"),
            right("before", "before"),
            right("now", "now"),
            right("change", "change"),
            left("outcome", ""),
        ];
        let mut table = Table::new("instructions", "Instructions against the baseline", columns);
        let figure = |n: Option<u64>| TableCell::number(n.map(|n| n as f64), count);
        for (id, before, now, outcome) in &self.rows {
            if before == now && !outcome.fails() {
                continue;
            }
            let factor = before.zip(*now).map(|(b, n)| n as f64 / b.max(1) as f64);
            table.push(vec![
                TableCell::marked(id.clone(), format!("`{id}`")),
                figure(*before),
                figure(*now),
                TableCell::number(factor, change),
                outcome.cell(),
            ]);
        }
        table.push(vec![
            TableCell::text("total of those in both"),
            figure(Some(self.total.0)),
            figure(Some(self.total.1)),
            TableCell::number(Some(self.total_factor()), change),
            if self.total_factor() > TOTAL_LIMIT {
                BenchOutcome::Dearer
            } else {
                BenchOutcome::Same
            }
            .cell(),
        ]);
        let same = self.rows.iter().filter(|(_, b, n, o)| b == n && !o.fails()).count();
        table.notes.push(format!(
            "{} benches, {same} of them unchanged to the instruction. Limits: {} a bench, {} in \
             total.",
            self.rows.len(),
            change(BENCH_LIMIT),
            change(TOTAL_LIMIT)
        ));
        table
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn counts(pairs: &[(&str, u64)]) -> InstructionCounts {
        let instructions = pairs.iter().map(|(id, n)| (id.to_string(), *n)).collect();
        InstructionCounts { instructions, ..InstructionCounts::default() }
    }

    fn baseline() -> InstructionCounts {
        counts(&[
            ("scan::list.avx2", 100_000),
            ("scan::list.portable", 500_000),
            ("search", 10_000_000),
        ])
    }

    fn with(id: &str, n: u64) -> InstructionCounts {
        let mut counts = baseline();
        counts.instructions.insert(id.into(), n);
        counts
    }

    #[test]
    fn equal_counts_pass_and_show_the_total_alone() {
        let comparison = compare(&baseline(), &baseline());
        assert!(comparison.failures().is_empty());
        assert_eq!(comparison.table().rows.len(), 1);
        assert!(comparison.table().notes[0].contains("3 of them unchanged"));
    }

    #[test]
    fn a_slowdown_of_two_per_cent_in_one_kernel_is_caught() {
        let comparison = compare(&baseline(), &with("scan::list.avx2", 102_000));
        let failures = comparison.failures();
        assert_eq!(failures, ["scan::list.avx2: +2.00 %, more than +1.00 %"]);
        let row = &comparison.table().rows[0];
        assert_eq!(
            row[3..],
            [TableCell::Number(1.02, "+2.00 %".into()), TableCell::marked("dearer", "**dearer**")]
        );
        assert!(compare(&baseline(), &with("scan::list.avx2", 101_000)).failures().is_empty());
    }

    #[test]
    fn small_slowdowns_of_many_are_caught_in_total() {
        let mut now = baseline();
        now.instructions.values_mut().for_each(|n| *n += *n / 200);
        let failures = compare(&baseline(), &now).failures();
        assert_eq!(failures, ["total: +0.50 %, more than +0.30 %"]);
    }

    #[test]
    fn a_broken_id_is_caught_as_missing_and_new() {
        let mut now = baseline();
        let n = now.instructions.remove("scan::list.avx2").expect("it was there");
        now.instructions.insert("scan::lst.avx2".into(), n);
        let failures = compare(&baseline(), &now).failures();
        assert_eq!(
            failures,
            [
                "scan::list.avx2: in the baseline, and not run",
                "scan::lst.avx2: not in the baseline"
            ]
        );
    }

    #[test]
    fn a_body_that_was_stripped_is_caught_even_when_the_baseline_is_as_low() {
        let stripped = with("scan::list.avx2", 0);
        let failures = compare(&stripped, &stripped).failures();
        assert_eq!(failures, ["scan::list.avx2: 0 instructions, below the floor of 1000"]);
    }

    #[test]
    fn cheaper_passes_and_is_shown() {
        let comparison = compare(&baseline(), &with("search", 9_000_000));
        assert!(comparison.failures().is_empty());
        assert!(comparison.table().markdown().contains("cheaper"));
    }

    #[test]
    fn hardware_counts_are_compared_where_both_have_them() {
        let with_hardware = |n: u64| {
            let hardware = BTreeMap::from([("hardware::scan.avx512".to_string(), n)]);
            InstructionCounts { hardware, ..baseline() }
        };
        let slower = compare(&with_hardware(50_000), &with_hardware(51_000)).failures();
        assert_eq!(slower, ["hardware::scan.avx512: +2.00 %, more than +1.00 %"]);
        assert!(compare(&with_hardware(50_000), &baseline()).failures().is_empty());
        assert!(compare(&baseline(), &with_hardware(50_000)).failures().is_empty());
    }
}
