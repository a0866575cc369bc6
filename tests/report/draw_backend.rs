//! A scene as a backend of plotters.

use nucleus_report::draw::backend::{PIXELS, SceneBackend, pixels};
use nucleus_report::draw::font::{CAPITAL_MIDDLE, width};
use nucleus_report::draw::{Anchor, Item, Paint, Rgb, Scene, Text, svg};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const GROUND: Rgb = Rgb(255, 255, 255);

fn drawn(content: impl Fn(&DrawingArea<SceneBackend<'_>, plotters::coord::Shift>)) -> Scene {
    let mut scene = Scene::new(100.0, 50.0, Paint::fill(GROUND), "x".into());
    content(&SceneBackend::new(&mut scene).into_drawing_area());
    scene
}

#[test]
fn a_unit_has_two_pixels() {
    drawn(|area| assert_eq!(area.dim_in_pixel(), (200, 100)));
    assert_eq!([pixels(0.5), pixels(1.24), pixels(-3.0)], [1, 2, -6]);
}

#[test]
fn shapes_become_items_in_their_order() {
    let red = RGBColor(200, 0, 0);
    let scene = drawn(|area| {
        area.draw(&Rectangle::new([(2, 4), (12, 24)], red.filled())).expect("drawn");
        area.draw(&Circle::new((20, 20), 9, red.stroke_width(3))).expect("drawn");
        area.draw(&PathElement::new([(0, 0), (10, 20)], red.stroke_width(2))).expect("drawn");
        area.draw(&PathElement::new([(0, 0), (10, 20), (20, 0)], red)).expect("drawn");
        area.draw(&Polygon::new([(0, 0), (10, 20), (20, 0)], red)).expect("drawn");
        area.draw(&Circle::new((20, 20), 9, TRANSPARENT)).expect("drawn");
    });
    let color = Rgb(200, 0, 0);
    let corners = vec![[0.0, 0.0], [5.0, 10.0], [10.0, 0.0]];
    assert_eq!(
        scene.items,
        [
            Item::Rect {
                area: [1.0, 2.0, 5.0, 10.0],
                radius: 0.0,
                paint: Paint::fill(color),
                bit: None
            },
            Item::Circle { at: [10.0, 10.0], radius: 4.5, paint: Paint::stroke(color, 1.5) },
            Item::Line { from: [0.0, 0.0], to: [5.0, 10.0], width: 1.0, color },
            Item::Polyline { points: corners.clone(), paint: Paint::stroke(color, 0.5) },
            Item::Polyline { points: corners, paint: Paint::fill(color) },
        ]
    );
    let text = svg::write(&scene);
    roxmltree::Document::parse(&text).expect("well-formed XML");
    assert!(text.contains("<polyline points=\"0,0 5,10 10,0\" fill=\"none\""), "{text}");
}

#[test]
fn a_colour_that_shows_through_is_mixed_with_the_ground() {
    let scene = drawn(|area| {
        let half = RGBColor(0, 0, 0).mix(0.5);
        area.draw(&Circle::new((2, 2), 2, half.filled())).expect("drawn");
    });
    let fill = match scene.items[..] {
        [Item::Circle { paint, .. }] => paint.fill,
        _ => None,
    };
    assert_eq!(fill, Some(GROUND.towards(Rgb(0, 0, 0), 0.5)));
}

#[test]
fn words_have_the_fonts_their_anchors_and_their_lines() {
    let style = |anchor, style| {
        let font = FontDesc::new(FontFamily::Name("Inter"), 12.0 * PIXELS, style);
        TextStyle::from(font).pos(Pos::new(anchor, VPos::Center))
    };
    let scene = drawn(|area| {
        let bold = style(HPos::Right, FontStyle::Bold);
        area.draw_text("one\ntwo", &bold, (40, 40)).expect("drawn");
        let turned = style(HPos::Left, FontStyle::Normal).transform(FontTransform::Rotate270);
        area.draw_text("up", &turned, (40, 40)).expect("drawn");
        let (wide, high) = area.estimate_text_size("one", &bold).expect("a size");
        assert_eq!(f64::from(wide), width("one", 24.0, true).ceil());
        assert!((15..=24).contains(&high), "{high}");
    });
    let texts: Vec<&Text> = scene
        .items
        .iter()
        .filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None })
        .collect();
    let [one, two, up] = texts[..] else { panic!("{texts:?}") };
    assert_eq!([one.text.as_str(), &two.text, &up.text], ["one", "two", "up"]);
    assert!(one.bold && !up.bold && one.anchor == Anchor::End && up.anchor == Anchor::Start);
    assert_eq!((one.size, one.at[0]), (12.0, 20.0));
    let middle = f64::midpoint(one.at[1], two.at[1]) - 12.0 * CAPITAL_MIDDLE;
    assert!((middle - 20.0).abs() < 1e-9 && two.at[1] - one.at[1] > 12.0, "{texts:?}");
    assert_eq!(up.quarter_turns, 3);
    assert!(svg::write(&scene).contains("rotate(270 "));
}

#[test]
fn what_can_be_pointed_at_is_a_group_with_its_words() {
    let mut scene = Scene::new(100.0, 50.0, Paint::fill(GROUND), "x".into());
    let mut backend = SceneBackend::new(&mut scene);
    backend.open_mark([2, 4, 10, 20], "a row".into());
    backend.close_mark();
    assert!(
        svg::inline(&scene).contains("<title>a row</title>\n<rect x=\"1\" y=\"2\" width=\"5\"")
    );
}
