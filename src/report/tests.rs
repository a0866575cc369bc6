//! Snapshots of tables made from small records: a normal one, one cut short, one of an older
//! schema.

use std::fs;

use super::diff::{Diff, Verdict};
use super::fixtures::{cut_short, later, normal, older_schema};
use super::load::Loaded;
use super::table::{Cell, Table};
use super::{NODE, REGRESSION, document, gate, measured_ratios, tables, write};

fn merged() -> Vec<Loaded> {
    vec![older_schema(), cut_short(), normal()]
}

fn table(records: &[Loaded], name: &str) -> Table {
    tables::all(records).into_iter().find(|t| t.name == name).expect("a table of this name")
}

/// The table without the padding, which only a terminal's reader cares for.
fn lines(table: &Table) -> Vec<String> {
    let squeeze = |l: &str| l.split_whitespace().collect::<Vec<_>>().join(" ");
    table.markdown().lines().filter(|l| l.starts_with('|')).map(squeeze).collect()
}

#[test]
fn three_records_merge_into_table_one_with_the_quoted_rows_after_them() {
    let lines = lines(&table(&merged(), "table-1"));
    assert_eq!(lines.len(), 2 + 3 + 8);
    let expected = [
        "| CPU | protocol | ours, start position | rebuilds/node | evals/node | ours, mate in 7 \
         | rebuilds/node | evals/node | reference, start position | ratio [95 %] | ours \
         | reference |",
        "| AMD Ryzen 9 9950X 16-Core Processor | paper | 4,000,000 | 0.97 | 0.61 | 8,000,000 \
         | 0.76 | 0.21 | 1,000,000 | 4.00 [3.94, 4.06] | nucleus avx512 | Stockfish 15.1 *generic* (64bit SSE2) |",
        "| Intel(R) Core(TM) i7-8700 (cut short) | sustained | 2,000,000 | – | – | – | – | – | 800,000 \
         | 2.50 [2.46, 2.54] | nucleus avx2 | Stockfish 18 (64bit AVX2) |",
        "| unknown CPU (quick run) | paper | 900,000 | – | – | – | – | – | – | – \
         | nucleus portable | – |",
        "| Intel i7 2600 3.5 GHz | *quoted* | 1,238,488 | – | – | 3,157,504 | – | – | 358,000 | 3.46 | Axon II \
         | Stockfish 18 |",
    ];
    let shown: Vec<&String> =
        lines.iter().enumerate().filter(|(i, _)| *i != 1).map(|l| l.1).collect();
    assert_eq!(shown[..5], expected);
}

#[test]
fn the_level_table_has_every_engine_of_ours_and_no_other() {
    let lines = lines(&table(&[normal()], "levels"));
    assert_eq!(
        lines[2..],
        [
            "| AMD Ryzen 9 9950X 16-Core Processor | nucleus portable | portable | intrinsics \
             | axon | matrix | paper | 1,000,000 | – | – | 2,000,000 | – | – | 1.00 | 1.00 [0.98, 1.01] | ~4,400 \
             | 412,345 |",
            "| AMD Ryzen 9 9950X 16-Core Processor | nucleus avx512 | avx512 | intrinsics | axon \
             | matrix | paper | 4,000,000 | 0.97 | 0.61 | 8,000,000 | 0.76 | 0.21 | 4.00 | 4.00 [3.94, 4.06] | ~1,100 \
             | 412,345 |",
        ]
    );
}

/// A run puts its best level first; the column must not depend on the order of the rows.
#[test]
fn the_ladder_is_over_the_slowest_row_wherever_it_stands() {
    let mut loaded = normal();
    loaded.record.engines.swap(0, 1);
    let table = table(&[loaded], "levels");
    let column = |key| table.columns.iter().position(|c| c.key == key).expect("a column");
    let [engine, over_lowest] = ["engine", "over_lowest"].map(column);
    let figures: Vec<_> = table.rows.iter().map(|r| (&r[engine], &r[over_lowest])).collect();
    let figure = |v: f64, shown: &str| Cell::Number(v, shown.into());
    assert_eq!(
        figures,
        [
            (&Cell::text("nucleus avx512"), &figure(4.0, "4.00")),
            (&Cell::text("nucleus portable"), &figure(1.0, "1.00")),
        ]
    );
}

