//! Instruction counts held against a baseline.

use std::collections::BTreeMap;

use nucleus_report::format::{change, count};
use nucleus_report::table::{Table, TableCell, left, right};

use super::InstructionCounts;

/// A bench may cost this much more than in the baseline.
pub const BENCH_LIMIT: f64 = 1.01;
/// All benches together may cost this much more.
pub const TOTAL_LIMIT: f64 = 1.003;
/// A bench that costs less has lost its body: stripped, or inlined away. Each of ours goes over
/// dozens of positions.
pub const FLOOR: u64 = 500;

nucleus_base::named_enum! {
    /// Result of one bench.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum BenchOutcome {
        /// Within the limit.
        Same = "",
        /// Cheaper by more than the limit: to be blessed, so that no slack grows.
        Cheaper = "cheaper",
        /// Dearer by more than the limit.
        Dearer = "dearer",
        /// In the baseline, and not run.
        Missing = "missing",
        /// Run, and not in the baseline.
        New = "new",
        /// Below the floor: its body is gone.
        BelowFloor = "below the floor",
        /// Not to be counted on this machine.
        NotRun = "not run",
        /// Not to be counted on this machine, though its level is demanded.
        Demanded = "not run, but demanded",
    }
}

/// Routines that a histogram shows.
const SHOWN: usize = 8;

/// Returns a histogram of a case's instructions as lines of Markdown.
pub fn histogram(routines: &BTreeMap<String, u64>) -> String {
    let total: u64 = routines.values().sum();
    let mut sorted: Vec<(&String, u64)> = routines.iter().map(|(n, &count)| (n, count)).collect();
    sorted.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let line = |&(name, number): &(&String, u64)| {
        let share = number as f64 * 100.0 / total.max(1) as f64;
        format!("- {share:.1} %, {}: `{name}`\n", count(number as f64))
    };
    sorted.iter().take(SHOWN).map(line).collect()
}

impl ComparisonTotal {
    /// Now over before.
    pub fn factor(&self) -> f64 {
        self.now as f64 / self.before.max(1) as f64
    }

    fn fails(&self) -> bool {
        self.factor() > TOTAL_LIMIT
    }
}

impl BenchOutcome {
    fn fails(self) -> bool {
        !matches!(self, Self::Same | Self::NotRun)
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

/// A bench in two counts.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonRow {
    /// Its id; that of single steps begins with `steps::`.
    pub id: String,
    /// Instructions in the baseline.
    pub before: Option<u64>,
    /// Instructions now.
    pub now: Option<u64>,
    /// The outcome.
    pub outcome: BenchOutcome,
    /// Why it was not run.
    pub reason: Option<String>,
}

/// Instructions of all benches of a counter that both counts have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComparisonTotal {
    /// The counter.
    pub counter: &'static str,
    /// Instructions in the baseline.
    pub before: u64,
    /// Instructions now.
    pub now: u64,
}

/// A comparison.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    /// A row a bench.
    pub rows: Vec<ComparisonRow>,
    /// A total for each counter that ran.
    pub totals: Vec<ComparisonTotal>,
    /// Cases that were not chosen.
    pub left_out: usize,
    /// Routines of the cases that single steps counted.
    routines: BTreeMap<String, BTreeMap<String, u64>>,
}

/// The prefix of the ids of single steps.
const STEPS: &str = "steps::";

