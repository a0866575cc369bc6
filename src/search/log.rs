//! The log of a search in the paper's format.

use std::fmt;
use std::time::Duration;

use super::info::SearchInfo;
use nucleus_base::text::grouped;
use nucleus_core::types::{Score, score};

/// The log of a search in the form that Axon II prints (section VI).
#[derive(Clone, Debug, Default)]
pub struct SearchLog {
    iterations: Vec<(u32, String, Score)>,
    time: Duration,
    nodes: u64,
}

impl SearchLog {
    /// Adds an iteration.
    pub fn add(&mut self, info: &SearchInfo) {
        if info.multipv == 1
            && let Some(best) = info.line.moves.first()
        {
            let text = best.to_string().to_uppercase();
            // The end of an iteration replaces a bound reported within it.
            self.iterations.pop_if(|(depth, ..)| *depth == info.depth);
            self.iterations.push((info.depth, text, info.line.score));
        }
        self.finish(info.time, info.statistics.nodes);
    }

    /// Sets the totals at the end.
    pub fn finish(&mut self, time: Duration, nodes: u64) {
        (self.time, self.nodes) = (time, nodes);
    }
}

/// Returns a score as the log prints it: `+0.11`, or `+MT/13` for a mate in 13 plies.
fn evaluation(value: Score) -> String {
    match score::mate_plies(value) {
        Some(plies) if plies > 0 => format!("+MT/{plies}"),
        Some(plies) => format!("-MT/{}", -plies),
        None => {
            let hundredths = i32::from(value);
            let sign = if hundredths < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
        }
    }
}

impl fmt::Display for SearchLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, best, value) in &self.iterations {
            writeln!(f, "D={depth} {best} ({})", evaluation(*value))?;
        }
        let Some((_, _, value)) = self.iterations.last() else { return Ok(()) };
        let seconds = self.time.as_secs_f64();
        let speed = if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 };
        writeln!(f, "=====")?;
        writeln!(f, "EVALUATION = {}", evaluation(*value))?;
        writeln!(f, "SEARCH = {}", evaluation(*value))?;
        writeln!(f, "TIME = {seconds:.3} sec.")?;
        writeln!(f, "POS. = {}", self.nodes)?;
        // Thousands separated by points, as the paper prints them.
        writeln!(f, "NPS = {} NPS", grouped(&speed.to_string(), '.'))?;
        write!(f, "=====")
    }
}
