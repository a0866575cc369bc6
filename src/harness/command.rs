//! Measurement of arbitrary commands: run time, and a number that a pattern finds in the output.

use std::time::{Duration, Instant};

use regex_lite::Regex;

use super::connection::{Connection, EngineEvent};
use super::counters;
use super::fault::{Fault, FaultKind};
use super::process::{Launch, ProcessConnection, StandardOutput, shell_arguments};
use nucleus_base::text::excerpt;
use nucleus_records::record::{Protocol, Sample, SampleCounters, Spread, Workload};
use nucleus_records::stats;

/// The interval at which a wait checks for Ctrl-C and reads the command's memory use.
const GLANCE: Duration = Duration::from_millis(10);
/// The time that processes left behind by a command have to exit; it counts as run time.
const LEFT_GRACE: Duration = Duration::from_millis(100);
/// The time to read the rest of the output.
const REST_GRACE: Duration = Duration::from_secs(2);
/// The number of runs of an empty command line, whose median is the shell's start-up time.
const EMPTY_RUNS: u32 = 25;
/// The accepted range of metrics, so that ratios and products cannot overflow.
const METRICS: std::ops::RangeInclusive<f64> = 1e-100..=1e100;
/// The maximum run time of a measured command.
const PATIENCE: Duration = Duration::from_secs(600);

/// A number in a command's output.
#[derive(Debug, Clone)]
pub struct Metric {
    pattern: Regex,
    /// `true` if a larger number is better.
    pub higher_is_better: bool,
}

impl Metric {
    /// Creates a metric from a regular expression whose first group is the number.
    ///
    /// # Errors
    /// If it is not a regular expression or has no group.
    pub fn new(pattern: &str, higher_is_better: bool) -> Result<Self, String> {
        let regex =
            Regex::new(pattern).map_err(|error| format!("--metric `{pattern}`: {error}"))?;
        if regex.captures_len() < 2 {
            return Err(format!(
                "--metric `{pattern}` has no group for the number, as in 'throughput: ([0-9.]+)'"
            ));
        }
        Ok(Self { pattern: regex, higher_is_better })
    }

    /// Returns the number in a line, if the expression matches the line.
    ///
    /// # Errors
    /// If the match is not a valid number.
    pub fn of_line(&self, line: &str) -> Option<Result<f64, String>> {
        let text = self.pattern.captures(line)?.get(1)?.as_str();
        Some(number(text).ok_or_else(|| {
            let [text, line] = [text, line].map(excerpt);
            format!(
                "`{text}` in its line `{line}` is not a number in {METRICS:?}; commas separate thousands"
            )
        }))
    }
}

/// Parses a number whose commas, if any, separate thousands.
fn number(text: &str) -> Option<f64> {
    let form = r"^[-+]?([1-9]\d{0,2}(,\d{3})+|\d*)(\.\d*)?([eE][-+]?\d+)?$";
    let is_one = Regex::new(form).is_ok_and(|form| form.is_match(text));
    let number = text.replace(',', "").parse().ok().filter(|_| is_one)?;
    METRICS.contains(&number).then_some(number)
}

/// The settings of a command's runs.
#[derive(Debug, Clone, Default)]
pub struct CommandRun {
    /// The command to run before every sample, without timing.
    pub prepare: Option<Vec<String>>,
    /// The command to run after every sample.
    pub cleanup: Option<Vec<String>>,
    /// The number to compare by; `None` for the time.
    pub metric: Option<Metric>,
    /// The destination of standard output.
    pub output: StandardOutput,
    /// `true` if the shell runs the command.
    pub shell: bool,
    /// The wall and processor time of the shell's start-up, which is subtracted.
    pub shell_start: Option<(Spread, Spread)>,
}

impl CommandRun {
    /// Returns the wall time and the processor time, in seconds, that the shell takes to start, on
    /// an empty command line; `None` if no shell runs the commands.
    pub fn measure_shell_start(&self, launch: &Launch) -> Option<(Spread, Spread)> {
        let launch = Launch { argv: shell_arguments(""), ..launch.clone() };
        let bare = Self { output: self.output, ..Self::default() };
        let one = |_| timed(&bare, &launch, &|| false).ok();
        let all: Vec<Sample> = (0..EMPTY_RUNS).filter(|_| self.shell).map_while(one).collect();
        let spread = |get: fn(&Sample) -> f64| {
            stats::spread(&all.iter().map(get).collect::<Vec<_>>(), &[], 0)
        };
        spread(|sample| sample.seconds).zip(spread(Sample::busy_seconds))
    }
}

/// Subtracts the shell's start-up time. The result is at least the interquartile range of that time.
fn without(start: &Spread, seconds: f64) -> f64 {
    (seconds - start.median).max(start.q3 - start.q1).max(1e-6)
}

/// Returns the arguments that run a command line, with or without the shell.
///
/// # Errors
/// If the line cannot be split without a shell.
pub fn arguments(command: &str, shell: bool) -> Result<Vec<String>, Fault> {
    if !shell {
        return Launch::from_command(command).map(|launch| launch.argv);
    }
    Ok(shell_arguments(command))
}

/// Returns the workload of commands.
pub fn workload(metric: Option<&str>) -> Workload {
    Workload {
        name: "command".to_owned(),
        position: "command".to_owned(),
        protocol: Protocol::Command,
        limit: metric.map_or_else(|| "time".to_owned(), |pattern| format!("metric {pattern}")),
        ..Workload::default()
    }
}

