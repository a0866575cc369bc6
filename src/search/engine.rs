//! The searcher as others use it.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::axon::Axon;
use super::full::{Full, Played};
use super::info::{SearchInfo, SearchLine};
use super::instance::{Instance, SearchBoard};
use super::limits::{Limits, MAX_PLY};
use super::ordering::Histories;
use super::profile::{Profile, ProfileName};
use super::root::{RootResult, iterate};
use super::stack::StackEntry;
use super::table::{TableError, TranspositionTable};
use super::worker::{Shared, Statistics, Worker};
use crate::board::{Board, BoardType, Setup};
use crate::eval::{self, Additive, Compiled, Evaluator};
use crate::kernels::Choice;
use crate::types::{Move, Score};
use crate::with_board;

/// What can be set on an engine between searches.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Which kernels run.
    pub choice: Choice,
    /// Which board they run on, `None` for the profile's own; the tree is the same. See
    /// [`EngineOptions::board_type`].
    pub board: Option<BoardType>,
    /// What the searcher does.
    pub profile: ProfileName,
    /// How many variations are reported.
    pub multipv: usize,
    /// What a draw costs the side to move at the root, in centipawns.
    pub contempt: Score,
    /// The values of the pieces, and the bound of the positional part. Scores in the table are of the
    /// options they were searched with: [`SearchEngine::clear`] when these change.
    pub evaluation: eval::Options,
    /// The weights of the evaluation, `None` for those compiled in, which are faster. Scores in the
    /// table are of these too.
    #[cfg(feature = "weights_file")]
    pub weights: Option<std::sync::Arc<eval::Values>>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            choice: Choice::best(),
            board: None,
            profile: ProfileName::default(),
            multipv: 1,
            contempt: 0,
            evaluation: eval::Options::default(),
            #[cfg(feature = "weights_file")]
            weights: None,
        }
    }
}

impl EngineOptions {
    /// The board that runs: the one chosen, else the profile's.
    pub fn board_type(&self) -> BoardType {
        self.board.unwrap_or_else(|| self.profile.board())
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct SearchOutcome {
    /// The best variations, best first; empty when there is no legal move.
    pub lines: Vec<SearchLine>,
    /// The deepest iteration that ended.
    pub depth: u32,
    /// Counts.
    pub statistics: Statistics,
    /// Wall-clock time.
    pub time: std::time::Duration,
}

impl SearchOutcome {
    /// The move to play, if there is one.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// The move expected in reply.
    pub fn ponder_move(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.get(1)).copied()
    }
}

/// A searcher with what lasts from search to search: the table and the histories.
pub struct SearchEngine {
    table: TranspositionTable,
    histories: Histories,
    /// What can be set.
    pub options: EngineOptions,
}

impl SearchEngine {
    /// An engine with a table of this many MiB.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn new(megabytes: usize, options: EngineOptions) -> Result<Self, TableError> {
        Ok(Self {
            table: TranspositionTable::new(megabytes)?,
            histories: Histories::new(),
            options,
        })
    }

    /// Replaces the table.
    ///
    /// # Errors
    /// When there is no such memory; the old table then stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        if megabytes != self.table.megabytes() {
            self.table = TranspositionTable::new(megabytes)?;
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
        self.histories.clear();
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
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        self.table.next_search();
        let deadlines = limits.deadlines(Instant::now());
        let Self { table, histories, options } = self;
        let shared = Shared { table, stop, pondering, limits, deadlines };
        with_board!(options.choice, options.board_type(), setup, board => {
            let game = RootPosition { root: board, moves };
            #[cfg(feature = "weights_file")]
            if let Some(values) = options.weights.clone() {
                let evaluator = Additive(&*values);
                return run_profile(evaluator, game, shared, histories, options, report);
            }
            run_profile(Additive(Compiled), game, shared, histories, options, report)
        })
    }
}

/// A position and the legal moves played from it.
pub(super) struct RootPosition<'a, B> {
    pub root: B,
    pub moves: &'a [Move],
}

/// Searches as the profile of the options does, with this board and this evaluator.
fn run_profile<B: SearchBoard, E: Evaluator>(
    evaluator: E,
    game: RootPosition<'_, B>,
    shared: Shared<'_>,
    histories: &mut Histories,
    options: &EngineOptions,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    match options.profile {
        ProfileName::Axon => {
            run::<(B, E), Axon>(evaluator, game, shared, histories, options, report)
        }
        ProfileName::Full => {
            run::<(B, E), Full<Played>>(evaluator, game, shared, histories, options, report)
        }
        #[cfg(feature = "umko")]
        ProfileName::Umko => {
            use super::full::Umko;
            run::<(B, E), Full<Umko>>(evaluator, game, shared, histories, options, report)
        }
    }
}

/// Plays the moves of the game, then searches as profile `P` does.
pub(super) fn run<I: Instance, P: Profile>(
    evaluator: I::Evaluator,
    game: RootPosition<'_, I::Board>,
    shared: Shared<'_>,
    histories: &mut Histories,
    options: &EngineOptions,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    let RootPosition { root: mut board, moves } = game;
    let mut keys = Vec::with_capacity(moves.len() + MAX_PLY + 1);
    for &chess_move in moves {
        keys.push(board.state().key);
        board = board.after(chess_move);
    }
    let game_length = keys.len();
    keys.resize(game_length + MAX_PLY + 1, 0);
    let accumulator = evaluator.accumulate(board.planes());
    let entry = || StackEntry::<I>::new(board.clone(), accumulator.clone());
    let mut stack: Vec<_> = std::iter::repeat_with(entry).take(MAX_PLY + 1).collect();
    let node_limit = shared.limits.nodes.unwrap_or(u64::MAX);
    let mut worker = Worker {
        shared,
        statistics: Statistics::default(),
        histories,
        keys,
        game_length,
        stopped: false,
        contempt: options.contempt,
        evaluator,
        evaluation: options.evaluation,
        variant: options.choice.variant,
        root_depth: 0,
        verified_until: 0,
        node_limit,
        poll_at: node_limit.min(1024),
    };
    let RootResult { lines, depth } =
        iterate::<I, P>(&mut worker, &mut stack, options.multipv, report);
    let time = shared.deadlines.start.elapsed();
    SearchOutcome { lines, depth, statistics: worker.statistics, time }
}
