//! `nucleus --cluster`: one UCI engine on several MPI ranks.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use nucleus_cluster::mpi::{self, ClusterEnd, ClusterOptions, LaunchOptions};
use nucleus_search::EngineOptions;

use super::CommandFailure;
use crate::build_info::BUILD;

/// Options of a cluster.
#[derive(clap::Args)]
pub struct ClusterArgs {
    /// Run as one of several ranks that share a search: mpirun -n 2 nucleus --cluster. Rank 0
    /// speaks UCI; Hash and Threads apply to every rank. If a rank dies, mpirun ends the others
    /// within a second, in which rank 0 still answers
    #[arg(long)]
    pub cluster: bool,
    /// Start N ranks with mpirun instead, so that a GUI needs one command; exit code 1 if a rank is
    /// lost
    #[arg(long, value_name = "N", requires = "cluster",
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    ranks: Option<u32>,
    /// File of hosts for the ranks, as for mpirun
    #[arg(long, value_name = "FILE", requires = "ranks")]
    hostfile: Option<PathBuf>,
    /// Milliseconds without a message after which a rank counts as lost
    #[arg(long, value_name = "MILLISECONDS", requires = "cluster", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(100..=600_000))]
    silence: u64,
}

/// Runs one rank: UCI at rank 0, a helper elsewhere. With `--ranks`, starts all ranks instead.
pub fn run(args: &ClusterArgs, engine: EngineOptions) -> Result<ExitCode, CommandFailure> {
    let ended = match args.ranks {
        Some(ranks) => mpi::launch(&LaunchOptions {
            ranks,
            hostfile: args.hostfile.clone(),
            arguments: without_launch(std::env::args_os().skip(1)),
        }),
        None => mpi::run(ClusterOptions {
            engine,
            build: BUILD,
            silence: Duration::from_millis(args.silence),
        }),
    };
    match ended? {
        ClusterEnd::Clean => Ok(ExitCode::SUCCESS),
        // Exit at once: MPI would wait for the lost ranks.
        ClusterEnd::Broken => {
            nucleus_base::tell!("error: the cluster is broken");
            std::process::exit(1)
        }
    }
}

/// Returns the command line without `--ranks` and `--hostfile`, for every rank.
fn without_launch(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let (mut left, mut is_value) = (Vec::new(), false);
    for word in words {
        let text = word.to_string_lossy();
        let own = ["--ranks", "--hostfile"].into_iter().find(|own| text.starts_with(own));
        match own {
            _ if std::mem::take(&mut is_value) => {}
            Some(own) => is_value = text == own,
            None => left.push(word),
        }
    }
    left
}
