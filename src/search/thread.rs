//! One thread of a search: what it is given, and how it becomes a search of a board, an evaluator
//! and a profile as types.

use std::sync::Arc;

use super::axon::Axon;
use super::full::{Full, Played};
use super::info::{SearchInfo, SearchOutcome};
use super::instance::{Instance, SearchBoard};
use super::limits::{Deadlines, Limits, MAX_PLY};
use super::options::EngineOptions;
use super::ordering::Histories;
use super::parallel::{ParallelSearch, SearchGroup, ThreadResult, vote};
use super::profile::{Profile, ProfileName};
use super::root::{RootResult, iterate};
use super::root_moves::help_anywhere;
use super::signals::Signals;
use super::stack::StackEntry;
use super::statistics::Statistics;
use super::strength::Handicap;
use super::table::TranspositionTable;
use super::tables::Tablebases;
use super::worker::{Shared, Worker};
use nucleus_core::board::{Board, RulesBoard, Setup};
#[cfg(feature = "paper29")]
use nucleus_core::eval::paper29::Paper29;
use nucleus_core::eval::{Additive, Compiled, Evaluator, FittedWeights, Noisy, Values};
use nucleus_core::kernels::portable;
use nucleus_core::types::Move;
use nucleus_core::with_board;

/// What a search is given, shared by its threads.
pub struct SearchTask {
    /// Where the game starts.
    pub setup: Setup,
    /// The legal moves played since.
    pub moves: Vec<Move>,
    /// What ends it.
    pub limits: Limits,
    /// The times that follow.
    pub deadlines: Deadlines,
    /// What ends it from outside.
    pub signals: Signals,
    /// How to search.
    pub options: EngineOptions,
    /// The transposition table.
    pub table: Arc<TranspositionTable>,
    /// What several threads share; none for one.
    pub group: Option<Arc<SearchGroup>>,
    /// Threads of this process.
    pub threads: usize,
    /// False where the search is led by another rank, and all threads here help.
    pub leads: bool,
    /// Endgame tables to ask below the root.
    pub tables: Option<Arc<dyn Tablebases>>,
}

impl SearchTask {
    /// What the search came to, once all threads have ended and thread 0 came to `outcome`: the
    /// counts of all, and with Lazy SMP the line that the vote chose.
    pub fn conclude(
        &self,
        mut outcome: SearchOutcome,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        let Some(group) = &self.group else { return outcome };
        outcome.statistics = group.statistics();
        // To a fixed depth, to a mate and with several lines the answer is thread 0's: it alone
        // has searched just what was asked for.
        let Limits { depth, mate, .. } = self.limits;
        let exact = depth.is_some() || mate.is_some() || self.options.multipv > 1;
        if group.way != ParallelSearch::Lazy || exact {
            return outcome;
        }
        let results = group.results();
        let Some(Some(best)) = vote(&results).filter(|&thread| thread > 0).map(|t| &results[t])
        else {
            return outcome;
        };
        (outcome.lines, outcome.depth) = (best.lines.clone(), best.depth);
        if let Some(line) = best.lines.first() {
            report(&SearchInfo {
                depth: best.depth,
                multipv: 1,
                line: line.clone(),
                at_least: false,
                at_most: false,
                time: self.deadlines.start.elapsed(),
                statistics: outcome.statistics,
                hashfull: self.table.hashfull(),
            });
        }
        outcome
    }
}

/// Searches as one thread of a search; thread 0 leads it and alone reports.
pub fn search_thread(
    task: &SearchTask,
    thread: usize,
    histories: &mut Histories,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    let options = &task.options;
    if let Some(place) = options.place_thread {
        place(thread);
    }
    if let Some(handicap) = &options.handicap {
        return search_weakly(task, handicap, thread, histories, report);
    }
    #[cfg(feature = "paper29")]
    if let Some(paper29) = &options.paper29 {
        return search_paper29(task, paper29, thread, histories, report);
    }
    with_board!(options.choice, options.board_type(), &task.setup, board => {
        let start = ThreadStart { task, thread, root: board, histories };
        #[cfg(feature = "weights_file")]
        if let Some(values) = &options.weights {
            return run_profile(Additive(&**values), Additive(&**values), start, report);
        }
        run_profile(Additive(Compiled), Additive(FittedWeights), start, report)
    })
}

/// Searches as an engine below full strength does: speed is not what it lacks, so that one board
/// and one profile do for all of them.
fn search_weakly(
    task: &SearchTask,
    handicap: &Handicap,
    thread: usize,
    histories: &mut Histories,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    let evaluator = handicap.misjudging(Additive(task.options.values()));
    let root = RulesBoard::new(&task.setup, portable::Token);
    let start = ThreadStart { task, thread, root, histories };
    run::<(RulesBoard, Noisy<Additive<&Values>>), Full<Played>>(evaluator, start, report)
}

