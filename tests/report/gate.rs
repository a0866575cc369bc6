//! Ratios compared with a limit.

use nucleus_records::gate::{HeldRatio, REGRESSION, RatioDemand, UNDECIDED, decide};
use nucleus_records::record::ProbeSample;
use nucleus_report::estimate::RatioEstimate;
use nucleus_report::gate::{GateRow, RowSelection, corrected, figures, rows};

use crate::fixtures::{cut_short, later, normal, pair, sample};

fn row(value: f64, interval: Option<(f64, f64)>) -> GateRow {
    GateRow {
        engines: format!("row {value}"),
        workload: "start".into(),
        place: "a CPU".into(),
        ratio: Some(RatioEstimate { value, interval }),
    }
}

/// Returns the decision on these rows, without a correction for their number.
fn held(limit: f64, rows: &[GateRow]) -> (u8, Vec<String>) {
    decide(limit, &rows.iter().cloned().map(HeldRatio::from).collect::<Vec<_>>())
}

#[test]
fn the_interval_decides_and_not_the_figure() {
    let limit = 1.5;
    let code = |rows: &[GateRow]| held(limit, rows).0;
    // The interval contains the limit, with the estimate above it and then below it.
    assert_eq!(code(&[row(1.6, Some((1.4, 1.8)))]), UNDECIDED);
    assert_eq!(code(&[row(1.4, Some((1.3, 1.6)))]), UNDECIDED);
    assert_eq!(code(&[row(1.6, Some((1.5, 1.7)))]), 0);
    assert_eq!(code(&[row(1.4, Some((1.3, 1.49)))]), REGRESSION);
    assert_eq!(code(&[row(9.0, None)]), UNDECIDED);
    assert_eq!(code(&[GateRow { ratio: None, ..row(1.0, None) }]), UNDECIDED);
    // One row below the limit decides; one undecided row prevents a pass.
    let all = [row(1.6, Some((1.5, 1.7))), row(9.0, None), row(1.0, Some((0.9, 1.1)))];
    let (code, lines) = held(limit, &all);
    assert_eq!((code, lines.len()), (REGRESSION, 1));
    assert!(
        lines[0].starts_with("below: row 1 on start, a CPU: 1.0000 [0.9000, 1.1000]"),
        "{lines:?}"
    );
    assert_eq!(held(limit, &all[..2]).0, UNDECIDED);
    let (_, lines) = held(limit, &all[..1]);
    assert!(lines[0].starts_with("passed: row 1.6"), "{lines:?}");
    assert_eq!(held(limit, &[]).0, 1);
}

#[test]
fn any_contender_and_any_reference() {
    let records = [normal(), cut_short()];
    let names = |which: &RowSelection| -> Vec<String> {
        let all = rows(&records, which).expect("known names").into_iter();
        all.map(|row| HeldRatio::from(row).name).collect()
    };
    let default = names(&RowSelection::default());
    assert_eq!(default.len(), 3, "{default:?}");
    assert!(default.iter().all(|n| n.contains("over stockfish")), "{default:?}");
    let level =
        RowSelection { contender: Some("nucleus portable".into()), ..RowSelection::default() };
    assert_eq!(names(&level).len(), 1);
    let on = RowSelection { workload: Some("mate7/paper".into()), ..RowSelection::default() };
    assert!(names(&on)[0].starts_with("nucleus avx512 over stockfish on mate7/paper"));
    let unknown = RowSelection { reference: Some("nobody".into()), ..RowSelection::default() };
    let error = rows(&records, &unknown).expect_err("no such engine").to_string();
    assert!(error.contains("no engine `nobody`; the record has nucleus avx2"), "{error}");
}

#[test]
fn a_ratio_that_no_row_has_comes_from_the_samples() {
    let mut loaded = later();
    for block in 0..6 {
        for (engine, nodes) in [("stockfish", 1_000), ("nucleus portable", 2_000)] {
            let sample = sample(engine, "start/paper", block, nodes + u64::from(block));
            loaded.record.samples.push(sample);
        }
    }
    let which = RowSelection {
        contender: Some("stockfish".into()),
        reference: Some("nucleus portable".into()),
        workload: Some("start/paper".into()),
    };
    let rows = rows(&[loaded], &which).expect("known names");
    assert_eq!(held(0.51, &rows).0, REGRESSION);
    assert_eq!(held(0.49, &rows).0, 0);
}

#[test]
fn where_none_is_ours_every_engine_that_ran_in_full_is_a_contender() {
    let mut loaded = normal();
    for engine in &mut loaded.record.engines {
        (engine.ours, engine.headline) = (false, false);
    }
    loaded.record.engines[0].short = true;
    let rows = rows(&[loaded], &RowSelection::default()).expect("rows");
    assert_eq!(rows.len(), 2, "{rows:?}");
}

