//! One iteration at the root, which searches its moves in turn or shares them among threads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::info::RootMove;
use super::node_result::NodeResult;
use super::ordering::PieceTo;
use super::parallel::{SharedMove, SplitPoint};
use super::parameters::Parameters;
use super::profile::Profile;
use super::sharing::{SharedNode, help};
use super::stack::StackEntry;
use super::window::{DepthWindow, Window};
use super::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::score::INFINITE;
use nucleus_core::types::{Move, Score};

/// Searches the root's moves to a depth, in turn until they are shared, and stores their scores;
/// the best comes first.
pub fn search_root<P: Profile>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<P::Board>],
    moves: &mut [RootMove],
    depth: u32,
    mut window: Window,
) {
    let Some(entry) = stack.first() else { return };
    worker.set_key(0, entry.board.state().key);
    for index in 0..moves.len() {
        let chess_move = moves[index].chess_move;
        let before = worker.statistics.nodes;
        let turn = RootTurn { chess_move, index, depth, window };
        let Some(score) = search_root_move::<P>(worker, stack, turn) else { return };
        let root = &mut moves[index];
        root.nodes = worker.statistics.nodes - before;
        if index == 0 || score > window.alpha {
            let line = stack.get(1).map_or(&[][..], StackEntry::principal_variation);
            // A score at or below a narrow window's lower bound has no variation.
            root.found(score, window, (score > window.alpha).then_some(line));
            window.alpha = window.alpha.max(score);
            // The move goes to the front at once, so that a search that is cut off keeps it there.
            moves[..=index].rotate_right(1);
            if score >= window.beta {
                return;
            }
        } else {
            root.score = -INFINITE;
        }
        // After the first move the others may be shared (Young Brothers Wait).
        if depth as i32 >= worker.split_depth && worker.is_help_waiting(depth as i32) {
            return share_root::<P>(worker, stack, moves, index + 1, depth, window);
        }
    }
}

/// A move of the root to be searched.
struct RootTurn {
    chess_move: Move,
    /// The number of moves before this one.
    index: usize,
    depth: u32,
    window: Window,
}

/// Makes and searches a move of the root; returns its score, unless the search was stopped.
fn search_root_move<P: Profile>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<P::Board>],
    turn: RootTurn,
) -> Option<Score> {
    let (entry, rest) = stack.split_first_mut()?;
    let RootTurn { chess_move, index, depth, window } = turn;
    let alpha = window.alpha;
    let kernel = entry.board.kernel();
    let new_depth = depth as i32 - 1;
    let child = rest.first_mut()?;
    // Only thread 0 reports: the helpers of Lazy SMP are in other iterations.
    if worker.thread == 0
        && let Some(observer) = worker.shared.signals.observer()
    {
        observer.root_move(worker.shared.deadlines.start, depth, chess_move, index);
    }
    entry.advance(&worker.evaluator, chess_move, child);
    entry.lead_to(child, chess_move, PieceTo::NONE);
    if worker.enter(1) {
        return None;
    }
    let mut score = alpha.saturating_add(1);
    if index > 0 {
        let window = Window::above(alpha).reversed();
        let depth = new_depth - reduction::<P>(&worker.parameters, entry, &turn);
        let reduced = DepthWindow { window, depth, ply: 1 };
        score = -P::search_child::<false>(kernel, worker, rest, reduced);
        if depth < new_depth && score > alpha && !worker.stopped {
            let full = DepthWindow { depth: new_depth, ..reduced };
            score = -P::search_child::<false>(kernel, worker, rest, full);
        }
    }
    if (index == 0 || score > alpha) && !worker.stopped {
        let window = Window { alpha: worker.newest_alpha(0, alpha), ..window }.reversed();
        let full = DepthWindow { window, depth: new_depth, ply: 1 };
        score = -P::search_child::<true>(kernel, worker, rest, full);
    }
    (!worker.stopped).then_some(score)
}

/// Returns the plies by which a late move of the root is reduced at first.
fn reduction<P: Profile>(
    parameters: &Parameters,
    entry: &StackEntry<P::Board>,
    &RootTurn { chess_move, index, depth, .. }: &RootTurn,
) -> i32 {
    let late = index >= 3 && depth >= 4;
    if !late || !chess_move.is_quiet() || entry.board.in_check() {
        return 0;
    }
    P::root_reduction(parameters, depth as i32, index).clamp(0, depth as i32 - 2)
}

