//! `nucleus compare`: runs a comparison, shows its tables and sentences, and returns the exit code.

mod args;
mod commands;
mod config;
mod engines;

pub use args::CompareArgs;

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use nucleus_harness::compare::{self, CompareOutcome};
use nucleus_harness::progress::{RunContext, RunError};
use nucleus_report::{self, sentence};

use crate::cli::command::{BISECT_STOP, CommandFailure, HAS_ENGINE, code_number, print};
use crate::cli::progress::Bar;

impl From<RunError> for CommandFailure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Usage(text) => Self::usage(text),
            RunError::Failed(text) => Self::failed(text),
            RunError::NothingLeft { message, .. } => Self::failed(message),
        }
    }
}

/// Runs the comparison, prints its tables and writes its charts; `--bisect` changes the exit code.
///
/// # Errors
/// A failure with its exit code.
pub fn run(args: &CompareArgs) -> Result<ExitCode, CommandFailure> {
    if !args.bisect {
        return compare(args).map(ExitCode::from);
    }
    let code = compare(args).unwrap_or_else(|failure| {
        nucleus_base::tell!("error: {}", failure.text);
        failure.code
    });
    Ok(ExitCode::from(for_bisect(code)))
}

/// Translates an exit code for `git bisect run`: 0 good, 1 bad, 125 skip, 128 and above stop.
fn for_bisect(code: u8) -> u8 {
    match code {
        nucleus_report::REGRESSION => 1,
        1 | nucleus_report::UNDECIDED => 125,
        2 => BISECT_STOP,
        other => other,
    }
}

/// Runs the comparison; returns the exit code.
fn compare(args: &CompareArgs) -> Result<u8, CommandFailure> {
    let (args, contents) = &config::merged(&without_engine(args)?)?;
    let program = std::env::current_exe()?;
    let interrupt = compare::on_ctrl_c()?;
    let mut bar = Bar::new();
    let options = match engines::chosen_and_held(args, contents, &interrupt, &mut bar) {
        Err(failure) if interrupt.load(Ordering::Relaxed) => {
            nucleus_base::tell!("{}", failure.text);
            return Ok(compare::INTERRUPTED);
        }
        other => other?,
    };
    let context = RunContext { program, interrupt, progress: &mut bar };
    let first = options.given.first().map_or("", |spec| &spec.record.name);
    let good = engines::baseline(&options, first);
    let bisection_over = |failure: Option<&str>| {
        let over = "the engine that every step of the bisection is compared with failed";
        let text = failure.map_or(over.to_owned(), |failure| format!("{failure}; {over}"));
        CommandFailure { text, code: BISECT_STOP }
    };
    let outcome = compare::run(&options, context).map_err(|error| match &error {
        RunError::NothingLeft { message, dropped }
            if args.bisect && dropped.iter().any(|engine| engine == good) =>
        {
            bisection_over(Some(message))
        }
        _ => CommandFailure::from(error),
    })?;
    drop(bar);
    let replaced = show(&outcome, args)?;
    if args.bisect && outcome.record.failures.iter().any(|failure| failure.engine == good) {
        return Err(bisection_over(None));
    }
    let gate = options.gate.as_ref().map(|gate| gate.decide(&outcome.record));
    for line in gate.iter().flat_map(|(_, lines)| lines) {
        nucleus_base::tell!("{line}");
    }
    if !options.has_ours() && !options.is_over_threads() {
        let lines = sentence::sentences(&outcome.record, outcome.seconds);
        if replaced {
            // Standard output has only JSON, CSV or the short table.
            lines.iter().for_each(|line| nucleus_base::tell!("{line}"));
        } else {
            print(&lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
        }
        let outlook = sentence::outlook(&outcome.record, outcome.seconds);
        for line in sentence::sharing(&outcome.record).into_iter().chain(outlook) {
            nucleus_base::tell!("{line}");
        }
    }
    Ok(match (code_number(outcome.clean, outcome.interrupted), gate) {
        (0, Some((code, _))) => code,
        (code, _) => code,
    })
}

/// Returns the arguments for a build without an engine: Nucleus does not take part, and an option
/// about Nucleus is an error.
fn without_engine(args: &CompareArgs) -> Result<CompareArgs, CommandFailure> {
    if HAS_ENGINE {
        return Ok(args.clone());
    }
    let about_ours = [
        ("--boards", args.boards),
        ("--self-check", args.self_check),
        ("--profile", args.profile.is_some()),
    ];
    if let Some((option, _)) = about_ours.into_iter().find(|(_, is_given)| *is_given) {
        return Err(CommandFailure::usage(format!(
            "{option} is about the engine Nucleus, which this build does not have: \
             one with the feature engine does it"
        )));
    }
    Ok(CompareArgs { without_ours: true, ..args.clone() })
}

/// Writes the page of a comparison and its files; returns true if JSON, CSV or the short table
/// replaces the page.
fn show(outcome: &CompareOutcome, args: &CompareArgs) -> Result<bool, CommandFailure> {
    let printed = args.outputs.write(&outcome.path)?;
    let directory = outcome.path.parent().unwrap_or_else(|| ".".as_ref());
    let files = nucleus_report::write(std::slice::from_ref(&outcome.path), directory)?;
    let page = files.iter().find(|path| path.extension().is_some_and(|e| e == "md"));
    if let Some(page) = page.filter(|_| !printed) {
        print(&std::fs::read_to_string(page)?)?;
    }
    nucleus_base::tell!("record: {}", outcome.path.display());
    for file in files {
        nucleus_base::tell!("wrote {}", file.display());
    }
    Ok(args.outputs.is_for_programs())
}
