//! Lines over numbers of threads: nodes a second, time to depth, nodes to depth.

use super::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use super::sheet::colour;
use super::whisker::Whisker;
use nucleus_draw::Rgb;
use nucleus_records::scaling::{GeometricMean, ScalingRecord, ScalingRow};

const COLOURS: [Rgb; 5] =
    [colour::BLUE, colour::VERMILLION, colour::GREEN, colour::PURPLE, colour::SKY];

/// A figure of a row.
type Figure = fn(&ScalingRow) -> Option<GeometricMean>;

/// The chart of a run over numbers of threads, without panels where nothing was measured.
pub fn scaling(record: &ScalingRecord, rows: &[ScalingRow]) -> LineChart {
    let panels: [(&str, Figure); 3] = [
        ("Nodes a second, over those of one thread (more is better)", |row| row.speed_ratio),
        ("Time to depth: how many times faster than one thread (more is better)", |row| {
            row.time_ratio
        }),
        ("Nodes to depth, over those of one thread (1 is nothing in vain)", |row| row.nodes_ratio),
    ];
    let panels: Vec<ChartPanel> = panels
        .into_iter()
        .filter_map(|(heading, figure)| panel(record, rows, heading, figure))
        .collect();
    LineChart {
        title: "Over threads".into(),
        subtitle:
            "Geometric means over the positions with 95 % intervals, each engine over itself \
                   with one thread."
                .into(),
        panels,
        footnote: format!(
            "With more than {} threads, the processors that engines may use here, nothing is timed, \
             and nodes to depth are an estimate.",
            record.processors
        ),
    }
}

fn panel(
    record: &ScalingRecord,
    rows: &[ScalingRow],
    heading: &str,
    figure: Figure,
) -> Option<ChartPanel> {
    // Only numbers of threads that the figure is known for stand below it.
    let known = |threads: u32| rows.iter().any(|r| r.threads == threads && figure(r).is_some());
    let numbers: Vec<u32> = record.threads.iter().copied().filter(|&n| known(n)).collect();
    let lines: Vec<ChartLine> = record
        .engines
        .iter()
        .enumerate()
        .filter_map(|(index, engine)| {
            let points: Vec<Point> = rows
                .iter()
                .filter(|row| row.engine == engine.name)
                .filter_map(|row| {
                    let at = numbers.iter().position(|&threads| threads == row.threads)?;
                    let GeometricMean { mean, interval, range } = figure(row)?;
                    let whisker = |interval| Whisker::within(interval, mean, [range.0, range.1]);
                    let interval = interval.map(whisker);
                    Some(Point { at, value: mean, interval })
                })
                .collect();
            (!points.is_empty()).then(|| ChartLine {
                name: engine.name.clone(),
                colour: COLOURS[index % COLOURS.len()],
                hollow: index % 2 == 1,
                joined: true,
                points,
            })
        })
        .collect();
    let commits = numbers.iter().map(u32::to_string).collect();
    (!lines.is_empty()).then(|| ChartPanel {
        heading: heading.into(),
        commits,
        lines,
        axis: PanelAxis::FromZero,
        marks: Vec::new(),
    })
}
