//! The positions of a game that are kept.

use super::options::SampleOptions;
use super::quiet::is_quiet;
use nucleus_core::board::{Board, fen};
use nucleus_core::eval::{Options, Values};
use nucleus_core::types::{Move, Random, Score};

/// A quiet position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuietPosition {
    /// The first four fields of its FEN.
    pub fen: String,
    /// Its Zobrist key.
    pub key: u64,
    /// The score of a search, for the side to move, where there was one.
    pub score: Option<Score>,
}

/// A position that may be kept: what is played there, and the score of the search that chose it.
#[derive(Clone, Copy)]
pub struct SampleCandidate {
    /// The move.
    pub chess_move: Move,
    /// The score for the side to move.
    pub score: Option<Score>,
}

impl SampleCandidate {
    /// The position, when it is quiet: the move that is played captures and promotes nothing, the
    /// game is not decided, and nothing is won at once.
    pub fn quiet<B: Board>(
        self,
        values: &Values,
        board: &B,
        evaluation: &Options,
        sample: SampleOptions,
    ) -> Option<QuietPosition> {
        let Self { chess_move, score } = self;
        let noisy = chess_move.is_capture() || chess_move.is_promotion();
        let decided = score.is_some_and(|score| score.abs() > sample.highest_score);
        if noisy || decided || !is_quiet(values, board, evaluation) {
            return None;
        }
        Some(QuietPosition { fen: four_fields(board), key: board.state().key, score })
    }
}

/// The position's FEN without its counters, which the evaluation does not read.
fn four_fields<B: Board>(board: &B) -> String {
    let whole = fen::format(board.planes(), board.state());
    let end = whole.match_indices(' ').nth(3).map_or(whole.len(), |(at, _)| at);
    whole[..end].to_owned()
}

/// So many of them at most, each as likely as any other, in their order.
pub fn draw(
    mut candidates: Vec<QuietPosition>,
    most: usize,
    random: &mut Random,
) -> Vec<QuietPosition> {
    while candidates.len() > most {
        candidates.remove(random.below(candidates.len()));
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::{RulesBoard, START_FEN, Setup};
    use nucleus_core::kernels::portable;
    use nucleus_core::notation::uci_move;

    #[test]
    fn captures_and_decided_positions_are_left_out() {
        let kept = |fen: &str, text: &str, score| {
            let board = RulesBoard::new(&Setup::from_fen(fen).unwrap(), portable::Token);
            let chess_move = uci_move::parse(&board, text).unwrap();
            let sample = SampleOptions { highest_score: 300, ..SampleOptions::default() };
            let candidate = SampleCandidate { chess_move, score };
            candidate.quiet(Values::compiled(), &board, &Options::default(), sample)
        };
        let position = kept(START_FEN, "g1f3", Some(-300)).unwrap();
        assert_eq!(position.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
        assert_eq!(position.score, Some(-300));
        assert_eq!(kept(START_FEN, "g1f3", Some(301)), None, "decided");
        // A defended pawn: taking it wins nothing, and is a capture.
        let defended = "4k3/2p5/3p4/8/4N3/8/8/4K3 w - - 0 1";
        assert!(kept(defended, "e1d2", None).is_some());
        assert_eq!(kept(defended, "e4d6", None), None, "a capture");
    }

    #[test]
    fn a_draw_is_of_the_seed_and_keeps_the_order() {
        let position =
            |number: u64| QuietPosition { fen: number.to_string(), key: number, score: None };
        let all: Vec<_> = (0..50).map(position).collect();
        let drawn = |seed| draw(all.clone(), 10, &mut Random::new(seed));
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        assert_eq!(drawn(1).len(), 10);
        assert!(drawn(1).is_sorted_by_key(|position| position.key));
        assert_eq!(draw(all.clone(), 100, &mut Random::new(1)), all);
    }
}
