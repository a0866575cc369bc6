//! `nucleus inspect --web`: who is answered, and what the page shows of what `--json` prints.

#[cfg(unix)]
use crate::browser as driver;
#[path = "inspect_web/newcomer.rs"]
#[cfg(unix)]
mod newcomer;
#[path = "inspect_web/page.rs"]
#[cfg(unix)]
mod page;
#[path = "inspect_web/picture.rs"]
#[cfg(unix)]
mod picture;
use crate::program;
use crate::support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use program::nucleus;

/// The program, serving; it ends with the test.
struct Served {
    child: Child,
    /// The address that the program printed: the page's, and its initial state.
    address: String,
    port: u16,
    token: String,
}

impl Served {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nucleus"))
            .args(["inspect", "--web", "--no-open"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut address = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut address).expect("a line");
        let address = address.trim_end().to_owned();
        let rest = address.strip_prefix("http://127.0.0.1:").expect("a loopback address");
        let (port, rest) = rest.split_once('/').expect("a path");
        let (token, _) = rest.split_once('/').expect("a token");
        let (port, token) = (port.parse().expect("a port"), token.to_owned());
        Self { child, address, port, token }
    }

    /// Sends a request as it stands, `TOKEN` and `HOST` filled in; the status, and all of the answer.
    fn ask(&self, line: &str, host: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let line = line.replace("TOKEN", &self.token);
        let host = host.replace("PORT", &self.port.to_string());
        write!(stream, "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.expect("a status"), answer)
    }

    fn get(&self, path: &str) -> (u16, String) {
        let (status, answer) = self.ask(&format!("GET /TOKEN/{path}"), "127.0.0.1:PORT");
        (status, answer.split_once("\r\n\r\n").expect("a body").1.to_owned())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_who_knows_the_address_is_answered() {
    let served = Served::start(&[]);
    let here = "127.0.0.1:PORT";
    for (line, host, status) in [
        ("GET /TOKEN/", here, 200),
        ("HEAD /TOKEN/", "localhost:PORT", 200),
        ("GET /TOKEN/main.js", here, 200),
        ("GET /TOKEN/piece-bk.svg", here, 200),
        ("GET /TOKEN/position.json", here, 200),
        ("GET /TOKEN/position.json?fen=8/8", here, 400),
        ("GET /", here, 403),
        ("GET /00000000000000000000000000000000/", here, 403),
        ("GET /TOKENx/position.json", here, 403),
        ("GET /TOKEN/", "example.org", 403),
        ("GET /TOKEN/", "example.org:PORT", 403),
        ("GET /TOKEN/position.json", "127.0.0.1:1", 403),
        ("GET /../", here, 404),
        ("GET /../../../../etc/passwd", here, 404),
        ("GET /TOKEN/../../../../etc/passwd", here, 404),
        ("GET /TOKEN/%2e%2e/%2e%2e/etc/passwd", here, 404),
        ("GET /TOKEN//etc/passwd", here, 404),
        ("GET /TOKEN/Cargo.toml", here, 404),
        ("POST /TOKEN/position.json", here, 405),
    ] {
        let (found, answer) = served.ask(line, host);
        assert_eq!(found, status, "{line} {host}: {answer}");
        assert!(!answer.contains("root:"), "{line}: {answer}");
        assert!(answer.contains("content-security-policy: default-src 'none';"), "{answer}");
        assert!(answer.contains("x-content-type-options: nosniff"), "{answer}");
        // The token is told to nobody who does not know it.
        assert!(!answer.contains(&served.token), "{line}: {answer}");
    }
    // Another program's address of this same machine.
    #[cfg(target_os = "linux")]
    assert!(TcpStream::connect(("127.0.0.2", served.port)).is_err());
    let another = Served::start(&[]);
    assert_ne!((served.port, &served.token), (another.port, &another.token));
    assert_ne!(served.token, another.token);
}

#[test]
fn nonsense_harms_nobody() {
    let served = Served::start(&[]);
    for bytes in [&b"\0\xff\r\n\r\n"[..], b"GET", b"GET / HTTP/9.9\r\n\r\n", &[b'x'; 100_000]] {
        let mut stream = TcpStream::connect(("127.0.0.1", served.port)).expect("it listens");
        let _ = stream.write_all(bytes);
    }
    assert_eq!(served.get("").0, 200);
}

/// Connections that say nothing, or that ask again and again and read nothing, are many times as
/// many as may be open at a time, and a browser is answered all the same.
#[test]
fn who_is_silent_locks_nobody_out() {
    let served = Served::start(&[]);
    let connect = || TcpStream::connect(("127.0.0.1", served.port)).expect("it listens");
    let began = Instant::now();
    let silent: Vec<TcpStream> = (0..100).map(|_| connect()).collect();
    assert_eq!(served.get("").0, 200);
    let greedy: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = connect();
            let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000);
            // What is not read any more is no fault of this test.
            let _ = stream.write_all(request.as_bytes());
            stream
        })
        .collect();
    assert_eq!(served.get("").0, 200);
    assert_eq!(served.get("position.json").0, 200);
    support::row(
        "inspect --web: answers beside 200 connections of strangers",
        &format!("{:.0} ms", began.elapsed().as_secs_f64() * 1e3),
    );
    drop((silent, greedy));
}

