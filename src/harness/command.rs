//! Any command as something to be compared: run to its end, its time taken, a number read from its
//! output.

use std::time::{Duration, Instant};

use regex_lite::Regex;

use super::connection::{Connection, EngineEvent};
use super::counters;
use super::fault::{Fault, FaultKind};
use super::process::{Launch, ProcessConnection, StandardOutput, shell_arguments};
use nucleus_records::record::{Protocol, Sample, SampleCounters, Workload};

/// The interval at which a wait looks for Ctrl-C and reads the command's memory.
const GLANCE: Duration = Duration::from_millis(10);
/// The time that processes which a command has left behind have to end by themselves; it counts.
const LEFT_GRACE: Duration = Duration::from_millis(100);
/// Numbers that a command may print: ratios of two of them, and their products, have room.
const METRICS: std::ops::RangeInclusive<f64> = 1e-100..=1e100;
/// The most that a command may take, where nothing else says so.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// A number in a command's output.
#[derive(Debug, Clone)]
pub struct Metric {
    pattern: Regex,
    /// True if a larger number is better.
    pub higher_is_better: bool,
}

impl Metric {
    /// Reads a regular expression whose first group is the number.
    ///
    /// # Errors
    /// When it is no regular expression, or has no group.
    pub fn new(pattern: &str, higher_is_better: bool) -> Result<Self, String> {
        let regex =
            Regex::new(pattern).map_err(|fault| format!("--metric `{pattern}`: {fault}"))?;
        if regex.captures_len() < 2 {
            return Err(format!(
                "--metric `{pattern}` has no group for the number, as in 'throughput: ([0-9.]+)'"
            ));
        }
        Ok(Self { pattern: regex, higher_is_better })
    }

    /// The number in a line.
    fn of_line(&self, line: &str) -> Option<f64> {
        let text = self.pattern.captures(line)?.get(1)?.as_str();
        text.replace([',', '_'], "").parse().ok()
    }
}

/// The settings of a command's runs.
#[derive(Debug, Clone, Default)]
pub struct CommandRun {
    /// Run before every sample, outside of what is timed.
    pub prepare: Option<Vec<String>>,
    /// Run after every sample.
    pub cleanup: Option<Vec<String>>,
    /// The number to compare by; the time where there is none.
    pub metric: Option<Metric>,
}

/// Returns the arguments that run a command line: by the shell, or without one.
///
/// # Errors
/// When there is no shell and the line cannot be split.
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

/// Runs a command once, with what comes before and after it. It is broken off when `enough` is true.
///
/// # Errors
/// When it cannot be started, fails, does not end in time, or prints no number that is asked for.
pub fn sample(
    name: &str,
    run: &CommandRun,
    launch: &Launch,
    workload: &Workload,
    patience: Duration,
    enough: &dyn Fn() -> bool,
) -> Result<Sample, Fault> {
    aside(run.prepare.as_deref(), launch, patience, "before")?;
    let sample = timed(run, launch, patience, enough);
    aside(run.cleanup.as_deref(), launch, patience, "after")?;
    let ended = sample?;
    Ok(Sample {
        engine: name.to_owned(),
        workload: workload.name.clone(),
        repeats: 1,
        runs: Some(1),
        metric: ended.metric,
        speed: run
            .metric
            .as_ref()
            .zip(ended.metric)
            .map(|(metric, value)| if metric.higher_is_better { value } else { 1.0 / value }),
        seconds: ended.seconds,
        queued_seconds: ended.waited.map(|waited| waited.as_secs_f64()),
        counters: ended.counters,
        peak_memory_bytes: ended.peak_memory,
        ..Sample::default()
    })
}

/// Runs a command that is not timed.
fn aside(
    argv: Option<&[String]>,
    launch: &Launch,
    patience: Duration,
    when: &str,
) -> Result<(), Fault> {
    let Some(argv) = argv else { return Ok(()) };
    let launch = Launch { argv: argv.to_vec(), ..launch.clone() };
    let said = |fault: Fault| Fault {
        message: format!("the command {when} each run: {}", fault.message),
        ..fault
    };
    timed(&CommandRun::default(), &launch, patience, &|| false).map(|_| ()).map_err(said)
}

