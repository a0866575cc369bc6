//! The engine as a subprocess over a pipe, with a deadline on every answer.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::notation::uci_move;

use crate::support::{is_mate, legal};

/// Returns the time after which an engine without an answer counts as hung: `NUCLEUS_HANG_MS`, or
/// 30 s. `cargo xtask check robustness`, which runs one test at a time, sets 2 s.
pub fn timeouts() -> Duration {
    let millis = std::env::var("NUCLEUS_HANG_MS").ok().and_then(|text| text.parse().ok());
    Duration::from_millis(millis.unwrap_or(30_000))
}

pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// Dialogue, for the message of a failure.
    pub transcript: Vec<String>,
    /// Longest wait for an expected line.
    pub longest: Duration,
    /// The last wait of more than a second: its length, and the engine's running and waiting times.
    pub meanwhile: String,
}

/// Returns the time that a process has run, and the time that its threads have waited for a processor: the
/// engine is not responsible for the latter.
#[cfg(target_os = "linux")]
pub fn scheduled(id: u32) -> Option<(Duration, Duration)> {
    let (mut ran, mut stood) = (0, 0);
    for task in std::fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten() {
        let Ok(line) = std::fs::read_to_string(task.path().join("schedstat")) else { continue };
        let mut numbers = line.split_whitespace().map_while(|word| word.parse::<u64>().ok());
        ran += numbers.next()?;
        stood += numbers.next()?;
    }
    Some((Duration::from_nanos(ran), Duration::from_nanos(stood)))
}
#[cfg(not(target_os = "linux"))]
pub fn scheduled(_id: u32) -> Option<(Duration, Duration)> {
    None
}

/// Length of a slice of waiting. One that takes more than twice as long shows that the machine was paused.
const SLICE: Duration = Duration::from_millis(50);

/// A wait for an engine: the time for which the engine is responsible, without the time in which its threads,
/// or ours, waited for a processor.
struct Wait {
    id: u32,
    start: Instant,
    counted: Duration,
    slice: Instant,
    before: Option<(Duration, Duration)>,
}

impl Wait {
    fn new(id: u32) -> Self {
        let now = Instant::now();
        Self { id, start: now, counted: Duration::ZERO, slice: now, before: scheduled(id) }
    }

    /// Ends a slice; returns the engine's own time, its running time, and its time of waiting for a
    /// processor.
    fn look(&mut self) -> (Duration, Duration, Duration) {
        let now = Instant::now();
        self.counted += now.duration_since(self.slice).min(2 * SLICE);
        self.slice = now;
        let (ran, stood) =
            self.before.zip(scheduled(self.id)).map_or_else(Default::default, |(before, after)| {
                (after.0.saturating_sub(before.0), after.1.saturating_sub(before.1))
            });
        (self.counted.saturating_sub(stood), ran, stood)
    }

    fn is_over(&mut self) -> bool {
        self.look().0 >= timeouts()
    }
}

impl Engine {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    pub fn start_with(environment: &[(&str, &str)]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nucleus"))
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let (sender, output) = channel();
        let stdout = child.stdout.take().expect("a pipe");
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            output,
            transcript: Vec::new(),
            longest: Duration::ZERO,
            meanwhile: String::new(),
        }
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Writes bytes unchanged; the engine may close the pipe after `quit`.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
        self.transcript.push(format!("> {}", shown.escape_debug()));
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Returns the lines up to the first with this beginning.
    pub fn expect(&mut self, start: &str) -> Vec<String> {
        let mut wait = Wait::new(self.child.id());
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(SLICE) {
                Ok(line) => {
                    self.transcript
                        .push(format!("< {}", line.chars().take(200).collect::<String>()));
                    lines.push(line);
                    if lines.last().is_some_and(|line| line.starts_with(start)) {
                        self.waited(wait);
                        return lines;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.fail(&format!("the engine ended before '{start}'"))
                }
            }
            if wait.is_over() {
                self.fail(&format!("no '{start}' in time"));
            }
        }
    }

