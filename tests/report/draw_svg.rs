//! Scenes as SVG.

use nucleus_report::draw::svg::{inline, write};
use nucleus_report::draw::{Anchor, Paint, Rgb, Scene};

#[test]
fn whatever_the_words_are_the_document_is_well_formed() {
    let hostile = "</text><script>alert(1)</script>\x1b[31m\0\u{202e}&\u{ffff}\"'";
    let white = Rgb(255, 255, 255);
    let mut scene = Scene::new(100.0, 50.5, Paint::fill(white), hostile.to_owned());
    scene.text([1.0, 2.0], 12.0, Anchor::End, white, hostile);
    scene.open(vec![("data-name", hostile.to_owned())]);
    scene.close();
    let text = write(&scene);
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 100 50.5"));
    assert_eq!(text.matches("@font-face").count(), 2);
    let words = "</text><script>alert(1)</script>[31m&\"'";
    let told = |tag| document.descendants().find(|node| node.has_tag_name(tag));
    assert_eq!(told("text").and_then(|node| node.text()), Some(words));
    assert_eq!(told("g").and_then(|node| node.attribute("data-name")), Some(words));
}

#[test]
fn dark_colours_stand_in_the_style() {
    const PAIRS: [(Rgb, Rgb); 2] =
        [(Rgb(255, 255, 255), Rgb(13, 17, 23)), (Rgb(0, 0, 1), Rgb(230, 230, 230))];
    let mut scene = Scene::new(10.0, 10.0, Paint::fill(PAIRS[0].0), "x".into());
    scene.mark([0.0, 0.0, 5.0, 5.0], "a <hint>".into());
    scene.line([0.0, 0.0], [1.0, 1.0], 1.0, PAIRS[1].0);
    scene.close();
    assert!(!write(&scene).contains("prefers-color-scheme"));
    scene.dark = &PAIRS;
    let text = write(&scene);
    assert!(text.contains("[stroke=\"#000001\"]{stroke:#e6e6e6}"), "{text}");
    assert!(text.contains("<title>a &lt;hint&gt;</title>"), "{text}");
    roxmltree::Document::parse(&text).expect("well-formed XML");
    let within = inline(&scene);
    assert!(!within.contains("<style") && !within.contains("http"), "{within}");
}
