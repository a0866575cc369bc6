//! Checks that a record's statements are possible.

use std::collections::HashSet;
use std::time::{SystemTime, UNIX_EPOCH};

use super::CheckReport;
use nucleus_records::machine_record::{Machine, Source};
use nucleus_records::record::{EngineRecord, Record, Sample};
use nucleus_records::time::seconds;

/// Nodes per second that no thread of any processor counts: the fastest perft known makes some
/// hundred millions.
pub const MOST_NPS: f64 = 1e10;
/// Core clocks that there are, GHz.
const CLOCKS: [f64; 2] = [0.2, 10.0];
/// Seconds by which an engine's own clock may be ahead of ours, for each search, and the share.
const OWN_CLOCK: (f64, f64) = (0.1, 0.1);
/// Seconds that a record may be ahead of this machine's clock.
const AHEAD: i64 = 86_400;

/// Adds impossible statements to the faults, and warnings for the reader to the remarks.
pub fn check(record: &Record, report: &mut CheckReport) {
    names(record, &mut report.faults);
    samples(record, &mut report.faults);
    times(record, &mut report.faults);
    machine(&record.machine, &record.engines, &record.source, &mut report.faults);
    private(&record.to_json(), &mut report.faults);
    remarks(record, &mut report.remarks);
}

/// The names, each of which may be there once.
pub fn once<'a>(
    what: &str,
    names: impl Iterator<Item = &'a str>,
    faults: &mut Vec<String>,
) -> HashSet<&'a str> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            faults.push(format!("two {what}s are called {name}"));
        }
    }
    seen
}

/// Checks that names are unique, and that samples and failures name known engines and workloads.
fn names(record: &Record, faults: &mut Vec<String>) {
    let engines = once("engine", record.engines.iter().map(|e| e.name.as_str()), faults);
    let workloads = once("workload", record.workloads.iter().map(|w| w.name.as_str()), faults);
    let mut strangers = HashSet::new();
    let mut known = |place: &str, engine: &str, workload: Option<&str>| {
        if !engines.contains(engine) {
            strangers.insert(format!("{place} names the engine {engine}, which is not in it"));
        }
        if let Some(name) = workload.filter(|name| !workloads.contains(*name)) {
            strangers.insert(format!("{place} names the workload {name}, which is not in it"));
        }
    };
    record.samples.iter().for_each(|s| known("a sample", &s.engine, Some(&s.workload)));
    record.failures.iter().for_each(|f| known("a failure", &f.engine, f.workload.as_deref()));
    for row in &record.summaries {
        known("a row", &row.engine, Some(&row.workload));
        row.ratios.iter().for_each(|ratio| known("a ratio", &ratio.reference, None));
    }
    let mut strangers: Vec<String> = strangers.into_iter().collect();
    strangers.sort();
    faults.extend(strangers);
}

/// Each sample can be, and each place in a block is filled once.
fn samples(record: &Record, faults: &mut Vec<String>) {
    let threads = f64::from(record.settings.threads.max(1));
    let mut places = HashSet::new();
    for (at, sample) in record.samples.iter().enumerate() {
        let mut fault = |said: String| {
            let (engine, workload) = (&sample.engine, &sample.workload);
            faults.push(format!("sample {at}, {engine} on {workload}: {said}"));
        };
        if !places.insert((&sample.workload, &sample.engine, sample.block, sample.position)) {
            fault(format!("block {} has its place {} twice", sample.block, sample.position));
        }
        sample_faults(sample, threads).into_iter().for_each(&mut fault);
        let expected = record.workload(&sample.workload).and_then(|w| w.expected_nodes);
        let whole = expected.and_then(|n| n.checked_mul(u64::from(sample.repeats.max(1))));
        if expected.is_some() && sample.right == Some(true) && sample.nodes != whole {
            fault(format!(
                "it counts as right, and has {:?} nodes in place of {whole:?}",
                sample.nodes
            ));
        }
    }
}

