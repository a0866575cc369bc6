//! The result of a fit as tables.

use std::fmt::Write as _;

use super::model::FitModel;
use super::rows::TraceRows;
use super::weights::FitWeights;
use crate::train::{TrainedModel, TrainingState};
use nucleus_base::text::grouped;
use nucleus_core::eval::Values;
use nucleus_core::eval::table::TABLE;

/// Number of weights in the table.
const MOST_LISTED: usize = 25;
/// Number of passes in the table of the curve.
const PASSES_LISTED: usize = 12;

/// Returns the effect of each weight's change on positions' values: the root mean square, in
/// centipawns.
fn effects(rows: &TraceRows, from: &FitWeights, to: &Values) -> Vec<f64> {
    let pairs = from.start.iter().zip(to.rows());
    let changes: Vec<[f64; 2]> =
        pairs.map(|(from, to)| [0, 1].map(|half| f64::from(to[half]) - from[half])).collect();
    let mut sums = vec![0.0; changes.len()];
    for row in rows.iter() {
        let phase = f64::from(row.head.phase);
        for entry in row.entries {
            let feature = usize::from(entry.feature);
            let [first, second] = changes[feature];
            let share = if TABLE[feature].tapered { phase } else { 1.0 };
            let by = f64::from(entry.units) * (share * first + (1.0 - share) * second);
            sums[feature] += by * by;
        }
    }
    let count = rows.len().max(1) as f64;
    sums.iter().map(|sum| (sum / count).sqrt()).collect()
}

fn cells<T>(values: [T; 3], cell: impl Fn(T) -> String) -> String {
    values.map(cell).join(" | ")
}

/// Returns the tables of a fit; `written` are the rounded weights.
pub fn fit_report(
    model: &FitModel<'_>,
    from: &FitWeights,
    state: &TrainingState,
    written: &Values,
) -> String {
    let (split, rows, curve) = (&model.split, model.loss.rows, &state.curve);
    let count = |number: usize| grouped(&number.to_string(), ',');
    let loss = |loss: f64| format!("{loss:.6}");
    let best = state.best.as_ref().map_or(0, |&(best, _)| best);
    let of_written: Vec<f32> = written.rows().as_flattened().iter().map(|&n| n as f32).collect();
    let mut text = format!(
        "{} positions of {} games ({} MiB), {} weights, {} of their numbers free; K {:.4}\n\n\
         | | training | validation | test |\n|---|---:|---:|---:|\n",
        count(rows.len()),
        count(split.games.iter().sum()),
        rows.bytes() >> 20,
        TABLE.len(),
        from.free(),
        model.k,
    );
    let parts = [&split.training, &split.validation, &split.test];
    let after = format!("loss after {best} passes");
    let lines = [
        ("games", cells(split.games, count)),
        ("positions", cells(parts, |part| count(part.len()))),
        ("loss before", cells(curve[0], loss)),
        (&after, cells(curve[best as usize], loss)),
        ("loss of what is written", cells(model.losses(&of_written, 0.0), loss)),
    ];
    for (name, cells) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {name} | {cells} |");
    }
    text += "\n| pass | training | validation | test |\n|---:|---:|---:|---:|\n";
    let every = curve.len().div_ceil(PASSES_LISTED).max(1);
    for (pass, &losses) in curve.iter().enumerate() {
        if pass.is_multiple_of(every) || pass == best as usize {
            let _ = writeln!(text, "| {pass} | {} |", cells(losses, loss));
        }
    }
    text += "\nWhat moved most, by what it changes in a position:\n\n\
             | weight | before | after | centipawns (root mean square) |\n|---|---:|---:|---:|\n";
    let mut moved: Vec<_> = effects(rows, from, written).into_iter().enumerate().collect();
    moved.sort_by(|a, b| b.1.total_cmp(&a.1));
    for &(weight, effect) in moved.iter().take(MOST_LISTED) {
        let shown = |[first, second]: [f64; 2]| match TABLE[weight].tapered {
            true => format!("[{first}, {second}]"),
            false => first.to_string(),
        };
        let (from, to) = (from.start[weight], written.rows()[weight].map(f64::from));
        let (name, from, to) = (TABLE[weight].name, shown(from), shown(to));
        let _ = writeln!(text, "| {name} | {from} | {to} | {effect:.1} |");
    }
    text
}