/// A command that has ended well.
struct EndedCommand {
    seconds: f64,
    counters: Option<SampleCounters>,
    metric: Option<f64>,
    peak_memory: Option<u64>,
    waited: Option<Duration>,
}

fn timed(
    run: &CommandRun,
    launch: &Launch,
    patience: Duration,
    enough: &dyn Fn() -> bool,
) -> Result<EndedCommand, Fault> {
    let output = match run.metric {
        Some(_) => StandardOutput::Read,
        None => StandardOutput::Discarded,
    };
    let launch = Launch { no_input: true, output, ..launch.clone() };
    let interrupted = || launch.is_interrupted() || enough();
    let begin = Instant::now();
    let mut connection = ProcessConnection::start(&launch)?;
    let before = connection.counters();
    let ended = wait(&mut connection, run.metric.as_ref(), &interrupted, begin, patience);
    let mut seconds = begin.elapsed().as_secs_f64();
    if ended.is_ok() && connection.wait_for_children(LEFT_GRACE) {
        seconds = begin.elapsed().as_secs_f64();
    }
    let counted = before.zip(connection.counters());
    let mut counters = counted.and_then(|(before, after)| counters::between(&before, &after));
    let oddities = connection.close(Duration::ZERO);
    let LastSeen { metric, peak_memory, waited } = ended?;
    // The children that it waited for are counted, too.
    let usage = connection.usage();
    let task = usage.map(|usage| usage.nanoseconds);
    let peak_memory = usage.map(|usage| usage.peak_memory).or(peak_memory);
    let told = counters
        .get_or_insert_with(|| SampleCounters { running: 1.0, ..SampleCounters::default() });
    told.task_nanoseconds = task.or(told.task_nanoseconds);
    let mut left = [oddities.left, oddities.strays].concat();
    if oddities.children_left && left.is_empty() {
        left.push("this system does not name them".to_owned());
    }
    if !left.is_empty() {
        let named = left.join(", ");
        let said = format!("it left processes behind, whose work is not counted: {named}");
        return Err(Fault::new(FaultKind::Exited, said));
    }
    Ok(EndedCommand { seconds, counters, metric, peak_memory, waited })
}

/// What was last seen of a command while it ran.
struct LastSeen {
    metric: Option<f64>,
    peak_memory: Option<u64>,
    waited: Option<Duration>,
}

/// Waits for the end of a command; the last number that it printed, its peak memory, and the time that
/// it stood in line for a processor.
fn wait(
    connection: &mut ProcessConnection,
    metric: Option<&Metric>,
    interrupted: &dyn Fn() -> bool,
    begin: Instant,
    patience: Duration,
) -> Result<LastSeen, Fault> {
    let (mut number, mut peak, mut waited) = (None, None, None);
    let mut closed = false;
    let exit = loop {
        if closed {
            if connection.ends_within(GLANCE)
                && let Some(exit) = connection.exit()
            {
                break exit;
            }
        } else {
            match connection.receive(GLANCE) {
                EngineEvent::Line(line, _) => {
                    number = metric.and_then(|metric| metric.of_line(&line)).or(number);
                }
                EngineEvent::Timeout => {}
                EngineEvent::Closed => closed = true,
            }
        }
        peak = peak.max(connection.peak_memory());
        waited = waited.max(connection.waited_with_children());
        if interrupted() {
            return Err(Fault::new(FaultKind::Interrupted, "the run was interrupted"));
        }
        if begin.elapsed() > patience {
            let said = format!("it did not end in {:.0} s", patience.as_secs_f64());
            return Err(Fault::new(FaultKind::TooSlow, said));
        }
    };
    if exit.code != Some(0) {
        return Err(Fault::exited(Some(exit), "while it ran"));
    }
    if metric.is_some() && number.is_none_or(|value| !METRICS.contains(&value)) {
        let said = match number {
            Some(value) => format!("the number that it printed is {value:?}, not in {METRICS:?}"),
            None => "it printed no number that --metric finds".to_owned(),
        };
        return Err(Fault::new(FaultKind::Unsupported, said));
    }
    Ok(LastSeen { metric: number, peak_memory: peak, waited })
}
