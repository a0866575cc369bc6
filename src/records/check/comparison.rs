//! Checks of a comparison: its figures are recomputed from its samples, and its values must be
//! plausible.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::envelope::{Payload, ReadError, RecordKind, demand, read};
use crate::json::to_json;
use crate::record::{Record, Sample};
use crate::scaling::OldScaling;
use crate::summary::summarize;
use crate::time::seconds;
use nucleus_base::text;

/// The relative difference up to which figures are equal; other compilers may round differently.
const SAME: f64 = 1e-9;
/// The largest plausible number of nodes per second and thread; the fastest known perft has some hundred
/// million.
const MOST_NPS: f64 = 1e10;
/// The range of plausible core clocks, GHz.
const CLOCKS: [f64; 2] = [0.2, 10.0];
/// The accepted excess of an engine's own clock over ours: seconds per search, and a share of our time.
const OWN_CLOCK: (f64, f64) = (0.1, 0.1);

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// If the text is not a record or has a newer schema.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        read(text)
    }

    /// Returns the record as indented JSON with a final newline.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

impl Payload for Record {
    const KIND: RecordKind = RecordKind::Compare;

    fn from_json_text(text: &str, old: bool) -> Result<Self, serde_json::Error> {
        match old {
            true => serde_json::from_str(text).map(|old: OldScaling| old.into()),
            false => serde_json::from_str(text),
        }
    }

    fn warn(&mut self, loss: String) {
        self.warnings.push(format!("the record: {loss}"));
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        names(self, &mut faults);
        samples(self, &mut faults);
        duration(self, &mut faults);
        demand(&mut faults, self.source.profile.as_deref() != Some("debug"), || {
            "it was measured with a build for debugging".to_owned()
        });
        for engine in self.engines.iter().filter(|e| e.ours) {
            let levels = &self.machine.levels;
            if let Some(level) = engine.level.as_ref().filter(|level| !levels.contains(level)) {
                let (name, levels) = (&engine.name, levels.join(" "));
                faults.push(format!("{name} ran at level {level}; the CPU has {levels}"));
            }
        }
        figures(self, &mut faults);
        faults
    }

    fn remarks(&self) -> Vec<String> {
        [
            (self.settings.mode == "quick", "it is a quick run: wide intervals, or none"),
            (self.settings.self_check, "it compares an engine with itself"),
            (self.source.commit.is_none(), "it does not name the commit that was measured"),
            (self.source.dirty == Some(true), "the source had changes that no commit has"),
            (!self.failures.is_empty(), "an engine failed"),
        ]
        .into_iter()
        .filter(|(holds, _)| *holds)
        .map(|(_, remark)| remark.to_owned())
        .collect()
    }

    fn content(&self) -> String {
        format!("{} rows follow from its {} samples", self.summaries.len(), self.samples.len())
    }
}

/// Returns the names, and adds a fault for each duplicate.
fn once<'a>(
    what: &str,
    names: impl Iterator<Item = &'a String>,
    faults: &mut Vec<String>,
) -> HashSet<&'a str> {
    let mut seen = HashSet::new();
    for name in names {
        demand(faults, seen.insert(name.as_str()), || format!("two {what}s are called {name}"));
    }
    seen
}

