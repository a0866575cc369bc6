//! The trace's page and the SVG in a real browser.

use std::fs;

use nucleus_core::board::{Board, MatrixBoard, Setup, fen};
use nucleus_core::kernels::{REFERENCE, portable};
use nucleus_core::types::Square;
use nucleus_draw::{Rgb, svg};
use nucleus_inspect::bits::Group;
use nucleus_inspect::look::{Layer, Look};
use nucleus_inspect::picture::{Picture, board};
use nucleus_inspect::timeline::Timeline;
use nucleus_inspect::trace::{self, KernelTrace, TracedKernel};
use serde_json::json;

use crate::browser::{Browser, chromium};
use crate::support;

/// Reads the page: its words, and its cells as they are painted, a bit by its colour.
fn read_page() -> String {
    let lit: Vec<String> = (0..32).map(|bit| rgb(Group::of(bit).color())).collect();
    format!(
        "(() => {{ const lit = {}; \
        const text = id => document.getElementById(id).textContent; \
        const disabled = id => document.getElementById(id).disabled; \
        const cells = {{}}; for (const cell of document.querySelectorAll('.cell')) {{ \
        let value = 0; for (const bit of cell.querySelectorAll('.bit')) {{ \
        const number = bit.dataset.bit; \
        if (getComputedStyle(bit).backgroundColor === lit[number]) value += 2 ** number; }} \
        cells[cell.dataset.square] = value; }} \
        return {{ cells, words: [text('count'), text('heading'), text('text'), text('code'), \
        text('list'), document.querySelectorAll('.dot').length, disabled('back'), \
        disabled('next')] }}; }})()",
        json!(lit)
    )
}

/// A colour as browsers name it.
fn rgb(color: Rgb) -> String {
    format!("rgb({}, {}, {})", color.0, color.1, color.2)
}

fn trace_of(line: &str, kernel: TracedKernel) -> KernelTrace {
    let board = MatrixBoard::new(&Setup::from_fen(line).expect(line), portable::Token);
    let fen = fen::format(board.planes(), board.state());
    KernelTrace::new(kernel, fen, board.planes(), board.side(), &board.rebuilt().nucleus)
}

#[test]
fn the_page_steps_through_a_trace() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    browser.resize(1400, 1000);
    let read_page = read_page();
    for (line, kernel) in [
        ("1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1", TracedKernel::Rebuild),
        ("r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5", TracedKernel::Scan),
    ] {
        let trace = trace_of(line, kernel);
        let file = folder.path().join(format!("{}.html", kernel.name()));
        fs::write(&file, trace::html(&trace)).expect("the page can be written");
        browser.open(&file);
        let count = trace.moments.len();
        let expect = |browser: &mut Browser, step: usize| {
            let moment = &trace.moments[step];
            let found = browser.evaluate(&read_page);
            let squares: u32 = moment.marks.iter().map(|mark| mark.squares.count_ones()).sum();
            let wanted = json!([
                format!("{} / {count}", step + 1),
                moment.title,
                moment.text,
                moment.code,
                moment.list.join("\n"),
                squares,
                step == 0,
                step + 1 == count,
            ]);
            assert_eq!(found["words"], wanted, "step {step}");
            for square in Square::all() {
                let cell = &found["cells"][square.to_string()];
                assert_eq!(*cell, moment.cells.at(square), "step {step}, {square}");
            }
        };
        expect(&mut browser, 0);
        for step in 1..count {
            browser.click("next");
            expect(&mut browser, step);
        }
        for step in (count - 6..count - 1).rev() {
            browser.click("back");
            expect(&mut browser, step);
        }
        for (key, step) in [
            ("Home", 0),
            ("ArrowLeft", 0),
            ("ArrowRight", 1),
            ("End", count - 1),
            ("ArrowLeft", count - 2),
        ] {
            browser.press(key);
            expect(&mut browser, step);
        }
        // On a phone's width nothing sticks out to the side.
        for width in [1400, 800, 400] {
            browser.resize(width, 900);
            let wide = browser.evaluate("document.documentElement.scrollWidth");
            assert!(wide.as_u64().is_some_and(|wide| wide <= width.into()), "{wide} at {width}");
        }
        browser.resize(1400, 1000);
    }
    browser.check_events("file:");
}

/// White's pieces are light and Black's dark, whatever the ground, and both stand out from it.
#[test]
fn men_keep_their_colours_in_the_dark() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    let file = folder.path().join("men.html");
    let trace = trace_of(nucleus_core::board::START_FEN, TracedKernel::Scan);
    fs::write(&file, trace::html(&trace)).expect("the page can be written");
    for scheme in ["light", "dark"] {
        browser.prefer(&[("prefers-color-scheme", scheme)]);
        browser.open(&file);
        let men = browser.evaluate(
            "[...document.querySelectorAll('.cell')].filter(cell => cell.querySelector('.man')\
             .textContent).map(cell => { const man = getComputedStyle(cell.querySelector('.man')); \
             const bright = text => text.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0); \
             return [cell.dataset.square[1], bright(man.color), bright(man.textShadow), \
             bright(getComputedStyle(cell).backgroundColor)]; })",
        );
        let men = men.as_array().expect("a list");
        assert_eq!(men.len(), 32);
        for man in men {
            let number = |index: usize| man[index].as_i64().expect("a sum of three channels");
            let white = matches!(man[0].as_str(), Some("1" | "2"));
            assert_eq!(number(1) > 382, white, "{scheme}: {man}");
            // The piece, or else its edge, is far from the ground.
            let far = [1, 2].map(|of| (number(of) - number(3)).abs());
            assert!(far[0].max(far[1]) > 300, "{scheme}: {man}");
        }
    }
    browser.check_events("file:");
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
        let picture = Picture {
            look: &look,
            title: "<Title> & \"more\"".to_owned(),
            subtitle: timeline.fen(),
            layer: Layer::All,
            heat: None,
            changes: true,
            flipped: false,
        };
        let file = folder.path().join(format!("{index}.svg"));
        fs::write(&file, svg::write(&board(&picture))).expect("the picture can be written");
        browser.open(&file);
        let shown = browser.evaluate(
            "[document.documentElement.nodeName, document.querySelectorAll('parsererror').length, \
             document.querySelectorAll('[data-bit]').length, document.querySelector('title').textContent]",
        );
        let title = format!("<Title> & \"more\". {}", timeline.fen());
        assert_eq!(shown, json!(["svg", 0, 2048, title]));
        // What the browser would paint, bit by bit, and that it is within the picture.
        let painted = browser.evaluate(
            "[...document.querySelectorAll('.cell')].map(cell => [cell.dataset.square, \
             [...cell.querySelectorAll('[data-bit]')].map(bit => [Number(bit.dataset.bit), \
             getComputedStyle(bit).fill])])",
        );
        let mut squares = 0;
        for cell in painted.as_array().expect("a list of cells") {
            let square = Square::parse(cell[0].as_str().unwrap()).unwrap();
            let mut value = 0;
            for pair in cell[1].as_array().unwrap() {
                let bit = pair[0].as_u64().unwrap() as u8;
                value |= u32::from(pair[1] == rgb(Group::of(bit).color())) << bit;
            }
            assert_eq!(value, look.cell(square), "{square}");
            squares += 1;
        }
        assert_eq!(squares, 64);
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
