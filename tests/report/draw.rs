//! A scene as SVG, and as a backend of plotters.

use nucleus_report::draw::backend::{PIXELS, SceneBackend, pixels};
use nucleus_report::draw::font::{CAPITAL_MIDDLE, width};
use nucleus_report::draw::svg::{inline, write};
use nucleus_report::draw::{Anchor, Item, Paint, Rgb, Scene, Text};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const GROUND: Rgb = Rgb(255, 255, 255);

fn drawn(content: impl Fn(&DrawingArea<SceneBackend<'_>, plotters::coord::Shift>)) -> Scene {
    let mut scene = Scene::new(100.0, 50.0, Paint::fill(GROUND), "x".into());
    content(&SceneBackend::new(&mut scene).into_drawing_area());
    scene
}

#[test]
fn shapes_of_plotters_become_items_in_their_order() {
    assert_eq!([pixels(0.5), pixels(1.24), pixels(-3.0)], [1, 2, -6]);
    let red = RGBColor(200, 0, 0);
    let scene = drawn(|area| {
        assert_eq!(area.dim_in_pixel(), (200, 100));
        area.draw(&Rectangle::new([(2, 4), (12, 24)], red.filled())).expect("drawn");
        area.draw(&Circle::new((20, 20), 9, red.stroke_width(3))).expect("drawn");
        area.draw(&PathElement::new([(0, 0), (10, 20)], red.stroke_width(2))).expect("drawn");
        area.draw(&PathElement::new([(0, 0), (10, 20), (20, 0)], red)).expect("drawn");
        area.draw(&Circle::new((20, 20), 9, TRANSPARENT)).expect("drawn");
    });
    let color = Rgb(200, 0, 0);
    let points = vec![[0.0, 0.0], [5.0, 10.0], [10.0, 0.0]];
    let (area, radius, bit) = ([1.0, 2.0, 5.0, 10.0], 0.0, None);
    assert_eq!(
        scene.items,
        [
            Item::Rect { area, radius, paint: Paint::fill(color), bit },
            Item::Circle { at: [10.0, 10.0], radius: 4.5, paint: Paint::stroke(color, 1.5) },
            Item::Line { from: [0.0, 0.0], to: [5.0, 10.0], width: 1.0, color },
            Item::Polyline { points, paint: Paint::stroke(color, 0.5) },
        ]
    );
}

#[test]
fn words_of_plotters_have_the_fonts_their_anchors_their_lines_and_a_rim() {
    let font = FontDesc::new(FontFamily::Name("Inter"), 12.0 * PIXELS, FontStyle::Bold);
    let bold = TextStyle::from(font).pos(Pos::new(HPos::Right, VPos::Center));
    let scene = drawn(|area| {
        area.draw_text("one\ntwo", &bold, (40, 40)).expect("drawn");
        let (wide, high) = area.estimate_text_size("one", &bold).expect("a size");
        assert_eq!(f64::from(wide), width("one", 24.0, true).ceil());
        assert!((15..=24).contains(&high), "{high}");
    });
    let [Item::Text(one), Item::Text(two)] = &scene.items[..] else { panic!("{scene:?}") };
    let Text { at: [x, y], size, bold, anchor, rim, ref text, .. } = *one;
    assert_eq!((text.as_str(), two.text.as_str()), ("one", "two"));
    assert_eq!((x, size, bold, anchor, rim), (20.0, 12.0, true, Anchor::End, Some(GROUND)));
    let middle = f64::midpoint(y, two.at[1]) - 12.0 * CAPITAL_MIDDLE;
    assert!((middle - 20.0).abs() < 1e-9 && two.at[1] - y > 12.0, "{scene:?}");
    assert!(write(&scene).contains(" stroke=\"#ffffff\" stroke-width=\"4\""));
}

#[test]
fn whatever_the_words_are_the_document_is_well_formed() {
    let hostile = "</text><script>alert(1)</script>\x1b[31m\0\u{202e}&\u{ffff}\"'";
    let mut scene = Scene::new(100.0, 50.5, Paint::fill(GROUND), hostile.to_owned());
    scene.text([1.0, 2.0], 12.0, Anchor::End, GROUND, hostile);
    scene.open(vec![("data-name", hostile.to_owned())]);
    scene.close();
    let text = write(&scene);
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 100 50.5"));
    assert_eq!(text.matches("@font-face").count(), 2);
    let words = "</text><script>alert(1)</script>[31m&\"'";
    let element = |tag| document.descendants().find(|node| node.has_tag_name(tag));
    assert_eq!(element("text").and_then(|node| node.text()), Some(words));
    assert_eq!(element("g").and_then(|node| node.attribute("data-name")), Some(words));
}

#[test]
fn dark_colours_are_in_the_style_and_a_mark_has_its_words() {
    const PAIRS: [(Rgb, Rgb); 2] = [(GROUND, Rgb(13, 17, 23)), (Rgb(0, 0, 1), Rgb(230, 230, 230))];
    let mut scene = Scene::new(10.0, 10.0, Paint::fill(PAIRS[0].0), "x".into());
    scene.line([0.0, 0.0], [1.0, 1.0], 1.0, PAIRS[1].0);
    scene.mark([0.0, 0.0, 5.0, 5.0], "a <hint>".into());
    assert!(!write(&scene).contains("prefers-color-scheme"));
    scene.dark = &PAIRS;
    let text = write(&scene);
    assert!(text.contains("[stroke=\"#000001\"]{stroke:#e6e6e6}"), "{text}");
    assert!(text.contains("<title>a &lt;hint&gt;</title>"), "{text}");
    roxmltree::Document::parse(&text).expect("well-formed XML");
    let within = inline(&scene);
    assert!(!within.contains("<style") && !within.contains("http"), "{within}");
}

#[test]
fn widths_are_the_fonts() {
    assert_eq!(width("", 13.0, false), 0.0);
    assert!((2.0 * width("m", 10.0, false) - width("m", 20.0, false)).abs() < 1e-6);
    assert!(width("i", 10.0, false) > 1.0 && width("m", 10.0, false) > width("i", 10.0, false));
    assert!(width("mmm", 13.0, true) > width("mmm", 13.0, false), "the weights differ");
    assert_eq!(width("i\nmm\nm", 13.0, false), width("mm", 13.0, false));
}
