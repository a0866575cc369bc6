#[cfg(feature = "cluster")]
mod fleet;
mod scaling;

use std::path::PathBuf;
use std::process::ExitCode;

use nucleus::board::{Board, MatrixBoard, Setup};
use nucleus::harness::compare::{self, CompareContext};
use nucleus::harness::compare_options::{CompareError, CompareMode, CompareOptions};
use nucleus::harness::schedule::Processes;
use nucleus::kernels::portable;
use nucleus::movegen::{ALL, generate};
use nucleus::notation::uci_move;
use nucleus::report;
use nucleus::types::MoveList;

use super::progress::Bar;
use super::{CommandFailure, print};

/// Compare our engine with others: one table, one record.
///
/// Without --engine the reference is `STOCKFISH`, else the stockfish on PATH or in /usr/games.
/// Every engine is first started once: its options are checked, and it shows that it stands on
/// each position. One that fails is dropped by name.
///
/// Exit code 0 when all went well, 1 when an engine failed (what was measured is kept) or nothing
/// was left to compare, 2 for a command line that asks for what cannot be, 130 after Ctrl-C (what
/// was measured is kept).
#[derive(clap::Args)]
pub struct CompareArgs {
    /// A reference engine; repeat for several. Ratios are to the first.
    #[arg(long, value_name = "NAME=COMMAND")]
    engine: Vec<String>,
    /// A UCI option for one engine; `nucleus` stands for ours at every level.
    #[arg(long, value_name = "ENGINE:K=V")]
    option: Vec<String>,
    /// What to run: start, mate7, perft, speed, or a position and a limit (depth N, nodes N,
    /// movetime MS, perft N); repeat for several.
    #[arg(long, value_name = "NAME=FEN@LIMIT")]
    workload: Vec<String>,
    /// Measured blocks per workload; each engine runs twice in one [default: 6; 3 quick, 10 full].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,
    /// Blocks run first and dropped [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    warmup: Option<u32>,
    /// How long a process of an engine is kept.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Keep::PerBlock)]
    processes: Keep,
    /// Seconds of a sustained or timed sample [default: 2; 0.5 quick].
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<f64>,
    /// Transposition table of every engine, MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// Search threads of every engine, each on a processor of its own. Several numbers, as in
    /// 1,2,4: instead of the workloads, how nodes a second, time to depth and nodes to depth change
    /// with them, for ours both ways of sharing a search and for every reference with `Threads`.
    #[arg(long, value_name = "N[,N…]", default_value = "1", value_delimiter = ',',
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Vec<u32>,
    /// With several numbers of threads: the positions (EPD) [default: the start position and those
    /// of speed].
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// The logical processors to pin engines to, one for each thread [default: the least loaded
    /// of the fastest kind].
    #[arg(long, value_name = "N[,N…]", value_delimiter = ',')]
    core: Vec<u32>,
    /// Seed of the order and of the intervals.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The folder of the record, a folder for each CPU in it [default: reports].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// At most a minute: our best level and the reference, three workloads; with --boards, both
    /// boards at our best level.
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// At most 40 minutes: all levels at length, and the speed workloads; with --boards, at most an
    /// hour: longer samples and more blocks.
    #[arg(long)]
    full: bool,
    /// The same engine under two names, to see what the harness makes of no difference.
    #[arg(long)]
    self_check: bool,
    /// The search profile of our engine [default: axon; with --boards, every one].
    #[arg(long, value_name = "NAME", value_parser = ["axon", "full", "umko"])]
    profile: Option<String>,
    /// Our engine alone, on the matrix and on the magic board in turn: at every level, in every
    /// profile, from the start, the mate in 7, kiwipete and the positions of bench, and perft.
    #[arg(long, conflicts_with_all = ["engine", "self_check", "without_ours"])]
    boards: bool,
    /// Be one rank of a fleet, as in mpirun --hostfile hosts nucleus compare --cluster: every host
    /// measures itself, rank 0 gathers the records and makes one table for all CPUs.
    #[cfg(feature = "cluster")]
    #[arg(long)]
    cluster: bool,
    /// With several numbers of threads: leave the references out.
    #[arg(long, conflicts_with_all = ["engine", "without_ours"])]
    without_references: bool,
    /// Leave our engine out: compare references with the first of them.
    #[arg(long)]
    without_ours: bool,
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds between 0.001 and 3600".to_owned()),
    }
}

/// How long a process of an engine is kept.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Keep {
    /// One process for all blocks of all workloads, unless it fails.
    Persistent,
    /// A new process for every block: what luck it has with its memory is then in the interval.
    PerBlock,
}

