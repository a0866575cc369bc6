//! Charts of lines: the legend, and the whiskers of points.

use nucleus_report::chart::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use nucleus_report::chart::sheet::{NARROW, WIDTH, colour};
use nucleus_report::chart::whisker::Whisker;
use nucleus_report::draw::{Item, Scene};

fn chart() -> LineChart {
    let line = |name: &str, colour, end: f64| ChartLine {
        name: name.into(),
        colour,
        hollow: false,
        points: vec![
            Point { at: 0, value: 1.0, interval: Some(Whisker::within((0.9, 1.2), 1.0, [])) },
            Point { at: 2, value: end, interval: None },
        ],
    };
    LineChart {
        title: "Speed".into(),
        subtitle: "Higher is faster.".into(),
        panels: vec![ChartPanel {
            heading: "a CPU".into(),
            commits: ["one", "two", "three"].map(str::to_owned).to_vec(),
            lines: vec![line("slow", colour::BLUE, 2.0), line("fast", colour::GREEN, 11.45)],
            axis: PanelAxis::FromZero,
            marks: Vec::new(),
        }],
        footnote: "None.".into(),
    }
}

fn place(scene: &Scene, label: &str) -> [f64; 2] {
    let found = scene.items.iter().find_map(|item| match item {
        Item::Text(text) if text.text == label => Some(text.at),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no {label}"))
}

fn discs(scene: &Scene) -> Vec<[f64; 2]> {
    let discs = scene.items.iter().filter_map(|item| match item {
        Item::Circle { at, radius, .. } if *radius == 4.5 => Some(*at),
        _ => None,
    });
    discs.collect()
}

#[test]
fn the_legend_has_its_lines_in_the_order_of_their_ends_and_covers_no_point() {
    for sheet in [WIDTH, NARROW] {
        let scene = chart().scene(sheet);
        let (slow, fast) = (place(&scene, "slow"), place(&scene, "fast"));
        assert!(fast[1] < slow[1], "{fast:?} {slow:?}");
        let discs = discs(&scene);
        assert_eq!(discs.len(), 4 + 2, "points, and the legend's");
        let in_legend = |at: &&[f64; 2]| (at[0] - fast[0]).abs() < 30.0 && at[1] < slow[1] + 2.0;
        assert_eq!(discs.iter().filter(in_legend).count(), 2, "{discs:?}");
        let tick = |name: &str| place(&scene, name)[1];
        let highest = discs.iter().filter(|at| !in_legend(at)).map(|at| at[1]);
        assert!(highest.fold(f64::MAX, f64::min) > tick("12") - 5.0, "a tick is above the point");
    }
}

/// The interval of a point with few samples may exceed all of them. The line then ends at the samples, with
/// an arrow beyond each end.
#[test]
fn whiskers_of_points_end_within_the_samples() {
    let seen = |samples: &[f64]| -> (usize, f64) {
        let mut chart = chart();
        let point = &mut chart.panels[0].lines[0].points[0];
        point.interval = Some(Whisker::within((0.5, 9.0), 1.0, samples.iter().copied()));
        let scene = chart.scene(WIDTH);
        let height = |item: &Item| match item {
            Item::Line { from, to, color, .. } if *color == colour::BLUE => (from[1] - to[1]).abs(),
            _ => 0.0,
        };
        let arrow =
            |item: &&Item| matches!(item, Item::Polyline { points, .. } if points.len() == 3);
        (
            scene.items.iter().filter(arrow).count(),
            scene.items.iter().map(height).fold(0.0, f64::max),
        )
    };
    let ((none, total), (both, within)) = (seen(&[]), seen(&[0.9, 5.0]));
    assert_eq!((none, both), (0, 2));
    let share = within / total;
    assert!((0.45..0.52).contains(&share), "4.1 of 8.5: {share}");
}
