//! The page in a real browser: dragging, typing and selecting, and the painted result.

use std::fs;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;

use nucleus_core::board::fen;
use nucleus_core::kernels::REFERENCE;
use nucleus_core::types::Square;
use nucleus_inspect::answers::{Place, Question, answer};
use nucleus_inspect::bits::Group;
use nucleus_inspect::kernels::kernels;
use nucleus_inspect::look::View;
use nucleus_inspect::page;
use nucleus_inspect::timeline::Timeline;
use nucleus_report::draw::Rgb;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{MATE_IN_7, SPANISH, WRONG, slips};
use crate::browser::{Browser, chromium};
use crate::program::{Ended, nucleus};
use crate::support;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A page in a browser, and the folder of its file.
pub struct Page {
    browser: Browser,
    folder: TempDir,
}

impl Page {
    /// Writes the page of some arguments and opens it; `None` without a browser.
    pub fn open(arguments: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut page = Self { browser: Browser::start(&chromium()?), folder };
        page.write(arguments);
        page.load("");
        Some(page)
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("board.html")
    }

    /// Writes the page of these arguments.
    fn write(&self, arguments: &[&str]) {
        let path = self.file().display().to_string();
        nucleus(&[&["inspect", "--html", &path], arguments].concat()).done();
    }

    /// Loads the page with this fragment of its address.
    fn load(&mut self, fragment: &str) {
        let address = format!("file://{}{fragment}", self.file().display());
        self.resize(1500, 1100);
        // Addresses that differ in their fragments alone are one page.
        self.visit("about:blank");
        self.visit(&address);
        self.wait("document.querySelectorAll('#first .square').length === 64 && document.getElementById('fen').value");
    }

    /// Returns the cells of a board as painted, each bit by its colour; a1 first.
    fn painted(&mut self, board: &str, bright: bool) -> Vec<u64> {
        let color = if bright { Group::bright } else { Group::color };
        // A colour in the notation of browsers.
        let rgb = |color: Rgb| format!("rgb({}, {}, {})", color.0, color.1, color.2);
        let lit: Vec<String> = (0..32).map(|bit| rgb(color(Group::from_bit(bit)))).collect();
        let cells = self.evaluate(&format!(
            "(() => {{ const lit = {}; const cells = {{}}; \
             for (const square of document.querySelectorAll('#{board} .square')) {{ let value = 0; \
             for (const bit of square.querySelectorAll('.bit')) \
             if (getComputedStyle(bit).backgroundColor === lit[bit.dataset.bit]) value += 2 ** bit.dataset.bit; \
             cells[square.dataset.square] = value; }} return cells; }})()",
            json!(lit)
        ));
        Square::all().map(|square| cells[square.to_string()].as_u64().expect("a cell")).collect()
    }

    fn shows(&mut self, fen: &str) {
        self.wait(&format!("document.getElementById('fen').value === {}", json!(fen)));
    }

    pub fn text(&mut self, id: &str) -> String {
        let text = self.evaluate(&format!("document.getElementById('{id}').textContent"));
        text.as_str().expect("text").to_owned()
    }

    /// Returns the squares of a class, in alphabetical order.
    pub fn squares_of(&mut self, class: &str) -> Value {
        self.evaluate(&format!(
            "[...document.querySelectorAll('#first .{class}')].map(s => s.dataset.square).sort().join()"
        ))
    }

    /// Returns the page's answers about positions.
    fn answers(&mut self, places: &[Place]) -> Vec<Value> {
        let places: Vec<Value> = places
            .iter()
            .map(|Place { fen, moves, ply, kernel, compare }| {
                let compare = compare.as_deref().unwrap_or_default();
                json!({"fen": fen, "moves": moves, "ply": ply, "kernel": kernel, "compare": compare})
            })
            .collect();
        let script = format!(
            "import('ask').then(({{ ask }}) => Promise.all({}.map(place => ask('position', place))))",
            json!(places)
        );
        let answers = self.evaluate(&script);
        answers.as_array().expect("a list").iter().map(as_in_script).collect()
    }
}

