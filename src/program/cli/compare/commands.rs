//! `--run`: arbitrary commands instead of engines.

use nucleus_base::text;
use nucleus_harness::command::{self, CommandRun, Metric};
use nucleus_harness::compare_options::CompareOptions;
use nucleus_harness::process::{Launch, StandardOutput};
use nucleus_harness::references::{EngineSpec, public_command};

use super::CompareArgs;
use crate::cli::command::CommandFailure;

/// Placeholder of the built program in a command that runs for each commit.
pub const PROGRAM: &str = "{}";

/// Adds the commands of `--run`; with `--commits`, one command for every built program.
///
/// # Errors
/// If a command is invalid, or there is nothing to compare it with.
pub fn add(args: &CompareArgs, options: &mut CompareOptions) -> Result<(), CommandFailure> {
    if args.run.is_empty() {
        return Ok(());
    }
    let run = command_run(args)?;
    options.sets = vec![command::workload(args.metric.as_deref())];
    if args.commits.is_some() {
        let [line] = &args.run[..] else {
            return Err(CommandFailure::usage(
                "--commits takes one --run, with {} for the program",
            ));
        };
        if !line.contains(PROGRAM) {
            return Err(CommandFailure::usage(format!(
                "--run `{line}`: with --commits, {PROGRAM} stands for the program that was built"
            )));
        }
        for spec in &mut options.given {
            let program = spec.launch.argv.first().cloned().unwrap_or_default();
            let quoted = shlex::try_quote(&program).map_err(CommandFailure::usage)?;
            let line = line.replace(PROGRAM, &quoted);
            spec.launch.argv = arguments(&line, args)?;
            spec.run = Some(run.clone());
        }
        return Ok(());
    }
    if args.run.len() == 1 {
        return Err(CommandFailure::usage(format!(
            "--run `{}`: a comparison requires two commands; ratios refer to the first",
            text::excerpt(&args.run[0])
        )));
    }
    if args.name.len() > args.run.len() {
        let (names, runs) = (args.name.len(), args.run.len());
        return Err(CommandFailure::usage(format!(
            "--name is given {names} times, for {runs} --run"
        )));
    }
    for (index, line) in args.run.iter().enumerate() {
        let name = args.name.get(index).cloned().unwrap_or_else(|| text::excerpt(line));
        if !text::is_name(&name) || options.given.iter().any(|s| s.record.name == name) {
            return Err(CommandFailure::usage(format!(
                "the name `{name}` is empty or used twice; --name sets the names of the commands"
            )));
        }
        let mut spec = EngineSpec {
            launch: Launch { argv: arguments(line, args)?, ..Launch::default() },
            run: Some(run.clone()),
            ..EngineSpec::default()
        };
        spec.record.name = name;
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        spec.record.command = public_command(&words);
        options.given.push(spec);
    }
    Ok(())
}

fn command_run(args: &CompareArgs) -> Result<CommandRun, CommandFailure> {
    let line = |line: &Option<String>| line.as_ref().map(|l| arguments(l, args)).transpose();
    let output = match args.output.as_deref() {
        _ if args.metric.is_some() => StandardOutput::ReadBoth,
        Some("inherit") => StandardOutput::Inherited,
        Some("pipe") => StandardOutput::Drained,
        _ => StandardOutput::Discarded,
    };
    let metric = args.metric.as_ref().map(|pattern| Metric::new(pattern, args.higher_is_better));
    Ok(CommandRun {
        prepare: line(&args.prepare)?,
        cleanup: line(&args.cleanup)?,
        metric: metric.transpose().map_err(CommandFailure::usage)?,
        output,
        shell: !args.no_shell,
        shell_start: None,
    })
}

fn arguments(line: &str, args: &CompareArgs) -> Result<Vec<String>, CommandFailure> {
    let failed =
        |error| CommandFailure::usage(format!("command `{}`: {error}", text::excerpt(line)));
    command::arguments(line, !args.no_shell).map_err(failed)
}
