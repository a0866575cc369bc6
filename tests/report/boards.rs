//! Tables and charts of a comparison of our boards.

use nucleus_records::record::{Sample, SamplePart};
use nucleus_report::REGRESSION;
use nucleus_report::gate::{self, RowSelection};
use nucleus_report::load::Loaded;
use nucleus_report::table::TableCell;
use nucleus_report::{chart, tables};

use crate::fixtures::{self, boards, normal};
use crate::tables::{lines, table};

const CPU: &str = "| AMD Ryzen 9 9950X 16-Core Processor";

#[test]
fn the_boards_have_a_table_by_profile_and_level_and_perft_rows_of_its_own() {
    let pivot = table(&[boards()], "boards");
    let mut rows = lines(&pivot);
    rows.remove(1);
    assert_eq!(
        rows,
        [
            "| CPU | profile | level | start position | positions, geometric mean |",
            &format!("{CPU} | axon | avx2 | – | 2.00 [1.97, 2.03] |"),
            &format!("{CPU} | axon | popcnt | – | 1.00 [0.98, 1.01] |"),
            &format!("{CPU} | full | avx2 | – | 0.50 [0.49, 0.51] |"),
            &format!("{CPU} | perft | avx2 | 2.00 [1.97, 2.03] | – |"),
            &format!("{CPU} | perft | popcnt | 1.00 [0.98, 1.01] | – |"),
        ]
    );
    for expected in
        ["bench (go nodes 1000, 2 positions); start (perft 6)", "Levels of this CPU: popcnt, avx2."]
    {
        assert!(pivot.notes.iter().any(|note| note.contains(expected)), "{:?}", pivot.notes);
    }

    let mut other_tree = boards();
    other_tree.record.summaries[0].nodes = Some(1);
    other_tree.record.summaries[0].instructions_per_node = Some(1_234.4);
    other_tree.record.summaries[2].instructions_per_node = Some(2_345.6);
    assert_eq!(
        lines(&table(&[other_tree], "board-rows"))[2..4],
        [
            format!(
                "{CPU} | bench/set | axon | avx2 | 2,000,000 | 1,000,000 | 2.00 [1.97, 2.03] \
                 | faster | 2.00 [1.97, 2.03] | **no** | 1,234 | 2,346 | 10 |"
            ),
            format!(
                "{CPU} | bench/set | axon | popcnt | 1,000,000 | 1,000,000 | 1.00 [0.98, 1.01] \
                 | no difference shown | 1.00 [0.98, 1.01] | yes | – | – | 10 |"
            ),
        ]
    );
}

/// Another program had the core for most of the matrix's time. By processor time the matrix wins.
#[test]
fn the_ratio_of_the_boards_is_by_processor_time_where_every_sample_has_it() {
    let mut loaded = boards();
    let samples = (0..5_u32).flat_map(|block| {
        [("axon-avx2-matrix", 0.25), ("axon-avx2-magic", 1.0)].map(|(engine, share)| Sample {
            engine: engine.into(),
            workload: "bench/set".into(),
            block,
            parts: [(1_000, 1.0), (9_000, 3.0)]
                .map(|(nodes, seconds)| SamplePart {
                    nodes,
                    seconds,
                    task_nanoseconds: Some((seconds * share * 1e9) as u64),
                })
                .into(),
            ..Sample::default()
        })
    });
    loaded.record.samples = samples.collect();
    let pivot = |loaded: &Loaded| lines(&table(std::slice::from_ref(loaded), "boards"))[2].clone();
    assert!(pivot(&loaded).ends_with("| 4.00 [4.00, 4.00] |"), "{}", pivot(&loaded));
    let rows = table(std::slice::from_ref(&loaded), "board-rows");
    let row = &lines(&rows)[2];
    assert!(row.contains("| 4.00 [4.00, 4.00] | faster | 2.00 [1.97, 2.03] |"), "{row}");
    loaded.record.samples[3].parts[1].task_nanoseconds = None;
    assert!(pivot(&loaded).ends_with("| 2.00 [1.97, 2.03] |"), "{}", pivot(&loaded));
}

