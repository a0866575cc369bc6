use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, sync_channel};

use super::files::MatchFiles;
use super::game::{self, GameEnd, Rules};
use super::game_record::GameRecord;
use super::opening::Opening;
use super::record::MatchRecord;
use super::schedule::{Schedule, Slot};
use super::statistics::{MatchScore, estimate};
use nucleus_harness::contender::{Contender, EngineSetup};
use nucleus_harness::progress::RunProgress;
use nucleus_records::record::FailureRecord;
use nucleus_records::time;
use nucleus_search::Tablebases;

/// The engines of one thread and their setup.
pub struct EnginePool {
    /// All engines of the match.
    pub engines: Vec<Contender>,
    /// The setup of these engines, with the processors they are pinned to.
    pub setup: EngineSetup,
}

/// A message from a game thread.
enum MatchEvent {
    Game(Box<GameRecord>),
    Note(String),
    Failed(Box<FailureRecord>),
}

/// The match runner, which plays the games on several threads.
pub struct MatchRunner {
    /// The games still to be played.
    pub schedule: Schedule,
    /// The openings, indexed by `order`.
    pub openings: Vec<Opening>,
    /// The order of the openings, as indices.
    pub order: Vec<usize>,
    /// The settings that all games share.
    pub rules: Rules,
    /// Set to `true` to start no further game.
    pub halt: AtomicBool,
}

impl MatchRunner {
    /// Plays the remaining games with one thread per pool; returns the record and the first failure, if
    /// any.
    pub fn play(
        &self,
        pools: Vec<EnginePool>,
        mut record: MatchRecord,
        files: &mut MatchFiles,
        progress: &mut dyn RunProgress,
    ) -> (MatchRecord, Option<String>) {
        let mut trouble: Option<String> = None;
        // A thread waits until its last game is received, so that each thread plays at most one
        // more game after the test is decided.
        let (sender, events) = sync_channel(0);
        std::thread::scope(|scope| {
            for pool in pools {
                let sender = sender.clone();
                scope.spawn(move || self.play_pool(pool, &sender));
            }
            drop(sender);
            for event in events {
                match event {
                    MatchEvent::Note(line) => progress.say(&line),
                    MatchEvent::Failed(failure) => {
                        self.halt.store(true, Relaxed);
                        trouble.get_or_insert(failure_text(&failure));
                    }
                    MatchEvent::Game(game) => {
                        if game.reason.is_fault() {
                            progress.say(&fault_line(&record, &game));
                        }
                        let at = record.games.partition_point(|g| g.number < game.number);
                        record.games.insert(at, (*game).clone());
                        update(&mut record);
                        if record.decided() {
                            self.halt.store(true, Relaxed);
                        }
                        if let Err(error) = files.write(&record, &game) {
                            self.halt.store(true, Relaxed);
                            trouble.get_or_insert(error);
                        }
                        progress.reached(record.games.len(), record.games_wanted as usize);
                        if let Some(words) = standing(&record) {
                            progress.state(&words);
                        }
                    }
                }
            }
        });
        update(&mut record);
        if let Err(error) = files.write_record(&record) {
            trouble.get_or_insert(error);
        }
        (record, trouble)
    }

    /// Plays one pair of games after another on the thread's own engines.
    fn play_pool(&self, pool: EnginePool, events: &SyncSender<MatchEvent>) {
        let EnginePool { mut engines, setup } = pool;
        while let Some(slots) = self.schedule.next() {
            for slot in slots {
                if self.halt.load(Relaxed) || setup.interrupt.load(Relaxed) {
                    break;
                }
                let opening = &self.openings[self.order[slot.opening]];
                let started = time::now();
                let Ok(mut pair) = engines.get_disjoint_mut(slot.pair) else { break };
                let played = game::play(&mut pair, &setup, &self.rules, opening, slot.white);
                let event = match played {
                    // An interrupted start is not an engine's error.
                    Err(_) | Ok(None) if setup.interrupt.load(Relaxed) => break,
                    Ok(None) => break,
                    Err(failure) => MatchEvent::Failed(failure),
                    Ok(Some(played)) => {
                        MatchEvent::Game(Box::new(game_record(slot, opening, started, played)))
                    }
                };
                let error = self.rules.tables.as_ref().and_then(|tables| tables.take_fault());
                if let Some(error) = error {
                    let note = format!("endgame tables: {error}; such positions are played on");
                    let _ = events.send(MatchEvent::Note(note));
                }
                if events.send(event).is_err() {
                    break;
                }
            }
        }
        for note in engines.iter_mut().flat_map(Contender::close) {
            let _ = events.send(MatchEvent::Note(note));
        }
    }
}

/// Updates the figures computed from the games. An accepted hypothesis stays accepted.
pub fn update(record: &mut MatchRecord) {
    if record.engines.len() == 2 {
        let games: Vec<_> = record.games.iter().map(|g| (g.number, g.half_points)).collect();
        record.result = estimate(&games);
    }
    if let (Some(sprt), Some(result)) = (record.settings.sprt, &record.result) {
        let mut state = sprt.state(result.pairs);
        if let Some(before) = record.sprt.and_then(|before| before.accepted) {
            state.accepted = Some(before);
        }
        record.sprt = Some(state);
    }
    record.complete = record.games.len() == record.games_wanted as usize || record.decided();
    record.written = time::now();
}

/// Returns the score of a match of two engines, in a few words.
pub fn standing(record: &MatchRecord) -> Option<String> {
    let result = record.result.as_ref()?;
    let MatchScore { wins, draws, losses } = result.score;
    let percent = 100.0 * result.points.value.unwrap_or(0.0);
    let test = record.sprt.map_or_else(String::new, |state| format!("  {state}"));
    Some(format!("+{wins} ={draws} −{losses}  {percent:.1} %{test}"))
}

/// Describes a failure, with the last line that the engine wrote.
pub fn failure_text(failure: &FailureRecord) -> String {
    let mut text = format!("engine `{}`: {}", failure.engine, failure.message);
    let last = failure.last_errors.last().or(failure.last_lines.last());
    if let Some(line) = last {
        text += &format!("; its last line: {line}");
    }
    text
}

fn game_record(slot: Slot, opening: &Opening, started: String, played: GameEnd) -> GameRecord {
    let GameEnd { winner, reason, detail, failure, moves, sides } = played;
    GameRecord {
        number: slot.number,
        opening: opening.name.clone(),
        fen: game::start_fen(opening),
        pair: slot.pair,
        white: slot.white,
        half_points: match winner {
            Some(0) => 2,
            None => 1,
            Some(_) => 0,
        },
        reason,
        detail,
        failure,
        started,
        moves,
        sides,
    }
}

/// Returns the line printed when an engine loses a game by an error.
fn fault_line(record: &MatchRecord, game: &GameRecord) -> String {
    let mut text = format!("game {}, {}: {}", game.number, game.reason.name(), game.detail);
    if let Some(failure) = &game.failure {
        let lines = failure.last_lines.iter().rev().take(2).rev();
        for line in lines.chain(&failure.last_errors) {
            text += &format!("\n    {line}");
        }
    }
    let [white, black] = game.colours().map(|engine| record.name(engine));
    text + &format!("\n    ({white} – {black}, ply {})", game.moves.len())
}