/// Holds counts against a baseline. `demanded` are the levels that may not be missing, as
/// `NUCLEUS_REQUIRE_LEVELS` names them.
pub fn compare(
    baseline: &InstructionCounts,
    now: &InstructionCounts,
    demanded: &str,
) -> Comparison {
    let mut comparison = Comparison { left_out: now.left_out.len(), ..Comparison::default() };
    let demands = |id: &str| {
        let level = id.rsplit('.').next().and_then(|choice| choice.split('+').next());
        demanded.split([',', ' ']).any(|name| !name.is_empty() && Some(name) == level)
    };
    // Callgrind is left out where it was not to run.
    if !now.instructions.is_empty() {
        comparison.add("Callgrind", &baseline.instructions, &now.instructions, "");
    }
    let mut before = baseline.steps.clone();
    before.retain(|id, _| !now.left_out.contains(id) && !now.not_run.contains_key(id));
    comparison.add("single steps", &before, &now.steps, STEPS);
    for (id, reason) in &now.not_run {
        let outcome = if demands(id) { BenchOutcome::Demanded } else { BenchOutcome::NotRun };
        comparison.rows.push(ComparisonRow {
            id: format!("{STEPS}{id}"),
            before: baseline.steps.get(id).copied(),
            now: None,
            outcome,
            reason: Some(reason.clone()),
        });
    }
    comparison.routines = now.routines.clone();
    comparison
}

impl Comparison {
    fn add(
        &mut self,
        counter: &'static str,
        baseline: &BTreeMap<String, u64>,
        now: &BTreeMap<String, u64>,
        prefix: &str,
    ) {
        let mut total = ComparisonTotal { counter, before: 0, now: 0 };
        let new = now.keys().filter(|id| !baseline.contains_key(*id));
        for id in baseline.keys().chain(new) {
            let before = baseline.get(id).copied();
            let after = now.get(id).copied();
            let outcome = match (before, after) {
                (_, None) => BenchOutcome::Missing,
                (_, Some(after)) if after < FLOOR => BenchOutcome::BelowFloor,
                (None, Some(_)) => BenchOutcome::New,
                (Some(before), Some(after)) => {
                    total.before += before;
                    total.now += after;
                    match after as f64 / before.max(1) as f64 {
                        r if r > BENCH_LIMIT => BenchOutcome::Dearer,
                        r if r < 2.0 - BENCH_LIMIT => BenchOutcome::Cheaper,
                        _ => BenchOutcome::Same,
                    }
                }
            };
            let id = format!("{prefix}{id}");
            self.rows.push(ComparisonRow { id, before, now: after, outcome, reason: None });
        }
        self.totals.push(total);
    }

    /// Returns the failures, one line each; empty when the counts pass.
    pub fn failures(&self) -> Vec<String> {
        let failing = self.rows.iter().filter(|row| row.outcome.fails());
        let mut lines: Vec<String> = failing
            .map(|ComparisonRow { id, before, now, outcome, reason }| {
                let factor = now.unwrap_or(0) as f64 / before.unwrap_or(1).max(1) as f64;
                match outcome {
                    BenchOutcome::Missing => format!("{id}: in the baseline, and not run"),
                    BenchOutcome::New => format!("{id}: not in the baseline"),
                    BenchOutcome::BelowFloor => format!(
                        "{id}: {} instructions, below the floor of {FLOOR}",
                        now.unwrap_or(0)
                    ),
                    BenchOutcome::Demanded => format!(
                        "{id}: not run ({}), and NUCLEUS_REQUIRE_LEVELS names its level",
                        reason.as_deref().unwrap_or("no reason")
                    ),
                    BenchOutcome::Cheaper => format!(
                        "{id}: {}, a fall of more than 1 %: ./ci/instructions --bless keeps it",
                        change(factor)
                    ),
                    _ => format!("{id}: {}, more than {}", change(factor), change(BENCH_LIMIT)),
                }
            })
            .collect();
        for total in self.totals.iter().filter(|total| total.fails()) {
            lines.push(format!(
                "total of {}: {}, more than {}",
                total.counter,
                change(total.factor()),
                change(TOTAL_LIMIT)
            ));
        }
        lines
    }

    /// Returns the routines of the cases that changed too much, the largest first.
    pub fn histograms(&self) -> String {
        let mut text = String::new();
        let changed = |row: &&ComparisonRow| {
            matches!(row.outcome, BenchOutcome::Dearer | BenchOutcome::Cheaper)
        };
        for row in self.rows.iter().filter(changed) {
            let Some(routines) = row.id.strip_prefix(STEPS).and_then(|id| self.routines.get(id))
            else {
                continue;
            };
            text += &format!("\n`{}` by routine:\n\n", row.id);
            text += &histogram(routines);
        }
        text
    }

