//! One thread of a search: its task and its profile.

use super::axon::Axon;
use super::boards::run_on_board;
use super::full::Full;
use super::info::{SearchInfo, SearchOutcome};
use super::instance::SearchBoard;
use super::limits::{Limits, MAX_PLY};
use super::ordering::Histories;
use super::parallel::{LEAST_SENT, LEAST_TOLD, ParallelSearch, SearchGroup, ThreadResult, vote};
use super::profile::{Profile, ProfileName};
use super::root::{RootResult, iterate};
use super::root_moves::help_anywhere;
use super::sharing::SPLIT_DEPTH;
use super::slices::Slices;
use super::stack::StackEntry;
use super::task::SearchTask;
use super::worker::{Shared, Worker};
use nucleus_core::board::Board;
use nucleus_core::eval::EvaluatedBoard;

impl SearchTask {
    /// Searches as one thread of the search; thread 0 leads it, and only it reports.
    pub fn search_thread(
        &self,
        thread: usize,
        histories: &mut Histories,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        if let Some(place) = self.options.place_thread {
            place(thread);
        }
        run_on_board(self, thread, histories, report)
    }

    /// Returns the outcome of the search after all threads have ended. `outcome` is thread 0's; the result
    /// has the counts of all threads and, with Lazy SMP, the line that the vote chose.
    pub fn conclude(
        &self,
        mut outcome: SearchOutcome,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        let Some(group) = &self.group else { return outcome };
        outcome.statistics = group.statistics();
        // With a depth limit, a mate limit or several lines, thread 0's answer counts: only that thread has
        // searched exactly what was requested.
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
                depth: best.depth.max(1),
                multipv: 1,
                line: line.clone(),
                time: self.deadlines.start.elapsed(),
                statistics: outcome.statistics,
                hashfull: self.table.hashfull(),
            });
        }
        outcome
    }
}

/// The arguments of a thread.
pub struct ThreadStart<'a, B> {
    /// Search that the thread takes part in.
    pub task: &'a SearchTask,
    /// Number of the thread, from 0.
    pub thread: usize,
    /// Board with the position before the game's moves.
    pub root: B,
    /// History tables of the thread.
    pub histories: &'a mut Histories,
}

/// Searches with the profile of the options, on this board.
pub fn run_profile<B: SearchBoard>(
    start: ThreadStart<'_, B>,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    match start.task.options.searcher() {
        ProfileName::Axon => run::<Axon<B>>(start, report),
        _ => run::<Full<B>>(start, report),
    }
}

/// Plays the moves of the game, then searches.
pub fn run<P: Profile>(
    start: ThreadStart<'_, P::Board>,
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
    let evaluator = task.options.evaluator();
    let accumulators = board.accumulate(&evaluator);
    let entry = || StackEntry::<P::Board>::new(board.clone(), accumulators.clone());
    let mut stack: Vec<_> = std::iter::repeat_with(entry).take(MAX_PLY + 1).collect();
    let SearchTask { limits, deadlines, signals, options, table, group, .. } = task;
    let group = group.as_deref();
    let tables = task.tables.as_deref();
    let slices = task.slices.as_ref();
    let statistics = slices.map(Slices::statistics).unwrap_or_default();
    let node_limit = limits.nodes.map_or(u64::MAX, |nodes| statistics.nodes.saturating_add(nodes));
    let splits = group.is_some_and(|group| group.way == ParallelSearch::YoungBrothersWait);
    let first_poll = statistics.nodes + if group.is_some() { 1 } else { 1024 };
    let parameters = options.parameters();
    let mut worker = Worker {
        shared: Shared { table, signals, limits, deadlines: *deadlines, group, tables, slices },
        thread,
        statistics,
        histories,
        keys,
        game_length,
        stopped: false,
        contempt: options.contempt,
        evaluator,
        quiescence_depth: match options.quiescence_checks && options.paper29.is_some() {
            true => 0,
            false => -1,
        },
        divisors: parameters.margins.reduction_divisors(),
        parameters,
        variant: options.choice.variant,
        root_depth: 0,
        verified_until: 0,
        split: None,
        split_depth: match group {
            // If only external helpers wait, nodes too shallow for them are not split.
            Some(_) if splits && task.threads == 1 => LEAST_SENT,
            Some(_) if splits => SPLIT_DEPTH,
            _ => i32::MAX,
        },
        told_depth: match group.and_then(SearchGroup::external) {
            Some(_) => LEAST_TOLD,
            None => i32::MAX,
        },
        node_limit,
        poll_at: node_limit.min(first_poll),
    };
    let RootResult { lines, depth } = if splits && (thread > 0 || !task.leads) {
        worker.help_others(&mut stack, help_anywhere::<P>);
        RootResult { lines: Vec::new(), depth: 0 }
    } else {
        iterate::<P>(&mut worker, &mut stack, options.multipv, report)
    };
    if let Some(group) = group {
        group.publish(thread, &worker.statistics);
        group.record(thread, ThreadResult { lines: lines.clone(), depth });
    }
    let time = deadlines.start.elapsed();
    let threads = group.map_or(1, SearchGroup::threads);
    SearchOutcome { lines, depth, statistics: worker.statistics, time, threads }
}
