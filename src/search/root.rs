//! Iterative deepening over the root's moves.

use super::info::{RootMove, SearchInfo, SearchLine};
use super::limits::{Limits, MAX_PLY};
use super::mate_search::MateSearch;
use super::parameters::Aspiration;
use super::profile::Profile;
use super::root_moves::search_root;
use super::slices::Slices;
use super::stack::StackEntry;
use super::time::TimeManager;
use super::window::Window;
use super::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::movegen::{GenerateMoves, legal_moves};
use nucleus_core::types::score::{INFINITE, is_mate};
use nucleus_core::types::{Move, Score};

/// The result of iterative deepening.
pub struct RootResult {
    /// The best variations, best first; empty when there is no legal move.
    pub lines: Vec<SearchLine>,
    /// The depth of the last completed iteration.
    pub depth: u32,
}

/// Deepens until a limit ends the search. Reports every iteration, and mates and bounds within an
/// iteration. A helper thread reports nothing and continues until the first thread ends.
pub fn iterate<P: Profile>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<P::Board>],
    multipv: usize,
    report: &mut dyn FnMut(&SearchInfo),
) -> RootResult {
    let limits = worker.shared.limits;
    let slices = worker.shared.slices;
    let (mut moves, mut completed) = Slices::resume(slices);
    if moves.is_empty() {
        moves = root_moves(&stack[0].board, limits);
    }
    let multipv = multipv.clamp(1, moves.len().max(1));
    let leads = worker.thread == 0;
    let most = MAX_PLY as u32 - 8;
    let deepest = if leads { limits.depth.unwrap_or(most).clamp(1, most) } else { most };
    // A slice continues with the move that the one before it reported.
    let mut shown =
        moves.first().filter(|_| completed > 0).map_or(Move::NONE, |root| root.chess_move);
    let mut time_manager = TimeManager::default();
    if moves.is_empty() {
        Slices::keep(slices, worker, moves, completed, &mut std::iter::empty());
        return RootResult { lines: Vec::new(), depth: 0 };
    }
    // The mate search runs in the slices before the first completed iteration.
    let mut mates = (completed == 0 && looks_for_mates::<P>(worker, multipv))
        .then(|| MateSearch::new(&stack[0].board, P::mate_share(&worker.parameters), limits));
    for depth in completed + 1..=deepest {
        worker.begin_iteration(depth as usize);
        if let Some(mates) = &mut mates
            && mates.go_on(worker, moves[0].score)
            && take_mate(&mut moves, mates.found())
        {
            report(&info(worker, &moves[0], depth, 1));
            shown = moves[0].chess_move;
        }
        let mate = mates.as_ref().and_then(MateSearch::found);
        for index in 0..multipv {
            let before = moves[index].search_line();
            if leads && let Some(observer) = worker.shared.signals.observer() {
                observer.begin_line(index);
            }
            if let Some(aspiration) = P::aspiration(&worker.parameters) {
                let moves = &mut moves[index..];
                let mut failed = |info: &SearchInfo| {
                    if leads && multipv == 1 {
                        report(info);
                    }
                };
                aspiration_search::<P>(worker, stack, moves, depth, aspiration, &mut failed);
            } else {
                search_root::<P>(worker, stack, &mut moves[index..], depth, Window::OPEN);
            }
            if worker.stopped {
                moves[index].cut_off(before);
                break;
            }
            RootMove::sort(&mut moves[index..]);
        }
        take_mate(&mut moves, mate);
        if worker.stopped && completed > 0 {
            // A move that the cut-off iteration proved better stays first. It is reported, because the move
            // to play is the first of the last reported variation.
            if leads && moves[0].chess_move != shown {
                report(&info(worker, &moves[0], depth, 1));
            }
            break;
        }
        if moves[0].score == -INFINITE {
            // If the first move has no score yet, it is played with the score of a draw.
            moves[0].score = nucleus_core::types::score::DRAW;
            break;
        }
        if !worker.stopped {
            completed = depth;
        }
        RootMove::sort(&mut moves[..multipv]);
        let scored = moves[..multipv].iter().filter(|root| leads && root.score != -INFINITE);
        for (index, root) in scored.enumerate() {
            report(&info(worker, root, depth, index + 1));
        }
        shown = moves[0].chess_move;
        let enough = |soft| worker.total_statistics().nodes >= soft;
        if worker.stopped
            || limits.soft_nodes.is_some_and(enough)
            || leads && time_manager.is_enough::<P>(&worker.shared, &moves, depth)
        {
            break;
        }
        for root in &mut moves {
            root.previous = root.score;
        }
        for root in &mut moves[multipv..] {
            root.score = -INFINITE;
        }
    }
    let lines = moves[..multipv].iter().map(RootMove::search_line).collect();
    let mut stack = stack[1..].iter().map(|entry| (entry.last_move, entry.board.key()));
    Slices::keep(slices, worker, moves, completed, &mut stack);
    RootResult { lines, depth: completed }
}