impl Deref for Page {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl DerefMut for Page {
    fn deref_mut(&mut self) -> &mut Browser {
        &mut self.browser
    }
}

/// Returns a value with its numbers as in JavaScript, where 1 and 1.0 are equal.
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

/// Returns the program's answer about a position, with these kernels to choose from.
fn answered(place: &Place, kernels: &[&str]) -> Value {
    let answer = answer(Question::Position, place).expect("an answer");
    let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
    answer["kernels"] = json!(kernels);
    as_in_script(&answer)
}

/// Returns the cells that `nucleus inspect --json` prints.
fn printed(arguments: &[&str]) -> Vec<u64> {
    let report = nucleus(&[&["inspect", "--json"], arguments].concat()).json();
    let cells = report["cells"].as_array().expect("cells");
    cells.iter().map(|cell| cell["value"].as_u64().expect("a number")).collect()
}

pub fn square(name: &str) -> String {
    format!("#first [data-square={name}]")
}

#[test]
fn a_move_is_dragged_and_the_cells_follow() {
    let Some(mut page) = Page::open(&["--level", "portable"]) else { return };
    for scheme in ["dark", "light"] {
        page.prefer(&[("prefers-color-scheme", scheme)]);
        assert_eq!(page.painted("first", scheme == "dark"), printed(&[]), "{scheme}");
    }
    page.drag(&square("e2"), &square("e4"));
    page.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(page.painted("first", false), printed(&["--moves", "e4"]));
    let live = page.text("live");
    assert!(live.starts_with("White has played e4, "), "{live}");
    assert!(live.ends_with(" bits have changed. Black to move, 20 legal moves."), "{live}");
    // The bits that the move changed are marked, and flash unless the user prefers reduced motion.
    let marked = "[...document.querySelectorAll('#first .changed')].length";
    let changed = page.evaluate(marked);
    assert!(live.contains(&format!(" {changed} bits have changed")), "{live}: {changed}");
    let moving = "getComputedStyle(document.querySelector('#first .changed')).animationName";
    assert_eq!(page.evaluate(moving), "flash");
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    assert_eq!(page.evaluate(moving), "none");
    // An illegal move changes nothing and is reported.
    page.drag(&square("e7"), &square("e3"));
    assert_eq!(page.text("live"), "There is no legal move from e7 to e3.");
    // A move with the keyboard is two squares with Enter on each.
    page.evaluate("document.querySelector('#first [data-square=g8]').focus()");
    page.evaluate("document.querySelector('#first [data-square=g8]').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))");
    page.evaluate("dispatchEvent(new PointerEvent('pointercancel'))");
    page.press("Enter");
    for key in ["ArrowDown", "ArrowDown", "ArrowLeft"] {
        page.press(key);
    }
    page.press("Enter");
    page.shows("rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
    assert_eq!(page.painted("first", false), printed(&["--moves", "e4", "Nf6"]));
    // After a step back, the address has the complete line.
    page.click("back");
    page.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    let hash = page.evaluate("location.hash");
    assert!(hash.as_str().is_some_and(|hash| hash.contains("&moves=e2e4+g8f6&ply=1&")), "{hash}");
    page.check_events("file:");
}

/// The page answers about any position and move, and loads nothing.
#[test]
fn a_file_plays_by_itself() {
    let line = ["--moves", "e4", "e5", "--ply", "1", "--level", "portable"];
    let Some(mut page) = Page::open(&line) else { return };
    page.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(page.painted("first", false), printed(&["--moves", "e4"]));
    page.click("next");
    page.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    for (from, to) in [("g1", "f3"), ("b8", "c6"), ("f1", "b5")] {
        page.drag(&square(from), &square(to));
        page.wait(&format!("location.hash.includes('{from}{to}')"));
    }
    let line = ["--moves", "e4", "e5", "Nf3", "Nc6", "Bb5"];
    assert_eq!(page.painted("first", false), printed(&line));
    page.evaluate("document.getElementById('fen').value = '8/8'; document.getElementById('position').requestSubmit()");
    page.wait("document.getElementById('fault').textContent.startsWith('invalid FEN')");
    let pictures = "[...document.querySelectorAll('#first img')].filter(img => !img.hidden)\
                    .map(img => [img.src.slice(0, 14), img.naturalWidth > 0])";
    let pictures = page.evaluate(pictures);
    let expected = vec![json!(["data:image/svg", true]); 32];
    assert_eq!(pictures, json!(expected));
    let loaded = "performance.getEntriesByType('resource').map(entry => entry.name).filter(name => !name.startsWith('data:'))";
    assert_eq!(page.evaluate(loaded), json!([]));
    // A link contains the position; a kernel of another machine is ignored, with a notice.
    page.load("#fen=4k3%2F8%2F8%2F8%2F8%2F8%2F4P3%2F4K3+w+-+-+0+1&moves=e2e4&kernel=mmx");
    page.shows("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!(page.text("name-first"), "The cells that portable makes");
    assert_eq!(
        page.text("notes"),
        "no cells of mmx at this position: the page has the kernels reference, portable, axon32-portable"
    );
    page.check_events("file:");
}

/// The core in the page gives the program's answers, for positions and a move of each.
#[test]
fn the_core_in_the_page_answers_as_the_program() {
    let Some(mut page) = Page::open(&[]) else { return };
    let kernels = ["reference", "portable", "axon32-portable"];
    let mut places = Vec::new();
    for (index, setup) in support::game_positions(1_000, support::seed()).iter().enumerate() {
        let mut place = Place {
            fen: fen::format(&setup.planes, &setup.state),
            kernel: kernels[index % kernels.len()].to_owned(),
            ..Place::default()
        };
        let moves = answered(&place, &kernels)["legal_moves"].as_array().expect("moves").clone();
        let chosen = moves.get(index % moves.len().max(1));
        place.moves.extend(chosen.map(|one| one["uci"].as_str().expect("a move").to_owned()));
        places.push(place);
    }
    for some in places.chunks(50) {
        for (found, place) in page.answers(some).iter().zip(some) {
            for (name, value) in answered(place, &kernels).as_object().expect("an object") {
                assert_eq!(
                    found[name], *value,
                    "{name} of {place:?}: cargo xtask check targets wasm --renew"
                );
            }
        }
    }
    support::row(
        "positions, moves, evaluations and cells of the core in the page as here; its bytes",
        &format!("{}, {}", places.len(), page::CORE.len()),
    );
    assert!(page::CORE.len() <= 400_000);
    page.check_events("file:");
}

/// The answers for every kernel of this CPU on every position of the line, alone or compared with a
/// kernel, are those of the program.
#[test]
fn every_kernel_s_answers_are_in_the_page() {
    let line = [&["--moves"][..], &SPANISH, &["--compare", "reference"]].concat();
    let Some(mut page) = Page::open(&line) else { return };
    let all = kernels();
    let names: Vec<&str> = all.iter().map(|kernel| kernel.name).collect();
    let view = super::start(&SPANISH);
    let steps = &view.timeline.steps()[1..];
    let moves: Vec<String> = steps.iter().map(|step| step.uci.clone()).collect();
    let mut places = Vec::new();
    for ply in 0..=moves.len() {
        for (index, name) in names.iter().enumerate() {
            let compare = names.get(index + ply).map(|&name| name.to_owned());
            let (fen, moves) = ("startpos".to_owned(), moves.clone());
            let kernel = (*name).to_owned();
            places.push(Place { fen, moves, ply: Some(ply), kernel, compare });
        }
    }
    for some in places.chunks(20) {
        for (found, place) in page.answers(some).iter().zip(some) {
            assert_eq!(*found, answered(place, &names), "{place:?}");
        }
    }
    // The page starts with the kernels of the command line, and offers others in its menu.
    let level = page.evaluate("document.getElementById('kernel').value");
    assert_eq!(level, nucleus_inspect::kernels::best());
    assert_eq!(page.text("agree"), "They agree in all 64 cells.");
    assert_eq!(page.text("name-second"), "The cells that reference makes");
    let listed = "[...document.querySelectorAll('#kernel option')].map(option => option.value)";
    assert_eq!(page.evaluate(listed), json!(names));
    let cells = printed(&[&["--moves"][..], &SPANISH].concat());
    assert_eq!(page.painted("first", false), cells);
    assert_eq!(page.painted("second", false), cells);
    // A move outside the line is answered by the page's core.
    page.drag(&square("f6"), &square("e4"));
    page.wait("document.getElementById('kernel').value === 'portable'");
    assert_eq!(page.evaluate(listed), json!(["reference", "portable", "axon32-portable"]));
    page.click("back");
    page.wait(&format!("document.getElementById('kernel').value === {level}"));
    page.check_events("file:");
}

/// A faulty kernel is shown with exactly its wrong bits, on both boards and in words.
#[test]
fn a_wrong_kernel_is_marked_in_the_page() {
    let Some(mut page) = Page::open(&[]) else { return };
    for setup in support::game_positions(5, support::seed()) {
        let timeline = Timeline::new(&setup);
        let kernels = vec![REFERENCE, WRONG];
        let view = View::new(timeline, kernels, "wrong", Some("reference")).expect("kernels");
        fs::write(page.file(), page::write(&view, None)).expect("it can be written");
        page.load("");
        let bits = |bits: u32| (0..32).filter(move |bit| bits >> bit & 1 == 1);
        let mut expected: Vec<String> = slips(&setup.planes)
            .into_iter()
            .flat_map(|(square, wrong)| bits(wrong).map(move |bit| format!("{square} {bit}")))
            .collect();
        expected.sort();
        for board in ["first", "second"] {
            let marked = page.evaluate(&format!(
                "[...document.querySelectorAll('#{board} .differs')].map(bit => \
                 `${{bit.closest('.square').dataset.square}} ${{bit.dataset.bit}}`).sort()"
            ));
            assert_eq!(marked, json!(expected));
        }
        let cells = view.look.other.expect("the reference").1;
        let values = |cells: [u32; 64]| cells.map(u64::from).to_vec();
        assert_eq!(page.painted("first", false), values(view.look.nucleus.cells.0));
        assert_eq!(page.painted("second", false), values(cells.0));
        let agree = page.text("agree");
        assert!(
            agree.starts_with(&format!("They differ in {} bits of ", expected.len())),
            "{agree}"
        );
    }
    page.check_events("file:");
}

/// `--open` starts the browser that `BROWSER` names with the file; a warning names a missing one.
#[test]
fn the_page_is_opened() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(
        at("browser"),
        "#!/bin/sh\nprintf %s \"$1\" >\"$0.new\" && mv \"$0.new\" \"$0.url\"\n",
    )
    .expect("it can be written");
    fs::set_permissions(at("browser"), fs::Permissions::from_mode(0o755)).expect("it is there");
    let inspect = |browser: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_nucleus"));
        command.args(["inspect", "--open", "--html", "a page.html"]).env("BROWSER", at(browser));
        Ended::from(command.current_dir(folder.path()).output().expect("it starts")).done()
    };
    inspect("browser");
    let url = (0..500).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        fs::read_to_string(at("browser.url")).ok()
    });
    let opened = PathBuf::from(url.expect("the browser is started"));
    assert_eq!(opened.canonicalize().unwrap(), at("a page.html").canonicalize().unwrap());
    let stderr = inspect("nothing").stderr;
    assert!(stderr.starts_with("warning: no browser was opened (no "), "{stderr}");
    assert!(stderr.ends_with("nothing): open a page.html\n"), "{stderr}");
}

