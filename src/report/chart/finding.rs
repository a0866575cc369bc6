//! The results that charts have in their titles.

use super::super::format::three_digits;
use super::super::load::Loaded;
use super::super::select::{
    PaperPosition, best_row, one_per_cpu, ours, ratio, reference_name, references,
};
use nucleus_records::record::{Ratio, Record};
use nucleus_records::summary::{had_the_core, is_short};

/// Returns the ratio of our speed to the reference's at the start: the figure for one CPU, the
/// range for several.
pub fn over_reference(records: &[Loaded]) -> Option<String> {
    let found: Vec<(Ratio, String)> = one_per_cpu(records)
        .into_iter()
        .filter_map(|loaded| {
            let record = &loaded.record;
            let engine = ours(record)?;
            let row = best_row(record, engine, PaperPosition::Start);
            let workload = record.workload(&row?.workload)?;
            if !had_the_core(record, workload) {
                return None;
            }
            let reference = references(record).into_iter().find(|r| !r.short)?;
            if is_short(record, &workload.name, [reference.name.as_str()]) {
                return None;
            }
            Some((ratio(row, reference)?.clone(), reference_name(reference)))
        })
        .collect();
    let first = found.first()?.1.as_str();
    let whom = if found.iter().all(|(_, name)| name == first) { first } else { "the references" };
    match &found[..] {
        [(ratio, name)] => Some(of_one(ratio, name)),
        several => {
            let all = || several.iter().map(|(ratio, _)| ratio.ratio);
            let ends = [all().fold(f64::MAX, f64::min), all().fold(0.0, f64::max)];
            let [low, high] = ends.map(three_digits);
            Some(format!("{low} to {high} times {whom} at the start"))
        }
    }
}

fn of_one(ratio: &Ratio, name: &str) -> String {
    let figure = three_digits(ratio.ratio);
    match ratio.low.zip(ratio.high) {
        Some((low, high)) if low <= 1.0 && high >= 1.0 => {
            format!("No difference from {name} is shown at the start")
        }
        Some(_) => format!("{figure} times {name} at the start"),
        None => format!("{figure} times {name} at the start, in a single block"),
    }
}

/// Returns our best level's speed divided by the first other level's, at the start, for one CPU.
pub fn over_lowest_level(records: &[Loaded]) -> Option<String> {
    let [loaded] = one_per_cpu(records)[..] else { return None };
    let record: &Record = &loaded.record;
    let best = ours(record)?;
    let lowest =
        record.engines.iter().find(|e| e.ours && e.level.is_some() && e.level != best.level)?;
    let nps = |engine| Some(best_row(record, engine, PaperPosition::Start)?.nps?.median);
    let (best_nps, lowest_nps) = (nps(best)?, nps(lowest).filter(|nps| *nps > 0.0)?);
    let [name, other] = [best, lowest].map(|e| e.level.as_deref().unwrap_or("?"));
    Some(format!("{name} is {} times {other} at the start", three_digits(best_nps / lowest_nps)))
}
