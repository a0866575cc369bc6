use std::time::Duration;

use super::adjudication::{Adjudication, GameVerdict, Watch};
use super::arbiter::{Arbiter, Ending};
use super::limit::MoveLimit;
use super::openings::Opening;
use super::record::{Reason, SideRecord};
use crate::board::{Board, START_FEN, fen};
use crate::harness::contender::{Contender, EngineSetup};
use crate::harness::engine::{Engine, Search};
use crate::harness::fault::{Fault, FaultKind};
use crate::harness::protocol;
use crate::harness::record::FailureRecord;
use crate::harness::uci_line::UciScore;
use crate::types::Color;

/// Search threads that a side may have; each adds to the nodes that are possible.
const MOST_THREADS: u32 = 1024;

/// What is the same for all games.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// How long a move may take.
    pub limit: MoveLimit,
    /// What an engine may be late by.
    pub margin: Duration,
    /// How long beyond its time an engine is waited for.
    pub stall: Duration,
    /// Ends agreed beforehand.
    pub adjudication: Adjudication,
}

/// A game that is over.
#[derive(Debug)]
pub struct GameEnd {
    /// Who won.
    pub winner: Option<usize>,
    /// Why it is over.
    pub reason: Reason,
    /// What happened, in a sentence.
    pub detail: String,
    /// What is known of the engine that failed by itself.
    pub failure: Option<FailureRecord>,
    /// Moves with their comments.
    pub moves: Vec<String>,
    /// What each engine did.
    pub sides: [SideRecord; 2],
}

/// How a game ended: who won, why, what happened.
type End = (Option<usize>, Reason, String);

/// Where a game starts, as FEN; `None` for the usual position.
pub fn start_fen(opening: &Opening) -> Option<String> {
    let text = fen::format(&opening.setup.planes, &opening.setup.state);
    (text != START_FEN).then_some(text)
}

/// Plays a game; `white` is the engine that has White. `None` when it was interrupted.
///
/// # Errors
/// When an engine cannot be started (again).
pub fn play(
    engines: &mut [Contender; 2],
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
        left: [rules.limit.clock().map_or(Duration::ZERO, |(base, _)| base); 2],
        watch: Watch::new(rules.adjudication),
        moves: Vec::new(),
        sides: [SideRecord::default(); 2],
        failure: None,
    };
    for &chess_move in &opening.moves {
        game.arbiter.play(chess_move);
        let text = game.arbiter.texts().last().cloned().unwrap_or_default();
        game.moves.push(format!("{text} book"));
    }
    for (index, contender) in engines.iter_mut().enumerate() {
        if let Some(fault) = prepare(contender, setup)? {
            if fault.kind == FaultKind::Interrupted {
                return Ok(None);
            }
            let end = game.lost_by(index, contender, &fault);
            return Ok(Some(game.over(end)));
        }
    }
    loop {
        if let Some(ending) = game.arbiter.ending() {
            let end = game.ended(ending, engines);
            return Ok(Some(game.over(end)));
        }
        let index = game.to_move();
        match game.turn(&mut engines[index], index) {
            Ok(None) => {}
            Ok(Some(end)) => return Ok(Some(game.over(end))),
            Err(Interrupted) => return Ok(None),
        }
    }
}

/// The run was interrupted.
struct Interrupted;

