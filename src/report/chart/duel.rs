//! An engine, or a command, against the first one, block by block.

use super::super::estimate::RatioEstimate;
use super::super::load::Loaded;
use super::super::select::cpu_with_marks;
use super::super::sentence::as_fast;
use super::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use super::sheet::colour;
use super::whisker::Whisker;
use nucleus_records::estimate::{BlockEstimate, Estimator};
use nucleus_records::record::Record;
use nucleus_records::summary::{block_means, speed_basis};

/// Engines that are drawn of a record, at most.
const MOST: usize = 4;

/// A panel for each engine that was compared with another without ours.
pub fn blocks(records: &[Loaded]) -> LineChart {
    let of_others = |record: &&Record| {
        let others = record.engines.iter().all(|e| !e.ours && e.commit.is_none());
        others && record.engines.len() > 1 && !record.is_over_threads()
    };
    let found: Vec<(String, ChartPanel)> =
        records.iter().map(|l| &l.record).filter(of_others).flat_map(panels).collect();
    let title = match &found[..] {
        [(verdict, _)] => verdict.clone(),
        _ => "Speed block by block".to_owned(),
    };
    LineChart {
        title,
        subtitle:
            "Rings: the ratio in each block. Discs: the estimate so far, with its 95 % interval. \
                   Higher is faster."
                .into(),
        panels: found.into_iter().map(|(_, panel)| panel).collect(),
        footnote: "The last disc is the result. In a run that ends when its gate is decided, the \
                   interval holds at every block."
            .into(),
    }
}

/// The panels of a record, each with its verdict in words.
fn panels(record: &Record) -> Vec<(String, ChartPanel)> {
    let Some((first, others)) = record.engines.split_first() else { return Vec::new() };
    let panel = |name: &str| {
        let blocks = block_means(record, name, &first.name).means;
        if blocks.len() < 2 {
            return None;
        }
        let point = |at, log: f64| Point { at, value: log.exp(), interval: None };
        let single = blocks.iter().enumerate().map(|(at, log)| point(at, *log)).collect();
        let estimator = Estimator::of(record);
        let running = |at: usize| {
            let BlockEstimate { ratio: value, interval, .. } =
                estimator.estimate(&blocks[..=at])?;
            let so_far = || blocks[..=at].iter().map(|log| log.exp());
            let interval = interval.map(|ends| Whisker::within(ends, value, so_far()));
            Some(Point { at, value, interval })
        };
        let mean: Vec<Point> =
            (0..blocks.len()).filter_map(running).filter(|p| p.interval.is_some()).collect();
        let verdict = match estimator.estimate(&blocks)? {
            BlockEstimate { interval: None, .. } => {
                format!("{name} over {}: too few blocks for an interval", first.name)
            }
            BlockEstimate { ratio, interval, .. } => {
                as_fast(name, RatioEstimate { value: ratio, interval }, &first.name)
            }
        };
        let line = |name: &str, colour, hollow, points| ChartLine {
            name: name.to_owned(),
            colour,
            hollow,
            joined: true,
            points,
        };
        let panel = ChartPanel {
            heading: format!("{verdict}, by {}, {}", speed_basis(record), cpu_with_marks(record)),
            commits: (1..=blocks.len()).map(|block| block.to_string()).collect(),
            lines: vec![
                line("block", colour::GREY, true, single),
                line("estimate", colour::BLUE, false, mean),
            ],
            axis: PanelAxis::Around(1.0),
            marks: Vec::new(),
        };
        Some((verdict, panel))
    };
    others.iter().take(MOST).filter_map(|engine| panel(&engine.name)).collect()
}
