//! An engine as a subprocess.
//!
//! A dedicated thread starts the process. It first moves to the measuring core and opens the
//! hardware counters, so that the engine and all its threads inherit both before their first
//! instruction. The thread then sleeps until the engine is closed: it adds nothing to the counts,
//! and no other engine inherits from it. On Windows, where threads pass nothing on, the engine is
//! pinned before its first instruction.

mod facts;
mod pipes;
mod reap;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pipes::{PipeState, READ_AHEAD, TAIL_CHARS, Tail, lock, read_lines};
pub use reap::Usage;

use super::connection::{Connection, EngineEvent, Oddities};
use super::counters::{CounterReading, CounterSet, Snapshot, TASK_CLOCK};
use super::descendants::{ENDING, Order, ProcessTracker};
use super::fault::{Exit, Fault, FaultKind, Tails};
use super::task_clock::TaskClock;
use nucleus_base::text::clean;

/// The time to wait for the exit of a process that has closed its output.
const END_GRACE: Duration = Duration::from_millis(300);
/// The number of bytes by which two readings of the same memory may differ, since Linux updates the
/// value lazily.
const PEAK_SLACK: u64 = 1 << 20;

/// The settings for starting an engine.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// The folder to start the program in; `None` for the current one.
    pub folder: Option<PathBuf>,
    /// Environment variables that the process does not inherit.
    pub hidden: &'static [&'static str],
    /// The logical processors to pin the process to; empty for no pinning.
    pub cores: Vec<u32>,
    /// `true` to attach hardware counters.
    pub counters: bool,
    /// Ends every wait for the engine soon after it is set.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// `true` for a process without standard input.
    pub no_input: bool,
    /// The destination of the process's standard output.
    pub output: StandardOutput,
    /// `true` for an uncounted run of a duet, whose tracker does not end processes without a mark.
    pub uncounted: bool,
}

/// The destination of a process's standard output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StandardOutput {
    /// A pipe that is read line by line.
    #[default]
    Read,
    /// Pipes for standard output and standard error, whose lines are read in the order of arrival.
    ReadBoth,
    /// A pipe of which the last lines are kept.
    Drained,
    /// The null device; the output is lost.
    Discarded,
    /// This program's standard output.
    Inherited,
}

impl Launch {
    /// Returns `true` if the run was interrupted.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Splits a command line as in a shell, without expansions.
    ///
    /// # Errors
    /// If a quotation is not closed or the line is empty.
    pub fn from_command(command: &str) -> Result<Self, Fault> {
        let argv = split_command(command).ok_or_else(|| {
            Fault::new(FaultKind::BadCommand, format!("a quotation is not closed in `{command}`"))
        })?;
        if argv.first().is_none_or(String::is_empty) {
            return Err(Fault::new(FaultKind::BadCommand, "the command is empty"));
        }
        Ok(Self { argv, ..Self::default() })
    }
}

/// Splits a command line as in a shell; on Windows a backslash separates folders. `None` if a
/// quotation is not closed.
pub fn split_command(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&with_backslashes(command)) } else { shlex::split(command) }
}

/// Doubles backslashes, which a shell reads as escapes, except within single quotes.
fn with_backslashes(command: &str) -> String {
    let mut quotation = None;
    let mut doubled = String::with_capacity(command.len());
    for character in command.chars() {
        match character {
            '\'' | '"' if quotation.is_none() => quotation = Some(character),
            _ if quotation == Some(character) => quotation = None,
            '\\' if quotation != Some('\'') => doubled.push('\\'),
            _ => {}
        }
        doubled.push(character);
    }
    doubled
}

/// Returns the arguments that run a command line in the system's shell.
pub fn shell_arguments(line: &str) -> Vec<String> {
    let shell = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    shell.into_iter().chain([line]).map(str::to_owned).collect()
}

/// A running engine process.
pub struct ProcessConnection {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(String, Instant)>,
    shared: Arc<Mutex<PipeState>>,
    counters: CounterSet,
    status: Option<ExitStatus>,
    usage: Option<Usage>,
    started: Instant,
    ended: Option<Instant>,
    oddities: Oddities,
    closed: bool,
    paused: bool,
    tracker: ProcessTracker,
    /// Ends the starter thread when dropped.
    _starter: Sender<()>,
}