#[test]
fn the_workload_table_marks_estimated_cycles_and_wrong_answers() {
    let mut loaded = normal();
    loaded.record.summaries[2].right = Some(false);
    loaded.record.summaries[2].nodes = None;
    let table = table(&[loaded], "workloads");
    assert_eq!(
        lines(&table)[3],
        "| AMD Ryzen 9 9950X 16-Core Processor | start/paper | nucleus avx512 | ≈ 412,345 \
         | 4,000,000 | 2.0 % | 0.97 | 0.61 | 4.00 [3.94, 4.06] | ~1,100 | **no** | 20 |"
    );
    let csv = table.csv();
    assert!(csv.starts_with("cpu,workload,engine,nodes,nps,nps_low,nps_high,"), "{csv}");
    assert!(
        csv.contains("nucleus avx512,412345,4000000,3960000,4040000,0.02,0.97,0.61,4,"),
        "{csv}"
    );
    assert!(table.notes.iter().any(|n| n.contains("no hardware counter")));
}

#[test]
fn the_part_after_the_proof_stands_apart() {
    let lines = lines(&table(&merged(), "proof"));
    assert_eq!(
        lines[2..],
        ["| AMD Ryzen 9 9950X 16-Core Processor | mate7/paper | nucleus avx512 | 8,000,000 \
          | 0.76 | 0.21 | 7,900,000 | 103,086 | 25.0 % |"]
    );
}

#[test]
fn history_is_of_cpus_with_several_records_and_the_newest_stands_for_the_cpu() {
    let mut records = merged();
    assert!(tables::all(&records).iter().all(|t| t.name != "history"));
    records.push(later());
    let history = table(&records, "history");
    let commits: Vec<&Cell> = history.rows.iter().map(|r| &r[2]).collect();
    assert_eq!(commits, [&Cell::text("0123456789ab+"), &Cell::text("fedcba987654")]);
    assert!(lines(&table(&records, "table-1"))[2].contains("| 4,400,000 |"));

    // A newer run that was cut short does not displace a complete one.
    records.last_mut().expect("four").record.complete = false;
    assert!(lines(&table(&records, "table-1"))[2].contains("| 4,000,000 |"));
}

/// Virtual machines all show the same name; family, model and stepping tell them apart.
#[test]
fn cpus_that_share_a_name_stay_apart() {
    let of = |mut loaded: Loaded, family: u32, model: u32| {
        let machine = &mut loaded.record.machine;
        machine.cpu = Some("AMD EPYC".into());
        machine.vendor = Some("AuthenticAMD".into());
        (machine.family, machine.model, machine.stepping) = (Some(family), Some(model), Some(1));
        loaded
    };
    let mut records = vec![of(normal(), 25, 17), of(later(), 26, 2)];
    let names = |records: &[Loaded], name: &str| -> Vec<Cell> {
        let table = table(records, name);
        table.rows.into_iter().map(|mut row| row.swap_remove(0)).collect()
    };
    let (zen4, zen5) =
        (Cell::text("AMD EPYC (Zen 4, 25-17-1)"), Cell::text("AMD EPYC (Zen 5, 26-2-1)"));
    assert_eq!(names(&records, "table-1")[..2], [zen4.clone(), zen5.clone()]);
    for of_both in ["levels", "workloads", "proof"] {
        let names = names(&records, of_both);
        assert!(names.contains(&zen4) && names.contains(&zen5), "{of_both}: {names:?}");
    }
    assert!(tables::all(&records).iter().all(|t| t.name != "history"), "one record each");
    assert!(document::markdown(&records, &[]).starts_with("# Nucleus on 2 CPUs, 2 records"));
    let notes = Diff::of(&records[0], &records[1]).expect("they share workloads").table().notes;
    assert!(notes.iter().any(|n| n.contains("Different CPUs")), "{notes:?}");

    records.push(of(later(), 25, 17));
    assert_eq!(names(&records, "history"), [zen4.clone(), zen4]);
    let charts: Vec<_> =
        super::chart::all(&records).iter().map(|c| c.svg().expect("a chart")).collect();
    assert_eq!(charts.len(), 5, "the history is drawn too");
    for (svg, expected) in charts.iter().zip([2, 2, 2, 2, 1]) {
        let shown = ["(Zen 4, 25-17-1)", "(Zen 5, 26-2-1)"].iter().filter(|n| svg.contains(**n));
        assert_eq!(shown.count(), expected);
    }
}

