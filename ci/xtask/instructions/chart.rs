//! The chart of reports/INSTRUCTIONS.md.

use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_report::chart::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use nucleus_report::chart::sheet::{WIDTH, colour};
use nucleus_report::draw::{Rgb, svg};

use super::InstructionCounts;
use super::table::{LEVELS, cost};

/// A line of the chart: name, body, board if the body has several, variant, colour.
type CostLine = (&'static str, &'static str, Option<BoardType>, Variant, Rgb);

const KERNELS: [CostLine; 3] = [
    ("rebuild", "rebuild", None, Variant::Intrinsics, colour::BLUE),
    ("scan, compiled", "scan_both", None, Variant::Intrinsics, colour::GREEN),
    ("scan, assembly", "scan_both", None, Variant::Asm, colour::VERMILLION),
];

const NODES: [CostLine; 3] = [
    ("axon", "search_axon", Some(BoardType::Matrix), Variant::Intrinsics, colour::BLUE),
    ("full", "search_full", Some(BoardType::Matrix), Variant::Intrinsics, colour::GREEN),
    (
        "full, bitboards",
        "search_full",
        Some(BoardType::Magic),
        Variant::Intrinsics,
        colour::VERMILLION,
    ),
];

fn panel(counts: &InstructionCounts, heading: &str, lines: &[CostLine]) -> ChartPanel {
    let value = |(_, body, board, variant, _): &CostLine, level: Level| {
        cost(counts, body, *board, Choice { level, variant: *variant })
    };
    // A level without counts has no place on the axis.
    let levels: Vec<Level> = LEVELS
        .into_iter()
        .filter(|&level| lines.iter().any(|line| value(line, level).is_some()))
        .collect();
    let points = |line: &CostLine| {
        let point = |(at, level): (usize, &Level)| {
            Some(Point { at, value: value(line, *level)?, interval: None })
        };
        levels.iter().enumerate().filter_map(point).collect()
    };
    let drawn = lines.iter().enumerate().map(|(index, line)| ChartLine {
        name: line.0.into(),
        colour: line.4,
        hollow: index % 2 == 1,
        points: points(line),
    });
    let lines = drawn.collect();
    ChartPanel {
        heading: heading.into(),
        commits: levels.iter().map(ToString::to_string).collect(),
        lines,
        axis: PanelAxis::FromZero,
        marks: Vec::new(),
    }
}

/// Draws the instructions of a rebuild, of a scan and of a node over the levels, as SVG.
pub fn costs_chart(counts: &InstructionCounts) -> String {
    let chart = LineChart {
        title: "Instructions by level".into(),
        subtitle:
            "Our own routines, counted by single steps: fewer is less work, not yet less time."
                .into(),
        panels: vec![
            panel(
                counts,
                "Instructions of a kernel: 64 cells rebuilt, both colours scanned",
                &KERNELS,
            ),
            panel(counts, "Instructions of a node of the search", &NODES),
        ],
        footnote: "The same on every machine. reports/INSTRUCTIONS.md has the whole tables.".into(),
    };
    svg::write(&chart.scene(WIDTH))
}
