//! `cargo xtask check`: what the project is held to, beyond its tests.

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

/// A check by its name.
#[derive(Subcommand)]
pub enum CheckCommand {
    /// The core and the search bring no crate of a registry, and their example runs.
    Core,
    /// `unsafe` is in src/core/kernels/ and the files that ci/unsafe-allowed.txt names, nowhere else.
    UnsafePlaces,
    /// The last commit has `signature` in its subject if it changes tests/signatures.txt.
    Signatures,
    /// Print the CPU's levels by the system's own list, for NUCLEUS_REQUIRE_LEVELS.
    CpuLevels,
    /// The program for ARM, Windows, macOS and the browser, under an emulator where it has to be.
    Targets(targets::TargetsArguments),
    /// Valgrind's memcheck on a short perft and a short search at level avx2.
    Memcheck,
    /// Instruction counts against ci/instructions.json.
    Instructions(instructions::InstructionsArguments),
    /// Games of the engine against itself at 10 ms + 10 ms: no time loss, no illegal move.
    Games {
        /// 200 games instead of 20.
        #[arg(long)]
        long: bool,
    },
    /// Games at 60 ms and at 300 ms + 10 ms with several threads: none lost on time.
    TimeLosses {
        /// Games of each kind.
        #[arg(default_value_t = 250)]
        games: u32,
    },
    /// The engine, its books and endgame tables through python-chess.
    PythonChess {
        /// An interpreter that has the package `chess`.
        #[arg(default_value = "python3")]
        python: String,
    },
    /// Several ranks in one search, over channels and under mpirun.
    Cluster,
    /// Emulated CPUs find their level, the signature, and pass the kernels' tests.
    Levels,
    /// AddressSanitizer, ThreadSanitizer and Miri on the tests.
    Sanitize {
        /// Some of address, thread, miri.
        #[arg(value_parser = ["address", "thread", "miri"])]
        tools: Vec<String>,
    },
    /// Every libFuzzer target of fuzz/ for a while.
    Fuzz(fuzz::FuzzArguments),
    /// Memory over a long search does not grow.
    Growth {
        /// Seconds for each size.
        #[arg(default_value_t = 3600)]
        seconds: u64,
        /// Sizes of the transposition table, MiB.
        #[arg(default_values_t = [16, 8192])]
        mib: Vec<u64>,
    },
    /// Everything that tries to break the project, collected in docs/ROBUSTNESS.md.
    Robustness(robustness::RobustnessArguments),
}

impl CheckCommand {
    /// Runs it.
    pub fn run(&self) -> Ended {
        match self {
            Self::Core => source::core(),
            Self::UnsafePlaces => source::unsafe_places(&root()),
            Self::Signatures => source::signatures(&Repository::here()),
            Self::CpuLevels => {
                println!("{}", source::cpu_levels()?.join(","));
                Ok(0)
            }
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
