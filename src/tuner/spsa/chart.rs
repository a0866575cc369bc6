use nucleus_report::chart::lines::LineChart;
use nucleus_report::chart::sheet::{WIDTH, colour};
use nucleus_report::draw::Scene;

use super::options::IntegerOption;
use super::steps::SpsaStep;
use crate::chart::{line, panel, shown};

/// Returns a chart of the values, with a panel for each option.
pub fn values_chart(options: &[IntegerOption], steps: &[SpsaStep]) -> Scene {
    let shown = shown(steps);
    let panels = options.iter().enumerate().map(|(index, option)| {
        let values = shown.iter().map(|step| step.values[index]);
        let lines = vec![
            line("value", colour::BLUE, false, values),
            line("start", colour::GREY, true, shown.iter().map(|_| option.start)),
        ];
        panel(&option.name, shown.iter().map(|step| step.step.to_string()), lines, option.start)
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
    use nucleus_matches::MatchScore;
    use nucleus_report::draw::Item;

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