/// A comparison of our boards does not supply headline figures, and hides no other record.
#[test]
fn the_boards_stand_apart_from_the_other_tables_and_charts() {
    let names =
        |records: &[Loaded]| -> Vec<&str> { tables::all(records).iter().map(|t| t.name).collect() };
    let charts =
        |records: &[Loaded]| -> Vec<&str> { chart::all(records).iter().map(|c| c.name).collect() };
    assert_eq!(names(&[boards()]), ["boards", "board-rows", "workloads", "records"]);
    assert_eq!(charts(&[boards()]), ["boards"]);
    let both = [normal(), boards()];
    for name in ["table-1", "levels", "proof"] {
        assert_eq!(table(&both, name).csv(), table(&[normal()], name).csv(), "{name}");
    }
    assert!(!names(&both).contains(&"history"), "they are not two of a kind");
    assert_eq!(charts(&both), ["nps", "ratio", "levels", "cycles", "boards"]);
    let svg = chart::all(&[boards()])[0].svg();
    for expected in ["axon, avx2", "bench: geometric mean over 2 positions", "perft 6"] {
        assert!(svg.contains(expected), "no {expected}");
    }
    let which =
        RowSelection { contender: Some("full-avx2-matrix".into()), ..RowSelection::default() };
    let rows = gate::rows(&both, &which).expect("known names");
    assert_eq!(gate::decide(1.0, rows, true).0, REGRESSION);
}

/// In profile `axon` the axon32 board is a third board.
#[test]
fn the_paper_s_record_is_a_third_board_of_its_profile() {
    let mut loaded = boards();
    let name = "axon-avx2-axon32";
    let mut engine = fixtures::ours(name, "avx2");
    engine.board = Some("axon32".into());
    engine.paired_with = Some("axon-avx2-magic".into());
    loaded.record.engines.push(engine);
    for workload in ["bench/set", "start/perft"] {
        let mut row = fixtures::row(name, workload, 4e5, 7000.0);
        row.instructions_per_node = Some(3_456.7);
        loaded.record.summaries.push(fixtures::against(row, "axon-avx2-magic", 0.4, false));
    }
    let records = [loaded];
    let rows = lines(&table(&records, "boards"));
    assert!(rows[0].starts_with("| CPU | profile | level | board | start position |"), "{rows:#?}");
    for expected in [
        "axon | avx2 | matrix | – | 2.00 [1.97, 2.03] |",
        "axon | avx2 | axon32 | – | 0.40 [0.39, 0.41] |",
        "full | avx2 | matrix | – | 0.50 [0.49, 0.51] |",
        "perft | avx2 | axon32 | 0.40 [0.39, 0.41] | – |",
    ] {
        assert!(rows.contains(&format!("{CPU} | {expected}")), "no {expected} in {rows:#?}");
    }
    let rows = table(&records, "board-rows");
    let cells = |profile: &str, columns: &[&str]| -> Vec<String> {
        let words = |row: &Vec<TableCell>| -> Vec<String> {
            row.iter().map(|cell| cell.words().to_owned()).collect()
        };
        let expected = ["bench/set", profile, "avx2"];
        let is_it = |row: &Vec<String>| expected.iter().all(|word| row.iter().any(|c| c == word));
        let row = rows.rows.iter().map(words).find(is_it).expect("a row");
        let place = |head: &&str| rows.columns.iter().position(|column| column.head == *head);
        columns.iter().map(|head| row[place(head).expect("a column")].clone()).collect()
    };
    let speeds = ["matrix, NPS", "magic, NPS", "axon32, NPS"];
    assert_eq!(cells("axon", &speeds), ["2,000,000", "1,000,000", "400,000"]);
    let others = ["axon32/magic [95 %]", "axon32, instr./node", "same tree"];
    assert_eq!(cells("axon", &others), ["0.40 [0.39, 0.41]", "3,457", "yes"]);
    assert_eq!(cells("full", &speeds[2..]), ["–"], "without a third board its places are empty");
    let svg = chart::all(&records)[0].svg();
    assert!(svg.contains("axon, avx2, axon32") && svg.contains("full, avx2"));
}