    /// Notes the duration of an answer, and the engine's activity meanwhile.
    fn waited(&mut self, mut wait: Wait) {
        let (own, ran, stood) = wait.look();
        self.longest = self.longest.max(own);
        let waited = wait.start.elapsed();
        if waited > Duration::from_secs(1) {
            self.meanwhile = format!(
                "{waited:.1?}, in which the engine ran {ran:.2?} and stood in line for a \
                 processor {stood:.2?}"
            );
            self.transcript.push(format!("({})", self.meanwhile));
        }
    }

    /// Returns the time that the engine's threads have waited for a processor; zero if unknown.
    pub fn stood(&self) -> Duration {
        scheduled(self.child.id()).unwrap_or_default().1
    }

    /// Returns the engine's memory in use, if the system reports it.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    }

    /// Sends `isready`; returns the lines up to the answer.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        self.expect("readyok")
    }

    /// Closes the input without `quit`.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end; returns the remaining lines.
    pub fn wait(&mut self) -> (ExitStatus, Vec<String>) {
        let mut wait = Wait::new(self.child.id());
        loop {
            if let Some(status) = self.child.try_wait().expect("a child of ours") {
                return (status, self.output.iter().collect());
            }
            if wait.is_over() {
                self.fail("the engine does not end");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Sends a line; returns the lines until the engine is ready.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.ready()
    }

    /// Sends a line; returns the lines up to one with this beginning.
    pub fn until(&mut self, line: &str, end: &str) -> Vec<String> {
        self.send(line);
        self.expect(end)
    }

    pub fn quit(&mut self) {
        self.send("quit");
        let (status, _) = self.wait();
        if !status.success() {
            self.fail(&format!("quit ended with {status}"));
        }
    }

    pub fn fail(&self, what: &str) -> ! {
        let from = self.transcript.len().saturating_sub(60);
        panic!("{what}\n{}", self.transcript[from..].join("\n"));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn word_after<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|&word| word != key).nth(1)
}

/// Returns the moves of the principal variation.
pub fn variation(line: &str) -> Vec<&str> {
    line.split_whitespace().skip_while(|&word| word != "pv").skip(1).collect()
}

/// Returns the moves to mate, if the line has an exact mate score.
pub fn mate(line: &str) -> Option<i32> {
    if line.contains(" lowerbound") || line.contains(" upperbound") {
        return None;
    }
    word_after(line, "mate")?.parse().ok()
}

/// Returns the board after a move in UCI's notation, if it is legal.
pub fn after(board: &RulesBoard, text: &str) -> Option<RulesBoard> {
    let chess_move = uci_move::parse(board, text).ok()?;
    Some(board.after(chess_move))
}

/// Checks an answer, which ends with the bestmove line: legal variations, mates of the announced
/// length, the last variation's first move as the best move. Returns the best move.
pub fn check_answer(engine: &Engine, board: &RulesBoard, lines: &[String]) -> String {
    let best = lines
        .last()
        .and_then(|line| word_after(line, "bestmove"))
        .unwrap_or_else(|| engine.fail("no bestmove"));
    let mut first = None;
    for line in lines.iter().filter(|line| line.starts_with("info ") && line.contains(" pv ")) {
        let moves = variation(line);
        let mut at = *board;
        for text in &moves {
            match after(&at, text) {
                Some(next) => at = next,
                None => engine.fail(&format!("illegal {text} in the variation of: {line}")),
            }
        }
        if let Some(mate) = mate(line) {
            let plies = if mate > 0 { 2 * mate - 1 } else { -2 * mate };
            if moves.len() as i32 != plies {
                engine.fail(&format!("{} plies in the variation of: {line}", moves.len()));
            }
            if !is_mate(&at) {
                engine.fail(&format!("no mate at the end of the variation of: {line}"));
            }
        }
        if word_after(line, "multipv").is_none_or(|number| number == "1") {
            first = moves.first().map(|&text| text.to_owned());
        }
    }
    if let Some(first) = first
        && first != best
    {
        engine.fail(&format!("bestmove {best}, but the last variation begins with {first}"));
    }
    if best == "(none)" {
        if !legal(board).is_empty() {
            engine.fail("bestmove (none), but there are legal moves");
        }
    } else if after(board, best).is_none() {
        engine.fail(&format!("bestmove {best} is illegal"));
    }
    best.to_owned()
}