    /// Returns the reasons why cases were not run, each with their number.
    fn reasons(&self) -> BTreeMap<&str, usize> {
        let mut reasons = BTreeMap::new();
        for reason in self.rows.iter().filter_map(|row| row.reason.as_deref()) {
            *reasons.entry(reason).or_default() += 1;
        }
        reasons
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
        for ComparisonRow { id, before, now, outcome, .. } in &self.rows {
            if before == now && *outcome == BenchOutcome::Same {
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
        for total in &self.totals {
            let outcome = if total.fails() { BenchOutcome::Dearer } else { BenchOutcome::Same };
            table.push(vec![
                TableCell::text(format!("total of {}, those in both", total.counter)),
                figure(Some(total.before)),
                figure(Some(total.now)),
                TableCell::number(Some(total.factor()), change),
                outcome.cell(),
            ]);
        }
        let unchanged =
            |row: &&ComparisonRow| row.before == row.now && row.outcome == BenchOutcome::Same;
        table.notes.push(format!(
            "{} benches, {} of them unchanged to the instruction. Limits: {} a bench and in total \
             {}; a fall of more than 1 % is to be blessed.",
            self.rows.len(),
            self.rows.iter().filter(unchanged).count(),
            change(BENCH_LIMIT),
            change(TOTAL_LIMIT)
        ));
        for (reason, number) in self.reasons() {
            table.notes.push(format!("Not run, {number} benches: {reason}."));
        }
        if self.left_out > 0 {
            table.notes.push(format!("Not chosen: {} benches.", self.left_out));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(pairs: &[(&str, u64)]) -> InstructionCounts {
        let instructions = pairs.iter().map(|(id, n)| (id.to_string(), *n)).collect();
        let steps = BTreeMap::from([
            ("scan.avx2+asm".to_owned(), 10_000),
            ("scan.avx512".to_owned(), 4_000),
            ("search_full.matrix.popcnt".to_owned(), 900_000),
        ]);
        InstructionCounts { instructions, steps, ..InstructionCounts::default() }
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

    fn with_steps(id: &str, n: u64) -> InstructionCounts {
        let mut counts = baseline();
        counts.steps.insert(id.into(), n);
        counts
    }

    /// Without the level, as on a CPU that lacks it.
    fn without_avx512() -> InstructionCounts {
        let mut counts = baseline();
        counts.steps.remove("scan.avx512");
        counts.not_run.insert("scan.avx512".into(), "this CPU has no level avx512".into());
        counts
    }

    fn failures(now: &InstructionCounts) -> Vec<String> {
        compare(&baseline(), now, "").failures()
    }

    #[test]
    fn equal_counts_pass_and_show_the_totals_alone() {
        let comparison = compare(&baseline(), &baseline(), "portable,popcnt,avx2,avx512");
        assert!(comparison.failures().is_empty());
        assert_eq!(comparison.table().rows.len(), 2);
        assert!(comparison.table().notes[0].contains("6 of them unchanged"));
        assert_eq!(comparison.histograms(), "");
    }

    #[test]
    fn a_slowdown_of_two_per_cent_in_one_kernel_is_caught() {
        let comparison = compare(&baseline(), &with("scan::list.avx2", 102_000), "");
        assert_eq!(comparison.failures(), ["scan::list.avx2: +2.00 %, more than +1.00 %"]);
        let row = &comparison.table().rows[0];
        assert_eq!(
            row[3..],
            [TableCell::Number(1.02, "+2.00 %".into()), TableCell::marked("dearer", "**dearer**")]
        );
        assert!(failures(&with("scan::list.avx2", 101_000)).is_empty());
    }

    #[test]
    fn a_slowdown_that_single_steps_count_is_caught_with_its_routines() {
        let mut now = with_steps("scan.avx2+asm", 10_200);
        let routines = [("nucleus_scanner_avx2".to_owned(), 10_000), ("around".to_owned(), 200)];
        now.routines.insert("scan.avx2+asm".into(), BTreeMap::from(routines));
        let comparison = compare(&baseline(), &now, "");
        assert_eq!(comparison.failures(), ["steps::scan.avx2+asm: +2.00 %, more than +1.00 %"]);
        let shown = comparison.histograms();
        assert!(shown.contains("- 98.0 %, 10,000: `nucleus_scanner_avx2`"), "{shown}");
    }

    #[test]
    fn small_slowdowns_of_many_are_caught_in_total() {
        let mut now = baseline();
        now.instructions.values_mut().for_each(|n| *n += *n / 200);
        now.steps.values_mut().for_each(|n| *n += *n / 250);
        assert_eq!(
            failures(&now),
            [
                "total of Callgrind: +0.50 %, more than +0.30 %",
                "total of single steps: +0.40 %, more than +0.30 %"
            ]
        );
    }

    #[test]
    fn a_broken_id_is_caught_as_missing_and_new() {
        let mut now = baseline();
        let n = now.steps.remove("scan.avx2+asm").expect("it was there");
        now.steps.insert("scn.avx2+asm".into(), n);
        assert_eq!(
            failures(&now),
            [
                "steps::scan.avx2+asm: in the baseline, and not run",
                "steps::scn.avx2+asm: not in the baseline"
            ]
        );
    }

    #[test]
    fn a_body_that_was_stripped_is_caught_even_when_the_baseline_is_as_low() {
        let stripped = with("scan::list.avx2", 0);
        let failures = compare(&stripped, &stripped, "").failures();
        assert_eq!(failures, ["scan::list.avx2: 0 instructions, below the floor of 500"]);
    }

    #[test]
    fn a_fall_of_more_than_one_per_cent_fails_until_it_is_blessed() {
        let now = with_steps("scan.avx2+asm", 9_899);
        assert_eq!(
            failures(&now),
            ["steps::scan.avx2+asm: -1.01 %, a fall of more than 1 %: ./ci/instructions --bless \
              keeps it"]
        );
        assert!(failures(&with_steps("scan.avx2+asm", 9_900)).is_empty());
        let (blessed, _) = now.as_baseline(Some(&baseline()));
        assert!(compare(&blessed, &now, "").failures().is_empty());
    }

    #[test]
    fn what_this_cpu_cannot_run_is_shown_and_stays_in_the_baseline() {
        let now = without_avx512();
        let comparison = compare(&baseline(), &now, "portable,popcnt,avx2");
        assert!(comparison.failures().is_empty());
        let page = comparison.table().markdown();
        let row = page.lines().find(|line| line.contains("`steps::scan.avx512`"));
        let cells: Vec<_> = row.unwrap_or_default().split('|').map(str::trim).collect();
        assert!(cells.contains(&"4,000") && cells.contains(&"not run"), "{page}");
        let (blessed, kept) = now.as_baseline(Some(&baseline()));
        assert_eq!(blessed.steps["scan.avx512"], 4_000);
        assert_eq!(kept, ["scan.avx512"]);
        assert!(blessed.not_run.is_empty());
    }

    #[test]
    fn a_demanded_level_that_was_not_run_fails() {
        for demanded in ["avx512", "portable,avx512", "popcnt avx512"] {
            assert_eq!(
                compare(&baseline(), &without_avx512(), demanded).failures(),
                ["steps::scan.avx512: not run (this CPU has no level avx512), and \
                  NUCLEUS_REQUIRE_LEVELS names its level"]
            );
        }
    }

    #[test]
    fn the_quick_form_is_held_to_what_it_ran() {
        let mut now = baseline();
        now.instructions.clear();
        now.steps.remove("search_full.matrix.popcnt");
        now.left_out.insert("search_full.matrix.popcnt".into());
        let comparison = compare(&baseline(), &now, "popcnt");
        assert!(comparison.failures().is_empty(), "{:?}", comparison.failures());
        assert_eq!(comparison.totals.len(), 1);
        now.steps.insert("scan.avx512".into(), 5_000);
        assert_eq!(compare(&baseline(), &now, "").failures().len(), 2);
    }
}