#[test]
fn a_promotion_is_chosen() {
    let Some(mut page) = Page::open(&["7k/4P3/8/8/8/8/8/K7 w - - 0 1"]) else { return };
    page.drag(&square("e7"), &square("e8"));
    page.wait("document.querySelectorAll('#promotion[open] button').length === 4");
    page.evaluate("document.querySelector('#promotion [aria-label=\"white rook\"]').click()");
    page.shows("4R2k/8/8/8/8/8/8/K7 b - - 0 1");
    page.check_events("file:");
}

#[test]
fn a_bit_tells_where_it_comes_from() {
    let Some(mut page) = Page::open(&["4k3/8/8/8/R6r/8/8/4K3 w - - 0 1"]) else { return };
    // The pointer is over the bit of White's rook along its rank, in the cell of d4.
    page.hover(&format!("{} [data-bit='24']", square("d4")));
    page.wait("document.querySelectorAll('#first .ray').length === 2");
    let origin = page.text("origin");
    assert!(
        origin.ends_with("(bit 24, xwrookhorz): a white rook reaches it, on its rank. It comes from the white rook on a4 through b4, c4."),
        "{origin}"
    );
    assert_eq!(page.squares_of("of"), "a4");
    assert_eq!(page.squares_of("ray"), "b4,c4");
    assert_eq!(
        page.evaluate(
            "document.querySelectorAll('#boards .lines')[0].querySelectorAll('line').length"
        ),
        1
    );
    // The keyboard shows the same in the enlarged cell, and the label has it for screen readers.
    page.click("cell-name");
    page.evaluate("document.querySelector('#first [data-square=d4]').focus()");
    page.drag(&square("d4"), &square("d4"));
    page.evaluate("document.querySelector('#bits [data-bit=\"24\"]').focus()");
    assert_eq!(page.squares_of("of"), "a4");
    let label = page.evaluate("document.activeElement.getAttribute('aria-label')");
    assert_eq!(label, origin);
    page.press("ArrowRight");
    assert_eq!(page.evaluate("document.activeElement.dataset.bit"), "23");
    let cell = page
        .evaluate("document.querySelector('#first [data-square=d4]').getAttribute('aria-label')");
    let cell = cell.as_str().expect("a label");
    assert!(cell.starts_with("d4, empty. "), "{cell}");
    assert!(cell.contains("White's influence: rook along its rank"), "{cell}");
    // Tab reaches one square and one bit, not all of them.
    assert_eq!(page.evaluate("document.querySelectorAll('#first [tabindex=\"0\"]').length"), 1);
    assert_eq!(page.evaluate("document.querySelectorAll('#bits [tabindex=\"0\"]').length"), 1);
    let roles = page.evaluate(
        "['grid', 'row', 'gridcell'].map(role => document.querySelectorAll(`#boards [role=${role}]`).length)",
    );
    assert_eq!(roles, json!([2, 16, 128]));
    page.check_events("file:");
}