fn sample_faults(sample: &Sample, threads: f64) -> Vec<String> {
    let mut faults = Vec::new();
    let mut demand = |holds: bool, said: String| {
        if !holds {
            faults.push(said);
        }
    };
    let seconds = sample.seconds;
    demand(
        seconds.is_finite() && seconds > 0.0 && seconds < 86_400.0,
        format!("it took {seconds} seconds"),
    );
    if let Some(nps) = sample.nps() {
        demand(
            nps < MOST_NPS * threads,
            format!("{nps:.0} nodes a second are more than there can be"),
        );
    }
    let repeats = f64::from(sample.repeats.max(1));
    if let Some(own) = sample.engine_seconds {
        let most = seconds * (1.0 + OWN_CLOCK.1) + OWN_CLOCK.0 * repeats;
        demand(
            own >= 0.0 && own <= most,
            format!("{own} seconds by the engine's clock, {seconds} by ours"),
        );
    }
    for clock in [sample.clock_ghz_before, sample.clock_ghz_after].into_iter().flatten() {
        demand((CLOCKS[0]..=CLOCKS[1]).contains(&clock), format!("a core clock of {clock} GHz"));
    }
    if let Some(counters) = &sample.counters {
        let share = counters.running;
        demand((0.0..=1.0).contains(&share), format!("counters ran {share} of the time"));
        if let Some(own) = counters.task_nanoseconds {
            let most = seconds * threads * 1.05 + 0.1 * repeats;
            let own = own as f64 / 1e9;
            demand(own <= most, format!("{own} seconds of processor time in {seconds} seconds"));
        }
    }
    faults
}

/// Checks the times: the run began before it ended, not in the future, and its samples have room
/// between.
fn times(record: &Record, faults: &mut Vec<String>) {
    let times = [&record.started, &record.written].map(|text| seconds(text));
    let [Some(started), Some(written)] = times else {
        faults
            .push(format!("no times: started {:?}, written {:?}", record.started, record.written));
        return;
    };
    if written < started {
        faults.push(format!("it was written at {}, before {}", record.written, record.started));
    }
    future(&record.written, "written", faults);
    // Engines run one after another.
    let spent: f64 = record.samples.iter().map(|s| s.seconds).sum();
    let had = (written - started) as f64;
    if spent > had * 1.01 + 5.0 {
        faults.push(format!("its samples took {spent:.0} seconds, and it was made in {had:.0}"));
    }
}

/// A time that lies in the future by more than clocks differ.
pub fn future(time: &str, what: &str, faults: &mut Vec<String>) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(i64::MAX, |d| d.as_secs() as i64);
    if seconds(time).is_some_and(|then| then > now.saturating_add(AHEAD)) {
        faults.push(format!("it was {what} at {time}, which is still to come"));
    }
}

/// The CPU is named.
pub fn named(machine: &Machine, faults: &mut Vec<String>) {
    if machine.cpu.is_none() && machine.vendor.is_none() {
        faults.push("it names no CPU".into());
    }
}

/// Checks the machine: the CPU is named, the levels and engines can run on it, and the program is
/// an optimised build.
pub fn machine(
    machine: &Machine,
    engines: &[EngineRecord],
    source: &Source,
    faults: &mut Vec<String>,
) {
    named(machine, faults);
    for engine in engines.iter().filter(|e| e.ours) {
        let level = engine.level.as_ref().filter(|level| !machine.levels.contains(level));
        if let Some(level) = level {
            let (name, levels) = (&engine.name, machine.levels.join(" "));
            faults.push(format!("{name} ran at level {level}; the CPU has {levels}"));
        }
    }
    if source.profile.as_deref() == Some("debug") {
        faults.push("it was measured with a build for debugging".into());
    }
}

/// No folder of a person in a record's JSON, wherever it may have come from.
pub fn private(text: &str, faults: &mut Vec<String>) {
    // Where systems keep people's folders; a backslash is doubled in JSON.
    let unix = ["home", "Users", "root"].map(|folder| format!("/{folder}/"));
    for folder in unix.into_iter().chain([r":\\Users\\".to_owned()]) {
        if let Some(at) = text.find(&folder) {
            let around: String = text[at..].chars().take(30).collect();
            faults.push(format!(
                "it names a folder, which is private: {}",
                nucleus_base::text::line(&around)
            ));
        }
    }
}

fn remarks(record: &Record, remarks: &mut Vec<String>) {
    let mut remark = |holds: bool, said: &str| {
        if holds {
            remarks.push(said.to_owned());
        }
    };
    remark(!record.complete, "it was cut short");
    remark(record.settings.mode == "quick", "it is a quick run: wide intervals, or none");
    remark(record.settings.self_check, "it compares an engine with itself");
    remark(record.source.commit.is_none(), "it does not say which commit was measured");
    remark(record.source.dirty == Some(true), "the source had changes that no commit has");
    remark(!record.failures.is_empty(), "an engine failed");
}
