//! Runs of the evolution shared among ranks: each rank evolves some of them, rank 0 keeps all
//! records. A run is the same wherever it is evolved.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::ranks::RankTransport;
use nucleus_tuner::paper::SearchForest;
use nucleus_tuner::paper::{EvolutionRun, EvolutionSettings, evolve};

/// Time that rank 0 sleeps between two polls once its own runs are done.
const SLEEP: Duration = Duration::from_millis(5);

/// A message between ranks.
#[derive(Serialize, Deserialize)]
enum RunMessage {
    /// From rank 0: the settings of the runs, and the progress of the receiver's.
    Begin { settings: EvolutionSettings, runs: Vec<(usize, Option<EvolutionRun>)> },
    /// To rank 0: a run after a generation.
    Reached(Box<EvolutionRun>),
    /// To rank 0: all is done, or why not.
    Done(Result<(), String>),
    /// From rank 0: end after this generation.
    End,
}

fn send<T: RankTransport>(transport: &mut T, to: usize, message: &RunMessage) {
    let text = nucleus_records::json::to_json(message);
    transport.send(to, text.into_bytes());
}

fn receive<T: RankTransport>(transport: &mut T) -> Option<(usize, RunMessage)> {
    let (from, bytes) = transport.receive()?;
    // What is no message of ours is passed over.
    serde_json::from_slice(&bytes).ok().map(|message| (from, message))
}

/// Shares the runs, which rank 0 has as far as they have come, and evolves those of this rank.
/// At rank 0 `each` is given every run after every generation, wherever it was evolved, and ends
/// all of them by returning false.
///
/// # Errors
/// What `each` says, or what went wrong at another rank.
pub fn evolve_at_ranks<T: RankTransport>(
    transport: &mut T,
    forest: &SearchForest,
    settings: &EvolutionSettings,
    begun: Vec<Option<EvolutionRun>>,
    each: &mut dyn FnMut(&EvolutionRun) -> Result<bool, String>,
) -> Result<(), String> {
    if transport.rank() == 0 {
        lead(transport, forest, settings, begun, each)
    } else {
        follow(transport, forest, settings);
        Ok(())
    }
}

fn lead<T: RankTransport>(
    transport: &mut T,
    forest: &SearchForest,
    settings: &EvolutionSettings,
    begun: Vec<Option<EvolutionRun>>,
    each: &mut dyn FnMut(&EvolutionRun) -> Result<bool, String>,
) -> Result<(), String> {
    let size = transport.size();
    let mut shares: Vec<Vec<(usize, Option<EvolutionRun>)>> = vec![Vec::new(); size];
    for (index, run) in begun.into_iter().enumerate() {
        shares[index % size].push((index + 1, run));
    }
    let own = std::mem::take(&mut shares[0]);
    for (rank, runs) in shares.into_iter().enumerate().skip(1) {
        send(transport, rank, &RunMessage::Begin { settings: settings.clone(), runs });
    }
    let mut others = OtherRanks { waiting: (1..size).collect(), goes_on: true };
    for (run, begun) in own {
        if !others.goes_on {
            break;
        }
        evolve(forest, settings, run, begun, &mut |run| {
            others.goes_on &= each(run)?;
            others.listen(transport, each)?;
            Ok(others.goes_on)
        })?;
    }
    while others.goes_on && !others.waiting.is_empty() {
        others.listen(transport, each)?;
        std::thread::sleep(SLEEP);
    }
    (1..size).for_each(|rank| send(transport, rank, &RunMessage::End));
    // MPI ends when every message was received: what the others still send is taken in.
    while !others.waiting.is_empty() {
        others.listen(transport, each)?;
        std::thread::sleep(SLEEP);
    }
    Ok(())
}

/// The other ranks, as rank 0 sees them.
struct OtherRanks {
    /// Ranks that are not done.
    waiting: Vec<usize>,
    /// False when all are to end.
    goes_on: bool,
}

impl OtherRanks {
    /// Handles the messages that have arrived.
    fn listen<T: RankTransport>(
        &mut self,
        transport: &mut T,
        each: &mut dyn FnMut(&EvolutionRun) -> Result<bool, String>,
    ) -> Result<(), String> {
        while let Some((from, message)) = receive(transport) {
            match message {
                RunMessage::Reached(run) => self.goes_on &= each(&run)?,
                RunMessage::Done(end) => {
                    self.waiting.retain(|&rank| rank != from);
                    end.map_err(|what| format!("rank {from}: {what}"))?;
                }
                RunMessage::Begin { .. } | RunMessage::End => {}
            }
        }
        Ok(())
    }
}

fn follow<T: RankTransport>(
    transport: &mut T,
    forest: &SearchForest,
    settings: &EvolutionSettings,
) {
    let runs = loop {
        match receive(transport) {
            Some((_, RunMessage::Begin { settings: theirs, runs })) if theirs == *settings => {
                break runs;
            }
            Some((_, RunMessage::Begin { .. })) => {
                let fault = "its positions or options are not those of rank 0".to_owned();
                return send(transport, 0, &RunMessage::Done(Err(fault)));
            }
            Some((_, RunMessage::End)) => return,
            _ => std::thread::sleep(SLEEP),
        }
    };
    let mut ended = false;
    for (run, begun) in runs {
        if ended {
            break;
        }
        let outcome = evolve(forest, settings, run, begun, &mut |run| {
            send(transport, 0, &RunMessage::Reached(Box::new(run.clone())));
            while let Some((_, message)) = receive(transport) {
                ended |= matches!(message, RunMessage::End);
            }
            Ok(!ended)
        });
        if let Err(fault) = outcome {
            return send(transport, 0, &RunMessage::Done(Err(fault)));
        }
    }
    send(transport, 0, &RunMessage::Done(Ok(())));
}