/// Checks that names are unique, and that samples, failures and rows name known engines and workloads.
fn names(record: &Record, faults: &mut Vec<String>) {
    let engines = once("engine", record.engines.iter().map(|e| &e.name), faults);
    let workloads = once("workload", record.workloads.iter().map(|w| &w.name), faults);
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

/// Checks that each sample is plausible, each place in a block is used once, and an engine searches a
/// position to one depth with any number of threads.
fn samples(record: &Record, faults: &mut Vec<String>) {
    let (mut places, mut depths) = (HashSet::new(), HashMap::new());
    for (at, sample) in record.samples.iter().enumerate() {
        let (engine, workload) = (&sample.engine, &sample.workload);
        let mut said = sample_faults(sample, f64::from(record.settings.threads.max(1)));
        demand(&mut said, places.insert((workload, engine, sample.block, sample.position)), || {
            format!("block {} has its place {} twice", sample.block, sample.position)
        });
        let expected = record.workload(workload).and_then(|w| w.expected_nodes);
        let whole = expected.and_then(|n| n.checked_mul(u64::from(sample.repeats.max(1))));
        let is_right = sample.right != Some(true) || sample.nodes == whole;
        demand(&mut said, expected.is_none() || is_right, || {
            format!("it is marked as right, but has {:?} nodes instead of {whole:?}", sample.nodes)
        });
        if record.is_over_threads() {
            let engine =
                record.engine(engine).and_then(|e| e.paired_with.as_ref()).unwrap_or(engine);
            let depth = *depths.entry((engine, workload)).or_insert(sample.depth);
            demand(&mut said, sample.depth > Some(0) && sample.depth == depth, || {
                format!("depth {:?}, where the others have {depth:?}", sample.depth)
            });
        }
        let place = |said| format!("sample {at}, {engine} on {workload}: {said}");
        faults.extend(said.into_iter().map(place));
    }
}

fn sample_faults(sample: &Sample, threads: f64) -> Vec<String> {
    let mut faults = Vec::new();
    let seconds = sample.seconds;
    let is_time = seconds.is_finite() && seconds > 0.0 && seconds < 86_400.0;
    demand(&mut faults, is_time, || format!("it took {seconds} seconds"));
    if let Some(nps) = sample.nps() {
        demand(&mut faults, nps < MOST_NPS * threads, || {
            format!("{nps:.0} nodes a second are more than there can be")
        });
    }
    let repeats = f64::from(sample.repeats.max(1));
    if let Some(own) = sample.engine_seconds {
        let most = seconds * (1.0 + OWN_CLOCK.1) + OWN_CLOCK.0 * repeats;
        demand(&mut faults, own >= 0.0 && own <= most, || {
            format!("{own} seconds by the engine's clock, {seconds} by ours")
        });
    }
    for clock in [sample.clock_ghz_before, sample.clock_ghz_after].into_iter().flatten() {
        let is_one = (CLOCKS[0]..=CLOCKS[1]).contains(&clock);
        demand(&mut faults, is_one, || format!("a core clock of {clock} GHz"));
    }
    if let Some(counters) = &sample.counters {
        let share = counters.running;
        let is_share = (0.0..=1.0).contains(&share);
        demand(&mut faults, is_share, || format!("counters ran {share} of the time"));
        if let Some(own) = counters.task_nanoseconds {
            let most = seconds * threads * 1.05 + 0.1 * repeats;
            let own = own as f64 / 1e9;
            demand(&mut faults, own <= most, || {
                format!("{own} seconds of processor time in {seconds} seconds")
            });
        }
    }
    faults
}

/// Checks that the samples fit into the duration of the run; engines run one after another.
fn duration(record: &Record, faults: &mut Vec<String>) {
    let [started, written] = [&record.started, &record.written].map(|text| seconds(text));
    let spent: f64 = record.samples.iter().map(|s| s.seconds).sum();
    if let Some(had) = written.zip(started).map(|(written, started)| (written - started) as f64) {
        demand(faults, spent <= had * 1.01 + 5.0, || {
            format!("its samples took {spent:.0} seconds, but the run took {had:.0}")
        });
    }
}

/// Checks that every figure equals the one recomputed from the samples.
fn figures(record: &Record, faults: &mut Vec<String>) {
    if record.samples.is_empty() {
        return faults.push("it has no samples, from which its figures could be computed".into());
    }
    let mut anew = record.clone();
    summarize(&mut anew);
    for row in &record.summaries {
        let name = format!("{} on {}", row.engine, row.workload);
        let Some(own) = anew.summary(&row.engine, &row.workload) else {
            faults.push(format!("{name}: the record has a row, and no sample of it"));
            continue;
        };
        let [said, found] = [row, own].map(|row| serde_json::to_value(row).unwrap_or_default());
        differences(&name, &said, &found, faults);
    }
    let [said, found] =
        [record, &anew].map(|r| serde_json::to_value(&r.results).unwrap_or_default());
    if !record.results.is_empty() {
        differences("results", &said, &found, faults);
    }
    for row in &anew.summaries {
        let (engine, workload) = (&row.engine, &row.workload);
        let is_there = record.summary(engine, workload).is_some();
        demand(faults, is_there, || format!("{engine} on {workload}: it has samples, and no row"));
    }
}

/// Adds the differences between the record's figures and the recomputed ones. Figures that an older
/// program did not compute may be missing, and the text of warnings may differ.
fn differences(place: &str, said: &Value, found: &Value, faults: &mut Vec<String>) {
    match (said, found) {
        (Value::Null, _) => {}
        (Value::Object(said), Value::Object(found)) => {
            for (key, value) in said.iter().filter(|(key, _)| *key != "warnings") {
                let other = found.get(key).unwrap_or(&Value::Null);
                differences(&format!("{place}: {key}"), value, other, faults);
            }
        }
        (Value::Array(said), Value::Array(found)) if said.len() == found.len() => {
            for (at, (value, other)) in said.iter().zip(found).enumerate() {
                differences(&format!("{place} {at}"), value, other, faults);
            }
        }
        _ if same(said, found) => {}
        _ => faults.push(text::line(&format!("{place}: it has {said}, its samples give {found}"))),
    }
}

fn same(said: &Value, found: &Value) -> bool {
    match (said.as_f64(), found.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() <= SAME * a.abs().max(b.abs()),
        _ => said == found,
    }
}