/// The results at a root that threads share: for each searched move its nodes, and its score and variation if
/// it raised alpha.
#[derive(Default)]
pub struct SharedRoot(Mutex<Vec<RootFinding>>);

impl SharedRoot {
    fn found(&self) -> MutexGuard<'_, Vec<RootFinding>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the results to the moves of the root. The moves that raised alpha come to the front, the best
    /// of them first.
    fn hand_over(&self, moves: &mut [RootMove], window: Window) {
        let mut found = self.found();
        found.sort_by_key(|finding| finding.raised.as_ref().map(|(score, _)| *score));
        for RootFinding { chess_move, nodes, raised } in found.drain(..) {
            let Some(index) = moves.iter().position(|root| root.chess_move == chess_move) else {
                continue;
            };
            moves[index].nodes = nodes;
            if let Some((score, line)) = raised {
                moves[index].found(score, window, Some(&line));
                moves[..=index].rotate_right(1);
            } else {
                moves[index].score = -INFINITE;
            }
        }
    }

    /// Adds the result of a move.
    pub fn note(&self, finding: RootFinding) {
        self.found().push(finding);
    }

    /// Returns the nodes below the searched moves.
    pub fn nodes(&self) -> u64 {
        self.found().iter().map(|finding| finding.nodes).sum()
    }
}

/// The result of a move of the root.
pub struct RootFinding {
    /// Move at the root.
    pub chess_move: Move,
    /// Number of nodes below the move.
    pub nodes: u64,
    /// Score and variation of the move, if it raised alpha.
    pub raised: Option<(Score, Vec<Move>)>,
}

/// Shares the moves of the root from index `next` on, and searches some of them.
fn share_root<P: Profile>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<P::Board>],
    moves: &mut [RootMove],
    next: usize,
    depth: u32,
    window: Window,
) {
    let Some(entry) = stack.first() else { return };
    let left = moves[next..].iter();
    let left = left.map(|root| SharedMove { chess_move: root.chess_move, losing: false }).collect();
    let at = DepthWindow { window, depth: depth as i32, ply: 0 };
    let result = NodeResult { count: next, ..NodeResult::with_score(window.alpha) };
    let split = worker.open_split(entry, at, true, SharedRoot::default(), left, result);
    search_shared_root::<P>(worker, stack, &split);
    // A helper may return a move of the root, which this thread then searches.
    worker.close_split(stack, &split, help_anywhere::<P>);
    let Some(shared) = split.payload::<SharedNode<SharedRoot>>() else { return };
    shared.node.hand_over(moves, window);
}

/// Searches the moves that a shared root distributes to a thread.
fn search_shared_root<P: Profile>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<P::Board>],
    split: &SplitPoint,
) {
    let Some(shared) = split.payload::<SharedNode<SharedRoot>>() else { return };
    let DepthWindow { window: Window { beta, .. }, depth, .. } = split.place;
    while !worker.stopped
        && let Some(turn) = split.take(&mut worker.statistics.lock_waits)
    {
        let chess_move = turn.chess_move;
        let before = worker.statistics.nodes;
        let window = Window { alpha: turn.alpha, beta };
        let turn = RootTurn { chess_move, index: turn.count - 1, depth: depth as u32, window };
        let Some(score) = search_root_move::<P>(worker, stack, turn) else { break };
        let nodes = worker.statistics.nodes - before;
        let line = stack.get(1).map_or(&[][..], StackEntry::principal_variation);
        let waits = &mut worker.statistics.lock_waits;
        let raised = split.finish_move(chess_move, score, line, waits);
        let raised = raised.then(|| (score, line.to_vec()));
        shared.node.note(RootFinding { chess_move, nodes, raised });
    }
}

/// Helps at a split point, which may be the root.
pub fn help_anywhere<P: Profile>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<P::Board>],
    split: &Arc<SplitPoint>,
) {
    let Some(entry) = stack.first_mut() else { return };
    let Some(shared) = split.payload::<SharedNode<SharedRoot>>() else {
        return help::<P>(worker, stack, split);
    };
    worker.enter_shared(entry, shared);
    search_shared_root::<P>(worker, stack, split);
}
