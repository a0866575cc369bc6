use std::sync::Arc;
use std::time::Duration;

use super::adjudication::{Adjudication, GameVerdict, Watch};
use super::arbiter::{Arbiter, Ending};
use super::endgames;
use super::game_record::{Reason, SideRecord};
use super::limit::MoveLimit;
use super::opening::Opening;
use nucleus_core::board::{Board, START_FEN, fen};
use nucleus_core::types::Color;
use nucleus_engine::tablebase::TablebaseSet;
use nucleus_harness::contender::{Contender, EngineSetup};
use nucleus_harness::engine::{Engine, Search};
use nucleus_harness::fault::{Fault, FaultKind};
use nucleus_harness::protocol;
use nucleus_harness::uci_line::UciScore;
use nucleus_records::record::FailureRecord;

/// Search threads that a side may have; each adds to the nodes that are possible.
const MOST_THREADS: u32 = 1024;

/// Settings that all games share.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Limit of a move.
    pub limit: MoveLimit,
    /// Tolerance of an engine's lateness.
    pub margin: Duration,
    /// Time to wait for an engine beyond its own.
    pub stall: Duration,
    /// Ends agreed beforehand.
    pub adjudication: Adjudication,
    /// Endgame tables that decide games.
    pub tables: Option<Arc<TablebaseSet>>,
    /// Engines think while the other one does.
    pub ponder: bool,
}

/// A game that is over.
#[derive(Debug)]
pub struct GameEnd {
    /// The winner.
    pub winner: Option<usize>,
    /// The reason of the result.
    pub reason: Reason,
    /// A sentence on the end of the game.
    pub detail: String,
    /// Details on the engine that failed by itself.
    pub failure: Option<FailureRecord>,
    /// Moves with their comments.
    pub moves: Vec<String>,
    /// Figures of each engine.
    pub sides: [SideRecord; 2],
}

/// End of a game: winner, reason, and a sentence.
type End = (Option<usize>, Reason, String);

/// Returns the start position as FEN; `None` for the usual one.
pub fn start_fen(opening: &Opening) -> Option<String> {
    let text = fen::format(&opening.setup.planes, &opening.setup.state);
    (text != START_FEN).then_some(text)
}

/// Plays a game; `white` is the engine that has White. `None` when it was interrupted.
///
/// # Errors
/// When an engine cannot be started (again).
pub fn play(
    engines: &mut [&mut Contender; 2],
    setup: &EngineSetup,
    rules: &Rules,
    opening: &Opening,
    white: usize,
) -> Result<Option<GameEnd>, Box<FailureRecord>> {
    let mut game = PlayedGame {
        arbiter: Arbiter::new(&opening.setup),
        fen: start_fen(opening),
        rules,
        white,
        left: [rules.limit.clock().unwrap_or(Duration::ZERO); 2],
        watch: Watch::new(rules.adjudication),
        moves: Vec::new(),
        sides: [SideRecord::default(); 2],
        guesses: [None, None],
        failure: None,
        waited: None,
    };
    for &chess_move in &opening.moves {
        game.arbiter.play(chess_move);
        let text = game.arbiter.texts().last().cloned().unwrap_or_default();
        game.moves.push(format!("{text} book"));
    }
    for (index, contender) in engines.iter_mut().enumerate() {
        if let Some(fault) = prepare(contender, setup, rules.ponder)? {
            if fault.kind == FaultKind::Interrupted {
                return Ok(None);
            }
            let end = game.lost_by(index, contender, &fault);
            return Ok(Some(game.over(end)));
        }
    }
    let end = loop {
        if let Some(ending) = game.arbiter.ending() {
            break game.ended(ending, engines);
        }
        let index = game.to_move();
        match game.turn(engines[index], index) {
            Ok(None) => {}
            Ok(Some(end)) => break end,
            Err(Interrupted) => return Ok(None),
        }
    };
    // Nobody thinks on after the game.
    for (contender, guess) in engines.iter_mut().zip(&mut game.guesses) {
        if let Some(engine) = contender.engine().filter(|_| guess.take().is_some())
            && let Err(fault) = engine.stop()
            && fault.kind != FaultKind::Interrupted
        {
            contender.fail(None, &fault);
        }
    }
    Ok(Some(game.over(end)))
}

