//! The functions of the search that are compiled once per level with the level's target features,
//! so that the kernels inline into them.
//!
//! Each is a type that [`Kernel::call`] runs as a separate function, because it is called from many
//! places and the search must fit in the instruction cache. The functions are generic over the board,
//! so that another board needs no change to the search.

use std::marker::PhantomData;

use super::checks::generate_quiet_checks;
use super::ordering::{self, HistoryView, ScoredMoves};
use super::stack::StackEntry;
use super::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::eval::{Accumulators, EvaluatedBoard, Evaluator};
use nucleus_core::kernels::{Kernel, LevelFn};
use nucleus_core::movegen::generate::Wanted;
use nucleus_core::movegen::pieces::{FromPlanes, ListPieces, Pieces};
use nucleus_core::movegen::{ALL, GenerateCaptures, GenerateMoves, GoodCaptures, NOISY, QUIET};
use nucleus_core::types::{Move, MoveList, Score};

/// A recursive function of a searcher, as a type.
pub trait NodeFn<B: SearchBoard> {
    /// Arguments of the node, for example its window, depth and ply.
    type Window;

    /// Searches the position on top of the stack; returns its score for the side to move.
    ///
    /// This function and all that it calls must be inlined to have the level's features.
    fn run(worker: &mut Worker<'_>, stack: &mut [StackEntry<B>], window: Self::Window) -> Score;
}

/// Runs a [`NodeFn`].
struct SearchNode<F>(PhantomData<F>);

impl<B: SearchBoard, F: NodeFn<B>> LevelFn<&mut Worker<'_>, &mut [StackEntry<B>], F::Window, Score>
    for SearchNode<F>
{
    #[inline(always)]
    fn run(self, worker: &mut Worker<'_>, stack: &mut [StackEntry<B>], window: F::Window) -> Score {
        F::run(worker, stack, window)
    }
}

impl Worker<'_> {
    /// Runs a node of a searcher on the stack from its ply on. `kernel` proves that the CPU has the
    /// level; the stack cannot, because it may be empty.
    #[inline(always)]
    pub fn search_node<B: SearchBoard, F: NodeFn<B>>(
        &mut self,
        kernel: B::Kernel,
        stack: &mut [StackEntry<B>],
        window: F::Window,
    ) -> Score {
        kernel.call(SearchNode::<F>(PhantomData), self, stack, window)
    }
}

/// The body of [`SearchBoard::evaluate`].
struct Evaluate;

impl<B: EvaluatedBoard> LevelFn<&Evaluator<'_>, &B, &mut Accumulators, Score> for Evaluate {
    #[inline(always)]
    fn run(self, evaluator: &Evaluator<'_>, board: &B, accumulators: &mut Accumulators) -> Score {
        board.static_evaluation(evaluator, accumulators)
    }
}

/// The body of [`SearchBoard::advance`].
struct Advance;

