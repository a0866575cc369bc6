//! The options of a comparison, with its engines (from commands or commits) and its gate on ratios.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nucleus_harness::commits::{self, ListedCommit};
use nucleus_harness::compare_options::CompareOptions;
use nucleus_harness::given;
use nucleus_harness::positions;
use nucleus_harness::progress::RunProgress;
use nucleus_records::gate::RatioDemand;

use super::config::ConfigContents;
use super::{CompareArgs, commands};
use crate::cli::command::CommandFailure;

/// Returns the options with their engines and workloads, without those of `--commits` and `--gate`.
pub fn chosen(
    args: &CompareArgs,
    contents: &ConfigContents,
) -> Result<CompareOptions, CommandFailure> {
    let mut options = args.options();
    if !args.name.is_empty() && args.commands.is_empty() && args.run.is_empty() {
        return Err(CommandFailure::usage("--name requires engines given as commands, or --run"));
    }
    if !args.commands.is_empty() {
        options.given = given::engines(&args.commands, &args.name)?;
    }
    if args.commits.is_none() {
        commands::add(args, &mut options)?;
    }
    contents.add(&mut options)?;
    if let Some(file) = &args.positions {
        let sample = args.sample.map(|n| n as usize);
        let chosen = positions::read(file, sample, options.seed)?;
        if options.is_over_threads() {
            options.sets = positions::to_depth(&chosen, options.time_to_depth(chosen.len()));
        } else {
            let seconds = options.plan().seconds;
            options.sets.push(positions::workload(file, &chosen, args.limit.as_deref(), seconds)?);
        }
    }
    match without_meaning(args, contents, options.is_over_threads()) {
        Some(message) => Err(CommandFailure::usage(message)),
        None => Ok(options),
    }
}

/// Returns an error for the first option that does not fit the numbers of threads: an option that
/// needs one number if there are several, or several if there is one.
fn without_meaning(
    args: &CompareArgs,
    contents: &ConfigContents,
    over_threads: bool,
) -> Option<String> {
    if !over_threads {
        let message = "--without-references needs several numbers of threads";
        return args.without_references.then(|| message.to_owned());
    }
    let given = [
        ("--workload", !args.workload.is_empty()),
        ("--boards", args.boards),
        ("--self-check", args.self_check),
        ("--commits", args.commits.is_some()),
        ("--precision", args.precision.is_some()),
        ("--gate", args.gate.is_some()),
        ("--run", !args.run.is_empty()),
        ("--bench", args.bench.is_some()),
        ("--limit", args.limit.is_some()),
        ("[[workload]]", contents.has_workloads()),
    ];
    let (option, _) = given.into_iter().find(|(_, is)| *is)?;
    Some(format!("{option} does not go with several numbers of threads"))
}

/// Returns the options with engines built from commits, and with the ratios of `--gate`, which is
/// parsed before the builds.
pub fn chosen_and_held(
    args: &CompareArgs,
    contents: &ConfigContents,
    interrupt: &Arc<AtomicBool>,
    progress: &mut dyn RunProgress,
) -> Result<CompareOptions, CommandFailure> {
    let mut options = chosen(args, contents)?;
    let Some(mut plan) = args.commits()? else {
        let names = names(&options);
        options.gate = demand(args, &names)?;
        return Ok(options);
    };
    let listed = commits::list(&plan)?;
    let names: Vec<&str> = listed.iter().map(|one: &ListedCommit| one.name.as_str()).collect();
    options.gate = demand(args, &names)?;
    if args.bisect {
        plan.baseline = names.first().map(|first| baseline(&options, first).to_owned());
    }
    let built = commits::build(&plan, &listed, interrupt, progress)?;
    (options.given, options.notes) = (built.engines, built.notes);
    commands::add(args, &mut options)?;
    Ok(options)
}

/// Returns the baseline: the old engine of the gate, otherwise `first`.
pub fn baseline<'a>(options: &'a CompareOptions, first: &'a str) -> &'a str {
    let pair = options.gate.as_ref().and_then(|gate| gate.pair.as_ref());
    pair.map_or(first, |(_, old)| old)
}

/// Returns the names of engines that a gate may use.
fn names(options: &CompareOptions) -> Vec<&str> {
    let given = options.given.iter().map(|spec| spec.record.name.as_str());
    let named = options.engine.iter().filter_map(|text| Some(text.split_once('=')?.0));
    given.chain(named.filter(|_| !options.has_ours())).collect()
}

fn demand(args: &CompareArgs, names: &[&str]) -> Result<Option<RatioDemand>, CommandFailure> {
    let Some(text) = &args.gate else { return Ok(None) };
    if names.is_empty() {
        return Err(CommandFailure::usage(
            "--gate requires engines given as commands, or --without-ours; to check Nucleus use \
             nucleus report --fail-below",
        ));
    }
    let demand = RatioDemand::parse(text, names).map_err(CommandFailure::usage)?;
    Ok(Some(RatioDemand { each: args.gate_each, ..demand }))
}
