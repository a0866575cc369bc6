//! The speed of an engine along its commits.

use super::super::commits::{MeasuredCommit, measured};
use super::super::format::percent;
use super::super::load::Loaded;
use super::super::select::cpu_with_marks;
use super::lines::{ChartLine, ChartMark, ChartPanel, LineChart, PanelAxis, Point};
use super::sheet::colour;
use super::whisker::Whisker;
use nucleus_records::changes::LEVEL;
use nucleus_records::record::Record;
use nucleus_records::summary::block_means;

/// A panel for each record of an engine's commits.
pub fn history(records: &[Loaded]) -> LineChart {
    let panels = records.iter().filter_map(|loaded| panel(&loaded.record)).collect();
    LineChart {
        title: "Speed over commits".into(),
        subtitle: "Each commit's speed over the first one's, in the same blocks, with 95 % \
                   intervals; a commit that does not build is a gap. Higher is faster."
            .into(),
        panels,
        footnote: format!(
            "Dashed: where the speed changes, by circular binary segmentation with a permutation test at a \
             level of {}; the figure is the speed from there on over that before.",
            percent(LEVEL)
        ),
    }
}

fn panel(record: &Record) -> Option<ChartPanel> {
    let all = measured(record);
    if all.len() < 2 {
        return None;
    }
    let last = all.last()?.commit.place as usize;
    let name = |place: usize| {
        let here = all.iter().find(|one| one.commit.place as usize == place);
        here.map_or_else(String::new, |one| one.engine.name.chars().take(7).collect())
    };
    let at = |one: &MeasuredCommit| one.commit.place as usize;
    let first = &all.first()?.engine.name;
    let point = |one: &MeasuredCommit| {
        let value = one.ratio.value;
        let blocks =
            || block_means(record, &one.engine.name, first).means.into_iter().map(f64::exp);
        let interval = one.ratio.interval.map(|both| Whisker::within(both, value, blocks()));
        Point { at: at(one), value, interval }
    };
    let mark = |one: &MeasuredCommit| {
        let step = one.step()?;
        Some(ChartMark { at: at(one), words: format!("×{:.3}", step.value) })
    };
    Some(ChartPanel {
        heading: cpu_with_marks(record),
        commits: (0..=last).map(name).collect(),
        lines: vec![ChartLine {
            name: String::new(),
            colour: colour::BLUE,
            hollow: false,
            joined: true,
            points: all.iter().map(point).collect(),
        }],
        axis: PanelAxis::Around(1.0),
        marks: all.iter().filter_map(mark).collect(),
    })
}
