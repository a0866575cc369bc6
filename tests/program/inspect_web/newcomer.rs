//! The page for someone who has never seen the matrix: the tour, a telephone, what words are about.

use serde_json::{Value, json};

use super::driver::{Browser, chromium};
use super::page::{open_file, square, text};

const MATE: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";

/// The squares of a class, in alphabetical order.
fn squares_of(browser: &mut Browser, class: &str) -> Value {
    browser.evaluate(&format!(
        "[...document.querySelectorAll('#first .{class}')].map(s => s.dataset.square).sort().join()"
    ))
}

#[test]
fn the_tour_has_five_steps() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    open_file(&mut browser, folder.path(), &[MATE], "");
    browser.click("tour-begin");
    for (step, cell, origin, of, ray) in [
        ("1 of 5: A bit", "e2, white pawn: ", "e2, white piece, pawn (bit 13, wpawn): ", "e2", ""),
        ("2 of 5: A ray", "c4, empty: ", "c4, White's influence, bishop (bit 25", "f1", "d3,e2"),
        ("3 of 5: An approach", "f6, empty: ", "f6, king approaches, diagonal (bit 30", "g7", ""),
        ("4 of 5: The scanner", "g5, white queen: ", "Point at a bit", "", ""),
        ("5 of 5: A move's changes", "f6, white queen: ", "Point at a bit", "", ""),
    ] {
        browser.wait(&format!(
            "document.getElementById('tour-title').textContent === {} && \
             document.getElementById('cell-name').textContent.startsWith({}) && \
             document.getElementById('origin').textContent.startsWith({})",
            json!(step),
            json!(cell),
            json!(origin)
        ));
        assert_eq!(squares_of(&mut browser, "of"), of, "{step}");
        assert_eq!(squares_of(&mut browser, "ray"), ray, "{step}");
        let is_traced = step.contains("scanner");
        browser.wait(&format!("document.getElementById('trace-view').hidden !== {is_traced}"));
        // What a step of a trace adds is marked as what a move changes is.
        let changed = browser.evaluate("document.querySelectorAll('#first .changed').length > 0");
        assert_eq!(changed, !step.contains("bit") && !step.contains("approach"), "{step}");
        browser.click("tour-next");
    }
    browser.wait("document.getElementById('tour').hidden");
    browser.check_events("file:");
}

/// Words are about the square that they stand under, nothing covers or cuts a name, and each bit of the
/// opened cell is large enough for a finger, in the width of a telephone and of a desk.
#[test]
fn names_are_whole_and_words_are_about_their_square() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    open_file(&mut browser, folder.path(), &[MATE], "");
    for (width, height) in [(390, 844), (1280, 900)] {
        browser.resize(width, height);
        browser.evaluate("scrollTo(0, 0)");
        // Chosen, with the dots of where it may go.
        browser.click("first [data-square=g5]");
        browser.wait("document.querySelectorAll('#first .goal').length > 5");
        assert!(text(&mut browser, "cell-name").starts_with("g5, white queen"));
        let clipped = browser.evaluate(
            "[...document.querySelectorAll('#bits .large')].filter(bit => bit.scrollWidth > bit.clientWidth \
             || bit.scrollHeight > bit.clientHeight).map(bit => bit.textContent)",
        );
        assert_eq!(clipped, json!([]), "{width}");
        let covered = browser.evaluate(
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
        .map(|script| browser.evaluate(script));
        assert!(least.as_f64().is_some_and(|least| least >= 8.0), "{least} pixels at {width}");
        assert_eq!(inside, true, "the opened cell is out of sight at {width}");
        browser.hover(&format!("{} [data-bit='22']", square("f6")));
        browser.wait("document.getElementById('cell-name').textContent.startsWith('f6, empty: ')");
        assert!(text(&mut browser, "origin").starts_with("f6, White's influence, queen"));
        browser.hover("h1");
        browser.wait("document.getElementById('cell-name').textContent.startsWith('g5, ')");
        assert!(text(&mut browser, "origin").starts_with("Point at a bit"));
        browser.press("Escape");
    }
    browser.check_events("file:");
}

/// A finger opens a cell on a telephone, a short one, too, and the opened cell leaves the square in sight.
#[test]
fn a_cell_opens_on_touch() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    open_file(&mut browser, folder.path(), &[MATE], "");
    for height in [844, 640] {
        browser.resize(390, height);
        for name in ["f6", "a8", "b2", "h1"] {
            browser.touch(&square(name));
            browser.wait(&format!(
                "document.getElementById('cell-name').textContent.startsWith('{name}, ')"
            ));
            let seen = browser.evaluate(&format!(
                "(square => {{ const box = square.getBoundingClientRect(); \
                 const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2); \
                 return square.contains(top); }})(document.querySelector({}))",
                json!(square(name))
            ));
            assert_eq!(seen, true, "{name} is covered at {height} pixels");
        }
    }
    browser.check_events("file:");
}

/// The page says what it shows: a paragraph with the paper's section, and a legend of all groups of bits.
#[test]
fn the_page_says_what_it_shows() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    open_file(&mut browser, folder.path(), &[MATE], "");
    assert_eq!(browser.evaluate("document.getElementById('about').open"), true);
    let about = text(&mut browser, "about");
    assert!(about.contains("Realization of Axon II Chess Engine") && about.contains("section V.B"));
    let links =
        "[...document.querySelectorAll('#about a')].every(a => a.href.startsWith('https://'))";
    assert_eq!(browser.evaluate(links), true);
    let legend = browser.evaluate(
        "[...document.querySelectorAll('#groups li')].map(item => item.textContent.trim().length > 5)",
    );
    let groups = legend.as_array().expect("a list");
    assert!(groups.len() >= 4 && groups.iter().all(|told| *told == true), "{legend}");
    browser.check_events("file:");
}

/// White's pieces are light and Black's dark on a light ground and on a dark one: both have the same
/// pictures, whose dark parts stand out from what is behind them.
#[test]
fn pieces_look_alike_in_the_light_and_in_the_dark() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    open_file(&mut browser, folder.path(), &[MATE], "");
    for scheme in ["light", "dark"] {
        browser.prefer(&[("prefers-color-scheme", scheme)]);
        let contrasts = browser.evaluate(
            "(() => { const of = ([r, g, b]) => { const [x, y, z] = [r, g, b].map(v => (v /= 255) <= .03928 ? v / 12.92 \
             : ((v + .055) / 1.055) ** 2.4); return .2126 * x + .7152 * y + .0722 * z; }; \
             const ground = element => { const color = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number); \
             return color.length === 4 && color[3] === 0 ? ground(element.parentElement) : color; }; \
             return [...document.querySelectorAll('#first .top img:not([hidden])')] \
             .map(img => (of(ground(img)) + .05) / (of([0x26, 0x26, 0x2b]) + .05)); })()",
        );
        let contrasts = contrasts.as_array().expect("a list");
        assert_eq!(contrasts.len(), 12);
        let stands_out = |ratio: &Value| ratio.as_f64().is_some_and(|ratio| ratio > 4.0);
        assert!(contrasts.iter().all(stands_out), "{scheme}: {contrasts:?}");
    }
    browser.check_events("file:");
}