impl ProcessConnection {
    /// Starts an engine.
    ///
    /// # Errors
    /// If the program is missing, cannot be executed, or the system refuses.
    pub fn start(launch: &Launch) -> Result<Self, Fault> {
        let io = |e: std::io::Error| Fault::new(FaultKind::Io, e.to_string());
        let (sender, wait) = channel();
        let (starter, parked) = channel::<()>();
        let (launch, to) = (launch.clone(), launch.output);
        let mut tracker = ProcessTracker::default();
        tracker.claims_strays &= !launch.uncounted;
        thread::Builder::new()
            .name("engine starter".into())
            .spawn(move || {
                let result = start_here(&launch, &mut tracker).map(|child| (child, tracker));
                if sender.send(result).is_ok() {
                    // The thread sleeps until the connection is dropped: the other end never sends.
                    let _ = parked.recv();
                }
            })
            .map_err(io)?;
        let ((mut child, counters, started), tracker) =
            wait.recv().map_err(|_| Fault::new(FaultKind::Io, "the starting thread ended"))??;

        let shared = Arc::new(Mutex::new(PipeState::default()));
        let (sender, lines) = sync_channel(READ_AHEAD);
        let stdin = child.stdin.take();
        let read = |name: &str, pipe: Option<Box<dyn Read + Send>>, tail: Tail, sender| {
            let Some(pipe) = pipe else { return Ok(()) };
            lock(&shared).open += 1;
            let (shared, sender): (_, Option<SyncSender<_>>) = (Arc::clone(&shared), sender);
            let read = move || read_lines(pipe, tail, sender.as_ref(), &shared);
            thread::Builder::new().name(name.into()).spawn(read).map(drop).map_err(io)
        };
        let stdout = child.stdout.take().map(|pipe| Box::new(pipe) as _);
        let to_output = (to != StandardOutput::Drained).then(|| sender.clone());
        read("engine output", stdout, |all| &mut all.output, to_output)?;
        let stderr = child.stderr.take().map(|pipe| Box::new(pipe) as _);
        let to_errors = (to == StandardOutput::ReadBoth).then_some(sender);
        read("engine errors", stderr, |all| &mut all.errors, to_errors)?;
        Ok(Self {
            child,
            stdin,
            lines,
            shared,
            counters,
            status: None,
            usage: None,
            started,
            ended: None,
            oddities: Oddities::default(),
            closed: false,
            paused: false,
            tracker,
            _starter: starter,
        })
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the process until it is waited for; afterwards its id may be reused.
    fn living(&self) -> Option<&Child> {
        self.status.is_none().then_some(&self.child)
    }

    /// Waits, after the exit, for the processes that this one started; returns `true` if there were any.
    pub fn wait_for_children(&mut self, grace: Duration) -> bool {
        let (begin, mut any) = (Instant::now(), false);
        while self.tracker.has_left(self.child.id()) && begin.elapsed() < grace {
            any = true;
            thread::sleep(Duration::from_millis(2));
        }
        any
    }

    /// Waits for the exit, at most `limit`; returns `None` if the process still runs.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + limit;
        while self.status.is_none() {
            let left = end.saturating_duration_since(Instant::now());
            if let Some((status, usage)) = reap::wait(&mut self.child, left).ok().flatten() {
                (self.status, self.usage) = (Some(status), usage);
                self.ended = Some(Instant::now());
            }
            if Instant::now() >= end {
                break;
            }
        }
        self.status
    }

    /// Returns the time from start to exit, or until now if the process runs.
    pub fn lived(&self) -> Duration {
        self.ended.unwrap_or_else(Instant::now) - self.started
    }

    /// Returns the resource usage of an exited process and the children that it waited for.
    pub fn usage(&self) -> Option<Usage> {
        self.usage
    }
}

/// Starts a process from the calling thread, whose settings it inherits.
fn start_here(
    launch: &Launch,
    tracker: &mut ProcessTracker,
) -> Result<(Child, CounterSet, Instant), Fault> {
    let unpinned = |e: std::io::Error| {
        let cores = &launch.cores;
        Fault::new(FaultKind::Io, format!("cannot pin it to processors {cores:?}: {e}"))
    };
    if !launch.cores.is_empty() {
        nucleus_base::processors::pin_current_thread(&launch.cores).map_err(unpinned)?;
    }
    let program = launch.argv.first().map_or("", String::as_str);
    let mut command = Command::new(program);
    command
        .args(launch.argv.get(1..).unwrap_or_default())
        .stdin(if launch.no_input { Stdio::null() } else { Stdio::piped() })
        .stdout(match launch.output {
            StandardOutput::Discarded => Stdio::null(),
            StandardOutput::Inherited => Stdio::inherit(),
            _ => Stdio::piped(),
        })
        .stderr(Stdio::piped());
    if let Some(folder) = &launch.folder {
        command.current_dir(folder);
    }
    launch.hidden.iter().for_each(|variable| _ = command.env_remove(variable));
    tracker.prepare(&mut command);
    let counters = if launch.counters { CounterSet::open() } else { CounterSet::default() };
    let started = Instant::now();
    let mut child = command.spawn().map_err(|e| Fault::spawn(program, &e))?;
    tracker.adopt(&mut child, &launch.cores).map_err(unpinned)?;
    Ok((child, counters, started))
}

