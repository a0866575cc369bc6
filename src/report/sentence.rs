//! What a comparison comes to, in a sentence for each engine.

use super::commits::{self, MeasuredCommit};
use super::estimate::{DiffVerdict, RatioEstimate};
use super::gate;
use nucleus_records::precision::percent;
use nucleus_records::record::{EngineRecord, Record, Workload};
use nucleus_records::stats;
use nucleus_records::summary::{self, Overall};

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
        let overall = summary::overall(record, &engine.name, &first.name);
        let line = overall.map(|overall| whole(&engine.name, &overall, seconds, asked));
        lines.extend(line.map(|line| line + differ.as_deref().unwrap_or("")));
    }
    lines
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

/// Where the speed of commits changes.
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
fn whole(engine: &str, overall: &Overall, seconds: f64, precision: Option<f64>) -> String {
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
        (Some(asked), Some(wide)) if wide > asked => {
            format!("; ± {}, not the ± {} asked for", percent(wide), percent(asked))
        }
        _ => String::new(),
    };
    format!(
        "{} ({} block{plural}{of}, {seconds:.0} s{imprecise}){open}",
        as_fast(engine, estimate, &ratio.reference),
        ratio.blocks
    )
}

/// `new is 1.031 [1.024, 1.038] times as fast as old`.
fn as_fast(engine: &str, ratio: RatioEstimate, reference: &str) -> String {
    let interval =
        ratio.interval.map_or_else(String::new, |(low, high)| format!(" [{low:.3}, {high:.3}]"));
    format!("{engine} is {:.3}{interval} times as fast as {reference}", ratio.value)
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::pair;
    use super::*;
    use nucleus_records::record::{EngineCommit, Protocol, Sample};

    #[test]
    fn one_workload_is_one_sentence() {
        let lines = sentences(&pair(&[1.03], 6), 41.4);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with("new is 1.031 [1.0"), "{lines:?}");
        assert!(lines[0].ends_with("] times as fast as old (6 blocks, 41 s)"), "{lines:?}");
        let few = sentences(&pair(&[1.03], 2), 1.0);
        assert_eq!(
            few,
            ["new is 1.031 times as fast as old (2 blocks, 1 s): too few blocks for an interval"]
        );
        let mut wide = pair(&[1.03], 6);
        wide.settings.precision = Some(0.0001);
        let wide = sentences(&wide, 2.0);
        assert!(wide[0].contains(" (6 blocks, 2 s; ± 0."), "{wide:?}");
        assert!(wide[0].ends_with(" %, not the ± 0.010 % asked for)"), "{wide:?}");
        let equal = sentences(&pair(&[0.999], 6), 1.0);
        assert!(equal[0].ends_with(": no difference shown"), "{equal:?}");
    }

    #[test]
    fn several_workloads_end_with_their_geometric_mean() {
        let lines = sentences(&pair(&[1.0, 1.21], 3), 9.0);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].starts_with("w0/timed: new is 1.00"), "{lines:?}");
        assert!(lines[1].starts_with("w1/timed: new is 1.21"), "{lines:?}");
        assert!(lines[2].starts_with("new is 1.101 ["), "√1.21 is 1.1: {lines:?}");
        assert!(lines[2].ends_with("(3 blocks of each of 2 workloads, 9 s)"), "{lines:?}");
    }

    #[test]
    fn of_commits_the_changes_are_told_and_the_last_over_the_first() {
        let mut record = pair(&[1.0], 6);
        let more = EngineRecord { name: "newest".into(), ..record.engines[1].clone() };
        record.engines.push(more);
        let slower = record.samples.iter().filter(|s| s.engine == "new").map(|s| Sample {
            engine: "newest".into(),
            nodes: s.nodes.map(|nodes| nodes * 8 / 10),
            ..s.clone()
        });
        let slower: Vec<Sample> = slower.collect();
        record.samples.extend(slower);
        for (place, engine) in record.engines.iter_mut().enumerate() {
            let subject = format!("change {place}");
            engine.commit =
                Some(EngineCommit { subject, place: place as u32, ..EngineCommit::default() });
        }
        summary::summarize(&mut record);
        let lines = sentences(&record, 3.0);
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("change: newest (change 2) is 0.80"), "{lines:?}");
        assert!(lines[0].contains(" times as fast as those before (p = 0.00"), "{lines:?}");
        assert!(lines[1].starts_with("newest is 0.80"), "{lines:?}");
    }

    #[test]
    fn signatures_that_differ_are_in_the_last_sentence() {
        let mut record = pair(&[1.0], 6);
        record.workloads[0].protocol = Protocol::Bench;
        for sample in &mut record.samples {
            sample.nodes = Some(if sample.engine == "old" { 1_000 } else { 1_001 });
        }
        summary::summarize(&mut record);
        let last = sentences(&record, 3.0).pop().unwrap();
        let said =
            " -- BENCH SIGNATURES DIFFER: old 1000, new 1001; THEY DO NOT SEARCH THE SAME TREE";
        assert!(last.ends_with(said), "{last}");
    }
}
