//! Sentences on a comparison: the result of each engine, changes at commits, costs of sharing.

use super::commits::{self, MeasuredCommit};
use super::estimate::{DiffVerdict, RatioEstimate};
use super::gate;
use nucleus_records::precision::percent;
use nucleus_records::record::{EngineRecord, GateVerdict, Pairing, Record, Workload};
use nucleus_records::stats;
use nucleus_records::summary::{self, Overall, SpeedBasis};

/// Returns the sentences on a comparison of every engine with the first: one on each workload, if
/// there are several, and then one on all workloads together. For commits, there are sentences on the
/// changes of speed and on the last commit instead. `seconds` is the duration of the measurement.
pub fn sentences(record: &Record, seconds: f64) -> Vec<String> {
    let Some((first, others)) = record.engines.split_first() else { return Vec::new() };
    let commits = others.len() > 1 && record.engines.iter().all(|e| e.commit.is_some());
    let mut lines =
        if commits { changes(record) } else { by_workload(record, &first.name, others) };
    // A decided gate ends the run, whatever the precision.
    let is_open = matches!(record.gate, None | Some(GateVerdict::Undecided));
    let precision = record.settings.precision.filter(|_| is_open);
    let shown = if commits { &others[others.len() - 1..] } else { others };
    let differ = summary::signatures_that_differ(record);
    let differ = differ.map(|text| format!(" -- {text}; THEY DO NOT SEARCH THE SAME TREE"));
    for engine in shown {
        let line = summary::overall(record, &engine.name, &first.name).map(|overall| {
            let how = format!("{seconds:.0} s, {}", how(record, overall.workloads));
            engine_sentence(&engine.name, &overall, &how, precision)
        });
        lines.extend(line.map(|line| line + differ.as_deref().unwrap_or("")));
    }
    lines
}

/// Returns the sentences by workload, if there are several.
fn by_workload(record: &Record, first: &str, others: &[EngineRecord]) -> Vec<String> {
    let mut lines = Vec::new();
    let measured =
        |w: &&Workload| others.iter().any(|engine| record.summary(&engine.name, &w.name).is_some());
    let workloads: Vec<&Workload> = record.workloads.iter().filter(measured).collect();
    for workload in workloads.iter().filter(|_| workloads.len() > 1) {
        for engine in others {
            let row = record.summary(&engine.name, &workload.name);
            let ratio = row.and_then(|row| gate::ratio(record, row, first));
            lines.extend(ratio.map(|ratio| {
                format!("{}: {}", workload.name, as_fast(&engine.name, ratio, first))
            }));
        }
    }
    lines
}

/// Returns a sentence for each commit at which the speed changes, or one if there is none.
fn changes(record: &Record) -> Vec<String> {
    let all = commits::measured(record);
    let sentence = |one: &MeasuredCommit<'_>| {
        let change = one.change.as_ref()?;
        let here = format!("{} ({})", one.engine.name, one.commit.subject);
        let ratio = as_fast(&here, one.step()?, "those before");
        Some(format!("change: {ratio} (p = {:.4})", change.p))
    };
    let lines: Vec<String> = all.iter().filter_map(sentence).collect();
    if lines.is_empty() {
        return vec![format!("no change of speed is shown among {} commits", all.len())];
    }
    lines
}

/// Returns the time that a narrower interval would take, for a run without target precision
/// and gate; `None` without an interval, or if it is already narrow.
pub fn outlook(record: &Record, seconds: f64) -> Option<String> {
    let settings = &record.settings;
    if settings.precision.is_some() || settings.gate.is_some() {
        return None;
    }
    let (first, others) = record.engines.split_first()?;
    let widths = others.iter().map(|engine| {
        let ratio = summary::overall(record, &engine.name, &first.name)?.ratio;
        Some(stats::half_width(ratio.low?, ratio.high?))
    });
    let width = widths.collect::<Option<Vec<f64>>>()?.into_iter().reduce(f64::max)?;
    let target = TARGETS.into_iter().find(|&target| target < width)?;
    // The width of an interval falls with the square root of the number of blocks.
    let more = seconds * ((width / target).powi(2) - 1.0);
    let percent = (target * 1e5).round() / 1e3;
    Some(format!("± {percent} % would need about {more:.0} s more"))
}

