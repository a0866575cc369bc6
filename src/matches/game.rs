use std::sync::Arc;
use std::time::Duration;

use super::adjudication::{Adjudication, GameVerdict, Watch};
use super::arbiter::Arbiter;
use super::endgames;
use super::game_record::{Reason, SideRecord};
use super::limit::MoveLimit;
use super::opening::Opening;
use nucleus_core::board::{Board, START_FEN, fen};
use nucleus_core::movegen::Ending;
use nucleus_core::types::Color;
use nucleus_engine::tablebase::TablebaseSet;
use nucleus_harness::contender::{Contender, EngineSetup};
use nucleus_harness::engine::{Engine, Search};
use nucleus_harness::fault::{Fault, FaultKind};
use nucleus_harness::protocol;
use nucleus_harness::uci_line::UciScore;
use nucleus_records::record::FailureRecord;

/// The maximum number of search threads of a side, for the plausibility check of node counts.
const MOST_THREADS: u32 = 1024;

/// Settings that all games of a match share.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The limit of a move.
    pub limit: MoveLimit,
    /// Limits in place of the common one: an engine's name and the words of `go`.
    pub own_limits: Vec<(String, String)>,
    /// The time by which an engine may exceed its limit.
    pub margin: Duration,
    /// The time without a move after which an engine has stalled; added to `movetime` and margin.
    pub stall: Duration,
    /// The adjudication rules of the match.
    pub adjudication: Adjudication,
    /// The endgame tables that adjudicate games.
    pub tables: Option<Arc<TablebaseSet>>,
    /// `true` if engines think on the opponent's time.
    pub ponder: bool,
}

/// A finished game, with its result and moves.
#[derive(Debug)]
pub struct GameEnd {
    /// The winner's index, 0 or 1; `None` for a draw.
    pub winner: Option<usize>,
    /// The reason for the result.
    pub reason: Reason,
    /// A sentence that describes the end of the game.
    pub detail: String,
    /// Details of the failure, if an engine failed.
    pub failure: Option<FailureRecord>,
    /// The moves in UCI notation, each with its comment.
    pub moves: Vec<String>,
    /// The search figures of each engine.
    pub sides: [SideRecord; 2],
}

/// The end of a game: winner, reason, and a descriptive sentence.
type End = (Option<usize>, Reason, String);

/// Returns the start position as FEN, or `None` for the usual one.
pub fn start_fen(opening: &Opening) -> Option<String> {
    let text = fen::format(&opening.setup.planes, &opening.setup.state);
    (text != START_FEN).then_some(text)
}

/// Plays a game; `white` is the index of the engine with White. Returns `None` if interrupted.
///
/// # Errors
/// If an engine cannot be started or restarted.
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
        if let Some(error) = prepare(contender, setup, rules.ponder)? {
            if error.kind == FaultKind::Interrupted {
                return Ok(None);
            }
            let end = game.lost_by(index, contender, &error);
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
    // Stop pondering when the game is over.
    for (contender, guess) in engines.iter_mut().zip(&mut game.guesses) {
        if let Some(engine) = contender.engine().filter(|_| guess.take().is_some())
            && let Err(error) = engine.stop()
            && error.kind != FaultKind::Interrupted
        {
            contender.fail(None, &error);
        }
    }
    Ok(Some(game.over(end)))
}

struct Interrupted;

