//! The commits of an engine, one after another.

use super::super::commits::measured;
use super::super::format::percent;
use super::super::load::Loaded;
use super::super::select::cpu_with_marks;
use super::super::table::{Table, TableCell, data, left, right};
use nucleus_records::changes::LEVEL;

/// One row for each commit that was measured.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("cpu", "CPU"),
        left("commit", "commit"),
        left("subject", "subject"),
        right("ratio", "speed over the first [95 %]"),
        data("ratio_low"),
        data("ratio_high"),
        right("change", "change here [95 %]"),
        data("change_low"),
        data("change_high"),
        data("p"),
        data("hash"),
        data("record"),
    ];
    let mut table = Table::new("commits", "Commit by commit", columns);
    for loaded in records {
        for one in measured(&loaded.record) {
            let [low, high] = ends(one.ratio.interval);
            let change = one.step();
            let [change_low, change_high] = ends(change.and_then(|ratio| ratio.interval));
            let plain = |v: f64| format!("{v:.4}");
            table.push(vec![
                TableCell::text(cpu_with_marks(&loaded.record)),
                TableCell::text(one.engine.name.clone()),
                TableCell::text(one.commit.subject.clone()),
                one.ratio.cell(),
                TableCell::number(low, plain),
                TableCell::number(high, plain),
                change.map_or(TableCell::Missing, |ratio| ratio.cell()),
                TableCell::number(change_low, plain),
                TableCell::number(change_high, plain),
                TableCell::number(one.change.map(|change| change.p), plain),
                TableCell::text(one.commit.hash.clone()),
                TableCell::text(loaded.name()),
            ]);
        }
    }
    table.notes.push(format!(
        "Speeds are over all workloads, each over the first commit's in the same block. A change is \
         where the commits before and after it differ by more than shuffled ones do, at a level of \
         {}; its figure is the speed from there to the next change over that from the change before.",
        percent(LEVEL)
    ));
    table
}

fn ends(interval: Option<(f64, f64)>) -> [Option<f64>; 2] {
    [interval.map(|i| i.0), interval.map(|i| i.1)]
}
