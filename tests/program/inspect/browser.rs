//! The SVG in a real browser.

use std::fs;

use nucleus_core::kernels::REFERENCE;
use nucleus_core::types::Square;
use nucleus_inspect::bits::Group;
use nucleus_inspect::drawing::Drawing;
use nucleus_inspect::look::Look;
use nucleus_inspect::picture::board;
use nucleus_inspect::timeline::Timeline;
use nucleus_report::draw::{Rgb, svg};
use serde_json::json;

use crate::browser::{Browser, chromium};
use crate::support;

/// A colour as browsers name it.
pub fn rgb(color: Rgb) -> String {
    format!("rgb({}, {}, {})", color.0, color.1, color.2)
}

#[test]
fn the_svg_opens_in_a_browser() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    // `pictures.rs` reads the same pictures without a browser.
    let count = if support::long() { 200 } else { 40 };
    for (index, setup) in support::game_positions(count, support::seed()).iter().enumerate() {
        let timeline = Timeline::new(setup);
        let look = Look::new(&timeline, &REFERENCE, None);
        let scene = board(&Drawing::new(&look), "<Title> & \"more\"", &timeline.fen());
        let file = folder.path().join(format!("{index}.svg"));
        fs::write(&file, svg::write(&scene)).expect("the picture can be written");
        browser.open(&file);
        let shown = browser.evaluate(
            "[document.documentElement.nodeName, document.querySelectorAll('parsererror').length, \
             document.querySelectorAll('[data-bit]').length, document.querySelector('title').textContent]",
        );
        let title = format!("<Title> & \"more\". {}", timeline.fen());
        assert_eq!(shown, json!(["svg", 0, 2048, title]));
        // What the browser would paint, bit by bit: all are within the picture.
        let painted = browser.evaluate(
            "Object.fromEntries([...document.querySelectorAll('.cell')].map(cell => [cell.dataset.square, \
             [...cell.querySelectorAll('[data-bit]')].map(bit => [bit.dataset.bit, getComputedStyle(bit).fill])]))",
        );
        for square in Square::all() {
            let bits = painted[square.to_string()].as_array().expect("the bits of a cell").iter();
            let value = bits.fold(0, |value: u32, pair| {
                let bit: u8 = pair[0].as_str().unwrap().parse().unwrap();
                value | u32::from(pair[1] == rgb(Group::of(bit).color())) << bit
            });
            assert_eq!(value, look.cell(square), "{square}");
        }
        let outside = browser.evaluate(
            "(() => { const all = document.documentElement.getBoundingClientRect(); \
             return [...document.querySelectorAll('rect, text, path')].filter(part => { \
             const box = part.getBoundingClientRect(); return box.left < all.left - 1 || \
             box.right > all.right + 1 || box.top < all.top - 1 || box.bottom > all.bottom + 1; })\
             .map(part => part.outerHTML); })()",
        );
        assert_eq!(outside, json!([]));
    }
    browser.check_events("file:");
}
