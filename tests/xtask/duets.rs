//! Runs of duets: intervals that contain the truth, gates that fail.

use xtask::{DuetRun, coverage};

fn run(added_nodes: f64, low: f64, high: f64, blocks: &str) -> DuetRun {
    let blocks = blocks.to_owned();
    DuetRun { added_nodes, low, high, seconds: 8.0, blocks }
}

#[test]
fn runs_hold_the_truth_and_gates_fail() {
    let equal = run(0.0, -0.5, 0.4, "0.1;-0.1;0.1;-0.1;0.1;-0.1;0.1;-0.1");
    assert!(equal.holds());
    assert_eq!(equal.alarm(), None);
    let slower = run(1.0, -1.1, -0.9, "-1.01;-0.99;-1.01;-0.99;-1.01;-0.99;-1.01;-0.99");
    assert!(slower.holds(), "{}", slower.truth());
    assert!(slower.alarm().is_some());
    let missed = run(1.0, -0.5, 0.4, "0.1");
    assert!(!missed.holds());
    assert_eq!(equal.parts(4.0).len(), 2);
    assert_eq!(equal.parts(4.0)[0].blocks, "0.1;-0.1;0.1;-0.1");
    let rows = coverage(&[equal, slower, missed]).rows;
    assert_eq!(rows[0], ["0 %", "1", "1 of 1 (100.0 %)", "± 0.45 %", "0 of 1 (0.0 %)"]);
    assert_eq!(rows[1][..3], ["1 %", "2", "1 of 2 (50.0 %)"]);
}