#[test]
fn a_position_is_typed_or_set_up() {
    let Some(mut page) = Page::open(&[]) else { return };
    let submit = |fen: &str| {
        format!(
            "document.getElementById('fen').value = {}; document.getElementById('position').requestSubmit()",
            json!(fen)
        )
    };
    // The error is reported, and the position stays.
    page.evaluate(&submit("8/8/8 w"));
    page.wait("document.getElementById('fault').textContent");
    assert_eq!(page.text("fault"), "invalid FEN, line field, column 8: 2 fields instead of 6");
    assert_eq!(page.painted("first", false), printed(&[START]));
    let ending = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    page.evaluate(&submit(ending));
    page.wait(
        "document.getElementById('fault').textContent === '' && location.hash.includes('4P3')",
    );
    page.shows(ending);
    assert_eq!(page.painted("first", false), printed(&[ending]));
    // A knight from the palette, the pawn off the board, Black to move.
    page.click("edit");
    page.drag("#palette [data-piece=N]", &square("d5"));
    page.shows("4k3/8/8/3N4/8/8/4P3/4K3 w - - 0 1");
    page.drag(&square("e2"), "h1");
    page.shows("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1");
    page.evaluate("document.querySelector('#setup [value=b]').click()");
    let knight = "4k3/8/8/3N4/8/8/8/4K3 b - - 0 1";
    page.shows(knight);
    page.wait("location.hash.includes('+b+')");
    assert_eq!(page.painted("first", false), printed(&[knight]));
    // Without a king there is no position: an error is reported, and the pieces stay.
    page.drag(&square("e8"), "h1");
    page.wait("document.getElementById('fault').textContent");
    assert!(page.text("fault").ends_with("Black has no king"));
    assert_eq!(
        page.evaluate("document.querySelectorAll('#first .top img:not([hidden])').length"),
        2
    );
    page.check_events("file:");
}