/// The run was interrupted.
struct Interrupted;

/// Starts an engine if need be and tells it that a game begins. One that ended since the last
/// game is started again once; its fault is given back when it then fails again.
fn prepare(
    contender: &mut Contender,
    setup: &EngineSetup,
    ponder: bool,
) -> Result<Option<Fault>, Box<FailureRecord>> {
    let mut last = None;
    for _ in 0..2 {
        let engine = contender.start(setup)?;
        let told = match engine.identity().option("Ponder") {
            Some(option) if ponder => {
                let name = option.name.clone();
                engine.set_option(&name, Some("true"))
            }
            _ => Ok(()),
        };
        match told.and_then(|()| engine.new_game()) {
            Ok(()) => return Ok(None),
            Err(fault) => {
                if fault.kind != FaultKind::Interrupted {
                    contender.fail(None, &fault);
                }
                last = Some(fault);
            }
        }
    }
    Ok(last)
}

struct PlayedGame<'a> {
    arbiter: Arbiter,
    fen: Option<String>,
    rules: &'a Rules,
    white: usize,
    /// Time left to White and Black.
    left: [Duration; 2],
    watch: Watch,
    moves: Vec<String>,
    sides: [SideRecord; 2],
    /// The reply that each engine expects and thinks about.
    guesses: [Option<String>; 2],
    failure: Option<FailureRecord>,
    /// The time that the side to move had stood in line for a processor when it was asked.
    waited: Option<Duration>,
}

