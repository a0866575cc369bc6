//! Comparison of instruction counts with a baseline.

use std::collections::{BTreeMap, BTreeSet};
use std::env;

use nucleus_report::format::{change, count};

use super::InstructionCounts;

/// Factor by which a bench may exceed the baseline.
const BENCH_LIMIT: f64 = 1.01;
/// Factor by which all benches together may exceed the baseline.
const TOTAL_LIMIT: f64 = 1.003;
/// The fewest instructions of a bench, which runs over dozens of positions. A bench with fewer has
/// lost its body to the optimiser.
const FLOOR: u64 = 500;
/// Number of routines in a histogram.
const SHOWN: usize = 8;
/// Prefix of the ids of single steps.
const STEPS: &str = "steps::";

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

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Table of the changed counts with totals, in Markdown.
    pub page: String,
    /// Failures, a message each; empty if the counts pass.
    pub failures: Vec<String>,
}

/// Returns the required levels, from `NUCLEUS_REQUIRE_LEVELS`.
pub fn demanded_levels() -> Vec<String> {
    let levels = env::var("NUCLEUS_REQUIRE_LEVELS").unwrap_or_default();
    levels.split([',', ' ']).map(str::to_owned).collect()
}

/// Compares counts with a baseline.
pub fn compare(
    baseline: &InstructionCounts,
    now: &InstructionCounts,
    demanded: &[String],
) -> Comparison {
    let mut comparison = Comparison::default();
    comparison.page += "| bench | before | now | change |\n|---|---:|---:|---:|\n";
    // If Callgrind did not run, its counts are not compared.
    if !now.instructions.is_empty() {
        comparison.add("Callgrind", &baseline.instructions, &now.instructions, "");
    }
    let mut before = baseline.steps.clone();
    before.retain(|id, _| !now.left_out.contains(id) && !now.not_run.contains_key(id));
    comparison.add("single steps", &before, &now.steps, STEPS);
    for (id, reason) in &now.not_run {
        let level = id.rsplit('.').next().and_then(|choice| choice.split('+').next());
        if demanded.iter().any(|name| Some(name.as_str()) == level) {
            let failure = format!(
                "{STEPS}{id}: not run ({reason}), and NUCLEUS_REQUIRE_LEVELS names its level"
            );
            comparison.failures.push(failure);
        }
    }
    for reason in now.not_run.values().collect::<BTreeSet<_>>() {
        let cases = now.not_run.values().filter(|other| *other == reason).count();
        comparison.page += &format!("\nNot run, {cases} benches: {reason}.\n");
    }
    if !now.left_out.is_empty() {
        comparison.page += &format!("\nNot chosen: {} benches.\n", now.left_out.len());
    }
    comparison
}

impl Comparison {
    /// Adds the changed benches of a counter, and its total.
    fn add(
        &mut self,
        counter: &str,
        baseline: &BTreeMap<String, u64>,
        now: &BTreeMap<String, u64>,
        prefix: &str,
    ) {
        let (mut sums, mut unchanged) = ([0, 0], 0);
        for id in baseline.keys().chain(now.keys()).collect::<BTreeSet<_>>() {
            let (before, after) = (baseline.get(id).copied(), now.get(id).copied());
            let failure = match (before, after) {
                (_, None) => Some("in the baseline, and not run".to_owned()),
                (_, Some(after)) if after < FLOOR => {
                    Some(format!("{after} instructions, below the floor of {FLOOR}"))
                }
                (None, _) => Some("not in the baseline".to_owned()),
                (Some(before), Some(after)) => {
                    sums = [sums[0] + before, sums[1] + after];
                    unchanged += u32::from(before == after);
                    beyond(after as f64 / before.max(1) as f64)
                }
            };
            if before != after {
                self.row(&format!("`{prefix}{id}`"), before, after);
            }
            self.failures.extend(failure.map(|failure| format!("{prefix}{id}: {failure}")));
        }
        self.row(&format!("total of {counter}, those in both"), Some(sums[0]), Some(sums[1]));
        self.page += &format!("\n{counter}: {unchanged} benches unchanged to the instruction.\n\n");
        let total = sums[1] as f64 / sums[0].max(1) as f64;
        if total > TOTAL_LIMIT {
            let (total, limit) = (change(total), change(TOTAL_LIMIT));
            self.failures.push(format!("total of {counter}: {total}, more than {limit}"));
        }
    }

