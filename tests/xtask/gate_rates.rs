//! The gate's error rates, and the table of docs/GATE.md.

use xtask::gate_rates::{GateMethod, LIMIT, NoiseKind, rates, table};

const RUNS: u64 = 2_000;

#[test]
fn false_alarms_at_the_limit_are_rare_in_every_noise() {
    for kind in NoiseKind::ALL {
        let rates = rates(GateMethod::Sequential, kind, LIMIT, RUNS);
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

/// `NUCLEUS_FIGURES=1` writes the table anew.
#[test]
fn the_page_has_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/GATE.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let made = table(RUNS);
    let (mark, end) = ("<!-- made by cargo run -p xtask -- gate-rates -->\n", "\n\n");
    let begin = page.find(mark).expect("a mark") + mark.len();
    let length = page[begin..].find(end).expect("an empty line") + 1;
    if std::env::var_os("NUCLEUS_FIGURES").is_some() {
        let new = format!("{}{made}{}", &page[..begin], &page[begin + length..]);
        std::fs::write(path, new).expect("the page is written");
    } else {
        assert_eq!(&page[begin..begin + length], made, "NUCLEUS_FIGURES=1 writes it anew");
    }
}