/// In Chess960 a king castles onto its rook, unlike any other move, and a set-up position keeps the rooks'
/// files.
#[test]
fn chess960_is_castled_and_set_up() {
    let fen = "qrnkb1rn/pppppp1p/7b/8/6p1/4PP2/PPPPNBPP/QR1K1BRN w GBgb - 0 5";
    let Some(mut page) = Page::open(&[fen]) else { return };
    for (to, back) in [("b1", "Q1KR1BRN b gb"), ("c1", "QRK2BRN b gb")] {
        page.load("");
        page.drag(&square("d1"), &square(to));
        page.shows(&format!("qrnkb1rn/pppppp1p/7b/8/6p1/4PP2/PPPPNBPP/{back} - 1 5"));
        assert_eq!(page.painted("first", false), printed(&[fen, "--moves", &format!("d1{to}")]));
    }
    // Castling by two clicks; the second is on the rook, which may move too.
    page.load("");
    page.click("first [data-square=d1]");
    page.click("first [data-square=b1]");
    page.wait("location.hash.includes('d1b1')");
    page.load("");
    page.click("edit");
    page.drag(&square("h7"), "h1");
    page.shows("qrnkb1rn/pppppp2/7b/8/6p1/4PP2/PPPPNBPP/QR1K1BRN w GBgb - 0 1");
    page.check_events("file:");
}

