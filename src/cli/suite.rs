use std::process::ExitCode;
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressStyle};
use nucleus::harness::compare::on_ctrl_c;
use nucleus::kernels::{Choice, Variant};
use nucleus::suite::{self, Progress, SuiteArgs, SuiteError, SuiteResult};

use super::{Failure, print};

/// A bar on standard error, one suite after the other.
struct Bar(ProgressBar);

impl Progress for Bar {
    fn searched(&mut self, suite: &SuiteResult) {
        let solved = suite.positions.iter().filter(|p| p.solved).count();
        self.0.set_length(suite.total as u64);
        self.0.set_position(suite.positions.len() as u64);
        self.0.set_message(format!("{}: {solved} solved", suite.name));
    }
}

/// Searches the suites and prints their tables.
pub fn run(args: &SuiteArgs, choice: Choice) -> Result<ExitCode, Failure> {
    let choice = match args.level {
        None => choice,
        Some(level) => {
            let clamped = Choice::clamped(level, Variant::Intrinsics);
            if let Some(notice) = clamped.clamp_notice(level) {
                nucleus::tell!("warning: {notice}");
            }
            clamped
        }
    };
    let interrupt = on_ctrl_c().map_err(|e| Failure::failed(e.to_string()))?;
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{elapsed} {bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    let mut progress = Bar(bar);
    let record = suite::run(args, choice, &interrupt, &mut progress).map_err(|e| match e {
        SuiteError::SeveralFiles(_) | SuiteError::NoPosition { .. } => {
            Failure::usage(e.to_string())
        }
        _ => Failure::failed(e.to_string()),
    })?;
    progress.0.finish_and_clear();
    let text = match args.position {
        None => suite::overview(&record),
        Some(number) => record.suites[0]
            .positions
            .iter()
            .find(|p| p.number == number as usize)
            .map_or_else(String::new, suite::analysis),
    };
    print(&text)?;
    if let Some(path) = &args.markdown {
        std::fs::write(path, &text)
            .map_err(|e| Failure::failed(format!("{}: {e}", path.display())))?;
    }
    let whole = !interrupt.load(Ordering::Relaxed);
    if !whole {
        let hint = if args.json.is_some() {
            "the same command goes on where it ended"
        } else {
            "with --json FILE it could be resumed"
        };
        nucleus::tell!("the run was cut short; {hint}");
    }
    // Nothing else ends a run early without an error.
    Ok(super::code(whole, !whole))
}
