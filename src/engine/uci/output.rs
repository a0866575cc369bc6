use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::wdl::Chances;
use nucleus_core::types::{Score, score};
use nucleus_search::{SearchInfo, Statistics};

/// Output of a session, shared by the session and the threads beside it.
#[derive(Clone)]
pub struct Out(Arc<SharedWriter>);

struct SharedWriter {
    writer: Mutex<Box<dyn Write + Send>>,
    /// Set when nobody reads any more.
    closed: AtomicBool,
}

impl Out {
    /// Answers go to this writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        let writer = Mutex::new(Box::new(writer) as Box<dyn Write + Send>);
        Self(Arc::new(SharedWriter { writer, closed: AtomicBool::new(false) }))
    }

    /// Writes one line (or several) at once; a closed pipe is remembered and is no error.
    pub fn say(&self, text: &str) {
        // A writer that has panicked may have written a part of a line, and goes on with the next.
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

    /// True when nobody reads our output any more.
    pub fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::Relaxed)
    }
}

/// A score as UCI writes it.
pub fn score_text(value: Score) -> String {
    match score::mate_moves(value) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {value}"),
    }
}

/// A score as UCI writes it, followed by the chances in a thousand to win, draw and lose, where they
/// are wanted.
pub fn scored(value: Score, chances: Option<Chances>) -> String {
    score_text(value) + &chances_text(value, chances)
}

/// The chances behind a score, where they are wanted.
fn chances_text(value: Score, wanted: Option<Chances>) -> String {
    wanted.map_or_else(String::new, |chances| {
        let [won, drawn, lost] = chances.behind(value);
        format!(" wdl {won} {drawn} {lost}")
    })
}

/// An info line of the counts alone, within an iteration.
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

/// An info line that tells so many nodes; `pv` is the variation in the position's own notation.
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
