//! A real browser, controlled through its debugging pipe.
//!
//! The tests look for Chromium in `CHROMIUM` and on the PATH; without it they are skipped with a notice.
#![allow(dead_code)] // Each test file that shares it uses a part.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

/// Length of a wait for an answer, and the number of waits. The waits are short, because a process that is
/// stopped for a while then loses only one of them.
const SLICE: Duration = Duration::from_millis(100);
const SLICES: u32 = 1200;

const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --disable-background-networking --disable-component-update --disable-sync --no-first-run \
    --remote-debugging-pipe";

pub fn chromium() -> Option<PathBuf> {
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

/// A browser without a window, with one page.
pub struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    session: Option<String>,
    next: u64,
    /// Events reported by the browser: exceptions, requests.
    events: Vec<Value>,
    _home: tempfile::TempDir,
}

impl Browser {
    pub fn start(program: &Path) -> Self {
        let home = tempfile::tempdir().expect("a folder for its profile");
        let (inward, outward) = (home.path().join("in"), home.path().join("out"));
        let made = Command::new("mkfifo").args([&inward, &outward]).status().expect("mkfifo runs");
        assert!(made.success());
        // The debugging pipe is descriptors 3 and 4.
        let child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<\"$PIPE_IN\" 4>\"$PIPE_OUT\""])
            .arg(program)
            .args(FLAGS.split(' '))
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
        for domain in ["Page.enable", "Runtime.enable", "Network.enable", "Log.enable"] {
            browser.call(domain, json!({}));
        }
        browser
    }

    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Returns the complete answer, which may be an error.
    fn answer(&mut self, method: &str, params: Value) -> Value {
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
                return answer;
            }
            self.events.push(answer);
        }
    }

    pub fn evaluate(&mut self, script: &str) -> Value {
        self.evaluate_here(script).unwrap_or_else(|| panic!("{script}: another page came"))
    }

    /// Evaluates a script; `None` if another page replaces this one meanwhile.
    fn evaluate_here(&mut self, script: &str) -> Option<Value> {
        let params = json!({"expression": script, "returnByValue": true, "awaitPromise": true});
        let answer = self.answer("Runtime.evaluate", params);
        if answer["error"]["message"].as_str().is_some_and(|text| text.contains("navigated")) {
            return None;
        }
        let result = &answer["result"];
        let failed = answer.get("error").is_some() || result.get("exceptionDetails").is_some();
        assert!(!failed, "{script}: {answer}");
        Some(result["result"]["value"].clone())
    }

    pub fn open(&mut self, file: &Path) {
        self.visit(&format!("file://{}", file.display()));
    }

    /// Opens an address and waits until it is loaded.
    pub fn visit(&mut self, address: &str) {
        self.call("Page.navigate", json!({"url": address}));
        let ready = "new Promise(done => document.readyState === 'complete' ? done(location.href) \
                     : addEventListener('load', () => done(location.href)))";
        let page = address.split('#').next().unwrap_or_default();
        let is_there = |href: Value| href.as_str().is_some_and(|href| href.starts_with(page));
        while !self.evaluate_here(ready).is_some_and(is_there) {
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn wait(&mut self, condition: &str) {
        let found = (0..SLICES).any(|_| {
            let done =
                self.evaluate_here(&format!("Boolean({condition})")) == Some(Value::Bool(true));
            if !done {
                thread::sleep(Duration::from_millis(20));
            }
            done
        });
        assert!(found, "it never came: {condition}");
    }

    /// Sets user preferences, such as `prefers-color-scheme` to `dark`.
    pub fn prefer(&mut self, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    pub fn resize(&mut self, width: u32, height: u32) {
        let params =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", params);
    }

    /// Returns a picture of the page, as PNG.
    pub fn screenshot(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", json!({"format": "png"}));
        BASE64_STANDARD.decode(shot["data"].as_str().expect("data")).expect("base64")
    }

    fn middle(&mut self, selector: &str) -> Value {
        self.evaluate(&format!(
            "(() => {{ const element = document.querySelector({}); element.scrollIntoView({{block: 'nearest'}}); \
             const box = element.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        ))
    }

    fn mouse(&mut self, kind: &str, place: &Value) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let params = json!({"type": kind, "x": place[0], "y": place[1], "button": button,
            "buttons": 1, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", params);
    }

    pub fn click(&mut self, id: &str) {
        let place = self.middle(&format!("#{id}"));
        self.mouse("mousePressed", &place);
        self.mouse("mouseReleased", &place);
    }

    pub fn touch(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
        let points = json!([{"x": place[0], "y": place[1]}]);
        for (kind, points) in [("touchStart", points), ("touchEnd", json!([]))] {
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        }
    }

    pub fn hover(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.call(
            "Input.dispatchMouseEvent",
            json!({"type": "mouseMoved", "x": place[0], "y": place[1]}),
        );
    }

    pub fn drag(&mut self, from: &str, to: &str) {
        // Scrolls to both elements before either is measured.
        self.middle(from);
        let to = self.middle(to);
        let from = self.middle(from);
        self.mouse("mousePressed", &from);
        self.mouse("mouseMoved", &json!([from[0].as_f64().unwrap_or_default() + 9.0, from[1]]));
        self.mouse("mouseMoved", &to);
        self.mouse("mouseReleased", &to);
    }

    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({"type": kind, "key": key, "code": key}));
        }
    }

    /// Checks that nothing failed, and that nothing was fetched from elsewhere.
    pub fn check_events(&self, origin: &str) {
        for event in &self.events {
            assert_ne!(event["method"], "Runtime.exceptionThrown", "{event}");
            let refused = event["params"]["entry"]["source"] == "security";
            assert!(!refused, "{event}");
            if event["method"] == "Network.requestWillBeSent" {
                let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
                assert!(url.starts_with(origin) || url.starts_with("data:"), "fetched {url}");
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