impl Connection for ProcessConnection {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        if std::mem::take(&mut self.paused) {
            self.tracker.order(self.child.id(), Order::Continue);
        }
        let text = format!("{line}\n");
        let written = match &mut self.stdin {
            Some(stdin) => stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        };
        written.map_err(|_| {
            let exit = self.exit();
            let word = line.split(' ').next().unwrap_or(line);
            Fault::exited(exit, &format!("before it could read `{word}`"))
        })
    }

    fn receive(&mut self, timeout: Duration) -> EngineEvent {
        match self.lines.recv_timeout(timeout) {
            Ok((line, at)) => EngineEvent::Line(line, at),
            Err(RecvTimeoutError::Timeout) => EngineEvent::Timeout,
            Err(RecvTimeoutError::Disconnected) => EngineEvent::Closed,
        }
    }

    fn tails(&self) -> Tails {
        let mut tails = lock(&self.shared).tails.clone();
        // Lines are cleaned here and not in the reader threads, which run during measurements.
        for line in tails.output.iter_mut().chain(&mut tails.errors) {
            *line = clean(line, TAIL_CHARS + 1).text;
        }
        tails
    }

    fn exit(&mut self) -> Option<Exit> {
        let end = Instant::now() + END_GRACE;
        let status = self.wait(END_GRACE)?;
        // The last lines may still be in the pipe; a child process may keep it open.
        while lock(&self.shared).open > 0 && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
        let signal = cfg_select! {
            unix => std::os::unix::process::ExitStatusExt::signal(&status),
            _ => None,
        };
        Some(Exit { code: status.code(), signal })
    }

    fn counters(&mut self) -> Option<Snapshot> {
        let counted = self.counters.read();
        if counted.is_some_and(|counted| counted[TASK_CLOCK].is_some()) {
            return counted;
        }
        let clock = self.task_clock().and_then(|clock| clock.nanoseconds());
        let clock = clock.map(|count| CounterReading { count, enabled: count, running: count });
        let mut snapshot = counted.unwrap_or_default();
        snapshot[TASK_CLOCK] = clock;
        (counted.is_some() || clock.is_some()).then_some(snapshot)
    }

    fn task_clock(&mut self) -> Option<TaskClock> {
        TaskClock::from_child(self.living()?)
    }

    fn peak_memory(&mut self) -> Option<u64> {
        let Some(usage) = self.usage else { return facts::peak_memory(self.living()?) };
        // Before it runs its own program, a process shares our memory, which counts for its peak.
        let ours = facts::peak_by(std::process::id())?;
        Some(usage.peak_memory).filter(|&peak| peak > ours + PEAK_SLACK)
    }

    fn waited(&mut self) -> Option<Duration> {
        self.living().map_or_else(|| self.usage?.waited, facts::waited)
    }

    fn pause(&mut self) {
        if self.living().is_some() {
            self.paused = self.tracker.order(self.child.id(), Order::Stop);
        }
    }

    fn close(&mut self, grace: Duration) -> Oddities {
        if std::mem::replace(&mut self.closed, true) {
            return self.oddities.clone();
        }
        while ENDING.load(Ordering::Relaxed) {
            thread::park();
        }
        // The output is not needed any more; a full pipe must not keep the process from exiting.
        self.lines = channel().1;
        let leader = self.child.id();
        if self.living().is_some() {
            self.tracker.look(leader);
            let _ = self.send("quit");
        }
        // The end of input also makes an engine exit.
        self.stdin = None;
        let killed = self.wait(grace).is_none();
        if killed {
            self.tracker.look(leader);
            self.tracker.order(leader, Order::Kill);
            let _ = self.child.kill();
            // A killed process exits as soon as the system releases it.
            self.wait(Duration::from_secs(60));
        }
        // The leader has been reaped, so any remaining process was left behind.
        let ended = self.tracker.end(leader, killed);
        let PipeState { long_lines, not_utf8, .. } = *lock(&self.shared);
        self.oddities = Oddities { long_lines, not_utf8, ended, killed };
        self.oddities.clone()
    }
}

impl Drop for ProcessConnection {
    fn drop(&mut self) {
        self.close(Duration::from_millis(500));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_windows_are_words() {
        let words = |command| shlex::split(&with_backslashes(command)).unwrap();
        assert_eq!(words(r"C:\engines\one.exe uci"), [r"C:\engines\one.exe", "uci"]);
        assert_eq!(words(r#""C:\my engines\one.exe" -a"#), [r"C:\my engines\one.exe", "-a"]);
        assert_eq!(
            words(r"'C:\my engines\one.exe' \\host\b"),
            [r"C:\my engines\one.exe", r"\\host\b"]
        );
        assert_eq!(words(r#"one "it's \" '\"'"#), ["one", r"it's \", r#"\""#]);
    }
}