#[test]
fn the_page_says_what_a_node_is_and_what_went_wrong() {
    let page = document::markdown(&merged(), &[("Speed".into(), "speed.svg".into())]);
    assert!(page.starts_with("# Nucleus on 3 CPUs, 3 records\n"));
    for wanted in [
        NODE,
        "![Speed](speed.svg)",
        "- 2026-11-20-aaaaaaa: cut short: 1 of 2 workloads have figures",
        "- 2026-11-20-aaaaaaa: other failed: said nothing for 10 s after 'uci'",
        "- 2026-11-21-0123456: load of 1.8 before the run",
        "- 2026-11-21-0123456: nucleus avx512 on mate7/paper: spread of 6.1 % is above 5 %",
    ] {
        assert!(page.contains(wanted), "no {wanted:?} in\n{page}");
    }
}

#[test]
fn a_diff_with_a_common_reference_compares_the_ratios_to_it() {
    let diff = Diff::of(&normal(), &later()).expect("they share workloads");
    let best = diff.changes.iter().find(|c| c.headline).expect("our best level");
    let estimate = best.estimate();
    assert!((estimate.value - 1.1).abs() < 1e-9);
    assert_eq!(estimate.verdict(), Verdict::Faster);
    assert_eq!(best.same_nodes, Some(true));
    let unchanged = diff.changes.iter().find(|c| c.engine == "stockfish").expect("the reference");
    assert_eq!(unchanged.estimate().verdict(), Verdict::NoDifference);

    // Another build of the reference is no common measure: nodes per second are compared.
    let mut other = later();
    other.record.engines[2].file_sha256 = Some("another".into());
    let diff = Diff::of(&normal(), &other).expect("they share workloads");
    assert!(diff.changes.iter().all(|c| c.ratios.is_none()));
    assert!(Diff::of(&normal(), &cut_short()).is_err());
}

#[test]
fn the_gate_fails_below_the_ratio_and_where_there_is_none() {
    let ratios = measured_ratios(&tables::all(&merged()));
    let values: Vec<f64> = ratios.iter().map(|r| r.1).collect();
    assert_eq!(values, [4.0, 2.5], "quoted rows gate nothing");
    assert_eq!(gate(None, &ratios), 0);
    assert_eq!(gate(Some(2.5), &ratios), 0);
    assert_eq!(gate(Some(2.51), &ratios), REGRESSION);
    assert_eq!(gate(Some(1.0), &[]), 1);
    let diff = Diff::of(&later(), &normal()).expect("they share workloads");
    assert_eq!(gate(Some(0.98), &diff.gated()), REGRESSION);
}

#[test]
fn a_record_is_written_beside_itself_and_several_as_one_report() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut paths = Vec::new();
    for loaded in merged() {
        let path = dir.path().join(loaded.path.file_name().expect("a file name"));
        fs::write(&path, loaded.record.to_json()).expect("a file");
        paths.push(path);
    }
    let written = write(&paths[2..], dir.path()).expect("a report");
    assert_eq!(written[0], dir.path().join("2026-11-21-0123456.md"));
    let page = fs::read_to_string(&written[0]).expect("the page");
    assert!(page.contains("(2026-11-21-0123456-nps.svg)"));

    let written = write(&paths, dir.path()).expect("a report");
    assert_eq!(written[0], dir.path().join("report.md"));
    for chart in ["nps", "ratio", "levels", "cycles"] {
        let svg = dir.path().join(format!("report-{chart}.svg"));
        assert!(written.contains(&svg));
        assert!(fs::read_to_string(&svg).expect("the chart").contains("<title>"));
        let png = fs::read(svg.with_extension("png")).expect("the chart");
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    }
}
