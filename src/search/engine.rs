use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::MAX_PLY;
use super::context::{Context, Statistics};
use super::frame::Frame;
use super::full::Memory;
use super::history::History;
use super::instance::Instance;
use super::limits::Limits;
use super::profile::{Axon, Full, ProfileName};
use super::root::{Found, Info, Line, iterate};
use super::table::{Table, TableError};
use crate::board::{Board, MatrixBoard, Setup};
use crate::eval;
use crate::kernels::Choice;
use crate::types::{Move, Score};
use crate::with_token;

/// What can be set on an engine between searches.
#[derive(Clone, Copy, Debug)]
pub struct EngineOptions {
    /// Which kernels run.
    pub choice: Choice,
    /// What the searcher does.
    pub profile: ProfileName,
    /// How many variations are reported.
    pub multipv: usize,
    /// What a draw costs the side to move at the root, in centipawns.
    pub contempt: Score,
    /// The values of the men, and the bound of the positional part. Scores in the table are of the
    /// options they were searched with: [`Engine::clear`] when these change.
    pub evaluation: eval::Options,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            choice: Choice::best(),
            profile: ProfileName::default(),
            multipv: 1,
            contempt: 0,
            evaluation: eval::Options::default(),
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best variations, best first; empty when there is no legal move.
    pub lines: Vec<Line>,
    /// The deepest iteration that ended.
    pub depth: u32,
    /// Counts.
    pub statistics: Statistics,
    /// Wall-clock time.
    pub time: std::time::Duration,
}

impl Outcome {
    /// The move to play, if there is one.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// The move expected in reply.
    pub fn ponder_move(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.get(1)).copied()
    }
}

/// What reaches a search from outside, and when it began.
#[derive(Clone, Copy)]
struct Signals<'a> {
    stop: &'a AtomicBool,
    pondering: &'a AtomicBool,
    start: Instant,
}

/// A searcher with its memory: the table and the history.
pub struct Engine {
    table: Table,
    history: History,
    memory: Memory,
    /// What can be set.
    pub options: EngineOptions,
}

impl Engine {
    /// An engine with a table of this many MiB.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn new(megabytes: usize, options: EngineOptions) -> Result<Self, TableError> {
        Ok(Self {
            table: Table::new(megabytes)?,
            history: History::new(),
            memory: Memory::new(),
            options,
        })
    }

    /// Replaces the table.
    ///
    /// # Errors
    /// When there is no such memory; the old table then stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        if megabytes != self.table.megabytes() {
            self.table = Table::new(megabytes)?;
        }
        Ok(())
    }

    /// The size of the table, in MiB.
    pub fn hash_megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Forgets everything learnt from earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.memory.clear();
    }

    /// Searches the position that `moves` from `setup` lead to; `stop` ends it from outside,
    /// and no deadline does while it is `pondering`.
    ///
    /// Moves must be legal. `report` is called after each iteration.
    pub fn search(
        &mut self,
        setup: &Setup,
        moves: &[Move],
        limits: &Limits,
        stop: &AtomicBool,
        pondering: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Outcome {
        let signals = Signals { stop, pondering, start: Instant::now() };
        self.table.next_search();
        let options = self.options;
        with_token!(options.choice, token => {
            let board = MatrixBoard::new(setup, token);
            match options.profile {
                ProfileName::Axon => {
                    self.run::<_, Axon>(board, moves, limits, signals, report)
                }
                ProfileName::Full => {
                    self.run::<_, Full>(board, moves, limits, signals, report)
                }
            }
        })
    }

    fn run<B: Instance, P: super::profile::Profile>(
        &mut self,
        root: B,
        moves: &[Move],
        limits: &Limits,
        signals: Signals<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Outcome {
        let mut board = root;
        let mut keys = Vec::with_capacity(moves.len() + MAX_PLY + 1);
        for &chess_move in moves {
            keys.push(board.state().key);
            let mut child = board.clone();
            board.make(chess_move, &mut child);
            child.rebuild();
            board = child;
        }
        let game_length = keys.len();
        keys.resize(game_length + MAX_PLY + 1, 0);
        let mut stack = vec![Frame::new(board); MAX_PLY + 1];
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let mut context = Context {
            table: &self.table,
            stop: signals.stop,
            pondering: signals.pondering,
            deadlines: limits.deadlines(signals.start),
            node_limit,
            statistics: Statistics::default(),
            history: &mut self.history,
            memory: &mut self.memory,
            keys,
            game_length,
            stopped: false,
            contempt: self.options.contempt,
            evaluation: self.options.evaluation,
            variant: self.options.choice.variant,
            poll_at: node_limit.min(1024),
        };
        let Found { lines, depth } =
            iterate::<B, P>(&mut context, &mut stack, limits, self.options.multipv, report);
        Outcome { lines, depth, statistics: context.statistics, time: signals.start.elapsed() }
    }
}