impl PlayedGame<'_> {
    /// The part of a move's time in which others had the processor, as the end of a sentence; nothing
    /// where the system does not tell.
    fn waited(&self, contender: &mut Contender) -> String {
        let now = contender.engine().and_then(Engine::waited);
        let since = self.waited.zip(now).map(|(before, now)| now.saturating_sub(before));
        since.map_or_else(String::new, |since| {
            format!(", {:.3} s of it without a processor", since.as_secs_f64())
        })
    }

    /// The engine that has a colour.
    fn of(&self, color: Color) -> usize {
        if color == Color::White { self.white } else { 1 - self.white }
    }

    /// The engine to move.
    fn to_move(&self) -> usize {
        self.of(self.arbiter.side())
    }

    fn over(self, (winner, reason, detail): End) -> GameEnd {
        let Self { failure, moves, sides, .. } = self;
        GameEnd { winner, reason, detail, failure, moves, sides }
    }

    fn ended(&self, ending: Ending, engines: &[&mut Contender; 2]) -> End {
        let drawn = |reason: Reason| (None, reason, reason.name().to_owned());
        match ending {
            Ending::Checkmate(_) => {
                let winner = 1 - self.to_move();
                (Some(winner), Reason::Checkmate, format!("{} mates", engines[winner].name()))
            }
            Ending::Stalemate => drawn(Reason::Stalemate),
            Ending::DeadPosition => drawn(Reason::DeadPosition),
            Ending::Repetition => drawn(Reason::Repetition),
            Ending::FiftyMoves => drawn(Reason::FiftyMoves),
        }
    }

    /// Ends a game by an engine's fault; a program that is gone or does not listen is ended, to be
    /// started again for the next game.
    fn lost_by(&mut self, index: usize, contender: &mut Contender, fault: &Fault) -> End {
        let reason = match fault.kind {
            FaultKind::TooSlow if self.rules.limit.clock().is_some() => Reason::Time,
            FaultKind::TooSlow | FaultKind::Silent | FaultKind::NoReadyok => Reason::Stall,
            _ => Reason::Crash,
        };
        let detail = if reason == Reason::Time {
            let left = self.left[self.arbiter.side().index()].as_secs_f64();
            let waited = self.waited(contender);
            format!(
                "{} lost on time: no move within the {left:.3} s left{waited}",
                contender.name()
            )
        } else {
            format!("{}: {}", contender.name(), fault.message)
        };
        if fault.kind != FaultKind::TooSlow {
            self.failure = contender.fail(None, fault);
        }
        (Some(1 - index), reason, detail)
    }

    /// One move of an engine; how the game ended when it did.
    fn turn(
        &mut self,
        contender: &mut Contender,
        index: usize,
    ) -> Result<Option<End>, Interrupted> {
        let side = self.arbiter.side();
        if self.rules.limit.clock().is_some() {
            self.waited = contender.engine().and_then(Engine::waited);
        }
        let answer = match contender.engine() {
            Some(engine) => self.ask(engine, index),
            None => Err(Fault::new(FaultKind::Exited, "it is not running")),
        };
        let search = match answer {
            Ok(search) => search,
            Err(fault) if fault.kind == FaultKind::Interrupted => return Err(Interrupted),
            Err(fault) => return Ok(Some(self.lost_by(index, contender, &fault))),
        };
        let (search, pondered) = search;
        self.note(index, &search, pondered);
        let used = Duration::from_secs_f64(search.seconds);
        let lost = |reason, detail| Ok(Some((Some(1 - index), reason, detail)));
        if self.rules.limit.clock().is_some() {
            let left = &mut self.left[side.index()];
            if used > *left + self.rules.margin {
                let (used, left) = (used.as_secs_f64(), left.as_secs_f64());
                let waited = self.waited(contender);
                let detail = format!(
                    "{} lost on time: {used:.3} s used of the {left:.3} s left{waited}",
                    contender.name()
                );
                return lost(Reason::Time, detail);
            }
            *left = left.saturating_sub(used) + self.rules.limit.added(self.sides[index].moves);
        }
        let Some(chess_move) = self.arbiter.legal(&search.bestmove) else {
            let best: String = search.bestmove.chars().take(20).collect();
            let detail = format!("{} played `{best}`, which is not legal", contender.name());
            return lost(Reason::IllegalMove, detail);
        };
        let number = self.arbiter.board().state().fullmove;
        self.moves.push(format!("{} {}", search.bestmove, comment(&search, pondered)));
        self.arbiter.play(chess_move);
        if self.arbiter.ending().is_some() {
            return Ok(None);
        }
        let tables = self.rules.tables.as_deref();
        let known = tables.and_then(|tables| endgames::decide(tables, self.arbiter.board()));
        if let Some((winner, detail)) = known {
            let winner = winner.map(|color| self.of(color));
            return Ok(Some((winner, Reason::Tablebase, detail)));
        }
        let plies = self.moves.len() as u32;
        let verdict = self.watch.judge(side, search.score, plies, number);
        let Some(verdict) = verdict else {
            let fault = self.guess(contender, index, search.ponder.as_deref());
            return Ok(fault.map(|fault| self.lost_by(index, contender, &fault)));
        };
        Ok(Some(match verdict {
            GameVerdict::Resigned(_) => {
                let detail = format!("{} has lost by its own score", contender.name());
                (Some(1 - index), Reason::Resignation, detail)
            }
            GameVerdict::Even => (None, Reason::Agreement, "both scores are even".to_owned()),
            GameVerdict::TooLong => (None, Reason::Length, format!("over after {plies} plies")),
        }))
    }

    /// Lets an engine think about the reply that it expects, where that was asked for, the reply
    /// is legal and the game goes on after it.
    fn guess(
        &mut self,
        contender: &mut Contender,
        index: usize,
        reply: Option<&str>,
    ) -> Option<Fault> {
        let engine = contender.engine().filter(|_| self.rules.ponder)?;
        let reply = reply?;
        let mut expected = self.arbiter.clone();
        expected.play(expected.legal(reply)?);
        if expected.ending().is_some() {
            return None;
        }
        let go = format!("ponder {}", self.rules.limit.go(self.left, self.sides[index].moves));
        let told = engine
            .position(self.fen.as_deref(), expected.texts())
            .and_then(|()| engine.send(&format!("go {go}")));
        if told.is_ok() {
            self.guesses[index] = Some(reply.to_owned());
        }
        told.err()
    }

    /// Asks an engine for a move, and says whether it thought about it before. What it does before
    /// `go` does not count as its time.
    fn ask(&mut self, engine: &mut Engine, index: usize) -> Result<(Search, bool), Fault> {
        let guess = self.guesses[index].take();
        let hit = guess.is_some() && guess.as_ref() == self.arbiter.texts().last();
        if guess.is_some() && !hit {
            engine.stop()?;
        }
        if !hit {
            engine.position(self.fen.as_deref(), self.arbiter.texts())?;
            engine.ready()?;
        }
        let timeouts = match self.rules.limit {
            // A flag falls as soon as it may; nothing is waited for beyond that.
            MoveLimit::Clock { .. } => self.left[self.arbiter.side().index()] + self.rules.margin,
            MoveLimit::Movetime { milliseconds } => {
                Duration::from_millis(milliseconds) + self.rules.margin + self.rules.stall
            }
            MoveLimit::Depth { .. } | MoveLimit::Nodes { .. } => self.rules.stall,
        };
        if hit {
            return Ok((engine.ponder_hit(timeouts)?, true));
        }
        let limit = self.rules.limit.go(self.left, self.sides[index].moves);
        Ok((engine.go(&limit, timeouts, |_, _| {})?, false))
    }

    /// Adds a search to the figures of its side.
    fn note(&mut self, index: usize, search: &Search, pondered: bool) {
        let side = &mut self.sides[index];
        side.moves += 1;
        side.seconds += search.seconds;
        side.longest = side.longest.max(search.seconds);
        if let MoveLimit::Movetime { milliseconds } = self.rules.limit {
            let due = Duration::from_millis(milliseconds) + self.rules.margin;
            side.late += u32::from(search.seconds > due.as_secs_f64());
        }
        if let Some(depth) = search.depth {
            side.depths += 1;
            side.depth_sum += u64::from(depth);
        }
        if let Some(nodes) = counted(search, pondered) {
            side.nodes = side.nodes.saturating_add(nodes);
            side.nodes_seconds += search.seconds;
        }
    }
}

