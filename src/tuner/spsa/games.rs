use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nucleus_core::types::Random;
use nucleus_harness::progress::{RunContext, RunError, RunProgress};
use nucleus_matches::{MatchOptions, MatchScore, run};

use super::options::IntegerOption;

/// Plays the games of a step.
pub trait StepGames {
    /// Plays the first player against the second; the values are in the options' order. Returns the
    /// first player's score, or `None` if interrupted.
    ///
    /// # Errors
    /// If the games cannot be played.
    fn play(
        &mut self,
        step: u32,
        players: &[Vec<i64>; 2],
        progress: &mut dyn RunProgress,
    ) -> Result<Option<MatchScore>, RunError>;
}

/// Names of the two players.
const NAMES: [&str; 2] = ["plus", "minus"];

/// Plays the games of a step with the match runner; each step has other openings.
pub struct SpsaGames {
    /// Command of the engine, or `nucleus` with arguments.
    pub engine: String,
    /// UCI options of both players, each K=V.
    pub fixed: Vec<String>,
    /// Options to tune.
    pub options: Vec<IntegerOption>,
    /// Options of the match of a step: number of games, limit, openings, seed.
    pub settings: MatchOptions,
    /// Path of the program that `nucleus` means.
    pub program: PathBuf,
    /// Flag that ends the games early.
    pub interrupt: Arc<AtomicBool>,
    /// Lines that were reported once.
    pub reported: HashSet<String>,
}

impl SpsaGames {
    /// Returns the match options of a step.
    fn of_step(&self, step: u32, players: &[Vec<i64>; 2]) -> MatchOptions {
        let engines = NAMES.map(|name| format!("{name}={}", self.engine));
        let mut option = Vec::new();
        for (name, values) in NAMES.iter().zip(players) {
            option.extend(self.fixed.iter().map(|fixed| format!("{name}:{fixed}")));
            let tuned = self.options.iter().zip(values);
            option.extend(tuned.map(|(option, value)| format!("{name}:{}={value}", option.name)));
        }
        let seed = Random::new(self.settings.seed ^ u64::from(step) << 32).bits();
        MatchOptions { engines: engines.into(), option, seed, ..self.settings.clone() }
    }
}

impl StepGames for SpsaGames {
    fn play(
        &mut self,
        step: u32,
        players: &[Vec<i64>; 2],
        progress: &mut dyn RunProgress,
    ) -> Result<Option<MatchScore>, RunError> {
        let options = self.of_step(step, players);
        let context = RunContext {
            program: self.program.clone(),
            interrupt: Arc::clone(&self.interrupt),
            progress: &mut Once { reported: &mut self.reported, progress },
        };
        let outcome = run(&options, context)?;
        if self.interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(why) = outcome.stopped {
            return Err(RunError::Failed(why));
        }
        Ok(outcome.record.result.map(|result| result.score))
    }
}

/// Passes each line on once, because every step repeats the same notices.
struct Once<'a> {
    reported: &'a mut HashSet<String>,
    progress: &'a mut dyn RunProgress,
}

impl RunProgress for Once<'_> {
    fn reached(&mut self, _: usize, _: usize) {}

    fn state(&mut self, _: &str) {}

    fn say(&mut self, line: &str) {
        /// The most lines remembered.
        const MOST: usize = 1_000;
        if self.reported.len() < MOST && self.reported.insert(line.to_owned()) {
            self.progress.say(line);
        }
    }
}
