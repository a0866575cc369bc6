//! Quiet positions: no capture or promotion wins anything at once.

use nucleus_core::eval::{EvaluatedBoard, Options, Values, evaluate};
use nucleus_core::movegen::{GenerateMoves, legal_moves};
use nucleus_core::types::score::{INFINITE, mated_in};
use nucleus_core::types::{Move, MoveList, Score};
use nucleus_search::Window;

/// The most captures and evasions in a row.
const DEEPEST: usize = 24;

/// Returns true if a quiescence search returns the static evaluation: the side to move is not in check, and
/// neither a promotion nor a capture that loses no material beats it.
pub fn is_quiet<B: GenerateMoves + EvaluatedBoard>(
    values: &Values,
    board: &B,
    options: &Options,
) -> bool {
    !board.in_check() && gains_at_most(0, values, board, options)
}

/// Returns true if a quiescence search returns at most this many centipawns more than the static evaluation.
pub fn gains_at_most<B: GenerateMoves + EvaluatedBoard>(
    most: Score,
    values: &Values,
    board: &B,
    options: &Options,
) -> bool {
    let bound = evaluate(values, board, options).saturating_add(most);
    Captures { values, options }.search(board, Window::above(bound), 0) <= bound
}

/// A quiescence search without transposition table and histories.
struct Captures<'a> {
    values: &'a Values,
    options: &'a Options,
}

impl Captures<'_> {
    /// Returns the score of a rebuilt position for the side to move, within the window.
    fn search<B: GenerateMoves + EvaluatedBoard>(
        &self,
        board: &B,
        window: Window,
        ply: usize,
    ) -> Score {
        if board.in_check() && ply < DEEPEST {
            let evasions = legal_moves(board);
            let evasions = evasions.iter().copied();
            return self.best(board, evasions, mated_in(ply).max(-INFINITE), window, ply);
        }
        let stand_pat = evaluate(self.values, board, self.options);
        if stand_pat >= window.beta || ply >= DEEPEST {
            return stand_pat;
        }
        let mut promotions = MoveList::new();
        let mut captures = board.good_captures(&mut promotions);
        let captures = std::iter::from_fn(|| board.next_good_capture(&mut captures, 0));
        let moves = promotions.iter().copied().chain(captures);
        self.best(board, moves, stand_pat, window, ply)
    }

    /// Returns the best of `without` and the scores after these moves.
    fn best<B: GenerateMoves + EvaluatedBoard>(
        &self,
        board: &B,
        moves: impl Iterator<Item = Move>,
        without: Score,
        mut window: Window,
        ply: usize,
    ) -> Score {
        let mut best = without;
        window.alpha = window.alpha.max(without);
        for chess_move in moves {
            let score = -self.search(&board.after(chess_move), window.reversed(), ply + 1);
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::{Board, RulesBoard, Setup};
    use nucleus_core::kernels::portable;

    fn quiet(fen: &str) -> bool {
        let setup = Setup::from_fen(fen).unwrap();
        let board = RulesBoard::new(&setup, portable::Token);
        is_quiet(Values::compiled(), &board, &Options::default())
    }

    #[test]
    fn what_wins_at_once_is_not_quiet() {
        assert!(quiet("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        // An undefended rook, first within reach, then not.
        assert!(!quiet("4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1"));
        assert!(quiet("4k3/8/8/4r3/8/8/3R4/3K4 w - - 0 1"));
        // A pawn about to promote; then a king in check.
        assert!(!quiet("8/1P2k3/8/8/8/8/8/4K3 w - - 0 1"));
        assert!(!quiet("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1"));
        // The rook is worth more than 60 centipawns.
        let board = RulesBoard::new(
            &Setup::from_fen("4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1").unwrap(),
            portable::Token,
        );
        let gains = |most| !gains_at_most(most, Values::compiled(), &board, &Options::default());
        assert!(gains(60) && !gains(31_000));
        // A defended pawn that only a queen attacks.
        assert!(quiet("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1"));
    }
}
