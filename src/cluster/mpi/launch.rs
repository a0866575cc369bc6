//! `nucleus --cluster --ranks N`: starts the ranks with `mpirun`, so that a GUI needs one command
//! and the exit code is that of `nucleus`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use super::session::ClusterEnd;
use nucleus_base::tell;

/// Options for starting ranks.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// Number of ranks.
    pub ranks: u32,
    /// File that lists the hosts, as `mpirun --hostfile` reads it; `None`: this host alone.
    pub hostfile: Option<PathBuf>,
    /// Arguments of every rank.
    pub arguments: Vec<OsString>,
}

/// Runs this program as `options.ranks` ranks and waits for them. They inherit input and output.
///
/// # Errors
/// If `mpirun` cannot be started.
pub fn launch(options: &LaunchOptions) -> Result<ClusterEnd, String> {
    let program = std::env::current_exe().map_err(|e| format!("cannot find myself: {e}"))?;
    let mut command = Command::new("mpirun");
    command.arg("-n").arg(options.ranks.to_string());
    if let Some(hostfile) = &options.hostfile {
        command.arg("--hostfile").arg(hostfile);
    }
    command.arg(program).args(&options.arguments);
    // Ctrl-C reaches mpirun too. The end of input ends rank 0's session, and so the job.
    let status = command.status().map_err(|e| format!("cannot start mpirun (Open MPI): {e}"))?;
    if status.success() {
        return Ok(ClusterEnd::Clean);
    }
    tell!("cluster: mpirun ended with {status}");
    Ok(ClusterEnd::Broken)
}