#[test]
fn the_geometric_mean_over_the_workloads_is_one_figure() {
    let on = |workload: &str, value: f64, interval| GateRow {
        workload: workload.into(),
        ..GateRow { engines: "a over b".into(), ..row(value, interval) }
    };
    let rows = vec![
        on("start", 1.0, Some((0.98, 1.0 / 0.98))),
        on("mate7", 1.21, Some((1.21 * 0.98, 1.21 / 0.98))),
    ];
    let figure = &figures(rows.clone())[..];
    assert_eq!(figure.len(), 1);
    assert_eq!(
        HeldRatio::from(figure[0].clone()).name,
        "a over b on 2 workloads, geometric mean, a CPU"
    );
    let ratio = figure[0].ratio.unwrap();
    assert!((ratio.value - 1.1).abs() < 1e-9, "{ratio:?}");
    let (low, high) = ratio.interval.unwrap();
    assert!((1.1 / low - 0.98_f64.powf(-0.5_f64.sqrt())).abs() < 1e-9, "{low}");
    assert!((high / 1.1 - 1.1 / low).abs() < 1e-9);
    // One row below the limit fails the rows, not the geometric mean.
    assert_eq!(held(1.05, &rows).0, REGRESSION);
    assert_eq!(held(1.05, figure).0, 0);
    assert_eq!(figures(vec![rows[0].clone(), on("x", 2.0, None)])[0].ratio.unwrap().interval, None);
}

#[test]
fn several_rows_have_wider_intervals() {
    let one = row(1.0, Some((0.9, 1.0 / 0.9)));
    let low = |rows: Vec<GateRow>| corrected(rows)[0].interval.unwrap().0;
    assert!((low(vec![one.clone()]) - 0.9).abs() < 1e-9);
    // 2.241 is the normal quantile of 1 - 0.05 / 4.
    let two = low(vec![one.clone(), one]);
    assert!((two - 0.9_f64.powf(2.2414 / 1.96)).abs() < 1e-4, "{two}");
}

#[test]
fn what_is_demanded() {
    let names = ["new", "old", "a/b", "b"];
    let pair = |text: &str| RatioDemand::parse(text, &names).map(|d| (d.pair, d.limit));
    let names = |new: &str, old: &str| Some((new.to_owned(), old.to_owned()));
    assert_eq!(pair("new/old>=0.99"), Ok((names("new", "old"), 0.99)));
    assert_eq!(pair(" new / old >= 1 "), Ok((names("new", "old"), 1.0)));
    assert_eq!(pair("a/b/b>=1"), Ok((names("a/b", "b"), 1.0)), "a name has a slash");
    assert_eq!(pair(">=0.98"), Ok((None, 0.98)));
    for (bad, expected) in [
        ("new/old>0.99", "expected NEW/OLD>=RATIO"),
        ("new/old>=x", "expected NEW/OLD>=RATIO"),
        ("new/old>=0", "expected NEW/OLD>=RATIO"),
        ("new>=1", "expected NEW/OLD>=RATIO"),
        ("new/odl>=1", "only the engines new, old, a/b, b"),
        ("new/new>=1", "over itself"),
    ] {
        assert!(pair(bad).unwrap_err().contains(expected), "{bad}: {:?}", pair(bad));
    }
}

#[test]
fn the_interval_over_all_workloads_decides() {
    let record = pair(&[1.0, 1.21], 12);
    let code = |text: &str| RatioDemand::parse(text, &["old", "new"]).unwrap().decide(&record).0;
    assert_eq!(code("new/old>=1.09"), 0);
    assert_eq!(code("new/old>=1.2"), REGRESSION);
    assert_eq!(code("old/new>=0.9"), 0);
    assert_eq!(code(">=1.09"), 0);
    let (code, lines) = RatioDemand::parse(">=1.1011", &["old", "new"]).unwrap().decide(&record);
    assert_eq!(code, UNDECIDED, "{lines:?}");
    assert!(lines[0].starts_with("undecided: new/old: 1.1"), "{lines:?}");
    // A single workload decides only if each is tested.
    let demand = RatioDemand::parse("new/old>=1.05", &["old", "new"]).unwrap();
    assert_eq!(demand.decide(&record).0, 0);
    let (code, lines) = RatioDemand { each: true, ..demand }.decide(&record);
    assert_eq!((code, lines.len()), (REGRESSION, 1));
    assert!(lines[0].starts_with("below: new/old on w0/timed: 1.00"), "{lines:?}");
}

#[test]
fn blocks_in_which_the_machine_was_slow_are_distinguished() {
    let mut record = pair(&[1.21], 12);
    let probe = |block, throughput_ms| ProbeSample {
        workload: "w0/timed".into(),
        block,
        throughput_ms,
        chase_ms: 3.0,
    };
    record.probes =
        (0..12).map(|block| probe(block, if block == 4 { 1.06 } else { 1.0 })).collect();
    let demand = RatioDemand::parse("new/old>=1.1", &["old", "new"]).unwrap();
    let (code, lines) = demand.decide(&record);
    assert_eq!(code, 0);
    let without = "without 1 block in which the machine was slow: passed: 1.21";
    assert!(lines.len() == 2 && lines[1].starts_with(without), "{lines:?}");
}
