use nucleus_harness::progress::{RunError, RunProgress};
use nucleus_matches::MatchScore;
use thiserror::Error;

use super::gains::{Gains, SpsaOptions, advance, directions, players};
use super::games::StepGames;
use super::options::IntegerOption;
use super::steps::{SpsaStep, StepsFile};
use crate::FileFault;

/// The reason why a tuning ended early; completed steps are kept.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// The games of a step cannot be played.
    #[error(transparent)]
    Match(#[from] RunError),
    /// The file of steps cannot be written.
    #[error(transparent)]
    Steps(#[from] FileFault),
}

/// The parts of a tuning: options, file, games, progress.
pub struct SpsaRun<'a> {
    /// The options to tune.
    pub options: &'a [IntegerOption],
    /// The file of steps, continued from its last one.
    pub file: &'a mut StepsFile,
    /// Plays the games of the steps.
    pub games: &'a mut dyn StepGames,
    /// Shows the progress of the steps.
    pub progress: &'a mut dyn RunProgress,
}

/// Tunes options. Returns true after all steps, false if the games were interrupted.
///
/// In each step two players, whose values lie on either side of the current ones in a random direction, play
/// each other. The values move towards the winner's.
///
/// # Errors
/// If the games of a step cannot be played, or the step cannot be written.
pub fn tune(settings: &SpsaOptions, run: SpsaRun<'_>) -> Result<bool, SpsaError> {
    let SpsaRun { options, file, games, progress } = run;
    for step in file.last().step + 1..=settings.steps {
        let mut values = file.last().values.clone();
        let gains = Gains::new(settings, step);
        let directions = directions(settings.seed, step, options.len());
        let players = players(options, &values, &directions, gains);
        let Some(score) = games.play(step, &players, progress)? else { return Ok(false) };
        let MatchScore { wins, losses, .. } = score;
        let won_by = f64::from(wins) - f64::from(losses);
        advance(options, &mut values, &directions, gains, won_by);
        progress.reached(step as usize, settings.steps as usize);
        progress.state(&words(options, &values));
        file.add(SpsaStep { step, score, values })?;
    }
    Ok(true)
}

/// Formats the values of the first options.
fn words(options: &[IntegerOption], values: &[f64]) -> String {
    const SHOWN: usize = 4;
    let all = options.iter().zip(values).take(SHOWN);
    let words: Vec<_> = all.map(|(option, value)| format!("{} {value:.1}", option.name)).collect();
    words.join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::types::Random;
    use nucleus_harness::progress::Silent;
    use std::path::Path;

    /// Simulated games: the result follows from the distance to the best values, 30 and 60, by the logistic
    /// curve.
    struct Simulated {
        random: u64,
        /// Number of the step before which the run is interrupted.
        stop: u32,
    }

    const BEST: [f64; 2] = [30.0, 60.0];

    impl StepGames for Simulated {
        fn play(
            &mut self,
            step: u32,
            players: &[Vec<i64>; 2],
            _: &mut dyn RunProgress,
        ) -> Result<Option<MatchScore>, RunError> {
            if step == self.stop {
                return Ok(None);
            }
            let loss = |player: &Vec<i64>| -> f64 {
                player.iter().zip(BEST).map(|(&v, best)| (v as f64 - best).powi(2) / 900.0).sum()
            };
            let advantage = loss(&players[1]) - loss(&players[0]);
            let mut random = Random::new(self.random ^ u64::from(step) << 20);
            let mut score = MatchScore::default();
            for _ in 0..8 {
                score.add(if random.unit() < 1.0 / (1.0 + (-advantage).exp()) { 2 } else { 0 });
            }
            Ok(Some(score))
        }
    }

    fn options() -> Vec<IntegerOption> {
        let option = |name: &str, start, most| IntegerOption {
            name: name.to_owned(),
            start,
            least: 0.0,
            most,
            step: 6.0,
        };
        vec![option("First", 70.0, 100.0), option("Second", 10.0, 100.0)]
    }

    fn run(path: &Path, seed: u64, stop: u32) -> (bool, Vec<SpsaStep>) {
        let options = options();
        let mut file = StepsFile::open(path, &options, true).unwrap();
        let run = SpsaRun {
            options: &options,
            file: &mut file,
            games: &mut Simulated { random: seed, stop },
            progress: &mut Silent,
        };
        let settings = SpsaOptions { steps: 800, rate: 0.05, seed };
        let complete = tune(&settings, run).unwrap();
        (complete, file.steps().to_vec())
    }

    #[test]
    fn values_come_near_the_best() {
        let folder = tempfile::tempdir().unwrap();
        for seed in 1..=5 {
            let (complete, steps) = run(&folder.path().join(format!("{seed}.csv")), seed, 0);
            assert!(complete && steps.len() == 801);
            let last = &steps[800];
            for (value, best) in last.values.iter().zip(BEST) {
                assert!((value - best).abs() < 8.0, "{seed}: {:?}", last.values);
            }
        }
    }

    #[test]
    fn a_tuning_that_is_taken_up_again_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let [single, broken] = ["whole.csv", "broken.csv"].map(|name| folder.path().join(name));
        let expected = run(&single, 7, 0);
        for stop in [1, 5, 300] {
            let (complete, steps) = run(&broken, 7, stop);
            assert!(!complete && steps.len() == stop as usize, "{stop}");
        }
        // A step whose line is incomplete is played again.
        let text = std::fs::read_to_string(&broken).unwrap();
        std::fs::write(&broken, &text[..text.len() - 3]).unwrap();
        assert_eq!(run(&broken, 7, 0), expected);
        assert_eq!(std::fs::read(&single).unwrap(), std::fs::read(&broken).unwrap());
    }

    #[test]
    fn files_of_other_tunings_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("values.csv");
        let _ = run(&path, 1, 4);
        let error = |options: &[IntegerOption], resume| {
            StepsFile::open(&path, options, resume).unwrap_err().to_string()
        };
        assert!(error(&options(), false).contains("already exists"));
        let mut other = options();
        other[1].name = "Third".to_owned();
        assert!(error(&other, true).contains("expected 'step,won,drawn,lost,First,Third'"));
        let mut other = options();
        other[1].start = 11.0;
        assert!(error(&other, true).contains("line 2: expected"));
        let text = std::fs::read_to_string(&path).unwrap();
        for (from, to) in [("\n2,", "\n3,"), ("\n3,", "\nx,"), ("\n1,", "\n1,1,")] {
            std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
            assert!(error(&options(), true).contains("expected a step's number"), "{from:?}");
        }
    }
}
