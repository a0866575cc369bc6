//! The cases counted by single steps. The output has one line of tab-separated fields per result:
//!
//! | line | |
//! |---|---|
//! | `count ID INSTRUCTIONS UNITS ELSEWHERE REPEATS` | a case; the last two as in [`StepCounts`] |
//! | `routine ID NAME INSTRUCTIONS` | a routine's share of a case |
//! | `not-run ID REASON` | a case that cannot run on this CPU or this system |
//! | `left-out ID` | a case of this share that `--quick` or `--only` omits |

use std::hint::black_box;
use std::process::ExitCode;

use nucleus_steps::{StepCounts, SymbolTable};

use crate::bodies::{Case, cases};

/// Options that choose the cases to count.
#[derive(Default)]
struct Chosen {
    quick: bool,
    /// Comma-separated texts; an id must contain one of them.
    only: Option<String>,
    /// Index of this part and number of equal parts that the cases are divided into.
    share: Option<(usize, usize)>,
}

impl Chosen {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut chosen = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} wants a value"));
            match argument.as_str() {
                "--steps" | "--bench" => {}
                "--quick" => chosen.quick = true,
                "--only" => chosen.only = Some(value()?.clone()),
                "--share" => {
                    let text = value()?;
                    let share = text.split_once('/').and_then(|(index, of)| {
                        Some((index.parse().ok()?, of.parse().ok().filter(|&of| of > 0)?))
                    });
                    let (index, of) = share.ok_or_else(|| format!("--share {text}: not I/N"))?;
                    if index >= of {
                        return Err(format!("--share {text}: the parts begin with 0"));
                    }
                    chosen.share = Some((index, of));
                }
                other => return Err(format!("unknown argument: {other}")),
            }
        }
        Ok(chosen)
    }

    /// Returns true for a case that is to be counted.
    fn has(&self, case: &Case) -> bool {
        (!self.quick || case.is_quick())
            && self
                .only
                .as_ref()
                .is_none_or(|only| only.split(',').any(|text| case.id().contains(text)))
    }
}

/// Prints the counts of the chosen cases.
pub fn count(arguments: &[String]) -> ExitCode {
    let chosen = match Chosen::parse(arguments) {
        Ok(chosen) => chosen,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    if let Err(refusal) = nucleus_steps::restart_with_fixed_addresses() {
        eprintln!("note: {refusal}");
    }
    let symbols = std::env::current_exe()
        .map_err(|error| error.to_string())
        .and_then(|program| SymbolTable::read(&program));
    let symbols = match symbols {
        Ok(symbols) => symbols,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let (index, of) = chosen.share.unwrap_or((0, 1));
    for case in cases().into_iter().skip(index).step_by(of) {
        let id = case.id();
        if !chosen.has(&case) {
            println!("left-out\t{id}");
            continue;
        }
        let counts = match case.obstacle() {
            Some(obstacle) => Err(obstacle),
            None => counts_of(&case).map_err(|error| error.to_string()),
        };
        match counts {
            Ok((counts, units)) => show(&id, &counts, units, &symbols),
            Err(reason) => println!("not-run\t{id}\t{reason}"),
        }
    }
    ExitCode::SUCCESS
}

/// Counts one case; also returns its number of units.
fn counts_of(case: &Case) -> Result<(StepCounts, u64), nucleus_steps::StepError> {
    let prepared = case.prepare();
    let (digest, counts) = nucleus_steps::count(|| black_box(&prepared).run())?;
    prepared.check(digest);
    Ok((counts, prepared.units))
}

fn show(id: &str, counts: &StepCounts, units: u64, symbols: &SymbolTable) {
    let routines: Vec<(String, u64)> = counts
        .by_routine(symbols)
        .into_iter()
        // The functions of `nucleus_steps` only make the counted call.
        .filter(|(name, _)| !name.contains("nucleus_steps"))
        .collect();
    let total: u64 = routines.iter().map(|(_, count)| count).sum();
    println!("count\t{id}\t{total}\t{units}\t{}\t{}", counts.elsewhere, counts.repeats);
    for (name, count) in routines {
        println!("routine\t{id}\t{name}\t{count}");
    }
}
