//! Tables and pages made from small records: a normal one, one cut short, one of an older schema.

use std::fs;

use nucleus_records::record::Sample;
use nucleus_report::diff::Diff;
use nucleus_report::estimate::DiffVerdict;
use nucleus_report::export::{self, ExportFormat};
use nucleus_report::gate::RowSelection;
use nucleus_report::load::Loaded;
use nucleus_report::table::{Table, TableCell};
use nucleus_report::{REGRESSION, UNDECIDED};
use nucleus_report::{chart, document, gate, tables, write};

use crate::fixtures::{cut_short, later, normal, older_schema, rename, sample, spread};

fn merged() -> Vec<Loaded> {
    vec![older_schema(), cut_short(), normal()]
}

pub fn table(records: &[Loaded], name: &str) -> Table {
    tables::all(records).into_iter().find(|t| t.name == name).expect("a table of this name")
}

/// Returns the rows without padding, which matters on a terminal only.
pub fn lines(table: &Table) -> Vec<String> {
    let squeeze = |l: &str| l.split_whitespace().collect::<Vec<_>>().join(" ");
    table.markdown().lines().filter(|l| l.starts_with('|')).map(squeeze).collect()
}

#[test]
fn three_records_merge_into_table_one() {
    let lines = lines(&table(&merged(), "table-1"));
    assert_eq!(lines.len(), 2 + 3);
    let expected = [
        "| CPU | protocol | ours, start position | rebuilds/node | evals/node | ours, mate in 7 \
         | rebuilds/node | evals/node | reference, start position | ratio [95 %] | ours \
         | reference |",
        "| AMD Ryzen 9 9950X 16-Core Processor | paper | 4,000,000 | 0.97 | 0.61 | 8,000,000 \
         | 0.76 | 0.21 | 1,000,000 | 4.00 [3.94, 4.06] | nucleus avx512 \
         | stockfish: Stockfish 15.1 *generic* (64bit SSE2) |",
        "| Intel(R) Core(TM) i7-8700 (cut short) | sustained | 2,000,000 | – | – | – | – | – | 800,000 \
         | 2.50 [2.46, 2.54] | nucleus avx2 | stockfish: Stockfish 18 (64bit AVX2) |",
        "| unknown CPU (quick run) | paper | 900,000 | – | – | – | – | – | – | – \
         | nucleus portable | – |",
    ];
    let shown: Vec<&String> =
        lines.iter().enumerate().filter(|(i, _)| *i != 1).map(|l| l.1).collect();
    assert_eq!(shown, expected);
}

