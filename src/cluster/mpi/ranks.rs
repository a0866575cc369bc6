//! Any work that ranks share by messages.

use super::mpi::{MpiTransport, MpiWorld};

/// Starts MPI and does this rank's part of some work. The calling thread is the one that uses MPI;
/// at the end it waits for the other ranks.
///
/// # Errors
/// When MPI cannot be used, or what the work says: then the other ranks are not waited for.
pub fn run_ranks<R>(
    work: impl FnOnce(&mut MpiTransport) -> Result<R, String>,
) -> Result<R, String> {
    let mut world = MpiWorld::start()?;
    let mut transport = world.take_transport().ok_or("MPI has no messages")?;
    let done = work(&mut transport);
    if done.is_err() {
        world.abandon();
    }
    done
}