/// Searches with the tuning paper's evaluation. Its games are of fixed depth, so that one board
/// does.
#[cfg(feature = "paper29")]
fn search_paper29(
    task: &SearchTask,
    evaluator: &Paper29,
    thread: usize,
    histories: &mut Histories,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    let root = RulesBoard::new(&task.setup, portable::Token);
    let start = ThreadStart { task, thread, root, histories };
    if task.options.profile == ProfileName::Axon && task.options.quiescence_checks {
        return run::<(RulesBoard, &Paper29), Axon<true>>(evaluator, start, report);
    }
    run_profile(evaluator, evaluator, start, report)
}

/// What a thread starts with.
pub struct ThreadStart<'a, B> {
    /// The search.
    pub task: &'a SearchTask,
    /// The number of the thread.
    pub thread: usize,
    /// The position before the game's moves.
    pub root: B,
    /// What this thread learns about moves.
    pub histories: &'a mut Histories,
}

/// Searches as the profile of the options does, with this board and this evaluator; `full` has one
/// of its own ([`ProfileName::values`]).
fn run_profile<B: SearchBoard, E: Evaluator, F: Evaluator>(
    evaluator: E,
    of_full: F,
    start: ThreadStart<'_, B>,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    match start.task.options.profile {
        ProfileName::Axon => run::<(B, E), Axon>(evaluator, start, report),
        ProfileName::Full => run::<(B, F), Full<Played>>(of_full, start, report),
        #[cfg(feature = "umko")]
        ProfileName::Umko => {
            use super::full::Umko;
            run::<(B, E), Full<Umko>>(evaluator, start, report)
        }
    }
}

/// Plays the moves of the game, then searches as profile `P` does.
pub fn run<I: Instance, P: Profile>(
    evaluator: I::Evaluator,
    start: ThreadStart<'_, I::Board>,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    let ThreadStart { task, thread, root: mut board, histories } = start;
    let mut keys = Vec::with_capacity(task.moves.len() + MAX_PLY + 1);
    for &chess_move in &task.moves {
        keys.push(board.state().key);
        board = board.after(chess_move);
    }
    let game_length = keys.len();
    keys.resize(game_length + MAX_PLY + 1, 0);
    let accumulator = evaluator.accumulate(board.planes());
    let entry = || StackEntry::<I>::new(board.clone(), accumulator.clone());
    let mut stack: Vec<_> = std::iter::repeat_with(entry).take(MAX_PLY + 1).collect();
    let SearchTask { limits, deadlines, signals, options, table, group, .. } = task;
    let group = group.as_deref();
    let tables = task.tables.as_deref();
    let node_limit = limits.nodes.unwrap_or(u64::MAX);
    let splits = group.is_some_and(|group| group.way == ParallelSearch::YoungBrothersWait);
    let first_poll = if group.is_some() { 1 } else { 1024 };
    let mut worker = Worker {
        shared: Shared { table, signals, limits, deadlines: *deadlines, group, tables },
        thread,
        statistics: Statistics::default(),
        histories,
        keys,
        game_length,
        stopped: false,
        contempt: options.contempt,
        evaluator,
        evaluation: options.evaluation(),
        variant: options.choice.variant,
        root_depth: 0,
        verified_until: 0,
        split: None,
        split_depth: match group {
            // Where only other ranks help, what is too shallow to be sent is not split.
            Some(group) if splits && task.threads == 1 => P::SPLIT_DEPTH.max(group.least_sent()),
            Some(_) if splits => P::SPLIT_DEPTH,
            _ => i32::MAX,
        },
        #[cfg(feature = "ranks")]
        peers: super::peers::Peers::new(group, thread, task.leads),
        node_limit,
        poll_at: node_limit.min(first_poll),
    };
    #[cfg(feature = "ranks")]
    if let Some(group) = group {
        group.exchange.set_searcher(
            super::root_moves::fold_anywhere::<I, P>,
            super::root_moves::note_root::<I>,
            super::root_moves::root_nodes::<I>,
        );
    }
    let RootResult { lines, depth } = if splits && (thread > 0 || !task.leads) {
        worker.help_others(&mut stack, help_anywhere::<I, P>);
        RootResult { lines: Vec::new(), depth: 0 }
    } else if thread == 0 && !task.leads {
        #[cfg(feature = "ranks")]
        super::follow::follow::<I, P>(&mut worker, &mut stack);
        RootResult { lines: Vec::new(), depth: 0 }
    } else {
        iterate::<I, P>(&mut worker, &mut stack, options.multipv, report)
    };
    if let Some(group) = group {
        group.publish(thread, &worker.statistics);
        group.record(thread, ThreadResult { lines: lines.clone(), depth });
    }
    let time = deadlines.start.elapsed();
    let threads = group.map_or(1, SearchGroup::threads);
    SearchOutcome { lines, depth, statistics: worker.statistics, time, threads }
}
