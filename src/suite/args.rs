use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::record::Limit;
use crate::kernels::Level;
use crate::search::ProfileName;

/// Test suites in EPD: how many positions are solved within a limit.
///
/// A position is solved when the move chosen at the end is among `bm`, is not among `am`, or, where
/// `dm` stands, when the mate reported at the end is exactly that long. Each position is searched
/// from a cleared state. The tables go to standard output; exit code 0 when all positions were
/// searched, whatever was solved, 130 when Ctrl-C cut the run short.
#[derive(Debug, Clone, Args)]
#[command(group(ArgGroup::new("limit").required(true).args(["movetime", "depth", "nodes"])))]
pub struct SuiteArgs {
    /// The suites
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Milliseconds a position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
    /// Plies a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=120))]
    pub depth: Option<u64>,
    /// Nodes a position; the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Only this position of the file, 1 the first, iteration by iteration
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub position: Option<u64>,
    /// The record: written after each position, and resumed from when it is there
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the tables to a file, too
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// The searcher: axon or full
    #[arg(long, default_value = "full")]
    pub profile: ProfileName,
    /// Table size in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash: u32,
    /// Search threads; one is what the engine has so far
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1))]
    pub threads: u32,
    /// The kernels' level [default: the best the CPU has]
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,
}

impl SuiteArgs {
    /// The limit of each position.
    pub fn limit(&self) -> Limit {
        match (self.movetime, self.depth, self.nodes) {
            (Some(milliseconds), _, _) => Limit::Movetime { milliseconds },
            (_, Some(plies), _) => Limit::Depth { plies },
            (_, _, nodes) => Limit::Nodes { nodes: nodes.unwrap_or(1) },
        }
    }
}