/// Returns a sentence for each engine whose cost of sharing a processor differs from the first
/// one's by more than the half-width of their ratio's interval.
pub fn sharing(record: &Record) -> Vec<String> {
    let Some((first, others)) = record.engines.split_first() else { return Vec::new() };
    let line = |engine: &EngineRecord| {
        let ratio = summary::overall(record, &engine.name, &first.name)?.ratio;
        let width = stats::half_width(ratio.low?, ratio.high?);
        let cost = summary::unlike_costs(record, &engine.name, &first.name, width)?;
        Some(format!(
            "sharing a processor costs {} {:.1} % of its speed and {} {:.1} %: --pairing alternate \
             compares them without",
            engine.name,
            cost.engine * 100.0,
            first.name,
            cost.reference * 100.0
        ))
    };
    others.iter().filter_map(line).collect()
}

/// Half-widths that are suggested as targets.
const TARGETS: [f64; 6] = [0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/// Returns the sentence of an engine on all workloads.
fn engine_sentence(engine: &str, overall: &Overall, how: &str, precision: Option<f64>) -> String {
    let ratio = &overall.ratio;
    let estimate = RatioEstimate::new(ratio.ratio, ratio.low, ratio.high);
    let open = match estimate.verdict() {
        DiffVerdict::NoDifference => ": no difference shown",
        DiffVerdict::Unknown => ": too few blocks for an interval",
        _ => "",
    };
    let wide = estimate.interval.map(|(low, high)| stats::half_width(low, high));
    let imprecise = match (precision, wide) {
        (Some(target), Some(wide)) if wide > target => format!(", target ± {}", percent(target)),
        _ => String::new(),
    };
    let faster = ratio.faster.map(|share| format!(", P(faster) {}", probability(share)));
    format!(
        "{}{}, {how}{imprecise}{open}",
        as_fast(engine, estimate, &ratio.reference),
        faster.unwrap_or_default()
    )
}

/// Formats a probability as a percentage; values close to 0 and 1 become bounds.
fn probability(share: f64) -> String {
    match share {
        _ if share > 0.999 => "> 99.9 %".to_owned(),
        _ if share < 0.001 => "< 0.1 %".to_owned(),
        _ => format!("{:.1} %", share * 100.0),
    }
}

/// Describes how the programs shared the machine, the number of workloads, and the clock of their
/// speeds unless that is processor time.
fn how(record: &Record, workloads: usize) -> String {
    let mut how = match record.settings.pairing {
        Some(Pairing::Duet) => "duet".to_owned(),
        _ => "alternating".to_owned(),
    };
    if workloads > 1 {
        how += &format!(", mean of {workloads} workloads");
    }
    match summary::speed_basis(record) {
        SpeedBasis::Processor => how,
        basis => how + &format!(", by {basis}"),
    }
}

/// Formats `new is 3.10 % faster than old ± 0.70 % (95 %)`, with the factor if it is large.
pub fn as_fast(engine: &str, ratio: RatioEstimate, reference: &str) -> String {
    let (change, word) = if ratio.value < 1.0 {
        (1.0 - ratio.value, "slower")
    } else {
        (ratio.value - 1.0, "faster")
    };
    let width = ratio.interval.map(|(low, high)| stats::half_width(low, high));
    let width = width.map_or_else(String::new, |width| format!(" ± {} (95 %)", percent(width)));
    let times = if (1.0 / MANIFOLD..MANIFOLD).contains(&ratio.value) {
        String::new()
    } else {
        format!(", {:.3} times as fast", ratio.value)
    };
    format!("{engine} is {:.2} % {word} than {reference}{width}{times}", change * 100.0)
}

/// The ratio from which on the factor is printed too.
const MANIFOLD: f64 = 1.2;
