//! `cargo xtask`: checks of Nucleus beyond its tests, and the measured tables of its pages.

mod breakdown;
mod callgrind;
mod checks;
mod duets;
mod figures;
mod fit_wdl;
mod gate_rates;
mod git;
mod headline;
mod instructions;
mod ladder;
mod rows;
mod run;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

pub use checks::source::{signatures, unsafe_places};
pub use duets::{DuetRun, MethodRun, coverage};
pub use figures::pages::{PageFindings, made, tables_of_pages};
pub use figures::sheet::{Sheet, from_csv};
pub use figures::stale::{StaleReport, stale};
pub use gate_rates::{GateMethod, GateRates, LIMIT, NoiseKind, rates, row};
pub use git::Repository;
pub use ladder::ratings;
pub use run::{Ended, Fault, root};

/// Checks of Nucleus beyond its tests, and the measured tables of its pages.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Task {
    /// Run a check; without a name, list the checks.
    Check {
        #[command(subcommand)]
        check: Option<checks::CheckCommand>,
    },
    /// Measure tables of the pages again; without a unit, list the units.
    Figures(figures::FiguresArguments),
    /// Fit the win, draw and loss probabilities of UCI_ShowWDL to games of the engine against itself.
    FitWdl(fit_wdl::FitWdlArguments),
    /// Read and write memory repeatedly for a second.
    #[command(hide = true)]
    Sweep {
        /// Amount of memory, in MiB.
        mib: usize,
    },
}

/// Runs the command line from the root of the repository.
pub fn main() -> ExitCode {
    let task = Task::parse();
    let ended = std::env::set_current_dir(root()).map_err(Fault::from).and_then(|()| match task {
        Task::Check { check: Some(check) } => check.run(),
        Task::Check { check: None } => {
            let mut command = Task::command();
            let check = command.find_subcommand_mut("check");
            check.map_or(Ok(0), |check| check.print_help().map(|()| 0).map_err(Fault::from))
        }
        Task::Figures(arguments) => figures::run(&arguments),
        Task::FitWdl(arguments) => fit_wdl::run(&arguments),
        Task::Sweep { mib } => {
            figures::gate::sweep(mib);
            Ok(0)
        }
    });
    match ended {
        Ok(code) => code.into(),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
