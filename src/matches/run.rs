use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use thiserror::Error;

use super::entrants::entrants;
use super::files::Files;
use super::game::{self, GameEnd, Rules};
use super::openings::{self, Opening};
use super::options::MatchOptions;
use super::record::{GameRecord, MatchRecord, MatchSettings, SCHEMA};
use super::schedule::{Schedule, Slot};
use super::statistics::{MatchScore, estimate};
use crate::harness::contender::{Contender, EngineSetup};
use crate::harness::engine::Timeouts;
use crate::harness::fault::FaultKind;
use crate::harness::progress::RunProgress;
use crate::harness::record::FailureRecord;
use crate::harness::references::EngineSpec;
use crate::harness::time;

/// Why a match could not begin.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MatchError {
    /// The command line asks for what cannot be; exit code 2.
    #[error("{0}")]
    Usage(String),
    /// An engine cannot be started, a file not be read or written; exit code 1.
    #[error("{0}")]
    Failed(String),
}

/// What a match needs from outside.
pub struct MatchContext<'a> {
    /// Our own program, to be started as `PROGRAM uci`.
    pub program: PathBuf,
    /// Becomes true when the match is to end early.
    pub interrupt: Arc<AtomicBool>,
    /// Who watches.
    pub progress: &'a mut dyn RunProgress,
}

/// A match that was begun.
#[derive(Debug)]
pub struct MatchOutcome {
    /// The games that were played.
    pub record: MatchRecord,
    /// Why it ended before the last game, if it did.
    pub stopped: Option<String>,
}

/// What a thread tells.
enum MatchEvent {
    Game(Box<GameRecord>),
    Note(String),
    Failed(Box<FailureRecord>),
}

/// Plays a match, or goes on with one. Whatever was played is kept, however it ends.
///
/// # Errors
/// Before a game is played: when the command line, an engine or a file is no good.
pub fn run(asked: &MatchOptions, context: MatchContext<'_>) -> Result<MatchOutcome, MatchError> {
    let MatchContext { program, interrupt, progress } = context;
    let specs = entrants(asked, &program).map_err(MatchError::Usage)?;
    refuse_what_is_there(asked)?;
    let (openings, openings_sha256) = chosen_openings(asked)?;
    let setup = EngineSetup {
        cores: Vec::new(),
        hash_mib: asked.hash,
        threads: asked.threads,
        own_books: false,
        counters: false,
        timeouts: Timeouts::default(),
        interrupt: Arc::clone(&interrupt),
    };
    let mut tables: Vec<[Contender; 2]> =
        (0..asked.concurrency).map(|_| specs.clone().map(Contender::new)).collect();
    let specs = describe(&mut tables[0], &setup)?;
    specs.iter().flat_map(|spec| &spec.notes).for_each(|note| progress.say(note));
    let fresh = new_record(asked, specs, openings.len(), openings_sha256);
    let record = resumed(asked, fresh, progress)?;
    let pairs = record.games_wanted.div_ceil(2) as usize;
    if pairs > openings.len() {
        progress.say(&format!(
            "note: {pairs} pairs and {} openings: openings are played several times",
            openings.len()
        ));
    }
    let mut files = Files::open(asked, &record).map_err(MatchError::Failed)?;
    let played: HashSet<u32> = record.games.iter().map(|game| game.number).collect();
    let schedule = Schedule::new(record.games_wanted, openings.len(), &played);
    let hall = Hall {
        schedule,
        order: openings::order(openings.len(), asked.seed),
        openings,
        setup,
        rules: Rules {
            limit: asked.limit,
            margin: Duration::from_millis(asked.margin),
            stall: Duration::from_secs(asked.stall),
            adjudication: asked.adjudication,
        },
        halt: AtomicBool::new(false),
    };
    progress.reached(record.games.len(), record.games_wanted as usize);
    let (record, trouble) = hall.play(tables, record, &mut files, progress);
    let stopped = trouble.or_else(|| {
        (!record.complete).then(|| {
            let (games, wanted) = (record.games.len(), record.games_wanted);
            format!("the match was cut short after {games} of {wanted} games")
        })
    });
    Ok(MatchOutcome { record, stopped })
}