impl<B: EvaluatedBoard>
    LevelFn<(&Evaluator<'_>, &B), (&Accumulators, Move), (&mut B, &mut Accumulators), ()>
    for Advance
{
    #[inline(always)]
    fn run(
        self,
        (evaluator, board): (&Evaluator<'_>, &B),
        (before, chess_move): (&Accumulators, Move),
        (child, after): (&mut B, &mut Accumulators),
    ) {
        board.make(chess_move, child);
        board.accumulate_move(evaluator, before, chess_move, child, after);
    }
}

/// Generates the wanted moves of the pieces on the planes; in check, the evasions.
struct Generate<const WANTED: Wanted, const CHECK: bool>;

impl<B: GenerateMoves, const WANTED: Wanted, const CHECK: bool> LevelFn<&B, &mut MoveList, (), ()>
    for Generate<WANTED, CHECK>
{
    #[inline(always)]
    fn run(self, board: &B, list: &mut MoveList, (): ()) {
        generate_as::<B, WANTED, CHECK>(board, &FromPlanes(board), list);
    }
}

/// Generates the wanted moves of the listed pieces; in check, the evasions.
struct GenerateListed<const WANTED: Wanted, const CHECK: bool>;

impl<B: ListPieces, const WANTED: Wanted, const CHECK: bool>
    LevelFn<&B, &B::List, &mut MoveList, ()> for GenerateListed<WANTED, CHECK>
{
    #[inline(always)]
    fn run(self, board: &B, pieces: &B::List, list: &mut MoveList) {
        generate_as::<B, WANTED, CHECK>(board, &board.listed(pieces), list);
    }
}

#[inline(always)]
fn generate_as<B: GenerateMoves, const WANTED: Wanted, const CHECK: bool>(
    board: &B,
    pieces: &impl Pieces,
    list: &mut MoveList,
) {
    if CHECK {
        board.generate_in_check::<_, _, WANTED>(pieces, list);
    } else {
        board.generate_free::<_, _, WANTED>(pieces, list);
    }
}

/// The body of [`SearchBoard::generate_scored_quiets`].
struct GenerateScoredQuiets;

impl<B: GenerateMoves> LevelFn<&B, &mut ScoredMoves, HistoryView<'_>, ()> for GenerateScoredQuiets {
    #[inline(always)]
    fn run(self, board: &B, moves: &mut ScoredMoves, view: HistoryView<'_>) {
        ordering::generate_scored_quiets(board, moves, view);
    }
}

/// The body of [`SearchBoard::generate_checks`].
struct GenerateChecks;

impl<B: Board> LevelFn<&B, &mut MoveList, (), ()> for GenerateChecks {
    #[inline(always)]
    fn run(self, board: &B, list: &mut MoveList, (): ()) {
        generate_quiet_checks(board, list);
    }
}

/// The body of [`SearchBoard::next_capture`].
struct NextCapture;

impl<B: GenerateCaptures> LevelFn<&B, &mut GoodCaptures, usize, Option<Move>> for NextCapture {
    #[inline(always)]
    fn run(self, board: &B, captures: &mut GoodCaptures, least: usize) -> Option<Move> {
        board.next_good_capture(captures, least)
    }
}

/// The body of [`SearchBoard::is_playable`].
struct IsPlayable;

impl<B: GenerateMoves> LevelFn<&B, Move, (), bool> for IsPlayable {
    #[inline(always)]
    fn run(self, board: &B, chess_move: Move, (): ()) -> bool {
        board.is_legal(chess_move)
    }
}

/// A board that can be searched. Each of its methods runs a separate function with the level's
/// features.
pub trait SearchBoard: ListPieces + EvaluatedBoard {
    /// Returns the static evaluation: [`EvaluatedBoard::static_evaluation`].
    #[inline(always)]
    fn evaluate(&self, evaluator: &Evaluator<'_>, accumulators: &mut Accumulators) -> Score {
        self.kernel().call(Evaluate, evaluator, self, accumulators)
    }
    /// Makes a move into `child` and `after`; the child is not rebuilt yet.
    #[inline(always)]
    fn advance(
        &self,
        evaluator: &Evaluator<'_>,
        before: &Accumulators,
        chess_move: Move,
        child: &mut Self,
        after: &mut Accumulators,
    ) {
        self.kernel().call(Advance, (evaluator, self), (before, chess_move), (child, after));
    }
    /// Appends captures and promotions; the side to move must not be in check.
    #[inline(always)]
    fn generate_noisy(&self, list: &mut MoveList) {
        self.kernel().call(Generate::<NOISY, false>, self, list, ());
    }
    /// Appends the quiet moves; the side to move must not be in check.
    #[inline(always)]
    fn generate_quiets(&self, list: &mut MoveList) {
        self.kernel().call(Generate::<QUIET, false>, self, list, ());
    }
    /// Appends the quiet moves with their scores; the side to move must not be in check.
    #[inline(always)]
    fn generate_scored_quiets(&self, moves: &mut ScoredMoves, view: HistoryView<'_>) {
        self.kernel().call(GenerateScoredQuiets, self, moves, view);
    }
    /// Appends all moves; the side to move must be in check.
    #[inline(always)]
    fn generate_evasions(&self, list: &mut MoveList) {
        self.kernel().call(Generate::<ALL, true>, self, list, ());
    }
    /// Appends the requested moves of the listed pieces; the side to move must not be in check.
    #[inline(always)]
    fn generate_listed<const WANTED: Wanted>(&self, pieces: &Self::List, list: &mut MoveList) {
        self.kernel().call(GenerateListed::<WANTED, false>, self, pieces, list);
    }
    /// Appends all moves of the listed pieces; the side to move must be in check.
    #[inline(always)]
    fn generate_listed_evasions(&self, pieces: &Self::List, list: &mut MoveList) {
        self.kernel().call(GenerateListed::<ALL, true>, self, pieces, list);
    }
    /// Appends quiet checks as `checks::generate_quiet_checks` does.
    #[inline(always)]
    fn generate_checks(&self, list: &mut MoveList) {
        self.kernel().call(GenerateChecks, self, list, ());
    }
    /// Returns the next good capture: [`GenerateCaptures::next_good_capture`].
    #[inline(always)]
    fn next_capture(&self, captures: &mut GoodCaptures, least: usize) -> Option<Move> {
        self.kernel().call(NextCapture, self, captures, least)
    }
    /// Returns true if a move stored in another position is legal.
    #[inline(always)]
    fn is_playable(&self, chess_move: Move) -> bool {
        self.kernel().call(IsPlayable, self, chess_move, ())
    }
}

impl<B: ListPieces + EvaluatedBoard> SearchBoard for B {}

#[cfg(test)]
mod tests {
    use super::SearchBoard;
    use nucleus_core::board::{Board, MatrixBoard, Setup};
    use nucleus_core::kernels::portable::Token;
    use nucleus_core::movegen::legal_moves;
    use nucleus_core::types::Move;

    /// Compares `is_playable` for every nonzero bit pattern with the generated legal moves.
    #[test]
    fn agrees_with_the_generator() {
        let positions = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkb1r/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/1P4P1/8/2p1p3/3P4/b7/1PP3PP/1K6 b - - 0 1",
            "4k3/1P4P1/8/2p1p3/3P4/b7/1PP3PP/2K4r w - - 0 1",
            "rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3",
        ];
        for fen in positions {
            let board = MatrixBoard::new(&Setup::from_fen(fen).unwrap(), Token);
            let list = legal_moves(&board);
            for bits in 1..=u16::MAX {
                let chess_move = Move(bits);
                let expected = list.contains(&chess_move);
                assert_eq!(board.is_playable(chess_move), expected, "{chess_move:?} in {fen}");
            }
            assert!(!list.is_empty() || board.in_check());
        }
    }
}