/// Starts an engine if necessary and sends `ucinewgame`. An engine that ended since the last game is
/// restarted once; if it fails again, its error is returned.
fn prepare(
    contender: &mut Contender,
    setup: &EngineSetup,
    ponder: bool,
) -> Result<Option<Fault>, Box<FailureRecord>> {
    let mut last = None;
    for _ in 0..2 {
        let engine = contender.start(setup)?;
        let prepared = match engine.identity().option("Ponder") {
            Some(option) if ponder => {
                let name = option.name.clone();
                engine.set_option(&name, Some("true"))
            }
            _ => Ok(()),
        };
        match prepared.and_then(|()| engine.new_game()) {
            Ok(()) => return Ok(None),
            Err(error) => {
                if error.kind != FaultKind::Interrupted {
                    contender.fail(None, &error);
                }
                last = Some(error);
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
    /// Remaining clock time of White and Black.
    left: [Duration; 2],
    watch: Watch,
    moves: Vec<String>,
    sides: [SideRecord; 2],
    /// The reply that each engine ponders on.
    guesses: [Option<String>; 2],
    failure: Option<FailureRecord>,
    /// The scheduling delay of the engine to move, as the system counted it before `go`.
    waited: Option<Duration>,
}

impl PlayedGame<'_> {
    /// Returns, as the end of a sentence, the time that the engine waited for a processor during its move;
    /// empty if the system does not report it.
    fn waited(&self, contender: &mut Contender) -> String {
        let now = contender.engine().and_then(Engine::waited);
        let since = self.waited.zip(now).map(|(before, now)| now.saturating_sub(before));
        since.map_or_else(String::new, |since| {
            format!(", {:.3} s of it without a processor", since.as_secs_f64())
        })
    }

    fn engine_index(&self, color: Color) -> usize {
        if color == Color::White { self.white } else { 1 - self.white }
    }

    fn to_move(&self) -> usize {
        self.engine_index(self.arbiter.side())
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

    /// Ends a game by an engine's error. A process that has exited or does not respond is killed, and
    /// restarted for the next game.
    fn lost_by(&mut self, index: usize, contender: &mut Contender, error: &Fault) -> End {
        let reason = match error.kind {
            FaultKind::TooSlow if self.rules.limit.clock().is_some() => Reason::Time,
            FaultKind::TooSlow | FaultKind::Silent | FaultKind::NoReadyok => Reason::Stall,
            _ => Reason::Crash,
        };
        let detail = if reason == Reason::Time {
            let left = self.left[self.arbiter.side().index()].as_secs_f64();
            let waited = self.waited(contender);
            format!("{} lost on time: no move within its {left:.3} s{waited}", contender.name())
        } else {
            format!("{}: {}", contender.name(), error.message)
        };
        if error.kind != FaultKind::TooSlow {
            self.failure = contender.fail(None, error);
        }
        (Some(1 - index), reason, detail)
    }

    /// Plays one move of an engine; returns the end of the game if the move ended it.
    fn turn(
        &mut self,
        contender: &mut Contender,
        index: usize,
    ) -> Result<Option<End>, Interrupted> {
        let side = self.arbiter.side();
        if self.rules.limit.clock().is_some() {
            self.waited = contender.engine().and_then(Engine::waited);
        }
        let own = self.rules.own_limits.iter().rfind(|own| own.0 == contender.name());
        let own = own.map(|(_, words)| words.as_str());
        let answer = match contender.engine() {
            Some(engine) => self.ask(engine, index, own),
            None => Err(Fault::new(FaultKind::Exited, "it is not running")),
        };
        let search = match answer {
            Ok(search) => search,
            Err(error) if error.kind == FaultKind::Interrupted => return Err(Interrupted),
            Err(error) => return Ok(Some(self.lost_by(index, contender, &error))),
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
                    "{} lost on time: {used:.3} s used of {left:.3} s remaining{waited}",
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
            let winner = winner.map(|color| self.engine_index(color));
            return Ok(Some((winner, Reason::Tablebase, detail)));
        }
        let plies = self.moves.len() as u32;
        let verdict = self.watch.judge(side, search.score, plies, number);
        let Some(verdict) = verdict else {
            let error = self.guess(contender, index, search.ponder.as_deref());
            return Ok(error.map(|error| self.lost_by(index, contender, &error)));
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

    /// Starts pondering on the expected reply, if pondering is on, the reply is legal and the game does not
    /// end after it.
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
        let sent = engine
            .position(self.fen.as_deref(), expected.texts())
            .and_then(|()| engine.send(&format!("go {go}")));
        if sent.is_ok() {
            self.guesses[index] = Some(reply.to_owned());
        }
        sent.err()
    }

    /// Requests a move from an engine. Returns the search, and `true` if the engine pondered on the
    /// position. Time before `go` does not count as the engine's.
    fn ask(
        &mut self,
        engine: &mut Engine,
        index: usize,
        own: Option<&str>,
    ) -> Result<(Search, bool), Fault> {
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
            // With a clock the engine loses at once when its time is over.
            MoveLimit::Clock { .. } => self.left[self.arbiter.side().index()] + self.rules.margin,
            MoveLimit::Movetime { milliseconds } => {
                Duration::from_millis(milliseconds) + self.rules.margin + self.rules.stall
            }
            MoveLimit::Depth { .. } | MoveLimit::Nodes { .. } => self.rules.stall,
        };
        if hit {
            return Ok((engine.ponder_hit(timeouts)?, true));
        }
        let limit = own
            .map_or_else(|| self.rules.limit.go(self.left, self.sides[index].moves), str::to_owned);
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

/// Returns the node count of a search; `None` if the engine pondered, since the count then includes nodes
/// before the measured time, or if the count is impossible. In a match, an impossible count is no error.
fn counted(search: &Search, pondered: bool) -> Option<u64> {
    let possible =
        |nodes: &u64| protocol::is_possible(*nodes, search.seconds, MOST_THREADS) && !pondered;
    search.nodes.filter(possible).filter(|_| search.nodes_fault.is_none())
}

/// Formats a move's comment: score from the mover's view, depth, seconds, nodes per second.
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