/// Files of an earlier match are not written over.
fn refuse_what_is_there(asked: &MatchOptions) -> Result<(), MatchError> {
    let there = [&asked.json, &asked.pgn].into_iter().flatten().find(|path| path.exists());
    match there {
        Some(path) if !asked.resume => Err(MatchError::Usage(format!(
            "{} is there already: go on with it by --resume (and --json), or name another file",
            path.display()
        ))),
        _ => Ok(()),
    }
}

fn chosen_openings(asked: &MatchOptions) -> Result<(Vec<Opening>, Option<String>), MatchError> {
    let plies = asked.plies as usize;
    match &asked.openings {
        None => {
            openings::built_in(plies).map(|openings| (openings, None)).map_err(MatchError::Failed)
        }
        Some(path) => openings::read(path, plies, asked.seed)
            .map(|(openings, sha256)| (openings, Some(sha256)))
            .map_err(|error| MatchError::Failed(error.to_string())),
    }
}

/// Starts both engines, which tells whether they can be, and asks who they are.
fn describe(
    table: &mut [Contender; 2],
    setup: &EngineSetup,
) -> Result<[EngineSpec; 2], MatchError> {
    for contender in table.iter_mut() {
        let engine = contender.start(setup).map_err(|failure| {
            let text = said(&failure);
            if failure.kind == FaultKind::BadOption.as_str() {
                MatchError::Usage(text)
            } else {
                MatchError::Failed(text)
            }
        })?;
        let identity = engine.identity().clone();
        contender.spec.describe_engine(&identity, &[], &[]);
    }
    let [first, second] = table;
    Ok([first.spec.clone(), second.spec.clone()])
}

/// A failure and the engine's last words.
fn said(failure: &FailureRecord) -> String {
    let mut text = format!("engine `{}`: {}", failure.engine, failure.message);
    let last = failure.last_errors.last().or(failure.last_lines.last());
    if let Some(line) = last {
        text += &format!("; its last line: {line}");
    }
    text
}

fn new_record(
    asked: &MatchOptions,
    [first, second]: [EngineSpec; 2],
    openings: usize,
    openings_sha256: Option<String>,
) -> MatchRecord {
    MatchRecord {
        schema: SCHEMA,
        tool: format!("nucleus {}", env!("CARGO_PKG_VERSION")),
        started: time::now(),
        written: time::now(),
        complete: false,
        games_wanted: asked.games,
        settings: MatchSettings {
            limit: asked.limit,
            margin_milliseconds: asked.margin,
            stall_seconds: asked.stall,
            adjudication: asked.adjudication,
            hash_mib: asked.hash,
            threads: asked.threads,
            concurrency: asked.concurrency,
            openings_sha256,
            openings,
            plies: asked.plies,
            seed: asked.seed,
        },
        engines: [first.record, second.record],
        games: Vec::new(),
        result: None,
    }
}

/// The record that is there, when this match is the one to go on with; else the fresh one.
fn resumed(
    asked: &MatchOptions,
    fresh: MatchRecord,
    progress: &mut dyn RunProgress,
) -> Result<MatchRecord, MatchError> {
    let Some(path) = asked.json.as_deref().filter(|_| asked.resume) else { return Ok(fresh) };
    if !path.exists() {
        progress.say(&format!("note: {} is not there yet: a new match begins", path.display()));
        return Ok(fresh);
    }
    let mut record = MatchRecord::read(path).map_err(MatchError::Failed)?;
    if let Some(difference) = record.difference(&fresh) {
        return Err(MatchError::Failed(format!(
            "{} is the record of another match: {difference}; name another file",
            path.display()
        )));
    }
    // More games may be asked for; fewer would leave some out that were played.
    record.games_wanted = record.games.iter().map(|g| g.number).fold(fresh.games_wanted, u32::max);
    Ok(record)
}

/// Where the games are played.
struct Hall {
    schedule: Schedule,
    openings: Vec<Opening>,
    order: Vec<usize>,
    setup: EngineSetup,
    rules: Rules,
    /// No further game begins.
    halt: AtomicBool,
}

