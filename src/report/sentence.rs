//! Summary of a comparison, in a sentence for each engine.

use super::commits::{self, MeasuredCommit};
use super::estimate::{DiffVerdict, RatioEstimate};
use super::gate;
use nucleus_records::precision::percent;
use nucleus_records::record::{EngineRecord, Record, Workload};
use nucleus_records::sequential;
use nucleus_records::stats;
use nucleus_records::summary::{self, Overall, SpeedBasis};

/// A sentence for each engine on each workload, when there are several, and one for each engine on
/// all of them together, last. Every engine is compared with the first. Of commits there are the
/// changes of speed, and the last commit over the first. `seconds` is how long the measuring took.
pub fn sentences(record: &Record, seconds: f64) -> Vec<String> {
    let Some((first, others)) = record.engines.split_first() else { return Vec::new() };
    let commits = others.len() > 1 && record.engines.iter().all(|e| e.commit.is_some());
    let mut lines =
        if commits { changes(record) } else { by_workload(record, &first.name, others) };
    let asked = record.settings.precision;
    let shown = if commits { &others[others.len() - 1..] } else { others };
    let differ = summary::signatures_that_differ(record);
    let differ = differ.map(|said| format!(" -- {said}; THEY DO NOT SEARCH THE SAME TREE"));
    for engine in shown {
        let line = overall(record, &engine.name, &first.name).map(|overall| {
            let time = time(record, &engine.name, &first.name);
            whole(&engine.name, &overall, &format!("{seconds:.0} s; {time}"), asked)
        });
        lines.extend(line.map(|line| line + differ.as_deref().unwrap_or("")));
    }
    lines
}

/// The ratio on all workloads. A run that a gate could end at any block has the interval that holds
/// at every block.
fn overall(record: &Record, engine: &str, first: &str) -> Option<Overall> {
    let mut overall = summary::overall(record, engine, first)?;
    if record.settings.gate.is_some() {
        let blocks = summary::block_means(record, engine, first).means;
        let interval = sequential::interval(&blocks, sequential::ALPHA);
        let finite = interval.filter(|i| i.low.is_finite() && i.high.is_finite());
        if let Some(interval) = interval {
            overall.ratio.ratio = interval.mean.exp();
        }
        overall.ratio.low = finite.map(|i| i.low.exp());
        overall.ratio.high = finite.map(|i| i.high.exp());
    }
    Some(overall)
}

/// The sentences by workload, where there are several.
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

/// Returns the places where the speed of commits changes.
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

/// The sentence of an engine on all workloads.
fn whole(engine: &str, overall: &Overall, how: &str, precision: Option<f64>) -> String {
    let Overall { ratio, workloads } = overall;
    let estimate = RatioEstimate::new(ratio.ratio, ratio.low, ratio.high);
    let of =
        if *workloads > 1 { format!(" of each of {workloads} workloads") } else { String::new() };
    let plural = if ratio.blocks == 1 { "" } else { "s" };
    let open = match estimate.verdict() {
        DiffVerdict::NoDifference => ": no difference shown",
        DiffVerdict::Unknown => ": too few blocks for an interval",
        _ => "",
    };
    let wide = estimate.interval.map(|(low, high)| stats::half_width(low, high));
    let imprecise = match (precision, wide) {
        (Some(target), Some(wide)) if wide > target => {
            format!("; ± {}, target ± {}", percent(wide), percent(target))
        }
        _ => String::new(),
    };
    format!(
        "{} ({} block{plural}{of}, {how}{imprecise}){open}",
        as_fast(engine, estimate, &ratio.reference),
        ratio.blocks
    )
}

/// The time that the ratio is by, and the ratio by wall time beside one by processor time.
fn time(record: &Record, engine: &str, first: &str) -> String {
    let basis = summary::speed_basis(record);
    let has_wall = matches!(basis, SpeedBasis::Processor | SpeedBasis::Mixed);
    match has_wall.then(|| summary::overall_by_wall(record, engine, first)).flatten() {
        Some(wall) => format!("by {basis}, {:.3} by wall time", wall.ratio.ratio),
        None => format!("by {basis}"),
    }
}

/// `new is 1.031 [1.024, 1.038] times as fast as old`.
pub fn as_fast(engine: &str, ratio: RatioEstimate, reference: &str) -> String {
    let interval =
        ratio.interval.map_or_else(String::new, |(low, high)| format!(" [{low:.3}, {high:.3}]"));
    format!("{engine} is {:.3}{interval} times as fast as {reference}", ratio.value)
}
