//! `mpirun … nucleus compare --cluster`: every host measures itself, rank 0 gathers the records.

use std::path::PathBuf;
use std::time::Duration;

use super::mpi::MpiWorld;
use crate::ranks::{Fleet, FleetEnd, FleetWork, RankTransport};

/// A host of which nothing is heard for so long is lost; while it is measured its processors are
/// busy.
const SILENCE: Duration = Duration::from_secs(10);

/// A fleet in which this process is a rank.
pub struct FleetRun {
    /// The rank of this process.
    pub rank: usize,
    /// Result of the fleet.
    pub end: FleetEnd,
    world: MpiWorld,
}

/// Does `work` once a host, and gathers the files at rank 0 in `out`. The calling thread is the one
/// that uses MPI. `scratch` is where the work of this host writes.
///
/// # Errors
/// When MPI cannot be used.
pub fn run_fleet(
    work: FleetWork,
    scratch: PathBuf,
    out: PathBuf,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<FleetRun, String> {
    let mut world = MpiWorld::start()?;
    let mut transport = world.take_transport().ok_or("MPI has no messages")?;
    let rank = transport.rank();
    // The first name of a host is what people call it, and a part of a file's name.
    let host = world.host().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let transport = &mut transport;
    let fleet = Fleet { transport, host, scratch, out, silence: SILENCE };
    let end = fleet.run(work, is_interrupted);
    Ok(FleetRun { rank, end, world })
}

impl FleetRun {
    /// Ends MPI: waits for the other ranks, unless some are lost.
    pub fn finish(self, interrupted: bool) {
        if interrupted || !self.end.lost.is_empty() {
            self.world.abandon();
        }
    }
}