#[test]
fn kernels_run_step_by_step() {
    let Some(mut page) = Page::open(&[]) else { return };
    let place = Place { fen: "startpos".to_owned(), ..Place::default() };
    for question in [Question::Rebuild, Question::Scan] {
        let kernel = question.name();
        let trace: Value = serde_json::from_str(&answer(question, &place).unwrap()).expect("JSON");
        let moments = trace["moments"].as_array().expect("moments");
        page.click(&format!("trace-{kernel}"));
        for (at, moment) in moments.iter().enumerate() {
            let count = format!("{} / {}", at + 1, moments.len());
            page.wait(&format!(
                "document.getElementById('step-count').textContent === {}",
                json!(count)
            ));
            assert_eq!(page.text("step-title"), moment["title"].as_str().unwrap());
            assert_eq!(page.text("step-text"), moment["text"].as_str().unwrap());
            let cells: Vec<u64> = serde_json::from_value(moment["cells"].clone()).expect("cells");
            assert_eq!(page.painted("first", false), cells, "{kernel}, step {}", at + 1);
            page.evaluate("document.getElementById('step-next').click()");
        }
        page.click(&format!("trace-{kernel}"));
        assert_eq!(page.painted("first", false), printed(&[]), "{kernel}: the position again");
    }
    // A page may start with a trace.
    page.write(&["--trace", "scan", MATE_IN_7]);
    page.load("");
    page.wait("document.getElementById('step-count').textContent.startsWith('1 / ')");
    assert_eq!(page.text("step-title"), "The mask");
    page.check_events("file:");
}
