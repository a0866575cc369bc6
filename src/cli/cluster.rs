//! `mpirun … nucleus --cluster`.

use std::process::ExitCode;
use std::time::Duration;

use nucleus::cluster::{self, ClusterEnd, ClusterOptions};
use nucleus::search::EngineOptions;

use super::CommandFailure;

/// The options of a cluster.
#[derive(clap::Args)]
pub struct ClusterArgs {
    /// Be one rank of several that share a search: mpirun -n 2 nucleus --cluster. Rank 0 speaks
    /// UCI; Hash and Threads are those of every rank. When a rank dies mpirun ends all others
    /// within a second, in which rank 0 still answers; mpirun --mca odls_base_sigkill_timeout 5
    /// gives it five
    #[arg(long)]
    pub cluster: bool,
    /// Microseconds added to every message, to measure what a slower network costs
    #[arg(long, value_name = "MICROSECONDS", requires = "cluster", default_value_t = 0,
          value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    message_delay: u64,
    /// A rank of which nothing is heard for so many milliseconds is lost
    #[arg(long, value_name = "MILLISECONDS", requires = "cluster", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(100..=600_000))]
    silence: u64,
}

/// Speaks UCI at rank 0 and helps at the others.
pub fn run(args: &ClusterArgs, engine: EngineOptions) -> Result<ExitCode, CommandFailure> {
    let options = ClusterOptions {
        engine,
        silence: Duration::from_millis(args.silence),
        delay: Duration::from_micros(args.message_delay),
    };
    match cluster::run(options)? {
        ClusterEnd::Clean => Ok(ExitCode::SUCCESS),
        // At once: MPI would wait at its end for ranks that are lost.
        ClusterEnd::Broken => {
            nucleus::tell!("error: the cluster is broken");
            std::process::exit(1)
        }
    }
}
