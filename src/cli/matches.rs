use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressStyle};
use nucleus::harness::compare::on_ctrl_c;
use nucleus::matches::{self, Context, GameRecord, MatchArgs, MatchError, MatchRecord, Progress};

use super::{Failure, print};

/// A bar on standard error with the score so far.
struct Bar(ProgressBar);

impl Progress for Bar {
    fn begins(&mut self, record: &MatchRecord) {
        self.0.set_length(u64::from(record.games_wanted));
        self.0.set_position(record.games.len() as u64);
    }

    fn played(&mut self, record: &MatchRecord, _game: &GameRecord) {
        self.0.set_position(record.games.len() as u64);
        if let Some(result) = &record.result {
            let score = result.score;
            self.0.set_message(format!(
                "+{} ={} −{}  {:.1} %",
                score.wins,
                score.draws,
                score.losses,
                100.0 * result.points.value.unwrap_or(0.0)
            ));
        }
    }

    fn say(&mut self, line: &str) {
        self.0.suspend(|| nucleus::tell!("{line}"));
    }
}

/// Plays the match and prints its table.
pub fn run(args: &MatchArgs) -> Result<ExitCode, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::failed(error.to_string());
    let program = std::env::current_exe().map_err(|e| failed(&e))?;
    let interrupt = on_ctrl_c().map_err(|e| failed(&e))?;
    let bar = ProgressBar::new(u64::from(args.games));
    if let Ok(style) = ProgressStyle::with_template("{elapsed} {bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    let mut progress = Bar(bar);
    let pressed = Arc::clone(&interrupt);
    let context = Context { program, interrupt, progress: &mut progress };
    let outcome = matches::run(args, context).map_err(|error| match error {
        MatchError::Usage(text) => Failure::usage(text),
        MatchError::Failed(text) => Failure::failed(text),
    });
    progress.0.finish_and_clear();
    let outcome = outcome?;
    print(&matches::table(&outcome.record))?;
    if let Some(why) = &outcome.stopped {
        let hint = if args.json.is_some() {
            "the same command with --resume goes on where it ended"
        } else {
            "with --json FILE it could be resumed"
        };
        nucleus::tell!("error: {why}; {hint}");
    }
    Ok(super::code(outcome.stopped.is_none(), pressed.load(Ordering::Relaxed)))
}
