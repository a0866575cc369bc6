//! `mpirun … nucleus --cluster`: rank 0 speaks UCI, the others help it search.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::input::EndableInput;
use super::mpi::{MpiTransport, MpiWorld};
use crate::ranks::{
    ClusterClient, CommunicationOptions, CommunicationThread, RankTransport, SessionEnd,
};
use nucleus_base::build_info::BuildInfo;
use nucleus_base::tell;
use nucleus_engine::uci;
use nucleus_search::EngineOptions;

/// Options of a cluster session.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// Options of every rank's engine.
    pub engine: EngineOptions,
    /// Build of the program, from which rank 0 takes its UCI name.
    pub build: BuildInfo,
    /// Time without a message after which a rank counts as lost.
    pub silence: Duration,
}

/// The way in which a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterEnd {
    /// `quit` or the end of input ended the session; no rank was lost.
    Clean,
    /// A rank was lost or a signal ended the job. The process must exit at once, with an error.
    Broken,
}

/// Runs a UCI session at rank 0 until `quit` or the end of input; at the other ranks, helps until
/// rank 0 ends. The calling thread starts and ends MPI.
///
/// # Errors
/// If MPI cannot be used, or the session cannot begin.
pub fn run(options: ClusterOptions) -> Result<ClusterEnd, String> {
    let mut world = MpiWorld::start()?;
    let transport = world.take_transport().ok_or("MPI has no messages")?;
    let (rank, size) = (transport.rank(), transport.size());
    let ended = if rank == 0 { lead(transport, options) } else { Ok(help(transport, options)) };
    let (end, terminated) = match ended {
        Ok(ended) => ended,
        Err(error) => {
            world.abandon();
            return Err(error);
        }
    };
    tell!("cluster: rank {rank} of {size}: {}", end.counts);
    if end.lost.is_empty() && !terminated {
        return Ok(ClusterEnd::Clean);
    }
    world.abandon();
    Ok(ClusterEnd::Broken)
}

fn communication(options: &ClusterOptions) -> CommunicationOptions {
    let engine = options.engine.clone();
    CommunicationOptions { silence: options.silence, ..CommunicationOptions::new(engine) }
}

fn help(transport: MpiTransport, options: ClusterOptions) -> (SessionEnd, bool) {
    let me = transport.rank();
    let say = move |notice| tell!("cluster: rank {me}: {notice}");
    (CommunicationThread::helper(transport, communication(&options), say).run(), false)
}

/// Leads as rank 0: a new thread runs the UCI session, the calling thread handles messages.
fn lead(transport: MpiTransport, options: ClusterOptions) -> Result<(SessionEnd, bool), String> {
    let say = |notice| tell!("cluster: {notice}");
    let (thread, client) = CommunicationThread::leader(transport, communication(&options), say);
    let client = Arc::new(client);
    let build = options.build;
    let engine = EngineOptions { distributed: Some(client.clone()), ..options.engine };
    let (input, input_end) = EndableInput::stdin().map_err(|e| e.to_string())?;
    // When a rank dies, mpirun signals the others and kills them after about a second. In that second, rank 0
    // can answer.
    let terminated = Arc::new(AtomicBool::new(false));
    let (noted, leader) = (Arc::clone(&terminated), Arc::clone(&client));
    ctrlc::set_handler(move || {
        if !noted.swap(true, Ordering::Relaxed) {
            tell!("cluster: received a signal to end, as mpirun sends when a rank is lost");
            leader.abandon();
            input_end.end();
        }
    })
    .map_err(|e| e.to_string())?;
    let ends = Arc::clone(&terminated);
    let session = std::thread::Builder::new().name("uci".to_owned()).spawn(move || {
        let _quit = QuitOnDrop(&client);
        let result = uci::converse(engine, &build, input, io::stdout());
        if ends.load(Ordering::Relaxed) {
            // Exit at once: the communication thread may hang in MPI, in a message to a dead rank.
            std::process::exit(1);
        }
        result
    });
    let session = session.map_err(|e| e.to_string())?;
    let end = thread.run();
    match session.join() {
        Ok(result) => result?,
        Err(_) => return Err("the session failed".to_owned()),
    }
    Ok((end, terminated.load(Ordering::Relaxed)))
}

/// Ends the other ranks when dropped, that is, when the session ends or panics.
struct QuitOnDrop<'a>(&'a ClusterClient);

impl Drop for QuitOnDrop<'_> {
    fn drop(&mut self) {
        self.0.quit();
    }
}
