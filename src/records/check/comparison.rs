//! Checks of a comparison: its figures are recomputed from its samples, and its values must be
//! plausible.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::envelope::{Payload, ReadError, RecordKind, demand, read};
use crate::json::to_json;
use crate::record::{Record, Sample};
use crate::scaling::OldScaling;
use crate::summary::{is_duet, summarize};
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

    fn errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        names(self, &mut errors);
        samples(self, &mut errors);
        duration(self, &mut errors);
        demand(&mut errors, self.source.profile.as_deref() != Some("debug"), || {
            "it was measured with a build for debugging".to_owned()
        });
        for engine in self.engines.iter().filter(|e| e.ours) {
            let levels = &self.machine.levels;
            if let Some(level) = engine.level.as_ref().filter(|level| !levels.contains(level)) {
                let (name, levels) = (&engine.name, levels.join(" "));
                errors.push(format!("{name} ran at level {level}; the CPU has {levels}"));
            }
        }
        figures(self, &mut errors);
        errors
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

/// Returns the names, and adds an error for each duplicate.
fn once<'a>(
    what: &str,
    names: impl Iterator<Item = &'a String>,
    errors: &mut Vec<String>,
) -> HashSet<&'a str> {
    let mut seen = HashSet::new();
    for name in names {
        demand(errors, seen.insert(name.as_str()), || format!("two {what}s are called {name}"));
    }
    seen
}

/// Checks that names are unique, and that samples, failures and rows name known engines and workloads.
fn names(record: &Record, errors: &mut Vec<String>) {
    let engines = once("engine", record.engines.iter().map(|e| &e.name), errors);
    let workloads = once("workload", record.workloads.iter().map(|w| &w.name), errors);
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
    errors.extend(strangers);
}

/// Checks that each sample is plausible, that each place in a block is used once, and that an
/// engine searches a position to the same depth with every number of threads.
fn samples(record: &Record, errors: &mut Vec<String>) {
    let (mut places, mut depths) = (HashSet::new(), HashMap::new());
    for (at, sample) in record.samples.iter().enumerate() {
        let (engine, workload) = (&sample.engine, &sample.workload);
        let mut own = sample_errors(sample, f64::from(record.settings.threads.max(1)));
        demand(&mut own, places.insert((workload, engine, sample.block, sample.position)), || {
            format!("block {} has its place {} twice", sample.block, sample.position)
        });
        let expected = record.workload(workload).and_then(|w| w.expected_nodes);
        let total = expected.and_then(|n| n.checked_mul(u64::from(sample.repeats.max(1))));
        let is_right = sample.right != Some(true) || sample.nodes == total;
        demand(&mut own, expected.is_none() || is_right, || {
            format!("it is marked as right, but has {:?} nodes instead of {total:?}", sample.nodes)
        });
        if record.is_over_threads() {
            let engine =
                record.engine(engine).and_then(|e| e.paired_with.as_ref()).unwrap_or(engine);
            let depth = *depths.entry((engine, workload)).or_insert(sample.depth);
            demand(&mut own, sample.depth > Some(0) && sample.depth == depth, || {
                format!("depth {:?}, where the others have {depth:?}", sample.depth)
            });
        }
        let place = |problem| format!("sample {at}, {engine} on {workload}: {problem}");
        errors.extend(own.into_iter().map(place));
    }
}

