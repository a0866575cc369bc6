use super::super::format::{count, three_digits};
use super::super::table::{Table, TableCell};
use super::verdict::VerdictKind;
use super::{ComparedFigure, ComparedPaper, OtherFigure};
use nucleus_records::papers::PaperEstimate;

/// A figure in a readable number of digits.
pub(super) fn figure(value: f64) -> String {
    let value = if value == 0.0 { 0.0 } else { value };
    match value.abs() {
        v if v >= 999.5 => count(value),
        v if v.fract() == 0.0 => format!("{value:.0}"),
        v if v >= 99.95 => format!("{value:.1}"),
        _ => three_digits(value),
    }
}

/// An interval's two ends, or a dash.
fn interval(estimate: &PaperEstimate) -> TableCell {
    match estimate.interval {
        Some((low, high)) if low == high => TableCell::text("exact"),
        Some((low, high)) => TableCell::text(format!("{} to {}", figure(low), figure(high))),
        None => TableCell::Missing,
    }
}

/// Figures under other conditions with their intervals.
fn others(row: &ComparedFigure) -> String {
    let shown = row.also.iter().map(|OtherFigure { name, figure: ours }| {
        let between = match ours.estimate.interval {
            Some((low, high)) if low < high => format!(" ({} to {})", figure(low), figure(high)),
            _ => String::new(),
        };
        format!("{name} {}{between}", figure(ours.estimate.value))
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// The source of our figure: record, commit and CPU.
fn source(row: &ComparedFigure) -> TableCell {
    row.ours.as_ref().map_or(TableCell::Missing, |ours| {
        let commit = ours.commit.as_deref().unwrap_or("no commit");
        TableCell::text(format!("{} at {commit}, {}", ours.record, ours.cpu))
    })
}

/// Words, or a dash for none.
fn words(text: &str) -> TableCell {
    TableCell::optional((!text.is_empty()).then_some(text))
}

fn end(row: &ComparedFigure, end: fn((f64, f64)) -> f64) -> TableCell {
    let interval = row.ours.as_ref().and_then(|ours| ours.estimate.interval);
    TableCell::number(interval.map(end), figure)
}

/// A row for every printed figure of a paper.
pub fn table(paper: &ComparedPaper) -> Table {
    let ours = |row: &ComparedFigure| row.ours.as_ref().map(|ours| ours.estimate);
    Table::of(paper.name.name(), paper.title.clone(), &paper.figures)
        .left("place", "place", |row| TableCell::text(&row.figure.place))
        .left("what", "figure", |row| TableCell::text(&row.figure.what))
        .right("printed", "published", |row| TableCell::text(&row.figure.printed))
        .left("unit", "unit", |row| words(&row.figure.unit))
        .right("ours", "ours", |row| TableCell::number(ours(row).map(|one| one.value), figure))
        .left("interval", "interval, 95 %", |row| {
            ours(row).as_ref().map_or(TableCell::Missing, interval)
        })
        .right("count", "of", |row| TableCell::number(ours(row).map(|one| one.count as f64), count))
        .left("also", "beside it", |row| words(&others(row)))
        .left("verdict", "verdict", |row| {
            let kind = row.verdict.kind;
            TableCell::marked(kind.name(), format!("**{kind}**"))
        })
        .left("reason", "reason", |row| words(&row.verdict.reason))
        .left("reading", "how ours is read", |row| words(&row.figure.reading))
        .left("source", "record", |row| source(row))
        .data("id", |row| TableCell::text(&row.figure.id))
        .data("value", |row| TableCell::number(row.figure.value, figure))
        .data("low", |row| end(row, |ends| ends.0))
        .data("high", |row| end(row, |ends| ends.1))
        .table()
}

/// A row for each paper: how many of its figures have which verdict.
pub fn summary(papers: &[ComparedPaper]) -> Table {
    let number = |value: usize| TableCell::number(Some(value as f64), count);
    let of = |kind| move |paper: &&ComparedPaper| number(paper.count(kind));
    let [reproduced, differs, not_decided, cannot, not_printed] = VerdictKind::ALL;
    Table::of("summary", "Verdicts", papers)
        .left("paper", "paper", |paper| TableCell::text(paper.name.name()))
        .left("title", "title", |paper| TableCell::text(&paper.title))
        .right("figures", "figures", |paper| number(paper.figures.len()))
        .right("reproduced", "reproduced", of(reproduced))
        .right("differs", "differs", of(differs))
        .right("not_decided", "not decided", of(not_decided))
        .right("cannot", "cannot be tested", of(cannot))
        .right("not_printed", "not printed", of(not_printed))
        .table()
}