impl Hall {
    /// Plays what is left, a thread for each table; what went wrong, if something did.
    fn play(
        &self,
        tables: Vec<[Contender; 2]>,
        mut record: MatchRecord,
        files: &mut Files,
        progress: &mut dyn RunProgress,
    ) -> (MatchRecord, Option<String>) {
        let mut trouble: Option<String> = None;
        let (sender, events) = channel();
        std::thread::scope(|scope| {
            for table in tables {
                let sender = sender.clone();
                scope.spawn(move || self.sit(table, &sender));
            }
            drop(sender);
            for event in events {
                match event {
                    MatchEvent::Note(line) => progress.say(&line),
                    MatchEvent::Failed(failure) => {
                        self.halt.store(true, Relaxed);
                        trouble.get_or_insert(said(&failure));
                    }
                    MatchEvent::Game(game) => {
                        if game.reason.is_fault() {
                            progress.say(&fault_line(&record, &game));
                        }
                        let at = record.games.partition_point(|g| g.number < game.number);
                        record.games.insert(at, (*game).clone());
                        self.update(&mut record);
                        if let Err(error) = files.write(&record, &game) {
                            self.halt.store(true, Relaxed);
                            trouble.get_or_insert(error);
                        }
                        progress.reached(record.games.len(), record.games_wanted as usize);
                        if let Some(result) = &record.result {
                            let MatchScore { wins, draws, losses } = result.score;
                            let percent = 100.0 * result.points.value.unwrap_or(0.0);
                            progress.state(&format!("+{wins} ={draws} −{losses}  {percent:.1} %"));
                        }
                    }
                }
            }
        });
        self.update(&mut record);
        if let Err(error) = files.write_record(&record) {
            trouble.get_or_insert(error);
        }
        (record, trouble)
    }

    /// Brings what is computed from the games up to date.
    fn update(&self, record: &mut MatchRecord) {
        let games: Vec<_> = record.games.iter().map(|g| (g.number, g.half_points)).collect();
        record.result = estimate(&games);
        record.complete = record.games.len() == record.games_wanted as usize;
        record.written = time::now();
    }

    /// One thread: pair after pair, on engines of its own.
    fn sit(&self, mut table: [Contender; 2], events: &Sender<MatchEvent>) {
        while let Some(slots) = self.schedule.next() {
            for slot in slots {
                if self.halt.load(Relaxed) || self.setup.interrupt.load(Relaxed) {
                    break;
                }
                let opening = &self.openings[self.order[slot.opening]];
                let started = time::now();
                let played = game::play(&mut table, &self.setup, &self.rules, opening, slot.white);
                let event = match played {
                    // An engine that could not start because the run was interrupted is no fault.
                    Err(_) | Ok(None) if self.setup.interrupt.load(Relaxed) => break,
                    Ok(None) => break,
                    Err(failure) => MatchEvent::Failed(failure),
                    Ok(Some(played)) => {
                        MatchEvent::Game(Box::new(game_record(slot, opening, started, played)))
                    }
                };
                if events.send(event).is_err() {
                    break;
                }
            }
        }
        for note in table.iter_mut().flat_map(Contender::close) {
            let _ = events.send(MatchEvent::Note(note));
        }
    }
}

fn game_record(slot: Slot, opening: &Opening, started: String, played: GameEnd) -> GameRecord {
    let GameEnd { winner, reason, detail, failure, moves, sides } = played;
    GameRecord {
        number: slot.number,
        opening: opening.name.clone(),
        fen: game::start_fen(opening),
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

/// What is said at once of a game that an engine lost by a fault.
fn fault_line(record: &MatchRecord, game: &GameRecord) -> String {
    let mut text = format!("game {}, {}: {}", game.number, game.reason.words(), game.detail);
    if let Some(failure) = &game.failure {
        let lines = failure.last_lines.iter().rev().take(2).rev();
        for line in lines.chain(&failure.last_errors) {
            text += &format!("\n    {line}");
        }
    }
    let [first, second] = &record.engines;
    let names = if game.white == 0 { [first, second] } else { [second, first] };
    text + &format!("\n    ({} – {}, ply {})", names[0].name, names[1].name, game.moves.len())
}