/// Returns the nodes of a search that belong to its time, without those of pondering. A count that
/// cannot be is no part of the mean; in a match it is no fault either.
fn counted(search: &Search, pondered: bool) -> Option<u64> {
    let possible =
        |nodes: &u64| protocol::is_possible(*nodes, search.seconds, MOST_THREADS) && !pondered;
    search.nodes.filter(possible).filter(|_| search.nodes_fault.is_none())
}

/// A move's comment: score from its side's view, depth, seconds, nodes a second.
fn comment(search: &Search, pondered: bool) -> String {
    let score = match search.score {
        Some(UciScore::Cp(centipawns)) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Some(UciScore::Mate(moves)) if moves > 0 => format!("+M{moves}"),
        Some(UciScore::Mate(moves)) => format!("-M{}", moves.unsigned_abs()),
        None => "?".to_owned(),
    };
    let depth = search.depth.map_or_else(|| "?".to_owned(), |depth| depth.to_string());
    let mut text = format!("{score}/{depth} {:.3}s", search.seconds);
    let speed = counted(search, pondered).map(|nodes| nodes as f64 / search.seconds);
    if let Some(speed) = speed.filter(|speed| speed.is_finite()) {
        text += &format!(", nps={speed:.0}");
    }
    if pondered {
        text += ", ponderhit";
    }
    text
}
