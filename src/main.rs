//! The `nucleus` command.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nucleus::harness::compare::{self, CompareError, Context};
use nucleus::harness::compare_args::CompareArgs;
use nucleus::harness::cpu::{self, CpuArgs};
use nucleus::harness::progress::Bar;
use nucleus::harness::text_table;

#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Compare(Box<CompareArgs>),
    Cpu(CpuArgs),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Compare(args) => compare(&args),
        Command::Cpu(args) => cpu::run(&args)
            .map(|text| {
                print!("{text}");
                true
            })
            .map_err(CompareError::Usage),
    };
    match result {
        Ok(clean) => ExitCode::from(u8::from(!clean)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(if matches!(error, CompareError::Usage(_)) { 2 } else { 1 })
        }
    }
}

fn compare(args: &CompareArgs) -> Result<bool, CompareError> {
    let failed = |e: &dyn std::fmt::Display| CompareError::Failed(e.to_string());
    let program = std::env::current_exe().map_err(|e| failed(&e))?;
    let interrupt = compare::on_ctrl_c().map_err(|e| failed(&e))?;
    let mut bar = Bar::new();
    let context = Context { program, legal: |_| None, interrupt, progress: &mut bar };
    let outcome = compare::run(args, context)?;
    drop(bar);
    // The report layer's tables and charts go here.
    print!("{}", text_table::render(&outcome.record));
    eprintln!("record: {}", outcome.path.display());
    Ok(outcome.clean)
}
