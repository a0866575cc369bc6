//! The transport of messages through MPI.

use ::mpi::Threading;
use ::mpi::environment::Universe;
use ::mpi::point_to_point::MatchedReceiveVec;
use ::mpi::topology::SimpleCommunicator;
use ::mpi::traits::{Communicator, Destination, Source};

use crate::ranks::RankTransport;

/// Size in bytes of the buffer for messages in transit. MPI copies each message into it, so that the sender
/// does not wait for a receiver.
const BUFFER: usize = 64 << 20;

/// The MPI environment; this process is a rank while it exists. Drop it in the thread that started it: MPI
/// then waits for the other ranks.
pub struct MpiWorld {
    universe: Universe,
    transport: Option<MpiTransport>,
}

impl MpiWorld {
    /// Starts MPI.
    ///
    /// # Errors
    /// If MPI runs already, or does not allow several threads to use it in turn.
    pub fn start() -> Result<Self, String> {
        let started = ::mpi::initialize_with_threading(Threading::Serialized);
        let (mut universe, threading) = started.ok_or("MPI has been started before")?;
        if threading < Threading::Serialized {
            return Err(format!(
                "this MPI cannot be used by several threads in turn ({threading:?})"
            ));
        }
        universe.set_buffer_size(BUFFER);
        let world = universe.world();
        let (rank, size) = (world.rank() as usize, world.size() as usize);
        let is_local = world.split_shared(0).size() as usize == size;
        let transport = Some(MpiTransport { rank, size, is_local });
        Ok(Self { universe, transport })
    }

    /// Takes the transport. Later calls return `None`.
    pub fn take_transport(&mut self) -> Option<MpiTransport> {
        self.transport.take()
    }

    /// Leaves MPI running: finalization would wait for lost ranks.
    pub fn abandon(self) {
        std::mem::forget(self.universe);
    }
}

/// The transport through MPI. `receive` polls, because MPI blocks by spinning, and ranks may share
/// processors with search threads. There is a single value, so that threads use it in turn.
pub struct MpiTransport {
    rank: usize,
    size: usize,
    /// True if all ranks run on this host and share its memory. Over a network, a message to a dead rank may
    /// block.
    is_local: bool,
}

impl RankTransport for MpiTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn never_hangs(&self) -> bool {
        self.is_local
    }

    fn send(&mut self, to: usize, message: Vec<u8>) {
        SimpleCommunicator::world().process_at_rank(to as i32).buffered_send(&message[..]);
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        let world = SimpleCommunicator::world();
        let found = world.any_process().immediate_matched_probe()?;
        let (message, status) = found.matched_receive_vec::<u8>();
        Some((status.source_rank() as usize, message))
    }
}
