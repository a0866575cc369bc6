//! The chart of reports/INSTRUCTIONS.md and of README.md.

use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_report::chart::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use nucleus_report::chart::sheet::{WIDTH, colour};
use nucleus_report::draw::{Rgb, svg};

use super::InstructionCounts;
use super::table::{LEVELS, cost};

/// A line of the chart.
struct CostLine {
    name: &'static str,
    body: &'static str,
    /// The board, where the body has several.
    board: Option<BoardType>,
    variant: Variant,
    colour: Rgb,
}

impl CostLine {
    fn value(&self, counts: &InstructionCounts, level: Level) -> Option<f64> {
        cost(counts, self.body, self.board, Choice { level, variant: self.variant })
    }
}

const KERNELS: [CostLine; 3] = [
    CostLine {
        name: "rebuild",
        body: "rebuild",
        board: None,
        variant: Variant::Intrinsics,
        colour: colour::BLUE,
    },
    CostLine {
        name: "scan, compiled",
        body: "scan_both",
        board: None,
        variant: Variant::Intrinsics,
        colour: colour::GREEN,
    },
    CostLine {
        name: "scan, assembly",
        body: "scan_both",
        board: None,
        variant: Variant::Asm,
        colour: colour::VERMILLION,
    },
];

const NODES: [CostLine; 3] = [
    CostLine {
        name: "axon",
        body: "search_axon",
        board: Some(BoardType::Matrix),
        variant: Variant::Intrinsics,
        colour: colour::BLUE,
    },
    CostLine {
        name: "full",
        body: "search_full",
        board: Some(BoardType::Matrix),
        variant: Variant::Intrinsics,
        colour: colour::GREEN,
    },
    CostLine {
        name: "full, bitboards",
        body: "search_full",
        board: Some(BoardType::Magic),
        variant: Variant::Intrinsics,
        colour: colour::VERMILLION,
    },
];

fn panel(counts: &InstructionCounts, heading: &str, lines: &[CostLine]) -> ChartPanel {
    // A level that no machine has counted has no place below the lines.
    let levels: Vec<Level> = LEVELS
        .into_iter()
        .filter(|&level| lines.iter().any(|line| line.value(counts, level).is_some()))
        .collect();
    let points = |line: &CostLine| {
        let point = |(at, level): (usize, &Level)| {
            Some(Point { at, value: line.value(counts, *level)?, interval: None })
        };
        levels.iter().enumerate().filter_map(point).collect()
    };
    let drawn = lines.iter().enumerate().map(|(index, line)| ChartLine {
        name: line.name.into(),
        colour: line.colour,
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