/// A connection ends by itself: silent, byte by byte, or after its one answer.
#[test]
fn no_connection_stays() {
    let served = Served::start(&[]);
    let connect = || TcpStream::connect(("127.0.0.1", served.port)).expect("it listens");
    let (mut silent, mut slow) = (connect(), connect());
    let head = format!("GET /{}/ HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", served.token, served.port);
    let began = Instant::now();
    for byte in head.bytes().cycle() {
        if slow.write_all(&[byte]).is_err() || began.elapsed() > Duration::from_secs(60) {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert_eq!(silent.read(&mut [0]).expect("an end"), 0);
    // One answer, though more was asked for, and then the end.
    for (request, status) in [
        (format!("{head}\r\n"), " 200 "),
        ("GET / HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), " 403 "),
    ] {
        let mut stream = connect();
        stream.write_all(request.repeat(3).as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer and an end");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
        assert!(answer.contains(status), "{answer}");
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    }
}

#[test]
fn what_is_too_large_or_no_request_is_told() {
    let served = Served::start(&[]);
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(101));
    for (request, status) in [
        (format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(70_000)), " 431 "),
        (many, " 431 "),
        ("hello\r\n\r\n".to_owned(), " 400 "),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), " 400 "),
    ] {
        let mut stream = TcpStream::connect(("127.0.0.1", served.port)).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.contains(status), "{answer}");
        assert!(answer.contains("content-security-policy: "), "{answer}");
    }
}

/// Whatever is asked for, the answer quotes little of it.
#[test]
fn a_refusal_is_short() {
    let served = Served::start(&[]);
    let long = "x".repeat(20_000);
    for query in [
        format!("{long}=1"),
        format!("ply={long}"),
        format!("fen={long}"),
        format!("moves={long}"),
        format!("kernel={long}"),
        format!("compare={long}"),
    ] {
        let (status, answer) = served.get(&format!("position.json?{query}"));
        assert_eq!(status, 400, "{query:.20}: {answer:.100}");
        assert!(answer.len() < 600, "{query:.20}: {answer:.1000}");
    }
}

#[test]
fn the_answers_are_what_json_prints() {
    let served = Served::start(&[]);
    let mate = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
    for (query, arguments) in [
        ("kernel=portable", &["--level", "portable"][..]),
        ("moves=e2e4+e5&kernel=portable", &["--moves", "e2e4", "e5", "--level", "portable"]),
        ("moves=e4&ply=0&kernel=portable", &["--moves", "e4", "--ply", "0", "--level", "portable"]),
        (
            "fen=1r6%2F6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5+w+-+-&moves=g5f6&kernel=portable&compare=reference",
            &[
                "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - -",
                "--moves",
                "g5f6",
                "--level",
                "portable",
                "--compare",
                "reference",
            ],
        ),
    ] {
        let printed = nucleus(&[&["inspect", "--json"], arguments].concat());
        let (status, answer) = served.get(&format!("position.json?{query}"));
        assert_eq!((status, answer.as_bytes()), (200, &printed.stdout[..]), "{query}");
    }
    // What cannot be answered is said in the program's words.
    let (status, answer) = served.get("position.json?fen=8/8");
    let said = String::from_utf8(nucleus(&["inspect", "8/8"]).stderr).expect("text");
    let fault: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!((status, format!("error: {}\n", fault["error"].as_str().unwrap())), (400, said));
    for kernel in ["rebuild", "scan"] {
        let (status, answer) = served.get(&format!("{kernel}.json?fen={}", mate.replace(' ', "+")));
        let trace: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!((status, trace["kernel"].as_str()), (200, Some(kernel)));
        assert!(trace["moments"].as_array().is_some_and(|moments| moments.len() > 10));
    }
}

/// Prints the time from the start of the process to the page, and to all 64 cells.
#[test]
fn the_first_answer_is_timed() {
    let began = Instant::now();
    let served = Served::start(&[]);
    let printed = began.elapsed();
    assert_eq!(served.get("").0, 200);
    let page = began.elapsed();
    assert_eq!(served.get("position.json").0, 200);
    let cells = began.elapsed();
    let after = Instant::now();
    assert_eq!(served.get("position.json?moves=e2e4").0, 200);
    support::row(
        "inspect --web: address, page, cells after the start; cells after a move",
        &[printed, page, cells, after.elapsed()]
            .map(|time| format!("{:.1} ms", time.as_secs_f64() * 1e3))
            .join(", "),
    );
}

#[test]
fn the_address_says_where_the_page_begins() {
    let served = Served::start(&["--moves", "e4", "e5", "--ply", "1", "--compare", "reference"]);
    let (_, place) = served.address.split_once("/#").expect("a place");
    assert!(place.starts_with("fen=rnbqkbnr%2Fpppppppp%2F8%2F"), "{place}");
    assert!(place.contains("&moves=e2e4+e7e5&ply=1&kernel="), "{place}");
    assert!(place.ends_with("&compare=reference"), "{place}");
}

#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn ctrl_c_ends_it() {
    use rustix::process::{Pid, Signal, kill_process};
    let mut served = Served::start(&[]);
    assert_eq!(served.get("").0, 200);
    kill_process(Pid::from_child(&served.child), Signal::INT).expect("it runs");
    let began = Instant::now();
    let ended = loop {
        if let Some(status) = served.child.try_wait().expect("a child") {
            break status;
        }
        // What was started with the signal ignored, as in the background of a script, does not end.
        assert!(began.elapsed() < Duration::from_secs(20), "it goes on after Ctrl-C");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(!ended.success());
    assert!(TcpStream::connect(("127.0.0.1", served.port)).is_err());
}
