//! `cargo xtask check`: requirements of the project beyond its tests.

pub mod emulated;
pub mod engine;
pub mod fuzz;
pub mod growth;
pub mod instructions;
pub mod robustness;
pub mod sanitize;
pub mod source;
pub mod targets;

use clap::Subcommand;

use crate::git::Repository;
use crate::run::{Ended, root};

/// The checks that `cargo xtask check` can run.
#[derive(Subcommand)]
pub enum CheckCommand {
    /// Check that the core and the search use no registry crate, and that their example runs.
    Core,
    /// Check that `unsafe` is only in src/core/kernels/ and in the files of ci/unsafe-allowed.txt.
    UnsafePlaces,
    /// Check that the last commit has `signature` in its subject if it changes tests/signatures.txt.
    Signatures,
    /// Print the CPU's levels from the system's list of features, for NUCLEUS_REQUIRE_LEVELS.
    CpuLevels,
    /// Check that the oldest compiler that Cargo.toml allows builds the workspace.
    Msrv,
    /// Build and test the program for ARM, Windows, macOS and the browser, with an emulator if needed.
    Targets(targets::TargetsArguments),
    /// Run Valgrind's memcheck on a short perft and a short search at level avx2.
    Memcheck,
    /// Compare instruction counts with ci/instructions.json.
    Instructions(instructions::InstructionsArguments),
    /// Check that games at 10 ms + 10 ms have no loss on time and no illegal move.
    Games {
        /// Play 200 games instead of 20.
        #[arg(long)]
        long: bool,
    },
    /// Check that games at 60 ms and at 300 ms + 10 ms with 1 and 2 threads have no loss on time.
    TimeLosses {
        /// Number of games of each kind.
        #[arg(default_value_t = 250)]
        games: u32,
    },
    /// Test the engine, its books and endgame tables through python-chess.
    PythonChess {
        /// Python interpreter with the package `chess`.
        #[arg(default_value = "python3")]
        python: String,
    },
    /// Run several ranks in one search, over channels and under mpirun.
    Cluster,
    /// Check the detected level, the signature and the kernels' tests on emulated CPUs.
    Levels,
    /// Run the tests under AddressSanitizer, ThreadSanitizer and Miri.
    Sanitize {
        /// Any of address, thread, miri [default: all].
        #[arg(value_parser = ["address", "thread", "miri"])]
        tools: Vec<String>,
    },
    /// Run every libFuzzer target of fuzz/ for a limited time.
    Fuzz(fuzz::FuzzArguments),
    /// Check that memory does not grow in a long search.
    Growth {
        /// Seconds for each size.
        #[arg(default_value_t = 3600)]
        seconds: u64,
        /// Sizes of the transposition table, in MiB.
        #[arg(default_values_t = [16, 8192])]
        mib: Vec<u64>,
    },
    /// Run everything that tries to break the project, and write docs/ROBUSTNESS.md.
    Robustness(robustness::RobustnessArguments),
}

impl CheckCommand {
    /// Runs the check; returns its exit code.
    pub fn run(&self) -> Ended {
        match self {
            Self::Core => source::core(),
            Self::UnsafePlaces => source::unsafe_places(&root()),
            Self::Signatures => source::signatures(&Repository::here()),
            Self::CpuLevels => {
                println!("{}", source::cpu_levels()?.join(","));
                Ok(0)
            }
            Self::Msrv => source::msrv(),
            Self::Targets(arguments) => targets::run(arguments),
            Self::Memcheck => engine::memcheck(),
            Self::Instructions(arguments) => instructions::run(arguments),
            Self::Games { long } => engine::games(*long),
            Self::TimeLosses { games } => engine::time_losses(*games),
            Self::PythonChess { python } => engine::python_chess(python),
            Self::Cluster => engine::cluster(),
            Self::Levels => emulated::run(),
            Self::Sanitize { tools } => sanitize::run(tools),
            Self::Fuzz(arguments) => fuzz::run(arguments),
            Self::Growth { seconds, mib } => growth::run(*seconds, mib),
            Self::Robustness(arguments) => robustness::run(arguments),
        }
    }
}