fn sample_errors(sample: &Sample, threads: f64) -> Vec<String> {
    let mut errors = Vec::new();
    let seconds = sample.seconds;
    let is_time = seconds.is_finite() && seconds > 0.0 && seconds < 86_400.0;
    demand(&mut errors, is_time, || format!("it took {seconds} seconds"));
    if let Some(nps) = sample.nps() {
        demand(&mut errors, nps < MOST_NPS * threads, || {
            format!("{nps:.0} nodes a second are more than there can be")
        });
    }
    let repeats = f64::from(sample.repeats.max(1));
    if let Some(own) = sample.engine_seconds {
        let most = seconds * (1.0 + OWN_CLOCK.1) + OWN_CLOCK.0 * repeats;
        demand(&mut errors, own >= 0.0 && own <= most, || {
            format!("{own} seconds by the engine's clock, {seconds} by ours")
        });
    }
    for clock in [sample.clock_ghz_before, sample.clock_ghz_after].into_iter().flatten() {
        let is_one = (CLOCKS[0]..=CLOCKS[1]).contains(&clock);
        demand(&mut errors, is_one, || format!("a core clock of {clock} GHz"));
    }
    if let Some(counters) = &sample.counters {
        let share = counters.running;
        let is_share = (0.0..=1.0).contains(&share);
        demand(&mut errors, is_share, || format!("counters ran {share} of the time"));
        if let Some(own) = counters.task_nanoseconds {
            let most = seconds * threads * 1.05 + 0.1 * repeats;
            let own = own as f64 / 1e9;
            demand(&mut errors, own <= most, || {
                format!("{own} seconds of processor time in {seconds} seconds")
            });
        }
    }
    errors
}

/// Checks that the samples fit into the duration of the run. In a duet two engines run at once.
fn duration(record: &Record, errors: &mut Vec<String>) {
    let [started, written] = [&record.started, &record.written].map(|text| seconds(text));
    let seconds_of = |engine: &str| {
        let own = record.samples.iter().filter(|sample| sample.engine == engine);
        own.map(|sample| sample.seconds).sum::<f64>()
    };
    let spent = record.engines.iter().map(|engine| seconds_of(&engine.name));
    let spent = if is_duet(record) { spent.fold(0.0, f64::max) } else { spent.sum() };
    if let Some(had) = written.zip(started).map(|(written, started)| (written - started) as f64) {
        demand(errors, spent <= had * 1.01 + 5.0, || {
            format!("its samples took {spent:.0} seconds, but the run took {had:.0}")
        });
    }
}

/// Checks that every figure equals the one recomputed from the samples.
fn figures(record: &Record, errors: &mut Vec<String>) {
    if record.samples.is_empty() {
        return errors.push("it has no samples, from which its figures could be computed".into());
    }
    let mut anew = record.clone();
    summarize(&mut anew);
    for row in &record.summaries {
        let name = format!("{} on {}", row.engine, row.workload);
        let Some(own) = anew.summary(&row.engine, &row.workload) else {
            errors.push(format!("{name}: the record has a row, and no sample of it"));
            continue;
        };
        let [kept, found] = [row, own].map(|row| serde_json::to_value(row).unwrap_or_default());
        differences(&name, &kept, &found, errors);
    }
    let [kept, found] =
        [record, &anew].map(|r| serde_json::to_value(&r.results).unwrap_or_default());
    if !record.results.is_empty() {
        differences("results", &kept, &found, errors);
    }
    for row in &anew.summaries {
        let (engine, workload) = (&row.engine, &row.workload);
        let is_there = record.summary(engine, workload).is_some();
        demand(errors, is_there, || format!("{engine} on {workload}: it has samples, and no row"));
    }
}

/// Adds the differences between the record's figures and the recomputed ones. Figures that an older
/// program did not compute may be missing, and the text of warnings may differ.
fn differences(place: &str, kept: &Value, found: &Value, errors: &mut Vec<String>) {
    match (kept, found) {
        (Value::Null, _) => {}
        (Value::Object(kept), Value::Object(found)) => {
            for (key, value) in kept.iter().filter(|(key, _)| *key != "warnings") {
                let other = found.get(key).unwrap_or(&Value::Null);
                differences(&format!("{place}: {key}"), value, other, errors);
            }
        }
        (Value::Array(kept), Value::Array(found)) if kept.len() == found.len() => {
            for (at, (value, other)) in kept.iter().zip(found).enumerate() {
                differences(&format!("{place} {at}"), value, other, errors);
            }
        }
        _ if same(kept, found) => {}
        _ => errors.push(text::line(&format!("{place}: it has {kept}, its samples give {found}"))),
    }
}

fn same(kept: &Value, found: &Value) -> bool {
    match (kept.as_f64(), found.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() <= SAME * a.abs().max(b.abs()),
        _ => kept == found,
    }
}