impl CompareArgs {
    fn options(&self) -> CompareOptions {
        CompareOptions {
            engine: self.engine.clone(),
            option: self.option.clone(),
            workload: self.workload.clone(),
            rounds: self.rounds,
            warmup: self.warmup,
            processes: match self.processes {
                Keep::Persistent => Processes::Persistent,
                Keep::PerBlock => Processes::PerBlock,
            },
            time: self.time,
            hash: self.hash,
            threads: self.threads[0],
            core: self.core.clone(),
            seed: self.seed,
            out: self.out.clone(),
            mode: match (self.quick, self.full) {
                (true, _) => CompareMode::Quick,
                (_, true) => CompareMode::Full,
                _ => CompareMode::Default,
            },
            self_check: self.self_check,
            profile: self.profile.clone(),
            boards: self.boards,
            without_ours: self.without_ours,
        }
    }
}

/// The comparison, then its tables and charts.
pub fn run(args: &CompareArgs) -> Result<ExitCode, CommandFailure> {
    if args.threads.len() > 1 {
        return scaling::run(args);
    }
    if args.positions.is_some() || args.without_references {
        return Err(CommandFailure::usage(
            "--positions and --without-references need several numbers of threads",
        ));
    }
    #[cfg(feature = "cluster")]
    if args.cluster {
        return fleet::run(args.options());
    }
    let failed = |e: &dyn std::fmt::Display| CommandFailure::failed(e.to_string());
    let program = std::env::current_exe().map_err(|e| failed(&e))?;
    let interrupt = compare::on_ctrl_c().map_err(|e| failed(&e))?;
    let mut bar = Bar::living();
    let context = CompareContext { program, legal: legal_moves, interrupt, progress: &mut bar };
    let outcome = compare::run(&args.options(), context).map_err(|error| match error {
        CompareError::Usage(text) => CommandFailure::usage(text),
        CompareError::Failed(text) => CommandFailure::failed(text),
    })?;
    drop(bar);
    let directory = outcome.path.parent().unwrap_or_else(|| ".".as_ref());
    let files =
        report::write(std::slice::from_ref(&outcome.path), directory).map_err(|e| failed(&e))?;
    if let Some(page) = files.iter().find(|path| path.extension().is_some_and(|e| e == "md")) {
        print(&std::fs::read_to_string(page).map_err(|e| failed(&e))?)?;
    }
    nucleus::tell!("record: {}", outcome.path.display());
    for file in files {
        nucleus::tell!("wrote {}", file.display());
    }
    Ok(super::code(outcome.clean, outcome.interrupted))
}

/// The legal moves of a position in UCI's notation; `None` when the FEN is not valid.
fn legal_moves(fen: &str) -> Option<Vec<String>> {
    let board = MatrixBoard::new(&Setup::from_fen(fen).ok()?, portable::Token);
    let mut list = MoveList::new();
    generate::<_, ALL>(&board, &mut list);
    Some(list.iter().map(|&chess_move| uci_move::format(&board, chess_move)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use nucleus::search::ProfileName;

    #[derive(Parser)]
    struct TestLine {
        #[command(flatten)]
        args: CompareArgs,
    }

    fn parse(words: &[&str]) -> Result<CompareOptions, clap::Error> {
        TestLine::try_parse_from([&["x"], words].concat()).map(|c| c.args.options())
    }

    #[test]
    fn modes_and_plans() {
        let quick = parse(&["--quick"]).unwrap();
        assert!(quick.plan().budget.unwrap() < 60.0);
        assert_eq!(parse(&[]).unwrap().plan().rounds, 6);
        assert_eq!(parse(&["--full"]).unwrap().plan().rounds, 10);
        let own = parse(&["--rounds", "2", "--time", "0.1"]).unwrap().plan();
        assert_eq!((own.rounds, own.seconds, own.budget), (2, 0.1, None));
        let boards = parse(&["--boards"]).unwrap();
        assert_eq!((boards.plan().warmup, boards.plan().rounds), (0, 6));
        assert_eq!(boards.profiles().unwrap(), ProfileName::ALL);
        assert_eq!(parse(&[]).unwrap().profiles().unwrap(), [ProfileName::Axon]);
    }

    #[test]
    fn bad_numbers_are_refused() {
        for words in [
            ["--rounds", "0"],
            ["--time", "0"],
            ["--time", "NaN"],
            ["--hash", "0"],
            ["--threads", "0"],
            ["--threads", "1,0"],
            ["--profile", "x"],
        ] {
            assert!(parse(&words).is_err(), "{words:?}");
        }
        assert!(parse(&["--quick", "--full"]).is_err());
        assert!(parse(&["--boards", "--engine", "x=y"]).is_err());
    }
}
