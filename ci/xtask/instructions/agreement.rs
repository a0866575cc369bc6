//! The two counters held against each other.

use super::InstructionCounts;

/// Single steps and Callgrind may differ by this share in our own routines.
pub const AGREEMENT_LIMIT: f64 = 0.001;

/// Both counts of the cases that both counters ran.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CounterComparison {
    /// Case, instructions by single steps, by Callgrind.
    pub cases: Vec<(String, u64, u64)>,
}

/// Returns both counts of the cases that both ran. The bench `body_board_asm.level` is the case
/// `body.board.level+asm`.
pub fn compare_counters(counts: &InstructionCounts) -> CounterComparison {
    let bench_of = |case: &str| {
        let (body, choice) = case.rsplit_once('.')?;
        let (level, variant) = choice.split_once('+').map_or((choice, ""), |(l, _)| (l, "_asm"));
        Some(format!("{}{variant}.{level}", body.replace('.', "_")))
    };
    let both = counts.steps.iter().filter_map(|(case, &steps)| {
        let callgrind = counts.callgrind_own.get(&bench_of(case)?)?;
        Some((case.clone(), steps, *callgrind))
    });
    CounterComparison { cases: both.collect() }
}

impl CounterComparison {
    /// Returns the largest difference, as a share of Callgrind's count.
    pub fn largest(&self) -> f64 {
        let share =
            |steps: u64, callgrind: u64| steps.abs_diff(callgrind) as f64 / callgrind as f64;
        self.cases.iter().map(|(_, steps, callgrind)| share(*steps, *callgrind)).fold(0.0, f64::max)
    }

    /// Returns the cases that differ by more than the limit, a line each.
    pub fn failures(&self) -> Vec<String> {
        let differs = |(_, steps, callgrind): &&(String, u64, u64)| {
            steps.abs_diff(*callgrind) as f64 > AGREEMENT_LIMIT * *callgrind as f64
        };
        let line = |(id, steps, callgrind): &(String, u64, u64)| {
            format!("{id}: {steps} by single steps, {callgrind} by Callgrind")
        };
        self.cases.iter().filter(differs).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_that_both_ran_agree_within_a_thousandth() {
        let count = |(id, count): (&str, u64)| (id.to_owned(), count);
        let mut counts = InstructionCounts {
            steps: [("scan.avx2", 10_000), ("scan.avx2+asm", 9_000), ("scan.avx512", 4_000)]
                .map(count)
                .into(),
            callgrind_own: [("scan.avx2", 10_010), ("scan_asm.avx2", 9_000)].map(count).into(),
            ..InstructionCounts::default()
        };
        let both = compare_counters(&counts);
        assert_eq!((both.cases.len(), both.failures()), (2, Vec::new()));
        assert!((both.largest() - 0.000_999).abs() < 1e-6, "{}", both.largest());
        counts.steps.insert("scan.avx2+asm".to_owned(), 9_010);
        let failures = compare_counters(&counts).failures();
        assert_eq!(failures, ["scan.avx2+asm: 9010 by single steps, 9000 by Callgrind"]);
    }
}
