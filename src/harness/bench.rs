//! An engine's own `bench`: runs `ENGINE bench` and reads nodes and time from its output.
//!
//! Three forms are understood, on standard output or standard error: Stockfish's lines
//! (`Total time (ms) : T`, `Nodes searched : N`, `Nodes/second : M`), OpenBench's (`N nodes M nps`),
//! and `Nodes : N`, `NPS : M` in separate lines or `nodes N … nps M` in one.

use std::time::{Duration, Instant};

use super::connection::{Connection, EngineEvent};
use super::counters::{self, Snapshot};
use super::engine::limits::IN_A_SEARCH;
use super::fault::{Fault, FaultKind};
use super::process::{Launch, ProcessConnection};
use nucleus_records::record::Sample;

/// The number of last lines of standard output that are kept; the figures come last.
const KEPT: usize = 64;
/// The interval at which a wait checks for an interruption.
const GLANCE: Duration = Duration::from_millis(20);
/// The time without output and processor use after which an engine is taken to wait for commands.
const QUIET: Duration = Duration::from_secs(2);
/// The time without output after which a bench that has printed its figures has ended.
const QUIET_AFTER: Duration = Duration::from_millis(200);
/// The maximum time without output and processor use; an engine that exceeds it is considered hung.
const HOPELESS: Duration = Duration::from_secs(8);
/// The processor time, in nanoseconds, above which an engine counts as active again.
const WAITING: u64 = 1_000_000;
/// The tolerance, in seconds, by which an engine's reported time may exceed the measured time;
/// clocks have millisecond resolution.
const SLACK: f64 = 0.01;

/// The figures that an engine prints at the end of its bench.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BenchFigures {
    /// The number of nodes searched, the engine's signature.
    pub nodes: u64,
    /// The time in seconds by the engine's own clock.
    pub seconds: f64,
}

/// Returns the figures in these lines, the last ones if there are several.
pub fn figures(lines: &[String]) -> Option<BenchFigures> {
    let (mut nodes, mut speed, mut milliseconds) = (None, None, None);
    for line in lines {
        if let Some((count, nps)) = open_bench(line) {
            (nodes, speed, milliseconds) = (Some(count), Some(nps), None);
        }
        match named_number(line) {
            Some(("nodes searched" | "nodes", number)) => nodes = Some(number),
            Some(("nodes/second" | "nps", number)) => speed = Some(number),
            Some(("total time (ms)", number)) => milliseconds = Some(number),
            _ => {}
        }
    }
    let nodes = nodes.filter(|&nodes| nodes > 0)?;
    let reported = milliseconds.filter(|&ms| ms > 0).map(|ms| ms as f64 / 1e3);
    let derived = || speed.filter(|&nps| nps > 0).map(|nps| nodes as f64 / nps as f64);
    Some(BenchFigures { nodes, seconds: reported.or_else(derived)? })
}

/// Parses `N nodes M nps` or `nodes N … nps M` anywhere in a line other than UCI's `info`.
fn open_bench(line: &str) -> Option<(u64, u64)> {
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    if words.first().is_some_and(|word| word == "info") {
        return None;
    }
    let named = |name: &str, from: usize| {
        let at = from + words[from..].iter().position(|word| word == name)? + 1;
        Some((words.get(at)?.parse().ok()?, at))
    };
    let open_bench = words.windows(4).find_map(|four| match four {
        [nodes, n, nps, s] if n == "nodes" && s == "nps" => {
            Some((nodes.parse().ok()?, nps.parse().ok()?))
        }
        _ => None,
    });
    let in_words = || {
        let (nodes, at) = named("nodes", 0)?;
        Some((nodes, named("nps", at)?.0))
    };
    open_bench.or_else(in_words)
}

/// Parses `NAME : NUMBER`; returns the name in lower case.
fn named_number(line: &str) -> Option<(&'static str, u64)> {
    const NAMES: [&str; 5] = ["nodes searched", "nodes/second", "total time (ms)", "nodes", "nps"];
    let (name, number) = line.rsplit_once([':', '='])?;
    let name = name.trim().to_lowercase();
    Some((*NAMES.iter().find(|known| **known == name)?, number.trim().parse().ok()?))
}

/// Runs an engine's bench with the arguments `words` as one sample; aborts it if `enough` returns
/// `true`.
///
/// # Errors
/// If it cannot be started, does not end in time, or prints no figures
/// ([`FaultKind::Unsupported`]).
pub fn sample(
    launch: &Launch,
    words: &str,
    patience: Duration,
    enough: &dyn Fn() -> bool,
) -> Result<Sample, Fault> {
    let arguments = shlex::split(words).unwrap_or_default();
    let argv = launch.argv.iter().chain(&arguments).cloned().collect();
    let interrupted = || launch.is_interrupted() || enough();
    let mut connection = ProcessConnection::start(&Launch { argv, ..launch.clone() })?;
    let sample = run(&mut connection, words, patience, &interrupted);
    connection.close(Duration::from_millis(500));
    sample
}

/// Measures how long an engine has been inactive.
struct Idle {
    since: Instant,
    /// The counters at `since`, if the system has them.
    seen: Option<Snapshot>,
}

