//! Messages through MPI.

use ::mpi::Threading;
use ::mpi::environment::Universe;
use ::mpi::point_to_point::MatchedReceiveVec;
use ::mpi::topology::SimpleCommunicator;
use ::mpi::traits::{Communicator, Destination, Source};

use crate::ranks::RankTransport;

/// Bytes of messages that may be on their way at once: MPI copies messages into this buffer, so
/// that the sender need not wait for a receiver.
const BUFFER: usize = 64 << 20;

/// MPI as it was started. While it lives this process is a rank. When it is dropped, which the thread
/// that made it has to do, MPI waits for the other ranks.
pub struct MpiWorld {
    universe: Universe,
    transport: Option<MpiTransport>,
}

impl MpiWorld {
    /// Starts MPI.
    ///
    /// # Errors
    /// When it runs already, or may not be used by several threads in turn.
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

    /// The messages; once.
    pub fn take_transport(&mut self) -> Option<MpiTransport> {
        self.transport.take()
    }

    /// Leaves MPI as it is: ranks that are lost would be waited for.
    pub fn abandon(self) {
        std::mem::forget(self.universe);
    }
}

/// Messages through MPI. It asks whether something has come and never waits for it: MPI waits by
/// spinning, and ranks may share processors with threads that search. There is one, so that threads
/// use it in turn.
pub struct MpiTransport {
    rank: usize,
    size: usize,
    /// All ranks are on this host and share its memory. Over a network a message to a rank that has
    /// died may hang.
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
