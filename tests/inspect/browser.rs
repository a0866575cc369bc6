//! The trace's page and the SVG in a real browser, driven over its debugging pipe.
//!
//! Chromium is looked for in `CHROMIUM` and on the PATH; without it the tests say that they were
//! skipped.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use nucleus::board::{Board, MatrixBoard, Setup, fen};
use nucleus::draw::{Rgb, svg};
use nucleus::inspect::bits::Group;
use nucleus::inspect::look::{Layer, Look};
use nucleus::inspect::picture::{Picture, board};
use nucleus::inspect::timeline::Timeline;
use nucleus::inspect::trace::{self, KernelTrace, TracedKernel};
use nucleus::kernels::{REFERENCE, portable};
use nucleus::types::Square;
use serde_json::{Value, json};

use crate::support;

/// How long to wait for an answer at a time, and how many times. In slices, so that a process that
/// was stopped for a while does not find its patience gone when it goes on.
const SLICE: Duration = Duration::from_millis(100);
const SLICES: u32 = 1200;

fn chromium() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Some(path.into());
    }
    let folders = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&folders)
        .flat_map(|folder| {
            ["chromium", "chromium-browser", "google-chrome"].map(|n| folder.join(n))
        })
        .find(|path| path.is_file());
    if found.is_none() {
        eprintln!("SKIPPED: there is no Chromium on the PATH (CHROMIUM)");
    }
    found
}

/// A browser without a window, and one page of it.
struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    session: Option<String>,
    next: u64,
    /// What it reported unasked: exceptions, requests.
    events: Vec<Value>,
    _home: tempfile::TempDir,
}

impl Browser {
    fn start(program: &Path) -> Self {
        let home = tempfile::tempdir().expect("a folder for its profile");
        let (inward, outward) = (home.path().join("in"), home.path().join("out"));
        let made = Command::new("mkfifo").args([&inward, &outward]).status().expect("mkfifo runs");
        assert!(made.success());
        // The debugging pipe is descriptors 3 and 4.
        let child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<\"$PIPE_IN\" 4>\"$PIPE_OUT\""])
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", home.path().join("profile").display()))
            .arg("about:blank")
            .env("PIPE_IN", &inward)
            .env("PIPE_OUT", &outward)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh runs");
        let to = OpenOptions::new().write(true).open(&inward).expect("the pipe opens");
        let mut from = BufReader::new(File::open(&outward).expect("the pipe opens"));
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while from.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else { return };
                if sender.send(value).is_err() {
                    return;
                }
                message.clear();
            }
        });
        let mut browser = Self {
            child,
            to,
            from: receiver,
            session: None,
            next: 0,
            events: Vec::new(),
            _home: home,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached = browser.call(
            "Target.attachToTarget",
            json!({"targetId": target["targetId"], "flatten": true}),
        );
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page.enable", "Runtime.enable", "Network.enable"] {
            browser.call(domain, json!({}));
        }
        browser
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let mut message = json!({"id": self.next, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&message).expect("it is JSON");
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        loop {
            let answer = (0..SLICES)
                .find_map(|_| self.from.recv_timeout(SLICE).ok())
                .unwrap_or_else(|| panic!("the browser does not answer {method}"));
            if answer["id"] == self.next {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn evaluate(&mut self, script: &str) -> Value {
        let params = json!({"expression": script, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer.get("exceptionDetails").is_none(), "{script}: {answer}");
        answer["result"]["value"].clone()
    }

    fn open(&mut self, file: &Path) {
        self.call("Page.navigate", json!({"url": format!("file://{}", file.display())}));
        let ready = "new Promise(done => document.readyState === 'complete' ? done(location.protocol) \
                     : addEventListener('load', () => done(location.protocol)))";
        while self.evaluate(ready) != "file:" {
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn resize(&mut self, width: u32, height: u32) {
        let params =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", params);
    }

    /// Presses the mouse where an element is.
    fn click(&mut self, id: &str) {
        let place = self.evaluate(&format!(
            "(() => {{ const box = document.getElementById('{id}').getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({"type": kind, "x": place[0], "y": place[1], "button": "left",
                "clickCount": 1});
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({"type": kind, "key": key, "code": key}));
        }
    }

    /// Nothing may have gone wrong, and nothing been fetched but the file itself.
    fn check_events(&self) {
        for event in &self.events {
            assert_ne!(event["method"], "Runtime.exceptionThrown", "{event}");
            if event["method"] == "Network.requestWillBeSent" {
                let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
                assert!(url.starts_with("file:") || url.starts_with("data:"), "fetched {url}");
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the page shows: its words, and its cells as they are painted, a bit by its colour.
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
    browser.check_events();
}

#[test]
fn the_svg_opens_in_a_browser() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(&program);
    for (index, setup) in support::game_positions(200, support::seed()).iter().enumerate() {
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
    browser.check_events();
}
