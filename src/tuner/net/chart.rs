use nucleus_report::chart::lines::LineChart;
use nucleus_report::chart::sheet::{WIDTH, colour};
use nucleus_report::draw::Scene;

use crate::chart::{line, panel, shown};

/// Returns a chart of the held-out losses of the network and of the hand-written evaluation.
pub fn curve_chart(curve: &[[f64; 3]]) -> Scene {
    let passes: Vec<_> = (1..).zip(curve).collect();
    let (shown, by_hand) = (shown(&passes), curve.last().map_or(0.0, |losses| losses[2]));
    let loss = |index: usize| shown.iter().map(move |(_, losses)| losses[index]);
    let names = shown.iter().map(|(pass, _): &&(u32, _)| pass.to_string());
    let lines = vec![
        line("network", colour::BLUE, false, loss(1)),
        line("by hand", colour::GREY, true, loss(2)),
    ];
    LineChart {
        title: "The network learns".to_owned(),
        subtitle: "Loss of a position of the games held out, −ln p of the result; less is better."
            .to_owned(),
        panels: vec![panel("After each pass over the positions", names, lines, by_hand)],
        footnote: "The evaluation by hand has the scale that fits it best to these games."
            .to_owned(),
    }
    .scene(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_report::draw::Item;

    #[test]
    fn the_curve_is_drawn_up_to_its_end() {
        let curve: Vec<_> =
            (1..=130).map(|pass| [0.6, 0.54 + 0.1 / f64::from(pass), 0.544]).collect();
        let scene = curve_chart(&curve);
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
