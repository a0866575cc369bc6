//! The page for a first visitor: the tour, a telephone, the squares that descriptions refer to.

use serde_json::{Value, json};

use super::MATE_IN_7;
use super::page::{Page, square};

#[test]
fn the_tour_has_five_steps() {
    let Some(mut page) = Page::open(&[MATE_IN_7]) else { return };
    page.click("tour-begin");
    for (step, cell, origin, of, ray) in [
        ("1 of 5: A bit", "e2, white pawn: ", "e2, white piece, pawn (bit 13, wpawn): ", "e2", ""),
        ("2 of 5: A ray", "c4, empty: ", "c4, White's influence, bishop (bit 25", "f1", "d3,e2"),
        ("3 of 5: An approach", "f6, empty: ", "f6, king approaches, diagonal (bit 30", "g7", ""),
        ("4 of 5: The scanner", "g5, white queen: ", "Point at a bit", "", ""),
        ("5 of 5: A move's changes", "f6, white queen: ", "Point at a bit", "", ""),
    ] {
        page.wait(&format!(
            "document.getElementById('tour-title').textContent === {} && \
             document.getElementById('cell-name').textContent.startsWith({}) && \
             document.getElementById('origin').textContent.startsWith({})",
            json!(step),
            json!(cell),
            json!(origin)
        ));
        assert_eq!(page.squares_of("of"), of, "{step}");
        assert_eq!(page.squares_of("ray"), ray, "{step}");
        let is_traced = step.contains("scanner");
        page.wait(&format!("document.getElementById('trace-view').hidden !== {is_traced}"));
        // Bits that a step of the trace adds are marked like bits that a move changes.
        let changed = page.evaluate("document.querySelectorAll('#first .changed').length > 0");
        assert_eq!(changed, !step.contains("bit") && !step.contains("approach"), "{step}");
        page.click("tour-next");
    }
    page.wait("document.getElementById('tour').hidden");
    page.check_events("file:");
}

/// Descriptions refer to the square above them, no name is covered or cut, and each bit of the
/// opened cell has at least 8 pixels each way, at the width of a telephone and of a desktop.
#[test]
fn names_are_complete_and_words_are_about_their_square() {
    let Some(mut page) = Page::open(&[MATE_IN_7]) else { return };
    for (width, height) in [(390, 844), (1280, 900)] {
        page.resize(width, height);
        page.evaluate("scrollTo(0, 0)");
        // A selected piece, with dots on its target squares.
        page.click("first [data-square=g5]");
        page.wait("document.querySelectorAll('#first .goal').length > 5");
        assert!(page.text("cell-name").starts_with("g5, white queen"));
        let clipped = page.evaluate(
            "[...document.querySelectorAll('#bits .large')].filter(bit => bit.scrollWidth > bit.clientWidth \
             || bit.scrollHeight > bit.clientHeight).map(bit => bit.textContent)",
        );
        assert_eq!(clipped, json!([]), "{width}");
        let covered = page.evaluate(
            "[...document.querySelectorAll('#first .goal')].filter(square => { \
             const dot = parseFloat(getComputedStyle(square, '::after').top); \
             const name = document.createRange(); name.selectNodeContents(square.querySelector('.name')); \
             return name.getBoundingClientRect().bottom - square.getBoundingClientRect().top > dot + 2; }) \
             .map(square => square.dataset.square)",
        );
        assert_eq!(covered, json!([]), "{width}");
        let [least, inside] = [
            "Math.min(...[...document.querySelectorAll('#bits .large')].flatMap(bit => { \
             const box = bit.getBoundingClientRect(); return [box.width, box.height]; }))",
            "(box => box.top >= 0 && box.bottom <= innerHeight)(document.getElementById('cell').getBoundingClientRect())",
        ]
        .map(|script| page.evaluate(script));
        assert!(least.as_f64().is_some_and(|least| least >= 8.0), "{least} pixels at {width}");
        assert_eq!(inside, true, "the opened cell is out of sight at {width}");
        page.hover(&format!("{} [data-bit='22']", square("f6")));
        page.wait("document.getElementById('cell-name').textContent.startsWith('f6, empty: ')");
        assert!(page.text("origin").starts_with("f6, White's influence, queen"));
        page.hover("h1");
        page.wait("document.getElementById('cell-name').textContent.startsWith('g5, ')");
        assert!(page.text("origin").starts_with("Point at a bit"));
        page.press("Escape");
    }
    page.check_events("file:");
}

/// On a telephone, even a short one, a touch opens a cell, and the touched square stays visible.
#[test]
fn a_cell_opens_on_touch() {
    let Some(mut page) = Page::open(&[MATE_IN_7]) else { return };
    for height in [844, 640] {
        page.resize(390, height);
        for name in ["f6", "a8", "b2", "h1"] {
            page.touch(&square(name));
            page.wait(&format!(
                "document.getElementById('cell-name').textContent.startsWith('{name}, ')"
            ));
            let seen = page.evaluate(&format!(
                "(square => {{ const box = square.getBoundingClientRect(); \
                 const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2); \
                 return square.contains(top); }})(document.querySelector({}))",
                json!(square(name))
            ));
            assert_eq!(seen, true, "{name} is covered at {height} pixels");
        }
    }
    page.check_events("file:");
}

/// Text is readable in the light and the dark colour scheme. Both schemes use the same pictures of
/// pieces, whose dark parts contrast with the background.
#[test]
fn pieces_look_alike_in_the_light_and_in_the_dark() {
    let Some(mut page) = Page::open(&[MATE_IN_7]) else { return };
    for scheme in ["light", "dark"] {
        page.prefer(&[("prefers-color-scheme", scheme)]);
        let contrasts = page.evaluate(
            "(() => { const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map(v => (v /= 255) <= .03928 ? v / 12.92 \
             : ((v + .055) / 1.055) ** 2.4); return .2126 * x + .7152 * y + .0722 * z; }; \
             const ground = element => { const color = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number); \
             return color.length === 4 && color[3] === 0 ? ground(element.parentElement) : color; }; \
             const words = light(getComputedStyle(document.body).color.match(/[\\d.]+/g).map(Number)); \
             const page = light(ground(document.body)); \
             return [(Math.max(words, page) + .05) / (Math.min(words, page) + .05), \
             [...document.querySelectorAll('#first .top img:not([hidden])')] \
             .map(img => (light(ground(img)) + .05) / (light([0x26, 0x26, 0x2b]) + .05))]; })()",
        );
        assert!(contrasts[0].as_f64() > Some(7.0), "{scheme}: words {}", contrasts[0]);
        let contrasts = contrasts[1].as_array().expect("a list");
        assert_eq!(contrasts.len(), 12);
        let stands_out = |ratio: &Value| ratio.as_f64().is_some_and(|ratio| ratio > 4.0);
        assert!(contrasts.iter().all(stands_out), "{scheme}: {contrasts:?}");
    }
    page.check_events("file:");
}
