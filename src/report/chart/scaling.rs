//! Lines over numbers of threads: nodes a second, time to depth, nodes to depth.

use std::collections::BTreeSet;

use super::super::load::Loaded;
use super::super::select::cpu;
use super::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use super::sheet::colour;
use super::whisker::Whisker;
use crate::draw::Rgb;
use nucleus_records::scaling::{GeometricMean, ScalingRow, rows};

const COLOURS: [Rgb; 5] =
    [colour::BLUE, colour::VERMILLION, colour::GREEN, colour::PURPLE, colour::SKY];

/// A figure of a row.
type Figure = fn(&ScalingRow) -> Option<GeometricMean>;

/// Three panels for each run over numbers of threads.
pub fn over_threads(records: &[Loaded]) -> LineChart {
    let figures: [(&str, Figure); 3] = [
        ("Nodes a second, over those of one thread (more is better)", |row| row.speed_ratio),
        ("Time to depth: how many times faster than one thread (more is better)", |row| {
            row.time_ratio
        }),
        ("Nodes to depth, over those of one thread (1 is nothing in vain)", |row| row.nodes_ratio),
    ];
    let mut panels = Vec::new();
    for loaded in records {
        let rows = rows(&loaded.record);
        let of =
            if records.len() > 1 { format!(", {}", cpu(&loaded.record)) } else { String::new() };
        let panel =
            |(heading, figure): (&str, Figure)| panel(&rows, format!("{heading}{of}"), figure);
        panels.extend(figures.into_iter().filter_map(panel));
    }
    LineChart {
        title: "Over threads".into(),
        subtitle:
            "Geometric means over the positions with 95 % intervals, each engine over itself \
                   with one thread."
                .into(),
        panels,
        footnote: "With more threads than the processors that engines may use there, nothing is \
                   timed, and nodes to depth are an estimate."
            .into(),
    }
}

fn panel(rows: &[ScalingRow], heading: String, figure: Figure) -> Option<ChartPanel> {
    // Only numbers of threads that the figure is known for stand below it.
    let known: BTreeSet<u32> =
        rows.iter().filter(|row| figure(row).is_some()).map(|row| row.threads).collect();
    let mut engines: Vec<&String> = rows.iter().map(|row| &row.engine).collect();
    engines.dedup();
    let line = |(index, engine): (usize, &String)| {
        let point = |row: &ScalingRow| {
            let at = known.iter().position(|&threads| threads == row.threads)?;
            let GeometricMean { mean, interval, range } = figure(row)?;
            let whisker = |interval| Whisker::within(interval, mean, [range.0, range.1]);
            Some(Point { at, value: mean, interval: interval.map(whisker) })
        };
        let own = rows.iter().filter(|row| row.engine == *engine);
        ChartLine {
            name: engine.clone(),
            colour: COLOURS[index % COLOURS.len()],
            hollow: index % 2 == 1,
            joined: true,
            points: own.filter_map(point).collect(),
        }
    };
    let mut lines: Vec<ChartLine> = engines.into_iter().enumerate().map(line).collect();
    lines.retain(|line| !line.points.is_empty());
    (!lines.is_empty()).then(|| ChartPanel {
        heading,
        commits: known.iter().map(u32::to_string).collect(),
        lines,
        axis: PanelAxis::FromZero,
        marks: Vec::new(),
    })
}