/// A run lists its best level first. The column over the lowest level does not depend on that order.
#[test]
fn the_level_table_has_every_engine_of_ours_and_no_other() {
    let mut loaded = normal();
    loaded.record.engines.swap(0, 1);
    assert_eq!(
        lines(&table(&[loaded], "levels"))[2..],
        [
            "| AMD Ryzen 9 9950X 16-Core Processor | nucleus avx512 | avx512 | intrinsics | axon \
             | matrix | paper | 4,000,000 | 0.97 | 0.61 | 8,000,000 | 0.76 | 0.21 | 4.00 | 4.00 [3.94, 4.06] | ~1,100 \
             | 412,345 |",
            "| AMD Ryzen 9 9950X 16-Core Processor | nucleus portable | portable | intrinsics \
             | axon | matrix | paper | 1,000,000 | – | – | 2,000,000 | – | – | 1.00 | 1.00 [0.98, 1.01] | ~4,400 \
             | 412,345 |",
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
    assert!(
        csv.starts_with("cpu,workload,engine,nodes,milliseconds,nps,nps_low,nps_high,"),
        "{csv}"
    );
    assert!(
        csv.contains("nucleus avx512,412345,,4000000,3960000,4040000,0.02,0.97,0.61,4,"),
        "{csv}"
    );
    assert!(table.notes.iter().any(|n| n.contains("no hardware counter")));
}

#[test]
fn the_time_to_the_mate_and_what_is_searched_after_it() {
    let mut loaded = normal();
    loaded.record.samples = vec![Sample {
        repeats: 2,
        seconds: 0.104,
        nodes_to_mate: Some(618_000),
        seconds_to_mate: Some(0.0782),
        ..sample("nucleus avx512", "mate7/paper", 0, 824_690)
    }];
    loaded.record.summaries[3].seconds = Some(spread(0.052));
    let lines = lines(&table(&[loaded], "proof"));
    assert_eq!(
        lines[2..],
        ["| AMD Ryzen 9 9950X 16-Core Processor | mate7/paper | nucleus avx512 | 309,000 | 39.1 \
          | 412,345 | 52.0 | 8,000,000 | 0.76 | 0.21 | 7,900,000 | 103,086 | 25.0 % |"]
    );
}

/// The reference's search to depth 10 takes 12 ms, so its row is marked and gives no headline.
#[test]
fn short_searches_are_marked_and_make_no_headline() {
    let mut loaded = normal();
    let check = |loaded: &Loaded, is_short: bool| {
        let records = std::slice::from_ref(loaded);
        let charts = chart::all(records);
        let ratio = charts.iter().find(|chart| chart.name == "ratio").expect("a chart of ratios");
        assert_eq!(ratio.title().contains("4.00 times"), !is_short, "{}", ratio.title());
        let row = &lines(&table(records, "table-1"))[2];
        assert_eq!(row.contains("| paper (short) |"), is_short, "{row}");
    };
    check(&loaded, false);
    let samples = |repeats, seconds| {
        let ours = sample("nucleus avx512", "start/paper", 0, 412_345);
        let other = sample("stockfish", "start/paper", 0, 12_000);
        vec![Sample { seconds: 0.1, ..ours }, Sample { repeats, seconds, ..other }]
    };
    // A search repeated until its sample is long enough is not short.
    loaded.record.samples = samples(5, 0.06);
    check(&loaded, false);
    loaded.record.samples = samples(1, 0.012);
    check(&loaded, true);
    let rows = lines(&table(std::slice::from_ref(&loaded), "workloads"));
    let short: Vec<&String> = rows.iter().filter(|row| row.contains("(short)")).collect();
    assert_eq!(short.len(), 2, "both levels, on the start alone: {rows:#?}");
    assert!(short[1].contains("4.00 [3.94, 4.06] (short)"), "{short:?}");
    let page = export::text(ExportFormat::Markdown, &[loaded]).expect("figures");
    assert!(page.contains("4.00 [3.94, 4.06] (short) |"), "{page}");
}

#[test]
fn history_is_of_cpus_with_several_records_and_the_newest_stands_for_the_cpu() {
    let mut records = merged();
    assert!(tables::all(&records).iter().all(|t| t.name != "history"));
    records.push(later());
    let history = table(&records, "history");
    let commits: Vec<&TableCell> = history.rows.iter().map(|r| &r[2]).collect();
    assert_eq!(commits, [&TableCell::text("0123456789ab+"), &TableCell::text("fedcba987654")]);
    assert!(lines(&table(&records, "table-1"))[2].contains("| 4,400,000 |"));

    // A newer incomplete run does not displace a complete one.
    records.last_mut().expect("four").record.complete = false;
    assert!(lines(&table(&records, "table-1"))[2].contains("| 4,000,000 |"));
}

/// Only the given names distinguish two builds of one engine.
#[test]
fn the_name_that_was_given_comes_first_and_no_mark_reaches_a_program() {
    let mut loaded = normal();
    let record = &mut loaded.record;
    rename(record, "stockfish", "old");
    let mut both = record.clone();
    rename(&mut both, "old", "new");
    both.summaries.retain(|row| row.engine == "new");
    record.summaries.append(&mut both.summaries);
    record.engines.push(both.engines.remove(2));
    // An identical `id name` is shown once.
    let mut alike = loaded.clone();
    alike.record.engines[2].id_name = Some("OLD".into());
    let page = document::page(&[alike], &[], true);
    assert!(page.contains("| old *generic* (64bit SSE2) "), "{page}");

    let records = [loaded];
    let page = document::page(&records, &[], true);
    let nps = chart::all(&records)[0].svg();
    for name in ["old", "new"] {
        let expected = format!("| {name}: Stockfish 15.1 *generic* (64bit SSE2) ");
        assert!(page.contains(&expected), "no {expected:?} in\n{page}");
        assert!(nps.contains(&format!("{name}: Stockfish 15.1 (generic)")), "{name}");
    }
    for table in tables::all(&records) {
        let (json, csv) = (table.json().to_string().replace("\\\"", ""), table.csv());
        for mark in ["*", "`", "\\"] {
            let is_marked = json.contains(mark) || csv.contains(mark);
            assert!(!is_marked, "{}: {mark} in {json}", table.name);
        }
        assert!(!json.contains(".0,") && !json.contains(".0}"), "{json}");
    }
    let csv = table(&records, "table-1").csv();
    assert!(csv.contains(",old: Stockfish 15.1 generic (64bit SSE2),true,2026"), "{csv}");
}

/// Virtual machines share a name; family, model and stepping distinguish them.
#[test]
fn cpus_that_share_a_name_stay_apart() {
    let on_model = |mut loaded: Loaded, family: u32, model: u32| {
        let machine = &mut loaded.record.machine;
        machine.cpu = Some("AMD EPYC".into());
        machine.vendor = Some("AuthenticAMD".into());
        (machine.family, machine.model, machine.stepping) = (Some(family), Some(model), Some(1));
        loaded
    };
    let mut records = vec![on_model(normal(), 25, 17), on_model(later(), 26, 2)];
    let cpus = ["AMD EPYC (Zen 4, 25-17-1)", "AMD EPYC (Zen 5, 26-2-1)"];
    let [zen4, zen5] = cpus.map(TableCell::text);
    let names = |records: &[Loaded], name: &str| -> Vec<TableCell> {
        let table = table(records, name);
        table.rows.into_iter().map(|mut row| row.swap_remove(0)).collect()
    };
    for of_both in ["table-1", "levels", "workloads", "proof"] {
        let names = names(&records, of_both);
        assert!(names.contains(&zen4) && names.contains(&zen5), "{of_both}: {names:?}");
    }
    assert!(tables::all(&records).iter().all(|t| t.name != "history"), "one record each");
    assert!(document::page(&records, &[], true).starts_with("# Nucleus on 2 CPUs, 2 records"));
    let notes = diff(&records[0], &records[1]).table().notes;
    assert!(notes.iter().any(|n| n.contains("Different CPUs")), "{notes:?}");

    records.push(on_model(later(), 25, 17));
    assert_eq!(names(&records, "history"), [zen4.clone(), zen4]);
    let charts = chart::all(&records);
    let shown = charts.iter().map(|chart| {
        let svg = chart.svg();
        cpus.iter().filter(|cpu| svg.contains(&cpu[9..])).count()
    });
    assert_eq!(shown.collect::<Vec<_>>(), [2, 2, 2, 2, 1], "the history is drawn too");
}

#[test]
fn the_page_says_what_a_node_is_and_what_went_wrong() {
    let page = document::page(&merged(), &[("Speed".into(), "speed.svg".into())], true);
    assert!(page.starts_with("# Nucleus on 3 CPUs, 3 records\n"));
    for expected in [
        "A node is a legal move made inside a search whose position the search then enters.",
        "![Speed](speed.svg)",
        "- 2026-11-20-aaaaaaa: cut short: 1 of 2 workloads have figures",
        "- 2026-11-20-aaaaaaa: other failed: said nothing for 10 s after 'uci'",
        "- 2026-11-21-0123456: load of 1.8 before the run",
        "- 2026-11-21-0123456: nucleus avx512 on mate7/paper: spread of 6.1 % is above 5 %",
    ] {
        assert!(page.contains(expected), "no {expected:?} in\n{page}");
    }
}

fn diff(a: &Loaded, b: &Loaded) -> Diff {
    Diff::new(a, b, &RowSelection::default(), false).expect("they share workloads")
}

#[test]
fn a_diff_with_a_common_reference_compares_the_ratios_to_it() {
    let same = diff(&normal(), &later());
    let best = same.changes.iter().find(|c| c.gated).expect("our best level");
    let estimate = best.estimate().expect("a ratio");
    assert!((estimate.value - 1.1).abs() < 1e-9);
    assert_eq!(best.verdict(), DiffVerdict::Faster);
    assert_eq!(best.same_nodes, Some(true));

    // Without the same build of the reference in both records, there is no verdict on ours.
    let mut other = later();
    other.record.engines[2].file_sha256 = Some("another".into());
    let without = diff(&normal(), &other);
    assert!(without.changes.iter().all(|c| c.ratios.is_none()));
    assert!(without.changes.iter().all(|c| c.verdict() == DiffVerdict::NoReference));
    assert_eq!(gate::decide(0.5, without.gated(), true).0, UNDECIDED);
    assert!(Diff::new(&normal(), &cut_short(), &RowSelection::default(), false).is_err());
}

#[test]
fn an_engine_that_is_the_same_did_not_become_faster() {
    let [mut a, mut b] = [normal(), later()];
    for loaded in [&mut a, &mut b] {
        loaded.record.engines[2].file_sha256 = Some("5f".into());
        loaded.record.engines[1].file_sha256 = Some(loaded.name());
    }
    // B's machine is 1.42 times as fast for all engines.
    for row in &mut b.record.summaries {
        row.nps = row.nps.map(|n| spread(n.median * 1.42));
    }
    let table = diff(&a, &b).table();
    let rows = lines(&table);
    let matching = |name: &str| rows.iter().filter(|row| row.contains(name)).collect::<Vec<_>>();
    let [best, stockfish] = ["| nucleus avx512 |", "| stockfish |"].map(matching);
    assert!(best.iter().all(|row| row.contains("| faster |")), "{rows:?}");
    assert!(best.iter().any(|row| row.contains("| 1.1000 [1.0769, 1.1236] |")), "{rows:?}");
    let expected = "| unchanged; the machine changed by 1.42 [1.40, 1.44] |";
    assert!(stockfish.iter().all(|row| row.contains(expected)), "{rows:?}");
    assert_eq!([best.len(), stockfish.len()], [2, 2]);
    let expected = "ran engines that are the same in both records 1.42 to 1.42 times as fast";
    assert!(table.notes.iter().any(|n| n.contains(expected)), "{:?}", table.notes);
    // With other options it is another engine.
    b.record.engines[2].options.push(("Use NNUE".into(), "false".into()));
    assert!(diff(&a, &b).changes.iter().all(|c| !c.unchanged));
}

#[test]
fn a_diff_counts_the_warnings_and_shows_the_worst() {
    let mut b = later();
    b.record.warnings = (0..20).map(|n| format!("something {n}")).collect();
    b.record.summaries[0].warnings.push("an answer was wrong".into());
    let [worst, all] = [false, true].map(|all| {
        let diff = Diff::new(&normal(), &b, &RowSelection::default(), all);
        diff.expect("they share workloads").table().notes
    });
    let warned = |notes: &[String]| notes.iter().filter(|n| n.starts_with("Warning of ")).count();
    assert_eq!((warned(&worst), warned(&all)), (5, 24), "{worst:?}");
    assert!(worst.iter().any(|n| n == "24 warnings, the worst 5; --all-warnings shows all:"));
    assert!(worst.iter().any(|n| n.contains("an answer was wrong")), "{worst:?}");
}

#[test]
fn a_diff_is_gated_by_its_interval() {
    let diff = diff(&later(), &normal());
    assert_eq!(gate::decide(0.98, diff.gated(), true).0, REGRESSION);
    assert_eq!(gate::decide(0.91, diff.gated(), true).0, UNDECIDED);
    assert_eq!(gate::decide(0.8, diff.gated(), true).0, 0);
}

#[test]
fn a_record_is_written_beside_itself_and_several_as_one_report() {
    let dir = tempfile::tempdir().expect("a directory");
    let paths = merged().into_iter().map(|loaded| {
        let path = dir.path().join(loaded.path.file_name().expect("a file name"));
        fs::write(&path, loaded.record.to_json()).expect("a file");
        path
    });
    let paths: Vec<_> = paths.collect();
    for (paths, stem) in [(&paths[2..], "2026-11-21-0123456"), (&paths[..], "report")] {
        let written = write(paths, dir.path()).expect("a report");
        assert_eq!(written[0], dir.path().join(format!("{stem}.md")));
        let page = fs::read_to_string(&written[0]).expect("the page");
        for chart in ["nps", "ratio", "levels", "cycles"] {
            let name = format!("{stem}-{chart}.svg");
            let svg = dir.path().join(&name);
            assert!(written.contains(&svg) && page.contains(&format!("({name})")), "{name}");
            assert!(fs::read_to_string(&svg).expect("the chart").contains("<title>"));
        }
    }
}
