use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::search::Info;
use crate::types::{Score, score};

/// Set when nobody reads any more.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Writes one line (or several) at once; a closed pipe is remembered and is no error.
pub fn say(text: &str) {
    let mut out = io::stdout().lock();
    if out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush())
        .is_err()
    {
        CLOSED.store(true, Ordering::Relaxed);
    }
}

/// True when nobody reads our output any more.
pub fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// A score as UCI writes it.
pub fn score_text(value: Score) -> String {
    match score::mate_moves(value) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {value}"),
    }
}

/// An info line; `pv` is the variation in the position's own notation.
pub fn info_line(info: &Info, pv: &[String]) -> String {
    let statistics = &info.statistics;
    let micros = info.time.as_micros().max(1);
    let nps = u128::from(statistics.nodes) * 1_000_000 / micros;
    let bound = match (info.at_least, info.at_most) {
        (true, _) => " lowerbound",
        (_, true) => " upperbound",
        _ => "",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{} nodes {} nps {nps} hashfull {} time {} pv {}",
        info.depth,
        statistics.selective_depth.max(info.depth),
        info.multipv,
        score_text(info.line.score),
        bound,
        statistics.nodes,
        info.hashfull,
        info.time.as_millis(),
        pv.join(" ")
    )
}
