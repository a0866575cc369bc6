use super::super::chart::rows::{BarRow, RowGroup, RowMark, Rows};
use super::super::chart::{Chart, sheet::colour};
use super::table::figure;
use super::verdict::VerdictKind;
use super::{ComparedFigure, ComparedPaper};

/// Returns the chart of our figures divided by the printed ones, with intervals; `None` if no figure
/// of the paper has both.
pub fn chart(paper: &ComparedPaper) -> Option<Chart> {
    let mut groups: Vec<RowGroup> = Vec::new();
    for row in &paper.figures {
        let Some(bar) = bar(row) else { continue };
        let place = &row.figure.place;
        match groups.last_mut().filter(|group| group.heading == *place) {
            Some(group) => group.rows.push(bar),
            None => groups.push(RowGroup { heading: place.clone(), rows: vec![bar] }),
        }
    }
    Chart::of_rows(
        paper.name.name(),
        Rows {
            found: None,
            title: format!("Ours over the printed value: {}", paper.title),
            subtitle:
                "A disc is ours over the printed figure, the whisker its 95 % interval. Green is \
                       reproduced, red differs, grey is not decided."
                    .into(),
            axis: "times the printed value".into(),
            logarithmic: true,
            baseline: Some((1.0, "as printed")),
            groups,
            footnote: "Inputs and figures without a value above zero on either side are in the table alone."
                .into(),
        },
    )
}

/// Returns the bar of a tested figure, if the printed value and our interval are above zero.
fn bar(row: &ComparedFigure) -> Option<BarRow> {
    let printed = row.figure.value.filter(|&value| value > 0.0)?;
    let ours = row.ours.as_ref()?;
    let (low, high) = ours.estimate.interval.filter(|&(low, _)| low > 0.0)?;
    let (mark, of_verdict) = match row.verdict.kind {
        VerdictKind::Reproduced => ("✓", colour::GREEN),
        VerdictKind::Differs => ("≠", colour::VERMILLION),
        VerdictKind::NotDecided => ("?", colour::GREY),
        _ => return None,
    };
    Some(BarRow {
        label: row.figure.what.clone(),
        colour: of_verdict,
        mark: RowMark::Dot,
        value: ours.estimate.value / printed,
        interval: (low < high).then_some((low / printed, high / printed)),
        dots: Vec::new(),
        figure: format!("{} · {} {mark}", figure(printed), figure(ours.estimate.value)),
    })
}