/// Returns true if the mate search runs between the iterations: only in the leading thread without
/// external helpers, over all moves of the root, and for one variation.
fn looks_for_mates<P: Profile>(worker: &Worker<'_>, multipv: usize) -> bool {
    let one_line = multipv == 1 && worker.shared.limits.search_moves.is_empty();
    let shared = worker.shared.group.is_some_and(|group| group.external().is_some());
    let alone = worker.thread == 0 && !shared;
    P::mate_share(&worker.parameters) > 0 && one_line && alone
}

/// Moves a proven mate to the front unless another move has a better score; returns true if it did.
#[inline(never)]
fn take_mate(moves: &mut [RootMove], mate: Option<&SearchLine>) -> bool {
    let Some(mate) = mate else { return false };
    let first = mate.moves.first();
    let Some(index) = moves.iter().position(|root| Some(&root.chess_move) == first) else {
        return false;
    };
    if moves[0].score > mate.score && !moves[0].at_most {
        return false;
    }
    moves[..=index].rotate_right(1);
    let root = &mut moves[0];
    (root.score, root.at_least, root.at_most) = (mate.score, false, false);
    root.line.clone_from(&mate.moves);
    true
}

/// Returns the report of one variation.
#[inline(never)]
fn info(worker: &Worker<'_>, root: &RootMove, depth: u32, multipv: usize) -> SearchInfo {
    SearchInfo {
        depth,
        multipv,
        line: root.search_line(),
        time: worker.shared.deadlines.start.elapsed(),
        statistics: worker.total_statistics(),
        hashfull: worker.shared.table.hashfull(),
    }
}

/// Returns the moves of the root that the limits allow.
fn root_moves<B: GenerateMoves>(board: &B, limits: &Limits) -> Vec<RootMove> {
    let legal = legal_moves(board);
    let allowed = &limits.search_moves;
    legal
        .iter()
        .filter(|chess_move| allowed.is_empty() || allowed.contains(chess_move))
        .map(|&chess_move| RootMove {
            chess_move,
            score: -INFINITE,
            previous: -INFINITE,
            line: vec![chess_move],
            nodes: 0,
            at_least: false,
            at_most: false,
        })
        .collect()
}

/// A narrow window around the last iteration's score, widened until the score is inside (aspiration
/// search; Umko, 2.2).
struct AspirationWindow {
    half: i32,
    alpha: i32,
    beta: i32,
}

impl AspirationWindow {
    /// Returns the first window of an iteration, from the score of the one before.
    fn new(aspiration: Aspiration, previous: Score, depth: u32) -> Self {
        let expected = i32::from(previous);
        let half = aspiration.half + expected.abs() / 64;
        let wide = (depth as i32) < aspiration.depth || is_mate(previous) || expected <= -LIMIT;
        if wide {
            return Self { half, alpha: -LIMIT, beta: LIMIT };
        }
        Self { half, alpha: expected - half, beta: expected + half }
    }

    /// Returns the window with its bounds as scores.
    fn bounds(&self) -> Window {
        Window { alpha: self.alpha.max(-LIMIT) as Score, beta: self.beta.min(LIMIT) as Score }
    }

    /// Returns true if a score is inside; else widens the window towards it.
    fn holds(&mut self, score: Score) -> bool {
        let window = self.bounds();
        let fails_low = score <= window.alpha;
        if fails_low {
            self.beta = i32::midpoint(self.alpha, self.beta);
            self.alpha = i32::from(score) - self.half;
        } else if score >= window.beta {
            self.beta = i32::from(score) + self.half;
        } else {
            return true;
        }
        self.half *= 2;
        if self.half > 1000 || is_mate(score) {
            *(if fails_low { &mut self.alpha } else { &mut self.beta }) =
                if fails_low { -LIMIT } else { LIMIT };
        }
        false
    }
}

/// The bounds of the widest window.
const LIMIT: i32 = INFINITE as i32;

/// Searches with a narrow window around the last iteration's score, widened until the score is
/// inside. In a long, observed search, `failed` receives each score outside.
fn aspiration_search<P: Profile>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<P::Board>],
    moves: &mut [RootMove],
    depth: u32,
    aspiration: Aspiration,
    failed: &mut dyn FnMut(&SearchInfo),
) {
    let mut window = AspirationWindow::new(aspiration, moves[0].previous, depth);
    loop {
        search_root::<P>(worker, stack, moves, depth, window.bounds());
        if worker.stopped {
            return;
        }
        RootMove::sort(moves);
        if window.holds(moves[0].score) {
            return;
        }
        let start = worker.shared.deadlines.start;
        if worker.shared.signals.observer().is_some_and(|observer| observer.is_long(start)) {
            failed(&info(worker, &moves[0], depth, 1));
        }
    }
}
