//! Result of a fit, as text and as CSV.

use std::fmt::Write as _;

use super::loss::ResultLoss;
use super::model::{LinearModel, WeightPairs};
use super::rows::TraceRows;
use super::train::{FitOutcome, losses};
use nucleus_base::text::grouped;

/// Weights that are listed.
const MOST_LISTED: usize = 25;
/// Passes of the curve that are listed.
const PASSES_LISTED: usize = 12;

/// The learning curve: a line each pass.
pub fn curve_csv(outcome: &FitOutcome) -> String {
    let mut text = "epoch,training,validation,test\n".to_owned();
    for point in &outcome.curve {
        let [training, validation, test] = point.losses;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{training:.8},{validation:.8},{test:.8}", point.epoch);
    }
    text
}

/// A weight's change in the fit.
struct Moved<'a> {
    name: &'a str,
    tapered: bool,
    from: [f64; 2],
    to: [f64; 2],
    /// Effect of the change on the value of a position, in centipawns: root mean square.
    effect: f64,
}

/// Returns the changes of the weights, with their effect on the value of a position.
fn moved<'a>(rows: &TraceRows, model: &'a LinearModel, weights: &WeightPairs) -> Vec<Moved<'a>> {
    let change = |number: usize| {
        let start = model.features[number].start;
        [weights[number][0] - start[0], weights[number][1] - start[1]]
    };
    let changes: Vec<[f64; 2]> = (0..weights.len()).map(change).collect();
    let mut sums = vec![0.0; weights.len()];
    for row in rows.iter() {
        let phase = f64::from(row.head.phase);
        for entry in row.entries {
            let feature = usize::from(entry.feature);
            let [first, second] = changes[feature];
            let share = if model.features[feature].tapered { phase } else { 1.0 };
            let by = f64::from(entry.units) * (share * first + (1.0 - share) * second);
            sums[feature] += by * by;
        }
    }
    let count = rows.len().max(1) as f64;
    let features = model.features.iter().zip(weights).zip(sums);
    let mut moved: Vec<Moved<'_>> = features
        .map(|((feature, &to), sum)| Moved {
            name: &feature.name,
            tapered: feature.tapered,
            from: feature.start,
            to,
            effect: (sum / count).sqrt(),
        })
        .collect();
    moved.sort_by(|a, b| b.effect.total_cmp(&a.effect));
    moved
}

/// A weight's values; whole numbers without a fraction.
fn shown(value: [f64; 2], tapered: bool) -> String {
    let number = |number: f64| {
        if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.1}") }
    };
    let [first, second] = value.map(number);
    if tapered { format!("[{first}, {second}]") } else { first }
}

/// The fit in tables; `written` are the weights as they are written, which may be rounded.
pub fn fit_report(
    loss: &ResultLoss<'_>,
    model: &LinearModel,
    outcome: &FitOutcome,
    written: &WeightPairs,
) -> String {
    let FitOutcome { k, split, curve, best, speed: (time, passed), .. } = outcome;
    let rows = loss.rows();
    let count = |number: usize| grouped(&number.to_string(), ',');
    let mut text = String::new();
    let [training, validation, test] = [&split.training, &split.validation, &split.test];
    let _ = writeln!(
        text,
        "{} positions of {} games ({} MiB), {} weights, {} of their numbers free; K {k:.4}",
        count(rows.len()),
        count(split.games.iter().sum()),
        rows.bytes() >> 20,
        model.features.len(),
        model.free(),
    );
    let _ = writeln!(text, "\n| | training | validation | test |\n|---|---:|---:|---:|");
    let _ = writeln!(
        text,
        "| games | {} | {} | {} |",
        count(split.games[0]),
        count(split.games[1]),
        count(split.games[2])
    );
    let parts = [training, validation, test].map(|part| count(part.len()));
    let _ = writeln!(text, "| positions | {} |", parts.join(" | "));
    let mut line = |name: &str, losses: [f64; 3]| {
        let losses = losses.map(|loss| format!("{loss:.6}"));
        let _ = writeln!(text, "| {name} | {} |", losses.join(" | "));
    };
    line("loss before", curve[0].losses);
    line(&format!("loss after {best} passes"), curve[*best as usize].losses);
    line("loss of what is written", losses(loss, split, written));
    let _ = writeln!(text, "\n| pass | training | validation | test |\n|---:|---:|---:|---:|");
    let every = curve.len().div_ceil(PASSES_LISTED).max(1);
    for point in
        curve.iter().filter(|p| (p.epoch as usize).is_multiple_of(every) || p.epoch == *best)
    {
        let losses = point.losses.map(|loss| format!("{loss:.6}"));
        let _ = writeln!(text, "| {} | {} |", point.epoch, losses.join(" | "));
    }
    let _ = writeln!(
        text,
        "\nWhat moved most, by what it changes in a position:\n\n\
         | weight | before | after | centipawns (root mean square) |\n|---|---:|---:|---:|"
    );
    for weight in moved(rows, model, written).iter().take(MOST_LISTED) {
        let [from, to] = [weight.from, weight.to].map(|value| shown(value, weight.tapered));
        let _ = writeln!(text, "| {} | {from} | {to} | {:.1} |", weight.name, weight.effect);
    }
    let seconds = time.as_secs_f64();
    let a_second = *passed as f64 / seconds.max(1e-3);
    let _ = writeln!(text, "\n{seconds:.1} s, {} training positions/s", count(a_second as usize));
    text
}
