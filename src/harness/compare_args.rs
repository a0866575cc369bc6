//! The command line of `nucleus compare`, and what follows from it.

use std::fmt;
use std::path::PathBuf;

use clap::Args;

use super::campaign::Plan;
use super::schedule::Processes;
use super::workloads::Lengths;

/// Compare our engine with others: one table, one record.
///
/// Without --engine the reference is `STOCKFISH`, else the stockfish on PATH or in /usr/games.
/// Every engine is first started once: its options are checked, and it shows that it stands on
/// each position. One that fails is dropped by name.
///
/// Exit code 0 when all went well, 1 when an engine failed (what was measured is kept) or nothing
/// was left to compare, 2 for a command line that asks for what cannot be, 130 after Ctrl-C (what
/// was measured is kept).
#[derive(Debug, Clone, Args)]
pub struct CompareArgs {
    /// A reference engine; repeat for several. Ratios are to the first.
    #[arg(long, value_name = "NAME=COMMAND")]
    pub engine: Vec<String>,
    /// A UCI option for one engine; `nucleus` stands for ours at every level.
    #[arg(long, value_name = "ENGINE:K=V")]
    pub option: Vec<String>,
    /// What to run: start, mate7, perft, speed, or a position and a limit (depth N, nodes N,
    /// movetime MS, perft N); repeat for several.
    #[arg(long, value_name = "NAME=FEN@LIMIT")]
    pub workload: Vec<String>,
    /// Measured blocks per workload; each engine runs twice in one [default: 6; 3 quick, 10 full].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,
    /// Blocks run first and dropped [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub warmup: Option<u32>,
    /// How long a process of an engine is kept.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Processes::PerBlock)]
    pub processes: Processes,
    /// Seconds of a sustained or timed sample [default: 2; 0.5 quick].
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub time: Option<f64>,
    /// Transposition table of every engine, MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: u32,
    /// Search threads of every engine, each on a processor of its own.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: u32,
    /// The logical processors to pin engines to, one for each thread [default: the least loaded
    /// of the fastest kind].
    #[arg(long, value_name = "N[,N…]", value_delimiter = ',')]
    pub core: Vec<u32>,
    /// Seed of the order and of the intervals.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The folder of the record, a folder for each CPU in it [default: reports].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// At most a minute: our best level and the reference, three workloads.
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// At most 40 minutes: all levels at length, and the speed workloads.
    #[arg(long)]
    pub full: bool,
    /// The same engine under two names, to see what the harness makes of no difference.
    #[arg(long)]
    pub self_check: bool,
    /// The search profile of our engine.
    #[arg(long, value_name = "NAME", default_value = "axon", value_parser = ["axon", "full"])]
    pub profile: String,
    /// Leave our engine out: compare references with the first of them.
    #[arg(long)]
    pub without_ours: bool,
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds between 0.001 and 3600".to_owned()),
    }
}

/// How long a run is meant to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// At most a minute.
    Quick,
    /// At most about six minutes.
    Default,
    /// At most forty.
    Full,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Quick => "quick",
            Self::Default => "default",
            Self::Full => "full",
        })
    }
}

impl CompareArgs {
    /// How long the run is meant to be.
    pub fn mode(&self) -> Mode {
        match (self.quick, self.full) {
            (true, _) => Mode::Quick,
            (_, true) => Mode::Full,
            _ => Mode::Default,
        }
    }

    /// The plan. Who gives the rounds wants them all: then there is no limit of time.
    pub fn plan(&self) -> Plan {
        let (rounds, seconds, budget, give_up) = match self.mode() {
            Mode::Quick => (3, 0.5, 36.0, 20.0),
            Mode::Default => (6, 2.0, 240.0, 60.0),
            Mode::Full => (10, 2.0, 2_280.0, 300.0),
        };
        let seconds = self.time.unwrap_or(seconds);
        Plan {
            rounds: self.rounds.unwrap_or(rounds),
            warmup: self.warmup.unwrap_or(1),
            warm_fixed: self.mode() != Mode::Quick,
            seconds,
            short_seconds: match self.mode() {
                Mode::Full => seconds,
                _ => (seconds / 4.0).max(0.001),
            },
            give_up,
            budget: self.rounds.is_none().then_some(budget),
            processes: self.processes,
            seed: self.seed,
        }
    }

    /// Blocks that the engines other than our best and the reference take part in.
    pub fn short_blocks(&self) -> u32 {
        if self.mode() == Mode::Full { 5 } else { 1 }
    }

    /// The lengths of the built-in workloads.
    pub fn lengths(&self) -> Lengths {
        Lengths {
            seconds: self.plan().seconds,
            speed_seconds: self.time.unwrap_or(5.0),
            perft_depth: if self.mode() == Mode::Quick { 5 } else { 6 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: CompareArgs,
    }

    fn parse(words: &[&str]) -> Result<CompareArgs, clap::Error> {
        Cli::try_parse_from([&["x"], words].concat()).map(|c| c.args)
    }

    #[test]
    fn modes_and_plans() {
        let quick = parse(&["--quick"]).unwrap();
        assert!(quick.plan().budget.unwrap() < 60.0);
        assert_eq!(parse(&[]).unwrap().plan().rounds, 6);
        assert_eq!(parse(&["--full"]).unwrap().plan().rounds, 10);
        let own = parse(&["--rounds", "2", "--time", "0.1"]).unwrap().plan();
        assert_eq!((own.rounds, own.seconds, own.budget), (2, 0.1, None));
    }

    #[test]
    fn bad_numbers_are_refused() {
        for words in [
            ["--rounds", "0"],
            ["--time", "0"],
            ["--time", "NaN"],
            ["--hash", "0"],
            ["--threads", "0"],
            ["--profile", "x"],
        ] {
            assert!(parse(&words).is_err(), "{words:?}");
        }
        assert!(parse(&["--quick", "--full"]).is_err());
    }
}