    fn row(&mut self, name: &str, before: Option<u64>, now: Option<u64>) {
        let cell = |n: Option<u64>| n.map_or("–".to_owned(), |n| count(n as f64));
        let factor = before.zip(now).map(|(before, now)| now as f64 / before.max(1) as f64);
        let factor = factor.map_or("–".to_owned(), change);
        self.page += &format!("| {name} | {} | {} | {factor} |\n", cell(before), cell(now));
    }
}

/// Returns the failure of a bench whose cost changed by a factor. An unblessed decrease would hide an increase.
fn beyond(factor: f64) -> Option<String> {
    if factor > BENCH_LIMIT {
        return Some(format!("{}, more than {}", change(factor), change(BENCH_LIMIT)));
    }
    let fall = "a fall of more than 1 %: cargo xtask check instructions --bless keeps it";
    (factor < 2.0 - BENCH_LIMIT).then(|| format!("{}, {fall}", change(factor)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baseline() -> InstructionCounts {
        let counts = |pairs: [(&str, u64); 3]| pairs.map(|(id, n)| (id.to_owned(), n)).into();
        InstructionCounts {
            instructions: counts([
                ("scan::list.avx2", 100_000),
                ("scan::list.portable", 500_000),
                ("search", 10_000_000),
            ]),
            steps: counts([
                ("scan.avx2+asm", 10_000),
                ("scan.avx512", 4_000),
                ("search_full.matrix.popcnt", 900_000),
            ]),
            ..InstructionCounts::default()
        }
    }

    /// Returns the failures of the baseline with a change.
    fn failures(change: impl FnOnce(&mut InstructionCounts)) -> Vec<String> {
        let mut now = baseline();
        change(&mut now);
        compare(&baseline(), &now, &["avx512".to_owned()]).failures
    }

    #[test]
    fn each_kind_of_change_is_one_failure() {
        assert_eq!(failures(|_| ()), [""; 0]);
        let step = |n| failures(move |now| _ = now.steps.insert("scan.avx2+asm".into(), n));
        assert_eq!(step(10_200), ["steps::scan.avx2+asm: +2.00 %, more than +1.00 %"]);
        assert_eq!(step(10_100), [""; 0]);
        assert_eq!(step(9_900), [""; 0]);
        assert!(
            step(9_899)[0].starts_with("steps::scan.avx2+asm: -1.01 %, a fall of more than 1 %")
        );
        assert_eq!(step(0), ["steps::scan.avx2+asm: 0 instructions, below the floor of 500"]);
        let slower = failures(|now| _ = now.instructions.insert("scan::list.avx2".into(), 102_000));
        assert_eq!(slower, ["scan::list.avx2: +2.00 %, more than +1.00 %"]);
        let many = failures(|now| now.steps.values_mut().for_each(|n| *n += *n / 250));
        assert_eq!(many, ["total of single steps: +0.40 %, more than +0.30 %"]);
        let misspelt = failures(|now| {
            let count = now.steps.remove("scan.avx2+asm").expect("a case");
            now.steps.insert("scn.avx2+asm".into(), count);
        });
        let [missing, new] =
            ["scan.avx2+asm: in the baseline, and not run", "scn.avx2+asm: not in the baseline"];
        assert_eq!(misspelt, [format!("steps::{missing}"), format!("steps::{new}")]);
        let not_run = failures(|now| {
            now.steps.remove("scan.avx512");
            now.not_run.insert("scan.avx512".into(), "no such level".into());
        });
        assert_eq!(not_run.len(), 1);
        assert!(
            not_run[0].starts_with("steps::scan.avx512: not run (no such level)"),
            "{not_run:?}"
        );
    }

    #[test]
    fn a_case_that_was_not_run_keeps_its_count() {
        let mut now = baseline();
        now.steps.remove("scan.avx512");
        now.not_run.insert("scan.avx512".into(), "no such level".into());
        let page = compare(&baseline(), &now, &[]).page;
        assert!(page.contains("Not run, 1 benches: no such level."), "{page}");
        let (blessed, kept) = now.as_baseline(Some(&baseline()));
        assert_eq!(
            (blessed.steps["scan.avx512"], &kept[..]),
            (4_000, &["scan.avx512".to_owned()][..])
        );
        assert!(compare(&blessed, &now, &[]).failures.is_empty());
    }
}
