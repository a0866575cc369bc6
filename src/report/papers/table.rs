use super::super::format::{count, three_digits};
use super::super::table::{Table, TableCell, data, left, right};
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

/// A row for every printed figure of a paper.
pub fn table(paper: &ComparedPaper) -> Table {
    let columns = vec![
        left("place", "place"),
        left("what", "figure"),
        right("printed", "published"),
        left("unit", "unit"),
        right("ours", "ours"),
        left("interval", "interval, 95 %"),
        right("count", "of"),
        left("also", "beside it"),
        left("verdict", "verdict"),
        left("reason", "reason"),
        left("reading", "how ours is read"),
        left("source", "record"),
        data("id"),
        data("value"),
        data("low"),
        data("high"),
    ];
    let mut table = Table::new(paper.name.name(), paper.title.clone(), columns);
    for row in &paper.figures {
        let printed = &row.figure;
        let estimate = row.ours.as_ref().map(|ours| ours.estimate);
        let text = |text: &str| match text {
            "" => TableCell::Missing,
            text => TableCell::text(text),
        };
        let end = |value: Option<f64>| TableCell::number(value, figure);
        table.push(vec![
            TableCell::text(printed.place.clone()),
            TableCell::text(printed.what.clone()),
            TableCell::text(printed.printed.clone()),
            text(&printed.unit),
            TableCell::number(estimate.map(|ours| ours.value), figure),
            estimate.as_ref().map_or(TableCell::Missing, interval),
            TableCell::number(estimate.map(|ours| ours.count as f64), count),
            text(&others(row)),
            TableCell::marked(row.verdict.kind.name(), format!("**{}**", row.verdict.kind)),
            text(&row.verdict.reason),
            text(&printed.reading),
            source(row),
            TableCell::text(printed.id.clone()),
            end(printed.value),
            end(estimate.and_then(|ours| Some(ours.interval?.0))),
            end(estimate.and_then(|ours| Some(ours.interval?.1))),
        ]);
    }
    table
}

/// A row for each paper: how many of its figures have which verdict.
pub fn summary(papers: &[ComparedPaper]) -> Table {
    let columns = vec![
        left("paper", "paper"),
        left("title", "title"),
        right("figures", "figures"),
        right("reproduced", "reproduced"),
        right("differs", "differs"),
        right("not_decided", "not decided"),
        right("cannot", "cannot be tested"),
        right("not_printed", "not printed"),
    ];
    let mut table = Table::new("summary", "Verdicts", columns);
    let number = |value: usize| TableCell::number(Some(value as f64), count);
    for paper in papers {
        let mut row = vec![
            TableCell::text(paper.name.name()),
            TableCell::text(paper.title.clone()),
            number(paper.figures.len()),
        ];
        row.extend(VerdictKind::ALL.map(|kind| number(paper.count(kind))));
        table.push(row);
    }
    table
}
