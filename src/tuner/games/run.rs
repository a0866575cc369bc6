//! Plays games in threads and writes them in their order.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::options::SelfPlayOptions;
use super::play::{ScoredGame, engine, play};
use super::store::{GamesStore, GamesTally};
use crate::FileFault;
use nucleus_harness::progress::RunProgress;
use nucleus_search::Signals;

/// The extent of a run.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayRun {
    /// Number of games overall, including stored ones.
    pub games: u32,
    /// Number of positions after which the run ends.
    pub positions: Option<u64>,
    /// Number of games played at a time.
    pub threads: usize,
}

impl SelfPlayRun {
    fn is_done(&self, tally: &GamesTally) -> bool {
        tally.games >= self.games || self.positions.is_some_and(|most| tally.positions >= most)
    }
}

/// Plays games until the run is complete or `interrupt` is set. Games are written in the order of
/// their numbers; on an interrupt, those after an unfinished game are lost. Returns the time taken.
///
/// # Errors
/// If a game cannot be written or there is no memory: a message.
pub fn play_games(
    options: &SelfPlayOptions,
    run: SelfPlayRun,
    store: &mut GamesStore,
    interrupt: &Arc<AtomicBool>,
    progress: &mut dyn RunProgress,
) -> Result<Duration, String> {
    let start = Instant::now();
    let next = AtomicU32::new(store.tally().games + 1);
    // The flag is set when the run is complete, or on Ctrl-C; unfinished games then end at once.
    let stop = Arc::new(AtomicBool::new(false));
    let before = store.tally().positions;
    let threads = run.threads.max(1);
    std::thread::scope(|scope| {
        let (sender, games) = channel::<Result<ScoredGame, String>>();
        for _ in 0..threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let mut player = match engine(options) {
                    Ok(player) => player,
                    Err(error) => return drop(sender.send(Err(error.to_string()))),
                };
                let signals = Signals::stopped_by(stop);
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number > run.games {
                        break;
                    }
                    let Some(game) = play(options, &mut player, number, &signals) else { break };
                    if sender.send(Ok(game)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut ended = Ok(());
        let mut waiting = BTreeMap::new();
        while !run.is_done(store.tally()) {
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            match games.recv_timeout(Duration::from_millis(100)) {
                Ok(Ok(game)) => drop(waiting.insert(game.number, game)),
                Ok(Err(error)) => {
                    ended = Err(error);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if let Err(error) = write_next(&mut waiting, run, store) {
                ended = Err(error.to_string());
                break;
            }
            report(store.tally(), run, before, start.elapsed(), progress);
        }
        stop.store(true, Ordering::Relaxed);
        ended
    })?;
    Ok(start.elapsed())
}

/// Writes the games that are next in order.
fn write_next(
    waiting: &mut BTreeMap<u32, ScoredGame>,
    run: SelfPlayRun,
    store: &mut GamesStore,
) -> Result<(), FileFault> {
    while !run.is_done(store.tally())
        && let Some(game) = waiting.remove(&(store.tally().games + 1))
    {
        store.write(&game)?;
    }
    Ok(())
}

/// Reports progress; `before` is the number of positions at the start of the run.
fn report(
    tally: &GamesTally,
    run: SelfPlayRun,
    before: u64,
    elapsed: Duration,
    progress: &mut dyn RunProgress,
) {
    let (steps, of) = match run.positions {
        Some(most) if most * u64::from(tally.games) <= u64::from(run.games) * tally.positions => {
            (tally.positions, most)
        }
        _ => (u64::from(tally.games), u64::from(run.games)),
    };
    progress.reached(steps.min(of) as usize, of as usize);
    let a_second = (tally.positions - before) as f64 / elapsed.as_secs_f64().max(1e-3);
    progress.state(&format!(
        "{} games, {} positions, {a_second:.0} positions/s",
        tally.games, tally.positions
    ));
}
