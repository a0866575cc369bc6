//! Warnings in the order of their weight for the figures, and the number that is shown.

use nucleus_base::text::escape;

/// Number of warnings that are shown by default.
const SHOWN: usize = 5;

/// Words that place a warning, the worst first. A record keeps warnings as sentences.
const ORDER: [&[&str]; 4] = [
    &[" failed", "answer was wrong"],
    &["cut short", "left out", "node count", "too large", "too short"],
    &["another process", "the load", "load of", "busy", "clock moved", "was killed"],
    &["spread"],
];

fn place(warning: &str) -> usize {
    let named = ORDER.iter().position(|words| words.iter().any(|word| warning.contains(word)));
    named.unwrap_or(ORDER.len())
}

/// The largest figure before a per cent sign: of two of a kind the larger is worse.
fn share(warning: &str) -> f64 {
    let figures = warning.split('%').filter_map(|part| part.split_whitespace().last());
    figures.filter_map(|figure| figure.parse().ok()).fold(0.0, f64::max)
}

/// The warnings that are shown, the worst first where not all are, and how many there are besides.
pub fn shown(mut warnings: Vec<String>, all: bool) -> (Vec<String>, usize) {
    if all || warnings.len() <= SHOWN {
        return (warnings, 0);
    }
    // Stable: equals stay in the order of the record.
    warnings.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| share(b).total_cmp(&share(a))));
    let besides = warnings.len() - SHOWN;
    warnings.truncate(SHOWN);
    (warnings, besides)
}

/// A warning as a line of Markdown. Commands stand in backquotes in some; a stranger's backquote
/// would begin code anywhere.
pub fn markdown(warning: &str) -> String {
    escape::markdown(&warning.replace('`', "'"))
}