/// Runs a command once, with its preparation and cleanup. The run is aborted if `enough` returns `true`.
///
/// # Errors
/// If it cannot be started, fails, does not end in time, or prints no number for the metric.
pub fn sample(
    run: &CommandRun,
    launch: &Launch,
    enough: &dyn Fn() -> bool,
) -> Result<Sample, Fault> {
    aside(run.prepare.as_deref(), launch, "before")?;
    let sample = timed(run, launch, enough);
    aside(run.cleanup.as_deref(), launch, "after")?;
    let mut ended = sample?;
    if let Some((wall, processor)) = &run.shell_start {
        ended.seconds = without(wall, ended.seconds);
        let task = ended.counters.as_mut().and_then(|all| all.task_nanoseconds.as_mut());
        if let Some(task) = task {
            *task = (without(processor, *task as f64 / 1e9) * 1e9).round() as u64;
        }
    }
    let speed = |(metric, value): (&Metric, f64)| {
        if metric.higher_is_better { value } else { 1.0 / value }
    };
    let speed = run.metric.as_ref().zip(ended.metric).map(speed);
    Ok(Sample { repeats: 1, runs: Some(1), speed, ..ended })
}

/// Runs a command that is not timed.
fn aside(argv: Option<&[String]>, launch: &Launch, when: &str) -> Result<(), Fault> {
    let Some(argv) = argv else { return Ok(()) };
    let launch = Launch { argv: argv.to_vec(), ..launch.clone() };
    let failed = |error: Fault| Fault {
        message: format!("the command {when} each run: {}", error.message),
        ..error
    };
    let run = CommandRun { output: StandardOutput::Discarded, ..CommandRun::default() };
    timed(&run, &launch, &|| false).map(drop).map_err(failed)
}

fn timed(run: &CommandRun, launch: &Launch, enough: &dyn Fn() -> bool) -> Result<Sample, Fault> {
    let launch = Launch { no_input: true, output: run.output, ..launch.clone() };
    let interrupted = || launch.is_interrupted() || enough();
    let begin = Instant::now();
    let mut connection = ProcessConnection::start(&launch)?;
    let before = connection.counters();
    let (metric, mut value) = (run.metric.as_ref(), None);
    let mut take = |line: String| {
        value = metric.and_then(|metric| metric.of_line(&line)).or(value.take());
    };
    let ended = wait(&mut connection, &mut take, &interrupted, PATIENCE);
    let mut seconds = connection.lived().as_secs_f64();
    if ended.is_ok() && connection.wait_for_children(LEFT_GRACE) {
        seconds = begin.elapsed().as_secs_f64();
    }
    let counted = before.zip(connection.counters());
    let mut counters = counted.and_then(|(before, after)| counters::between(&before, &after));
    let oddities = connection.close(Duration::ZERO);
    let ended = ended.map_err(|error| Fault { tails: connection.tails(), ..error })?;
    // The usage includes the children that the command waited for.
    let task = connection.usage().map(|usage| usage.nanoseconds);
    let counts = counters
        .get_or_insert_with(|| SampleCounters { running: 1.0, ..SampleCounters::default() });
    counts.task_nanoseconds = task.or(counts.task_nanoseconds);
    let left = [oddities.ended.left, oddities.ended.strays].concat();
    if !left.is_empty() {
        let named = left.join(", ");
        let message = format!("it left processes running, whose work is not counted: {named}");
        return Err(Fault::new(FaultKind::Exited, message));
    }
    let none = || "it printed no number that --metric finds".to_owned();
    let value = metric.map(|_| value.unwrap_or_else(|| Err(none()))).transpose();
    let metric = value.map_err(|message| Fault {
        tails: connection.tails(),
        ..Fault::new(FaultKind::Unsupported, message)
    })?;
    Ok(Sample { seconds, counters, metric, ..ended })
}

/// Waits for a command to end with success and passes its lines to `take`. The sample has the peak
/// memory and the time spent waiting for a processor.
///
/// # Errors
/// If it fails, does not end in time, or is aborted.
pub fn wait(
    connection: &mut ProcessConnection,
    take: &mut dyn FnMut(String),
    interrupted: &dyn Fn() -> bool,
    patience: Duration,
) -> Result<Sample, Fault> {
    let (mut seen, mut waited) = (Sample::default(), None);
    let (mut closed, mut looked, mut end) = (false, Instant::now(), None);
    loop {
        if interrupted() {
            return Err(Fault::new(FaultKind::Interrupted, "the run was interrupted"));
        }
        if connection.lived() > patience {
            let message = format!("it did not end in {:.0} s", patience.as_secs_f64());
            return Err(Fault::new(FaultKind::TooSlow, message));
        }
        let mut silent = true;
        match if closed { EngineEvent::Closed } else { connection.receive(GLANCE) } {
            EngineEvent::Line(line, _) => {
                take(line);
                silent = false;
                if looked.elapsed() < GLANCE {
                    continue;
                }
            }
            EngineEvent::Timeout => {}
            EngineEvent::Closed => closed = true,
        }
        looked = Instant::now();
        if connection.wait(if closed { GLANCE } else { Duration::ZERO }).is_some() {
            end = end.or(Some(looked));
        }
        seen.peak_memory_bytes = seen.peak_memory_bytes.max(connection.peak_memory());
        waited = waited.max(connection.waited());
        // A process that the command left behind may keep the pipe open or write to it without end.
        let grace = if silent { LEFT_GRACE } else { REST_GRACE };
        if end.is_some_and(|end| closed || end.elapsed() > grace) {
            break;
        }
    }
    let exit = connection.exit();
    if exit.is_none_or(|exit| exit.code != Some(0)) {
        return Err(Fault::exited(exit, "while it ran"));
    }
    seen.queued_seconds = waited.map(|waited| waited.as_secs_f64());
    Ok(seen)
}