impl Idle {
    /// Returns `true` if the engine was inactive for longer than `most`: no output, and no
    /// processor time as far as it is known.
    fn is_longer(&mut self, connection: &mut dyn Connection, most: Duration) -> bool {
        let now = connection.counters();
        let used = self.seen.zip(now).and_then(|(seen, now)| counters::between(&seen, &now));
        if used.and_then(|used| used.task_nanoseconds).is_some_and(|used| used > WAITING) {
            (self.since, self.seen) = (Instant::now(), now);
        }
        self.since.elapsed() > most
    }
}

/// Reads the output of a bench to its end. Sends `quit` if the engine waits for commands instead.
fn run(
    connection: &mut dyn Connection,
    command: &str,
    patience: Duration,
    interrupted: &dyn Fn() -> bool,
) -> Result<Sample, Fault> {
    let begin = Instant::now();
    let before = connection.counters();
    let mut idle = Idle { since: begin, seen: before };
    let mut quit_sent = false;
    let mut lines: Vec<String> = Vec::new();
    let mut room = IN_A_SEARCH;
    loop {
        match connection.receive(GLANCE) {
            EngineEvent::Line(line, _) => {
                room.take(&line, IN_A_SEARCH, &format!("in its `{command}`"))?;
                if lines.len() == KEPT {
                    lines.remove(0);
                }
                lines.push(line);
                idle.since = Instant::now();
            }
            EngineEvent::Closed => break,
            EngineEvent::Timeout => {
                let all = [connection.tails().errors, lines.clone()].concat();
                let most = if figures(&all).is_some() { QUIET_AFTER } else { QUIET };
                // `quit` is not sent earlier: an engine that polls its input during the search
                // would stop its bench.
                if idle.is_longer(connection, most.min(patience / 4)) {
                    // An engine that has exited gets no `quit`. Its child may keep the pipe open,
                    // and is killed when the connection closes.
                    if connection.exit().is_some() {
                        break;
                    }
                    if !quit_sent {
                        quit_sent = true;
                        let _ = connection.send("quit");
                    }
                    if idle.seen.is_some() && idle.is_longer(connection, HOPELESS) {
                        return Err(Fault::no_answer(FaultKind::TooSlow, command, HOPELESS));
                    }
                }
            }
        }
        if interrupted() {
            return Err(Fault::new(FaultKind::Interrupted, "the run was interrupted"));
        }
        if begin.elapsed() > patience {
            return Err(Fault::no_answer(FaultKind::TooSlow, command, patience));
        }
    }
    let lived = begin.elapsed().as_secs_f64();
    let exit = connection.exit();
    let counters = before.zip(connection.counters());
    let mut counters = counters.and_then(|(before, after)| counters::between(&before, &after));
    // Stockfish writes the figures to standard error.
    let mut all = connection.tails().errors;
    all.append(&mut lines);
    let Some(figures) = figures(&all) else {
        let failed = exit.filter(|exit| exit.signal.is_some());
        return Err(match failed {
            Some(exit) => Fault::exited(Some(exit), &format!("in its `{command}`")),
            None => Fault::new(
                FaultKind::Unsupported,
                format!("it has no `{command}` that prints nodes and time"),
            ),
        });
    };
    if figures.seconds > lived + SLACK {
        let message = format!(
            "its `{command}` reports {:.3} s, but its process ran for {lived:.3} s",
            figures.seconds
        );
        return Err(Fault::new(FaultKind::AbsurdNodes, message));
    }
    // The processor time of the bench is estimated from the process's share of a processor over its
    // life, which includes start-up and exit.
    let task = counters.as_mut().and_then(|counters| counters.task_nanoseconds.as_mut());
    if let Some(task) = task {
        *task = (*task as f64 * figures.seconds / lived).round() as u64;
    }
    Ok(Sample {
        repeats: 1,
        nodes: Some(figures.nodes),
        seconds: figures.seconds,
        engine_seconds: Some(figures.seconds),
        counters,
        ..Sample::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::mock::Mock;
    use super::*;

    #[test]
    fn a_bench_is_read_to_its_end() {
        // The test would time out if it waited for more output.
        let long = Duration::from_secs(60);
        let bench_within = |lines: &'static [&str], limit| {
            let mut mock = Mock::new(move |_| lines.iter().map(|&l| l.to_owned()).collect());
            run(&mut mock, "bench", limit, &|| false)
        };
        let bench = |lines| bench_within(lines, long);
        let good = bench(&["info string hello", "700 nodes 350000 nps", "!exit"]).unwrap();
        assert_eq!((good.nodes, good.seconds), (Some(700), 0.002));
        // Nothing is sent while the engine prints: Glaurung polls its input during the search, and stops.
        let mut polls = Mock::new(|line| {
            let figure = if line == "quit" { "5 nodes 5 nps" } else { "700 nodes 350000 nps" };
            vec!["info depth 1".into(), figure.into(), "!exit".into()]
        });
        polls.send("begin").unwrap();
        let found = run(&mut polls, "bench", long, &|| false).unwrap();
        assert_eq!((found.nodes, polls.sent.len()), (Some(700), 1));
        assert_eq!(
            bench_within(&["uciok"], Duration::from_millis(300)).unwrap_err().kind,
            FaultKind::TooSlow
        );
        let liar = bench(&["1000 nodes 1 nps", "!exit"]).unwrap_err();
        assert_eq!(liar.kind, FaultKind::AbsurdNodes);
        assert!(liar.message.contains("reports 1000.000 s"), "{liar}");
    }
}
