//! The tables of docs/GATE.md that are made from the runs of ci/gate.

use xtask::duets::{DuetRun, MethodRun, coverage, found, from_csv, methods};

/// `NUCLEUS_FIGURES=1` writes the tables anew.
#[test]
fn the_page_has_the_tables() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let path = format!("{root}/docs/GATE.md");
    let table = |part: &str| {
        std::fs::read_to_string(format!("{root}/reports/tables/gate-{part}.csv")).expect("a table")
    };
    let runs = |part: &str| from_csv::<DuetRun>(&table(part)).expect("rows");
    let ways = from_csv::<MethodRun>(&table("methods")).expect("rows");
    let made = [
        ("coverage", coverage(&runs("coverage"))),
        ("found", found(&runs("found"), &[10.0, 30.0, 90.0])),
        ("methods", methods(&ways)),
    ];
    let mut page = std::fs::read_to_string(&path).expect("the page");
    for (part, table) in made {
        let mark =
            format!("<!-- made by ci/gate {part}, read back by tests/xtask/duets.rs: {part} -->\n");
        let begin = page.find(&mark).expect("a mark") + mark.len();
        let length = page[begin..].find("\n\n").expect("an empty line") + 1;
        if std::env::var_os("NUCLEUS_FIGURES").is_some() {
            page.replace_range(begin..begin + length, &table);
        } else {
            assert_eq!(page[begin..begin + length], table, "NUCLEUS_FIGURES=1 writes it anew");
        }
    }
    if std::env::var_os("NUCLEUS_FIGURES").is_some() {
        std::fs::write(path, page).expect("the page is written");
    }
    let readme = std::fs::read_to_string(format!("{root}/README.md")).expect("the page");
    for method in ["duet", "hyperfine", "bench by turns"] {
        let of: Vec<f64> =
            ways.iter().filter(|w| w.method == method && w.loops == 0).map(|w| w.width).collect();
        let said = format!("± {:.2} %", nucleus_records::stats::median(&of).expect("rows"));
        assert!(readme.contains(&said), "README should say of {method}: {said}");
    }
}

fn run(planted: f64, low: f64, high: f64, blocks: &str) -> DuetRun {
    let blocks = blocks.to_owned();
    DuetRun { planted, loops: 0, faster: 0.0, low, high, seconds: 8.0, blocks }
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
    let table = coverage(&[equal, slower, missed]);
    assert!(
        table.contains("| 0 % | 0 | 1 | 1 of 1 (100.0 %) | ± 0.45 % | 0 of 1 (0.0 %) |"),
        "{table}"
    );
    assert!(table.contains("| 1 % | 0 | 2 | 1 of 2 (50.0 %) |"), "{table}");
}
