//! Losses as CSV and as a chart.

use std::fmt::Write as _;

use nucleus_draw::Scene;
use nucleus_report::chart::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use nucleus_report::chart::sheet::{WIDTH, colour};

use super::state::PassLosses;

/// The losses of each pass, and that of the evaluation by hand beside them.
pub fn curve_csv(curve: &[PassLosses], by_hand: f64) -> String {
    let mut text = "pass,training,held_out,by_hand\n".to_owned();
    for PassLosses { epoch, training, held_out } in curve {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{epoch},{training:.6},{held_out:.6},{by_hand:.6}");
    }
    text
}

/// The chart of the losses of the games held out, with that of the evaluation by hand.
pub fn curve_chart(curve: &[PassLosses], by_hand: f64) -> Scene {
    /// The most points that a line has.
    const MOST: usize = 40;
    let step = curve.len().div_ceil(MOST).max(1);
    let shown: Vec<_> = curve.iter().rev().step_by(step).collect();
    let shown: Vec<_> = shown.into_iter().rev().collect();
    let line = |name: &str, colour, hollow, value: &dyn Fn(&PassLosses) -> f64| ChartLine {
        name: name.to_owned(),
        colour,
        hollow,
        joined: true,
        points: (0..).zip(&shown).map(|(at, point)| point_of(at, value(point))).collect(),
    };
    LineChart {
        title: "The network learns".to_owned(),
        subtitle: "Loss of a position of the games held out, −ln p of the result; less is better."
            .to_owned(),
        panels: vec![ChartPanel {
            heading: "After each pass over the positions".to_owned(),
            commits: shown.iter().map(|point| point.epoch.to_string()).collect(),
            lines: vec![
                line("network", colour::BLUE, false, &|point| point.held_out),
                line("by hand", colour::GREY, true, &|_| by_hand),
            ],
            axis: PanelAxis::Around(by_hand),
            marks: Vec::new(),
        }],
        footnote: "The evaluation by hand has the scale that fits it best to these games."
            .to_owned(),
    }
    .scene(WIDTH)
}

fn point_of(at: usize, value: f64) -> Point {
    Point { at, value, interval: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_draw::Item;

    #[test]
    fn the_curve_is_drawn_up_to_its_end() {
        let point =
            |epoch| PassLosses { epoch, training: 0.6, held_out: 0.54 + 0.1 / f64::from(epoch) };
        let curve: Vec<_> = (1..=130).map(point).collect();
        let csv = curve_csv(&curve, 0.544);
        assert_eq!(csv.lines().count(), 131);
        assert_eq!(csv.lines().nth(2), Some("2,0.600000,0.590000,0.544000"));
        let scene = curve_chart(&curve, 0.544);
        let texts = scene.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(text.text.as_str()),
            _ => None,
        });
        let texts: Vec<_> = texts.collect();
        for word in ["network", "by hand", "130"] {
            assert!(texts.contains(&word), "{word}: {texts:?}");
        }
    }
}
