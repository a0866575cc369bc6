//! Progress on standard error: a line that moves on a terminal, nothing elsewhere.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use nucleus::harness::campaign;
use nucleus::matches::{self, GameRecord, MatchRecord};
use nucleus::suite::{self, SuiteResult};

/// The line, gone when this is dropped.
pub struct Bar(ProgressBar);

impl Bar {
    /// Where the end is known: a bar and two numbers.
    pub fn counting() -> Self {
        Self::styled(ProgressBar::new(0), "{elapsed} {bar:30} {pos}/{len} {msg}")
    }

    /// Where a step takes long: a sign of life.
    pub fn living() -> Self {
        let bar = Self::styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}");
        bar.0.enable_steady_tick(Duration::from_millis(500));
        bar
    }

    fn styled(bar: ProgressBar, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    fn at(&self, position: usize, length: usize) {
        self.0.set_length(length as u64);
        self.0.set_position(position as u64);
    }

    /// What is going on.
    pub fn message(&self, text: String) {
        self.0.set_message(text);
    }

    fn tell(&self, line: &str) {
        self.0.suspend(|| nucleus::tell!("{line}"));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl campaign::CompareProgress for Bar {
    fn sample(&mut self, workload: &str, engine: &str, block: u32, blocks: u32) {
        self.0.set_message(format!("{workload}  block {}/{blocks}  {engine}", block + 1));
    }

    fn say(&mut self, line: &str) {
        self.tell(line);
    }
}

impl suite::SuiteProgress for Bar {
    fn searched(&mut self, suite: &SuiteResult) {
        let solved = suite.positions.iter().filter(|p| p.solved).count();
        self.at(suite.positions.len(), suite.total);
        self.0.set_message(format!("{}: {solved} solved", suite.name));
    }
}

impl matches::MatchProgress for Bar {
    fn begins(&mut self, record: &MatchRecord) {
        self.at(record.games.len(), record.games_wanted as usize);
    }

    fn played(&mut self, record: &MatchRecord, _game: &GameRecord) {
        self.0.set_position(record.games.len() as u64);
        if let Some(result) = &record.result {
            let (score, share) = (result.score, result.points.value.unwrap_or(0.0));
            self.0.set_message(format!(
                "+{} ={} −{}  {:.1} %",
                score.wins,
                score.draws,
                score.losses,
                100.0 * share
            ));
        }
    }

    fn say(&mut self, line: &str) {
        self.tell(line);
    }
}
