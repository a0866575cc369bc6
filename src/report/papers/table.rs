use super::super::format::{count, three_digits};
use super::super::table::{Table, TableCell};
use super::verdict::{FigureVerdict, VerdictKind};
use super::{ComparedFigure, ComparedPaper, OurFigure, PrintedFigure};
use nucleus_base::text::escape;
use nucleus_records::papers::PaperEstimate;

/// Formats a figure with a readable number of digits.
pub(super) fn figure(value: f64) -> String {
    let value = if value == 0.0 { 0.0 } else { value };
    match value.abs() {
        v if v >= 999.5 => count(value),
        v if v.fract() == 0.0 => format!("{value:.0}"),
        v if v >= 99.95 => format!("{value:.1}"),
        _ => three_digits(value),
    }
}

/// Formats the ends of an interval; `None` if there is none, or if its ends are equal.
fn between(estimate: &PaperEstimate) -> Option<String> {
    let (low, high) = estimate.interval.filter(|(low, high)| low < high)?;
    Some(format!("{}…{}", figure(low), figure(high)))
}

/// Formats a figure and its interval.
fn short(estimate: &PaperEstimate) -> String {
    let behind = between(estimate).map(|ends| format!(" ({ends})"));
    figure(estimate.value) + &behind.unwrap_or_default()
}

/// Lists figures under other conditions with their intervals: `all` of them, or those that contradict the verdict.
fn others(row: &ComparedFigure, all: bool) -> Vec<String> {
    let shown = row.also.iter().filter(|other| all || other.against);
    shown.map(|other| format!("{} {}", other.name, short(&other.figure.estimate))).collect()
}

/// Formats our figure, and those under other conditions that contradict the verdict.
fn ours(row: &ComparedFigure) -> TableCell {
    let own = row.ours.iter().map(|ours| short(&ours.estimate));
    words(&own.chain(others(row, false)).collect::<Vec<_>>().join("; "))
}

/// Returns the source of our figure, record and commit, as a link in Markdown.
fn source(row: &ComparedFigure) -> TableCell {
    row.ours.as_ref().map_or(TableCell::Missing, |OurFigure { record, commit, .. }| {
        let commit = commit.as_deref().unwrap_or("no commit");
        let name = record.rsplit('/').next().unwrap_or_default().trim_end_matches(".json");
        TableCell::marked(format!("{record} at {commit}"), format!("[{name}]({record}) {commit}"))
    })
}

/// Returns the command that measures our figure again; empty for a record of `nucleus compare`.
fn command(row: &ComparedFigure) -> TableCell {
    let record = row.ours.as_ref().and_then(|ours| ours.record.strip_prefix("papers/"));
    let unit = record.and_then(|record| record.strip_suffix(".json"));
    TableCell::optional(unit.map(|unit| format!("nucleus reproduce --run --again --unit {unit}")))
}

fn verdict(row: &ComparedFigure) -> TableCell {
    let FigureVerdict { kind, reason } = &row.verdict;
    let behind = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    let marked = format!("**{kind}**{}", escape::markdown(&behind));
    TableCell::marked(format!("{kind}{behind}"), marked)
}

/// Returns the text, or a dash if it is empty.
fn words(text: &str) -> TableCell {
    TableCell::optional((!text.is_empty()).then_some(text))
}

/// Returns the table of a paper with all columns, a row per printed figure.
pub fn table(paper: &ComparedPaper) -> Table {
    let ours = |row: &ComparedFigure| row.ours.as_ref().map(|ours| ours.estimate);
    let ends = |row: &ComparedFigure| ours(row).and_then(|ours| ours.interval);
    Table::with_items(paper.name.name(), paper.title.clone(), &paper.figures)
        .left("place", "place", |row| TableCell::text(&row.figure.place))
        .left("what", "figure", |row| TableCell::text(&row.figure.what))
        .right("printed", "published", |row| TableCell::text(&row.figure.printed))
        .left("unit", "unit", |row| words(&row.figure.unit))
        .right("ours", "ours", |row| TableCell::number(ours(row).map(|one| one.value), figure))
        .left("interval", "interval, 95 %", |row| {
            TableCell::optional(ours(row).as_ref().and_then(between))
        })
        .right("count", "of", |row| TableCell::number(ours(row).map(|one| one.count as f64), count))
        .left("also", "other conditions", |row| words(&others(row, true).join("; ")))
        .left("verdict", "verdict", |row| TableCell::text(row.verdict.kind.name()))
        .left("reason", "reason", |row| words(&row.verdict.reason))
        .left("reading", "how ours is read", |row| words(&row.figure.reading))
        .left("source", "record", |row| source(row))
        .left("cpu", "CPU", |row| TableCell::optional(row.ours.as_ref().map(|ours| &ours.cpu)))
        .left("command", "command", |row| command(row))
        .data("id", |row| TableCell::text(&row.figure.id))
        .data("value", |row| TableCell::number(row.figure.value, figure))
        .data("low", |row| TableCell::number(ends(row).map(|ends| ends.0), figure))
        .data("high", |row| TableCell::number(ends(row).map(|ends| ends.1), figure))
        .table()
}

/// Returns the table of a paper for the page, in five columns; the first row of each section names it.
pub fn short_table(paper: &ComparedPaper) -> Table {
    let mut last = "";
    let rows = paper.figures.iter().map(|row| {
        let place = std::mem::replace(&mut last, row.figure.place.as_str());
        (row, if place == last { String::new() } else { format!("{last}: ") })
    });
    Table::with_items(paper.name.name(), paper.title.clone(), rows)
        .left("figure", "figure", |(row, place)| TableCell::text(place.clone() + &row.figure.what))
        .left("printed", "printed", |(row, _)| TableCell::text(printed(&row.figure)))
        .left("ours", "ours (95 % interval)", |(row, _)| ours(row))
        .left("verdict", "verdict", |(row, _)| verdict(row))
        .left("record", "record", |(row, _)| source(row))
        .table()
}

/// Returns the printed figure, with the unit if it is a number alone.
fn printed(PrintedFigure { printed, unit, .. }: &PrintedFigure) -> String {
    let is_bare = printed.parse::<f64>().is_ok();
    if is_bare { format!("{printed} {unit}") } else { printed.clone() }
}

/// Returns the number of figures by verdict, a row per paper and one for the total.
pub fn summary(papers: &[ComparedPaper]) -> Table {
    let all = (papers.len() > 1).then_some(papers);
    let rows: Vec<&[ComparedPaper]> = papers.iter().map(std::slice::from_ref).chain(all).collect();
    let sum = |papers: &[ComparedPaper], part: &dyn Fn(&ComparedPaper) -> usize| {
        TableCell::number(Some(papers.iter().map(part).sum::<usize>() as f64), count)
    };
    let mut table = Table::with_items("summary", "Verdicts", rows)
        .left("paper", "paper", |papers| match papers {
            [paper] => TableCell::text(paper.name.name()),
            _ => TableCell::text("all"),
        })
        .right("figures", "figures", |papers| sum(papers, &|paper| paper.figures.len()));
    for kind in VerdictKind::ALL {
        table =
            table.right(kind.name(), kind.name(), |papers| sum(papers, &|paper| paper.count(kind)));
    }
    table.table()
}
