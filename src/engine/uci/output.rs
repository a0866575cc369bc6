use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::wdl::Chances;
use nucleus_core::types::{Score, score};
use nucleus_search::{SearchInfo, Statistics};

/// Output of a session, shared by all of its threads.
#[derive(Clone)]
pub struct Out(Arc<SharedWriter>);

struct SharedWriter {
    writer: Mutex<Box<dyn Write + Send>>,
    /// True once the output has no reader.
    closed: AtomicBool,
}

impl Out {
    /// Returns an output to this writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        let writer = Mutex::new(Box::new(writer) as Box<dyn Write + Send>);
        Self(Arc::new(SharedWriter { writer, closed: AtomicBool::new(false) }))
    }

    /// Writes one or more lines at once; a closed pipe is recorded and is not an error.
    pub fn say(&self, text: &str) {
        // A writer that has panicked may have written part of a line; output continues with the next.
        let mut out = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if out
            .write_all(text.as_bytes())
            .and_then(|()| out.write_all(b"\n"))
            .and_then(|()| out.flush())
            .is_err()
        {
            self.0.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true if the output has no reader any more.
    pub fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::Relaxed)
    }
}

/// Formats a score for UCI.
pub fn score_text(value: Score) -> String {
    match score::mate_moves(value) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {value}"),
    }
}

/// Formats a score for UCI, followed by the chances per thousand to win, draw and lose, if enabled.
pub fn scored(value: Score, chances: Option<Chances>) -> String {
    score_text(value) + &chances_text(value, chances)
}

/// Formats the chances of a score, if enabled.
fn chances_text(value: Score, chances: Option<Chances>) -> String {
    chances.map_or_else(String::new, |chances| {
        let [won, drawn, lost] = chances.behind(value);
        format!(" wdl {won} {drawn} {lost}")
    })
}

/// Returns an info line of the counts within an iteration.
pub fn progress_line(statistics: &Statistics, hashfull: usize, time: Duration) -> String {
    let micros = time.as_micros().max(1);
    let nps = u128::from(statistics.nodes) * 1_000_000 / micros;
    format!(
        "info nodes {} nps {nps} hashfull {hashfull} tbhits {} time {}",
        statistics.nodes,
        statistics.table_hits,
        time.as_millis()
    )
}

/// Returns an info line with this number of nodes; `pv` is the variation in the position's own notation.
pub fn info_line(info: &SearchInfo, nodes: u64, pv: &[String], chances: Option<Chances>) -> String {
    let statistics = &info.statistics;
    let micros = info.time.as_micros().max(1);
    let nps = u128::from(nodes) * 1_000_000 / micros;
    let bound = match (info.line.at_least, info.line.at_most) {
        (true, _) => " lowerbound",
        (_, true) => " upperbound",
        _ => "",
    };
    let chances = chances_text(info.line.score, chances);
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{chances} nodes {nodes} nps {nps} hashfull {} tbhits {} time {} pv {}",
        info.depth,
        statistics.selective_depth.max(info.depth.into()),
        info.multipv,
        score_text(info.line.score),
        info.hashfull,
        statistics.table_hits,
        info.time.as_millis(),
        pv.join(" ")
    )
}
