//! The table of an engine's commits in order, with the changes of speed.

use super::super::commits::{MeasuredCommit, measured};
use super::super::format::percent;
use super::super::load::Loaded;
use super::super::select::cpu_with_marks;
use super::super::table::{Table, TableCell as Cell};
use nucleus_records::changes::LEVEL;

type CommitRow<'a> = (&'a Loaded, MeasuredCommit<'a>);

fn plain(value: Option<f64>) -> Cell {
    Cell::number(value, |value| format!("{value:.4}"))
}

/// Returns the interval of the change that begins with a commit.
fn change((_, one): &CommitRow<'_>) -> Option<(f64, f64)> {
    one.step()?.interval
}

/// Returns a row for each commit that was measured.
pub fn table(records: &[Loaded]) -> Table {
    let rows = records.iter().flat_map(|loaded| {
        measured(&loaded.record).into_iter().map(move |one| -> CommitRow<'_> { (loaded, one) })
    });
    Table::with_items("commits", "Commit by commit", rows)
        .left("cpu", "CPU", |(loaded, _)| Cell::text(cpu_with_marks(&loaded.record)))
        .left("commit", "commit", |(_, one)| Cell::text(&one.engine.name))
        .left("subject", "subject", |(_, one)| Cell::text(&one.commit.subject))
        .right("ratio", "speed over the first [95 %]", |(_, one)| one.ratio.cell())
        .data("ratio_low", |(_, one)| plain(one.ratio.interval.map(|ends| ends.0)))
        .data("ratio_high", |(_, one)| plain(one.ratio.interval.map(|ends| ends.1)))
        .right("change", "change here [95 %]", |(_, one)| {
            one.step().map_or(Cell::Missing, |ratio| ratio.cell())
        })
        .data("change_low", |row| plain(change(row).map(|ends| ends.0)))
        .data("change_high", |row| plain(change(row).map(|ends| ends.1)))
        .data("p", |(_, one)| plain(one.change.as_ref().map(|change| change.p)))
        .data("hash", |(_, one)| Cell::text(&one.commit.hash))
        .data("record", |(loaded, _)| Cell::text(loaded.name()))
        .note(format!(
        "Speeds are over all workloads, each over the first commit's in the same block. A change is \
         where the commits before and after it differ by more than shuffled ones do, at a level of \
         {}; its figure is the speed from there to the next change over that from the change before.",
        percent(LEVEL)
    ))
        .table()
}
