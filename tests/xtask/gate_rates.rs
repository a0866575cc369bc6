//! The gate's error rates, and their table in docs/notebook/COMPARE.md.

use xtask::{GateMethod, LIMIT, NoiseKind, made, rates, root, row};

/// Number of runs for each row of the table.
const RUNS: u64 = 2_000;

#[test]
fn false_alarms_at_the_limit_are_rare_in_every_noise() {
    for kind in NoiseKind::ALL {
        // A run at the limit takes 200 blocks, so this test makes fewer runs than the table has.
        let rates = rates(GateMethod::Sequential, kind, LIMIT, 200);
        println!("{kind}: {:.3} false alarms in up to 200 blocks", rates.alarms);
        assert!(rates.alarms <= 0.05, "{kind}: {rates:?}");
    }
}

#[test]
fn a_regression_of_three_per_cent_is_found_within_30_blocks() {
    for kind in NoiseKind::ALL {
        let rates = rates(GateMethod::Sequential, kind, 0.94, RUNS);
        println!("{kind}: {:.3} found within 30 blocks", rates.alarms_in_30_blocks);
        assert!(rates.alarms_in_30_blocks >= 0.95, "{kind}: {rates:?}");
    }
}

/// `cargo xtask figures gate-rates` writes the table again.
#[test]
fn the_table_is_that_of_the_simulation() {
    let kept = made(&root(), "csv", "reports/tables/gate-rates.csv").expect("a table");
    let row = row(NoiseKind::HeavyTailed, 0.94, RUNS);
    let is_it = |kept: &&Vec<String>| kept[..2] == row[..2];
    let kept = kept.rows.iter().find(is_it).expect("a row");
    assert_eq!(kept[..6], row);
}
