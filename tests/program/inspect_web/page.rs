//! The page in a real browser: what is dragged, typed and chosen, and what is painted then.

use std::path::Path;

use nucleus_core::board::fen;
use nucleus_draw::Rgb;
use nucleus_inspect::answers::{Place, Question, answer_query};
use nucleus_inspect::bits::Group;
use serde_json::{Value, json};

use super::driver::{Browser, chromium};
use super::{Served, nucleus, support};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn rgb(color: Rgb) -> String {
    format!("rgb({}, {}, {})", color.0, color.1, color.2)
}

/// The page, opened and drawn for the first time.
fn open(browser: &mut Browser, served: &Served) {
    browser.resize(1500, 1100);
    browser.visit(&served.address);
    browser.wait("document.querySelectorAll('#first .square').length === 64 && document.getElementById('fen').value");
}

/// The cells of a board as they are painted, each bit by its colour; a1 first.
fn painted(browser: &mut Browser, board: &str, bright: bool) -> Vec<u64> {
    let color = |bit| if bright { Group::of(bit).bright() } else { Group::of(bit).color() };
    let lit: Vec<String> = (0..32).map(|bit| rgb(color(bit))).collect();
    let cells = browser.evaluate(&format!(
        "(() => {{ const lit = {}; const cells = {{}}; \
         for (const square of document.querySelectorAll('#{board} .square')) {{ let value = 0; \
         for (const bit of square.querySelectorAll('.bit')) \
         if (getComputedStyle(bit).backgroundColor === lit[bit.dataset.bit]) value += 2 ** bit.dataset.bit; \
         cells[square.dataset.square] = value; }} return cells; }})()",
        json!(lit)
    ));
    let square =
        |index: usize| format!("{}{}", char::from(b'a' + (index % 8) as u8), index / 8 + 1);
    (0..64).map(|index| cells[square(index)].as_u64().expect("a cell")).collect()
}

/// The cells that `nucleus inspect --json` prints.
fn printed(arguments: &[&str]) -> Vec<u64> {
    let output = nucleus(&[&["inspect", "--json"], arguments].concat());
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let cells = report["cells"].as_array().expect("cells");
    cells.iter().map(|cell| cell["value"].as_u64().expect("a number")).collect()
}

/// Waits until a position is shown.
fn shows(browser: &mut Browser, fen: &str) {
    browser.wait(&format!("document.getElementById('fen').value === {}", json!(fen)));
}

pub fn text(browser: &mut Browser, id: &str) -> String {
    let text = browser.evaluate(&format!("document.getElementById('{id}').textContent"));
    text.as_str().expect("text").to_owned()
}

pub fn square(name: &str) -> String {
    format!("#first [data-square={name}]")
}

