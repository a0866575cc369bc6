//! The comparison of the two counters.

use super::InstructionCounts;

/// Share by which single steps and Callgrind may differ in our own routines.
pub const AGREEMENT_LIMIT: f64 = 0.001;

/// Agreement of the two counters in the cases that both counted.
#[derive(Debug, Default, PartialEq)]
pub struct CounterAgreement {
    /// Number of cases that both counted.
    pub cases: usize,
    /// The largest difference, as a share of Callgrind's count.
    pub largest: f64,
    /// Cases that differ by more than the limit, a line each.
    pub failures: Vec<String>,
}

/// Compares the two counters. The bench `body_board_asm.level` is the case `body.board.level+asm`.
pub fn compare_counters(counts: &InstructionCounts) -> CounterAgreement {
    let bench_of = |case: &str| {
        let (body, choice) = case.rsplit_once('.')?;
        let (level, variant) = choice.split_once('+').map_or((choice, ""), |(l, _)| (l, "_asm"));
        Some(format!("{}{variant}.{level}", body.replace('.', "_")))
    };
    let mut agreement = CounterAgreement::default();
    for (case, &steps) in &counts.steps {
        let bench = bench_of(case).and_then(|bench| counts.callgrind_own.get(&bench));
        let Some(&callgrind) = bench else { continue };
        let difference = steps.abs_diff(callgrind) as f64 / callgrind as f64;
        agreement.cases += 1;
        agreement.largest = agreement.largest.max(difference);
        if difference > AGREEMENT_LIMIT {
            let failure = format!("{case}: {steps} by single steps, {callgrind} by Callgrind");
            agreement.failures.push(failure);
        }
    }
    agreement
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
            callgrind_own: [("scan.avx2", 10_005), ("scan_asm.avx2", 9_000)].map(count).into(),
            ..InstructionCounts::default()
        };
        let both = compare_counters(&counts);
        assert_eq!((both.cases, both.largest, both.failures), (2, 5.0 / 10_005.0, vec![]));
        counts.steps.insert("scan.avx2+asm".to_owned(), 9_010);
        let failures = compare_counters(&counts).failures;
        assert_eq!(failures, ["scan.avx2+asm: 9010 by single steps, 9000 by Callgrind"]);
    }
}
