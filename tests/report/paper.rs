//! Our rows of the Axon II paper's table I.

use crate::fixtures;
use crate::tables::{lines, table};

/// The axon32 board, which the paper's claim is about, has a row per variant in the table.
#[test]
fn the_paper_s_machine_has_rows_in_each_variant() {
    let mut loaded = fixtures::normal();
    for (variant, speed) in [("intrinsics", 1.7), ("asm", 1.6)] {
        let name = format!("nucleus-avx512-{variant}-axon32");
        let mut engine = fixtures::ours(&name, "avx512");
        (engine.variant, engine.board) = (Some(variant.into()), Some("axon32".into()));
        engine.short = true;
        loaded.record.engines.push(engine);
        let row = fixtures::row(&name, "start/paper", 1e6 * speed, 2500.0);
        loaded.record.summaries.push(fixtures::against(row, "stockfish", speed, true));
    }
    let table = table(&[loaded], "table-1");
    let rows = lines(&table);
    let ours: Vec<&String> = rows.iter().filter(|row| row.contains("| nucleus")).collect();
    assert_eq!(ours.len(), 3, "{ours:#?}");
    let expected = [
        ("| 4.00 [3.94, 4.06] |", "| nucleus avx512 |"),
        ("| 1.70 [1.67, 1.73] |", "| nucleus-avx512-intrinsics-axon32 |"),
        ("| 1.60 [1.58, 1.62] |", "| nucleus-avx512-asm-axon32 |"),
    ];
    for (row, (figure, name)) in ours.into_iter().zip(expected) {
        assert!(row.contains(figure) && row.contains(name), "no {figure} {name} in {row}");
    }
}