#[test]
fn a_move_is_dragged_and_the_cells_follow() {
    let Some(program) = chromium() else { return };
    let served = Served::start(&["--level", "portable"]);
    let mut browser = Browser::start(&program);
    open(&mut browser, &served);
    assert_eq!(painted(&mut browser, "first", false), printed(&[]));
    browser.drag(&square("e2"), &square("e4"));
    shows(&mut browser, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(painted(&mut browser, "first", false), printed(&["--moves", "e4"]));
    let live = text(&mut browser, "live");
    assert!(live.starts_with("White has played e4, "), "{live}");
    assert!(live.ends_with(" bits have changed. Black to move, 20 legal moves."), "{live}");
    // The bits that the move changed are marked, and flash for those who want that.
    let marked = "[...document.querySelectorAll('#first .changed')].length";
    let changed = browser.evaluate(marked);
    assert!(live.contains(&format!(" {changed} bits have changed")), "{live}: {changed}");
    let moving = "getComputedStyle(document.querySelector('#first .changed')).animationName";
    assert_eq!(browser.evaluate(moving), "flash");
    browser.prefer(&[("prefers-reduced-motion", "reduce")]);
    assert_eq!(browser.evaluate(moving), "none");
    // An illegal one changes nothing and is said.
    browser.drag(&square("e7"), &square("e3"));
    assert_eq!(text(&mut browser, "live"), "There is no legal move from e7 to e3.");
    // With the keys: two squares and Enter each.
    browser.evaluate("document.querySelector('#first [data-square=g8]').focus()");
    browser.evaluate("document.querySelector('#first [data-square=g8]').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))");
    browser.evaluate("dispatchEvent(new PointerEvent('pointercancel'))");
    browser.press("Enter");
    for key in ["ArrowDown", "ArrowDown", "ArrowLeft"] {
        browser.press(key);
    }
    browser.press("Enter");
    shows(&mut browser, "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
    assert_eq!(painted(&mut browser, "first", false), printed(&["--moves", "e4", "Nf6"]));
    // Back, and the address has the whole line.
    browser.click("back");
    shows(&mut browser, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    let hash = browser.evaluate("location.hash");
    assert!(hash.as_str().is_some_and(|hash| hash.contains("&moves=e2e4+g8f6&ply=1&")), "{hash}");
    browser.check_events("http://127.0.0.1:");
}

/// Writes the page as a file and opens it.
pub fn open_file(browser: &mut Browser, folder: &Path, arguments: &[&str], fragment: &str) {
    let file = folder.join("board.html");
    let path = file.display().to_string();
    let written = nucleus(&[&["inspect", "--html", &path], arguments].concat());
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    browser.resize(1500, 1100);
    browser.visit(&format!("file://{path}{fragment}"));
    browser.wait("document.querySelectorAll('#first .square').length === 64 && document.getElementById('fen').value");
}

/// The page as a file has all that a program would answer, and needs none.
#[test]
fn a_file_plays_by_itself() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    let line = ["--moves", "e4", "e5", "--ply", "1", "--compare", "reference"];
    open_file(&mut browser, folder.path(), &line, "");
    shows(&mut browser, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    let cells = printed(&["--moves", "e4"]);
    assert_eq!(painted(&mut browser, "first", false), cells);
    assert_eq!(painted(&mut browser, "second", false), cells);
    assert_eq!(text(&mut browser, "name-first"), "The cells that portable makes");
    browser.click("next");
    shows(&mut browser, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    for (from, to) in [("g1", "f3"), ("b8", "c6"), ("f1", "b5")] {
        browser.drag(&square(from), &square(to));
        browser.wait(&format!("location.hash.includes('{from}{to}')"));
    }
    let line = ["--moves", "e4", "e5", "Nf3", "Nc6", "Bb5"];
    assert_eq!(painted(&mut browser, "first", false), printed(&line));
    browser.evaluate("document.getElementById('fen').value = '8/8'; document.getElementById('position').requestSubmit()");
    browser.wait("document.getElementById('fault').textContent.startsWith('invalid FEN')");
    for kernel in ["trace-rebuild", "trace-scan"] {
        browser.click(kernel);
        browser.wait("document.getElementById('step-count').textContent.startsWith('1 / ')");
        browser.click(kernel);
    }
    let pictures = "[...document.querySelectorAll('#first img')].filter(img => !img.hidden)\
                    .map(img => [img.src.slice(0, 14), img.naturalWidth > 0])";
    let pictures = browser.evaluate(pictures);
    let wanted = vec![json!(["data:image/svg", true]); 32];
    assert_eq!(pictures, json!(wanted));
    let loaded = "performance.getEntriesByType('resource').map(entry => entry.name).filter(name => !name.startsWith('data:'))";
    assert_eq!(browser.evaluate(loaded), json!([]));
    // A link carries the position; a kernel that is another machine's is passed over.
    let link = "#fen=4k3%2F8%2F8%2F8%2F8%2F8%2F4P3%2F4K3+w+-+-+0+1&moves=e2e4&kernel=mmx";
    open_file(&mut browser, folder.path(), &[], link);
    shows(&mut browser, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    browser.check_events("file:");
}

/// A value with its numbers as scripts have them, 1 and 1.0 being one.
fn as_in_script(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(values) => values.iter().map(as_in_script).collect(),
        Value::Object(values) => {
            values.iter().map(|(name, value)| (name.clone(), as_in_script(value))).collect()
        }
        other => other.clone(),
    }
}

/// All that the core in the page answers, over positions and a move of each, as it is answered here.
#[test]
fn the_core_in_the_page_answers_as_the_program() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    open_file(&mut browser, folder.path(), &[], "");
    let listed = browser
        .evaluate("[...document.querySelectorAll('#kernel option')].map(option => option.value)");
    let kernels: Vec<&str> =
        listed.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(kernels, ["reference", "portable", "axon32-portable"]);
    let answered = |query: &str| -> Value {
        let answer = answer_query(Question::Position, query).expect(query);
        let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["kernels"] = json!(kernels);
        answer
    };
    let mut place = Place::default();
    let mut queries = Vec::new();
    for (index, setup) in support::game_positions(1_000, support::seed()).iter().enumerate() {
        place.fen = fen::format(&setup.planes, &setup.state);
        place.kernel = kernels[index % kernels.len()].to_owned();
        place.moves.clear();
        let moves = answered(&place.to_query())["legal_moves"].as_array().expect("moves").clone();
        let chosen = moves.get(index % moves.len().max(1));
        place.moves.extend(chosen.map(|one| one["uci"].as_str().expect("a move").to_owned()));
        queries.push(place.to_query());
    }
    for some in queries.chunks(50) {
        let script = format!(
            "import('ask').then(({{ ask }}) => Promise.all({}.map(query => ask('position', query))))",
            json!(some)
        );
        let found = browser.evaluate(&script);
        for (index, query) in some.iter().enumerate() {
            let (found, wanted) = (as_in_script(&found[index]), as_in_script(&answered(query)));
            for (name, value) in wanted.as_object().expect("an object") {
                assert_eq!(found[name], *value, "{name} of {query}: ./ci/targets wasm --renew");
            }
        }
    }
    support::row(
        "positions, moves, evaluations and cells of the core in the page as here; its bytes",
        &format!("{}, {}", queries.len(), nucleus_inspect::web::CORE.len()),
    );
    assert!(nucleus_inspect::web::CORE.len() <= 400_000);
    browser.check_events("file:");
}

#[test]
fn a_promotion_is_chosen() {
    let Some(program) = chromium() else { return };
    let served = Served::start(&["7k/4P3/8/8/8/8/8/K7 w - - 0 1"]);
    let mut browser = Browser::start(&program);
    open(&mut browser, &served);
    browser.drag(&square("e7"), &square("e8"));
    browser.wait("document.querySelectorAll('#promotion[open] button').length === 4");
    browser.evaluate("document.querySelector('#promotion [aria-label=\"white rook\"]').click()");
    shows(&mut browser, "4R2k/8/8/8/8/8/8/K7 b - - 0 1");
    browser.check_events("http://127.0.0.1:");
}

/// Cells of random positions through every kernel of this CPU, in the light and in the dark.
#[test]
fn cells_are_painted_as_json_prints_them() {
    let Some(program) = chromium() else { return };
    let served = Served::start(&[]);
    let mut browser = Browser::start(&program);
    open(&mut browser, &served);
    let kernels =
        browser.evaluate("[...document.querySelectorAll('#kernel option')].map(o => o.value)");
    let kernels: Vec<&str> =
        kernels.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(kernels[..2], ["reference", "portable"]);
    let mut count = 0;
    let positions = support::game_positions(16, support::seed());
    for (index, setup) in positions.iter().enumerate() {
        let fen = fen::format(&setup.planes, &setup.state);
        let kernel = kernels[index % kernels.len()];
        let dark = index % 2 == 1;
        browser.prefer(&[("prefers-color-scheme", if dark { "dark" } else { "light" })]);
        let query = format!(
            "location.hash = new URLSearchParams({{fen: {}, kernel: {}}})",
            json!(fen),
            json!(kernel)
        );
        browser.evaluate(&query);
        shows(&mut browser, &fen);
        browser.wait(&format!("document.getElementById('kernel').value === {}", json!(kernel)));
        assert_eq!(painted(&mut browser, "first", dark), printed(&[&fen]), "{kernel}: {fen}");
        count += 64;
    }
    support::row("cells painted by the page as --json prints them", &format!("{count}"));
    // Words in both schemes are readable on what they stand on.
    for scheme in ["light", "dark"] {
        browser.prefer(&[("prefers-color-scheme", scheme)]);
        let contrast = browser.evaluate(
            "(() => { const of = text => { const [r, g, b] = text.match(/\\d+/g).map(Number).map(v => { \
             v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); \
             return .2126 * r + .7152 * g + .0722 * b; }; const style = getComputedStyle(document.body); \
             const [a, b] = [of(style.color), of(style.backgroundColor)].sort((x, y) => y - x); \
             return (a + .05) / (b + .05); })()",
        );
        assert!(contrast.as_f64().is_some_and(|ratio| ratio > 7.0), "{scheme}: {contrast}");
    }
    browser.check_events("http://127.0.0.1:");
}

#[test]
fn two_kernels_stand_side_by_side() {
    let Some(program) = chromium() else { return };
    let served = Served::start(&["--level", "portable", "--compare", "reference"]);
    let mut browser = Browser::start(&program);
    open(&mut browser, &served);
    let cells = printed(&[]);
    assert_eq!(painted(&mut browser, "first", false), cells);
    assert_eq!(painted(&mut browser, "second", false), cells);
    assert_eq!(text(&mut browser, "agree"), "They agree in all 64 cells.");
    assert_eq!(text(&mut browser, "name-second"), "The cells that reference makes");
    browser.check_events("http://127.0.0.1:");
}

#[test]
fn a_bit_tells_where_it_comes_from() {
    let Some(program) = chromium() else { return };
    let served = Served::start(&["4k3/8/8/8/R6r/8/8/4K3 w - - 0 1"]);
    let mut browser = Browser::start(&program);
    open(&mut browser, &served);
    // Over the bit of White's rook along its rank, in the cell of d4.
    browser.hover(&format!("{} [data-bit='24']", square("d4")));
    browser.wait("document.querySelectorAll('#first .ray').length === 2");
    let origin = text(&mut browser, "origin");
    assert!(
        origin.ends_with("(bit 24, xwrookhorz): a white rook reaches it, on its rank. It comes from the white rook on a4 through b4, c4."),
        "{origin}"
    );
    let named = |class: &str| {
        format!(
            "[...document.querySelectorAll('#first .{class}')].map(s => s.dataset.square).sort().join()"
        )
    };
    assert_eq!(browser.evaluate(&named("of")), "a4");
    assert_eq!(browser.evaluate(&named("ray")), "b4,c4");
    assert_eq!(
        browser.evaluate(
            "document.querySelectorAll('#boards .lines')[0].querySelectorAll('line').length"
        ),
        1
    );
    // The same with the keys, in the cell in large; and for those who hear the page.
    browser.click("cell-name");
    browser.evaluate("document.querySelector('#first [data-square=d4]').focus()");
    browser.drag(&square("d4"), &square("d4"));
    browser.evaluate("document.querySelector('#bits [data-bit=\"24\"]').focus()");
    assert_eq!(browser.evaluate(&named("of")), "a4");
    let label = browser.evaluate("document.activeElement.getAttribute('aria-label')");
    assert_eq!(label, origin);
    browser.press("ArrowRight");
    assert_eq!(browser.evaluate("document.activeElement.dataset.bit"), "23");
    let cell = browser
        .evaluate("document.querySelector('#first [data-square=d4]').getAttribute('aria-label')");
    let cell = cell.as_str().expect("a label");
    assert!(cell.starts_with("d4, empty. "), "{cell}");
    assert!(cell.contains("White's influence: rook along its rank"), "{cell}");
    // One square and one bit can be reached by Tab, not all of them.
    assert_eq!(browser.evaluate("document.querySelectorAll('#first [tabindex=\"0\"]').length"), 1);
    assert_eq!(browser.evaluate("document.querySelectorAll('#bits [tabindex=\"0\"]').length"), 1);
    let roles = browser.evaluate(
        "['grid', 'row', 'gridcell'].map(role => document.querySelectorAll(`#boards [role=${role}]`).length)",
    );
    assert_eq!(roles, json!([2, 16, 128]));
    browser.check_events("http://127.0.0.1:");
}

#[test]
fn a_position_is_typed_or_set_up() {
    let Some(program) = chromium() else { return };
    let served = Served::start(&[]);
    let mut browser = Browser::start(&program);
    open(&mut browser, &served);
    let submit = |fen: &str| {
        format!(
            "document.getElementById('fen').value = {}; document.getElementById('position').requestSubmit()",
            json!(fen)
        )
    };
    // What is wrong with it is said, and the position stays.
    browser.evaluate(&submit("8/8/8 w"));
    browser.wait("document.getElementById('fault').textContent");
    assert_eq!(
        text(&mut browser, "fault"),
        "invalid FEN, line field, column 8: 2 fields instead of 6"
    );
    assert_eq!(painted(&mut browser, "first", false), printed(&[START]));
    let ending = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    browser.evaluate(&submit(ending));
    browser.wait(
        "document.getElementById('fault').textContent === '' && location.hash.includes('4P3')",
    );
    shows(&mut browser, ending);
    assert_eq!(painted(&mut browser, "first", false), printed(&[ending]));
    // A knight from the palette, the pawn off the board, Black to move.
    browser.click("edit");
    browser.drag("#palette [data-piece=N]", &square("d5"));
    shows(&mut browser, "4k3/8/8/3N4/8/8/4P3/4K3 w - - 0 1");
    browser.drag(&square("e2"), "h1");
    shows(&mut browser, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1");
    browser.evaluate("document.querySelector('#setup [value=b]').click()");
    let knight = "4k3/8/8/3N4/8/8/8/4K3 b - - 0 1";
    shows(&mut browser, knight);
    browser.wait("location.hash.includes('+b+')");
    assert_eq!(painted(&mut browser, "first", false), printed(&[knight]));
    // Without a king there is no position: it is said, and the pieces stay as they were put.
    browser.drag(&square("e8"), "h1");
    browser.wait("document.getElementById('fault').textContent");
    assert!(text(&mut browser, "fault").ends_with("Black has no king"));
    assert_eq!(
        browser.evaluate("document.querySelectorAll('#first .top img:not([hidden])').length"),
        2
    );
    browser.check_events("http://127.0.0.1:");
}

/// In Chess960 a king castles onto its rook, which is no other move, and what is set up keeps the rooks' files.
#[test]
fn chess960_is_castled_and_set_up() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    let fen = "qrnkb1rn/pppppp1p/7b/8/6p1/4PP2/PPPPNBPP/QR1K1BRN w GBgb - 0 5";
    for (to, back) in [("b1", "Q1KR1BRN b gb"), ("c1", "QRK2BRN b gb")] {
        open_file(&mut browser, folder.path(), &[fen], "");
        browser.drag(&square("d1"), &square(to));
        shows(&mut browser, &format!("qrnkb1rn/pppppp1p/7b/8/6p1/4PP2/PPPPNBPP/{back} - 1 5"));
        assert_eq!(
            painted(&mut browser, "first", false),
            printed(&[fen, "--moves", &format!("d1{to}")])
        );
    }
    // By two presses, though the rook may move, too.
    open_file(&mut browser, folder.path(), &[fen], "");
    browser.click("first [data-square=d1]");
    browser.click("first [data-square=b1]");
    browser.wait("location.hash.includes('d1b1')");
    open_file(&mut browser, folder.path(), &[fen], "");
    browser.click("edit");
    browser.drag(&square("h7"), "h1");
    shows(&mut browser, "qrnkb1rn/pppppp2/7b/8/6p1/4PP2/PPPPNBPP/QR1K1BRN w GBgb - 0 1");
    browser.check_events("file:");
}

#[test]
fn kernels_run_step_by_step() {
    let Some(program) = chromium() else { return };
    let served = Served::start(&[]);
    let mut browser = Browser::start(&program);
    open(&mut browser, &served);
    for kernel in ["rebuild", "scan"] {
        let (_, answer) = served.get(&format!("{kernel}.json"));
        let trace: Value = serde_json::from_str(&answer).expect("JSON");
        let moments = trace["moments"].as_array().expect("moments");
        browser.click(&format!("trace-{kernel}"));
        for (at, moment) in moments.iter().enumerate() {
            let count = format!("{} / {}", at + 1, moments.len());
            browser.wait(&format!(
                "document.getElementById('step-count').textContent === {}",
                json!(count)
            ));
            assert_eq!(text(&mut browser, "step-title"), moment["title"].as_str().unwrap());
            assert_eq!(text(&mut browser, "step-text"), moment["text"].as_str().unwrap());
            let cells: Vec<u64> = serde_json::from_value(moment["cells"].clone()).expect("cells");
            assert_eq!(painted(&mut browser, "first", false), cells, "{kernel}, step {}", at + 1);
            browser.evaluate("document.getElementById('step-next').click()");
        }
        browser.click(&format!("trace-{kernel}"));
        assert_eq!(
            painted(&mut browser, "first", false),
            printed(&[]),
            "{kernel}: the position again"
        );
    }
    browser.check_events("http://127.0.0.1:");
}
