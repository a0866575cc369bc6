use nucleus_draw::Scene;
use nucleus_report::chart::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use nucleus_report::chart::sheet::{WIDTH, colour};

use super::options::IntegerOption;
use super::steps::SpsaStep;

/// The chart of the values: a panel for each option.
pub fn values_chart(options: &[IntegerOption], steps: &[SpsaStep]) -> Scene {
    /// The most points that a line has.
    const MOST: usize = 40;
    let apart = steps.len().div_ceil(MOST).max(1);
    let shown: Vec<_> = steps.iter().rev().step_by(apart).collect();
    let shown: Vec<_> = shown.into_iter().rev().collect();
    let line = |name: &str, colour, hollow, value: &dyn Fn(&SpsaStep) -> f64| ChartLine {
        name: name.to_owned(),
        colour,
        hollow,
        joined: true,
        points: (0..)
            .zip(&shown)
            .map(|(at, step)| Point { at, value: value(step), interval: None })
            .collect(),
    };
    let panels = options.iter().enumerate().map(|(index, option)| ChartPanel {
        heading: option.name.clone(),
        commits: shown.iter().map(|step| step.step.to_string()).collect(),
        lines: vec![
            line("value", colour::BLUE, false, &|step| step.values[index]),
            line("start", colour::GREY, true, &|_| option.start),
        ],
        axis: PanelAxis::Around(option.start),
        marks: Vec::new(),
    });
    LineChart {
        title: "Values of the options".to_owned(),
        subtitle: "After each step of the tuning, before they are rounded.".to_owned(),
        panels: panels.collect(),
        footnote: "A value that still moves in one direction at the end has not arrived."
            .to_owned(),
    }
    .scene(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_draw::Item;
    use nucleus_matches::MatchScore;

    #[test]
    fn each_option_has_its_panel_up_to_the_last_step() {
        let option = |name: &str| IntegerOption {
            name: name.to_owned(),
            start: 50.0,
            least: 0.0,
            most: 100.0,
            step: 5.0,
        };
        let options = [option("Margin"), option("Depth")];
        let steps: Vec<_> = (0..=217)
            .map(|step| SpsaStep {
                step,
                score: MatchScore::default(),
                values: vec![50.0 + f64::from(step) / 10.0, 50.0],
            })
            .collect();
        let scene = values_chart(&options, &steps);
        let texts = scene.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(text.text.as_str()),
            _ => None,
        });
        let texts: Vec<_> = texts.collect();
        for word in ["Margin", "Depth", "217", "value", "start"] {
            assert!(texts.contains(&word), "{word}: {texts:?}");
        }
    }
}
