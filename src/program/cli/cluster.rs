//! `mpirun … nucleus --cluster`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use nucleus_cluster::mpi::{self, ClusterEnd, ClusterOptions, LaunchOptions};
use nucleus_search::EngineOptions;

use super::CommandFailure;
use super::command::BUILD;

/// The options of a cluster.
#[derive(clap::Args)]
pub struct ClusterArgs {
    /// Be one rank of several that share a search: mpirun -n 2 nucleus --cluster. Rank 0 speaks
    /// UCI; Hash and Threads are those of every rank. When a rank dies mpirun ends all others
    /// within a second, in which rank 0 still answers
    #[arg(long)]
    pub cluster: bool,
    /// Start so many ranks by mpirun, instead of being one: one command for a GUI. Exits with 1
    /// when a rank was lost
    #[arg(long, value_name = "N", requires = "cluster",
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    ranks: Option<u32>,
    /// The hosts of the ranks, a file as mpirun reads it
    #[arg(long, value_name = "FILE", requires = "ranks")]
    hostfile: Option<PathBuf>,
    /// A rank of which nothing is heard for so many milliseconds is lost
    #[arg(long, value_name = "MILLISECONDS", requires = "cluster", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(100..=600_000))]
    silence: u64,
}

/// Speaks UCI at rank 0 and helps at the others.
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
        // At once: MPI would wait at its end for ranks that are lost.
        ClusterEnd::Broken => {
            nucleus_base::tell!("error: the cluster is broken");
            std::process::exit(1)
        }
    }
}

/// Returns the arguments of every rank: the command line without `--ranks` and `--hostfile`.
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