/// Starts an engine if need be and tells it that a game begins. One that ended since the last
/// game is started again once; its fault is given back when it then fails again.
fn prepare(
    contender: &mut Contender,
    setup: &EngineSetup,
) -> Result<Option<Fault>, Box<FailureRecord>> {
    let mut last = None;
    for _ in 0..2 {
        match contender.start(setup)?.new_game() {
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
    failure: Option<FailureRecord>,
}

impl PlayedGame<'_> {
    /// The engine to move.
    fn to_move(&self) -> usize {
        if self.arbiter.side() == Color::White { self.white } else { 1 - self.white }
    }

    fn over(self, (winner, reason, detail): End) -> GameEnd {
        let Self { failure, moves, sides, .. } = self;
        GameEnd { winner, reason, detail, failure, moves, sides }
    }

    fn ended(&self, ending: Ending, engines: &[Contender; 2]) -> End {
        let drawn = |reason: Reason| (None, reason, reason.words().to_owned());
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

    /// What a fault of an engine makes of the game; a program that is gone or does not listen is
    /// ended, to be started again for the next game.
    fn lost_by(&mut self, index: usize, contender: &mut Contender, fault: &Fault) -> End {
        let reason = match fault.kind {
            FaultKind::TooSlow if self.rules.limit.clock().is_some() => Reason::Time,
            FaultKind::TooSlow | FaultKind::Silent | FaultKind::NoReadyok => Reason::Stall,
            _ => Reason::Crash,
        };
        let detail = if reason == Reason::Time {
            let left = self.left[self.arbiter.side().index()].as_secs_f64();
            format!("{} lost on time: no move within the {left:.3} s left", contender.name())
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
        let answer = match contender.engine() {
            Some(engine) => self.ask(engine),
            None => Err(Fault::new(FaultKind::Exited, "it is not running")),
        };
        let search = match answer {
            Ok(search) => search,
            Err(fault) if fault.kind == FaultKind::Interrupted => return Err(Interrupted),
            Err(fault) => return Ok(Some(self.lost_by(index, contender, &fault))),
        };
        self.note(index, &search);
        let used = Duration::from_secs_f64(search.seconds);
        let lost = |reason, detail| Ok(Some((Some(1 - index), reason, detail)));
        if let Some((_, increment)) = self.rules.limit.clock() {
            let left = &mut self.left[side.index()];
            if used > *left + self.rules.margin {
                let (used, left) = (used.as_secs_f64(), left.as_secs_f64());
                let detail = format!(
                    "{} lost on time: {used:.3} s used of the {left:.3} s left",
                    contender.name()
                );
                return lost(Reason::Time, detail);
            }
            *left = left.saturating_sub(used) + increment;
        }
        let Some(chess_move) = self.arbiter.legal(&search.bestmove) else {
            let best: String = search.bestmove.chars().take(20).collect();
            let detail = format!("{} played `{best}`, which is not legal", contender.name());
            return lost(Reason::IllegalMove, detail);
        };
        let number = self.arbiter.board().state().fullmove;
        self.moves.push(format!("{} {}", search.bestmove, comment(&search)));
        self.arbiter.play(chess_move);
        if self.arbiter.ending().is_some() {
            return Ok(None);
        }
        let plies = self.moves.len() as u32;
        let verdict = self.watch.judge(side, search.score, plies, u32::from(number));
        Ok(verdict.map(|verdict| match verdict {
            GameVerdict::Resigned(_) => {
                let detail = format!("{} has lost by its own score", contender.name());
                (Some(1 - index), Reason::Resignation, detail)
            }
            GameVerdict::Even => (None, Reason::Agreement, "both scores are even".to_owned()),
            GameVerdict::TooLong => (None, Reason::Length, format!("over after {plies} plies")),
        }))
    }

    /// Asks an engine for a move. What it does before `go` does not count as its time.
    fn ask(&self, engine: &mut Engine) -> Result<Search, Fault> {
        engine.position(self.fen.as_deref(), self.arbiter.texts())?;
        engine.ready()?;
        let timeouts = match self.rules.limit {
            // A flag falls as soon as it may; nothing is waited for beyond that.
            MoveLimit::Clock { .. } => self.left[self.arbiter.side().index()] + self.rules.margin,
            MoveLimit::Movetime { milliseconds } => {
                Duration::from_millis(milliseconds) + self.rules.margin + self.rules.stall
            }
            MoveLimit::Depth { .. } | MoveLimit::Nodes { .. } => self.rules.stall,
        };
        engine.go(&self.rules.limit.go(self.left), timeouts, |_, _| {})
    }

    /// Writes down what a search was like.
    fn note(&mut self, index: usize, search: &Search) {
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
        // A count that cannot be is no part of the mean; in a match it is no fault either.
        if let (Some(nodes), None) = (search.nodes, &search.nodes_fault)
            && protocol::is_possible(nodes, search.seconds, MOST_THREADS)
        {
            side.nodes = side.nodes.saturating_add(nodes);
            side.nodes_seconds += search.seconds;
        }
    }
}

/// A move's comment: score from its side's view, depth, seconds.
fn comment(search: &Search) -> String {
    let score = match search.score {
        Some(UciScore::Cp(centipawns)) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Some(UciScore::Mate(moves)) if moves > 0 => format!("+M{moves}"),
        Some(UciScore::Mate(moves)) => format!("-M{}", moves.unsigned_abs()),
        None => "?".to_owned(),
    };
    let depth = search.depth.map_or_else(|| "?".to_owned(), |depth| depth.to_string());
    format!("{score}/{depth} {:.3}s", search.seconds)
}
