//! Selects the warnings that are shown, by their importance for the figures, and escapes them.

use nucleus_base::text::escape;

/// The number of warnings shown by default.
const SHOWN: usize = 5;

/// Words that identify a warning's class, the worst first; records store warnings as sentences.
const ORDER: [&[&str]; 4] = [
    &[" failed", "answer was wrong"],
    &["cut short", "omitted", "node count", "too large", "too short"],
    &["another process", "the load", "load of", "busy", "clock moved", "was killed"],
    &["spread"],
];

fn place(warning: &str) -> usize {
    let named = ORDER.iter().position(|words| words.iter().any(|word| warning.contains(word)));
    named.unwrap_or(ORDER.len())
}

/// Returns the largest percentage in a warning; among warnings of a class, larger is worse.
fn share(warning: &str) -> f64 {
    let figures = warning.split('%').filter_map(|part| part.split_whitespace().last());
    figures.filter_map(|figure| figure.parse().ok()).fold(0.0, f64::max)
}

/// Returns the warnings to show, the worst first unless all are shown, and the number of the others.
pub fn shown(mut warnings: Vec<String>, all: bool) -> (Vec<String>, usize) {
    if all || warnings.len() <= SHOWN {
        return (warnings, 0);
    }
    // The sort is stable: equal warnings stay in record order.
    warnings.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| share(b).total_cmp(&share(a))));
    let besides = warnings.len() - SHOWN;
    warnings.truncate(SHOWN);
    (warnings, besides)
}

/// Returns a warning as a line of Markdown. Backquotes become apostrophes, because one in an
/// engine's output could begin code anywhere.
pub fn markdown(warning: &str) -> String {
    escape::markdown(&warning.replace('`', "'"))
}
