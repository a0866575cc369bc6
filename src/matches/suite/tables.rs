//! The Umko paper's tables in Markdown: table 1 has a row per suite, table 2 a row per iteration.

use std::fmt::Write;

use super::rating::Rating;
use super::record::{PositionRecord, SuiteRecord, SuiteSettings};
use super::totals::Totals;
use nucleus_base::text::escape::markdown;
use nucleus_core::eval::Options;
use nucleus_core::types::score::mate_moves;

/// Describes the evaluation: a network, or the weights and bound of the hand-written one.
fn evaluation(SuiteSettings { weights, network, bound, .. }: &SuiteSettings) -> String {
    if let Some(hash) = network {
        return format!("network {hash}");
    }
    let weights = weights.as_deref().map_or_else(String::new, |name| format!("weights {name}, "));
    let bound = Options { bound: *bound, ..Options::default() }.bound_words();
    weights + &bound
}

/// Returns a row per suite, the search statistics, and the unsolved positions.
pub fn overview(record: &SuiteRecord) -> String {
    let SuiteSettings { engine, profile, level, board, hash, threads, limit, .. } =
        &record.settings;
    let evaluation = evaluation(&record.settings);
    let mut text = format!(
        "Nucleus {engine}, profile {profile}, {evaluation}, {board} board, level {level}, {threads} thread, {hash} MiB, {limit} a position.\n\n\
         | suite | limit | table, MiB (use) | nodes/s | depth (selective) | solved | points | rating time, s | rating |\n\
         |---|---|---|---|---|---|---|---|---|\n"
    );
    let rows: Vec<_> = record.suites.iter().map(|s| (s, Totals::new(s, *limit))).collect();
    for (suite, totals) in &rows {
        let rating = match Rating::new(suite, *limit) {
            Rating::Value(value) => format!("{value:.0}"),
            Rating::NoFormula => "–".into(),
            Rating::OtherLimit => "at its own limit only".into(),
            Rating::Incomplete => "incomplete".into(),
        };
        let points = match totals.points {
            (_, 0) => "–".into(),
            (got, most) => {
                format!("{got}/{most} ({:.1} %)", 100.0 * f64::from(got) / f64::from(most))
            }
        };
        let _ = writeln!(
            text,
            "| {} | {limit} | {hash} ({:.1} %) | {:.2e} | {:.1} ({:.1}) | {}/{}{} | {points} | {:.1} | {rating} |",
            markdown(&suite.name),
            100.0 * totals.hash,
            totals.speed(),
            totals.depth,
            totals.selective_depth,
            totals.solved,
            totals.searched,
            if totals.searched < suite.total {
                format!(" (of {})", suite.total)
            } else {
                String::new()
            },
            totals.rating_time,
        );
    }
    text +=
        "\n| suite | nodes | quiescence nodes | cut-offs on the first move |\n|---|---|---|---|\n";
    for (suite, totals) in &rows {
        let _ = writeln!(
            text,
            "| {} | {} | {:.1} % | {:.1} % |",
            markdown(&suite.name),
            totals.nodes,
            100.0 * totals.quiescence,
            100.0 * totals.first_move
        );
    }
    for (suite, _) in &rows {
        let failed: Vec<_> =
            suite.positions.iter().filter(|p| !p.solved).map(|p| markdown(&p.id)).collect();
        if !failed.is_empty() {
            let _ =
                writeln!(text, "\nNot solved of {}: {}.", markdown(&suite.name), failed.join(", "));
        }
    }
    text
}

/// Returns a row per iteration of one position's search.
pub fn analysis(position: &PositionRecord) -> String {
    let mut text = format!(
        "{}: `{}`\n\n\
         | depth (selective) | evaluation | time, s | nodes/s | table use | move |\n\
         |---|---|---|---|---|---|\n",
        markdown(&position.id),
        position.fen
    );
    for iteration in &position.iterations {
        let evaluation = match mate_moves(iteration.score) {
            Some(moves) => format!("mate {moves}"),
            None => format!("{:+.2}", f64::from(iteration.score) / 100.0),
        };
        let _ = writeln!(
            text,
            "| {} ({}) | {evaluation} | {:.3} | {:.2e} | {:.1} % | {} |",
            iteration.depth,
            iteration.selective_depth,
            iteration.seconds,
            iteration.nodes as f64 / iteration.seconds.max(1e-9),
            iteration.hashfull as f64 / 10.0,
            iteration.moves.first().map_or("–", String::as_str),
        );
    }
    let verdict = if position.solved { "solved" } else { "not solved" };
    let _ = writeln!(text, "\nChosen: {}, {verdict}.", position.chosen);
    text
}
