//! Compares each scheme with its definition: the classes of moves in order, every move once.

use super::moves::capture_score;
use super::quiescence_picker::UmkoQuiescencePicker;
use crate::full::picker::MovePicker;
use crate::ordering::{Histories, HistoryView, PieceTo, ScoredMoves};
use crate::parameters::Schemes;
use crate::see::exchange_gains;
use nucleus_core::board::{Board, MatrixBoard, Setup};
use nucleus_core::kernels::portable::Token;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::{Move, MoveList};

type TestBoard = MatrixBoard<Token>;

/// A position with the arguments of a picker.
struct Case {
    board: TestBoard,
    legal: MoveList,
    table_move: Move,
    killers: [Move; 2],
    histories: Histories,
}

impl Case {
    /// Returns a case with random table move, killers and histories; a move may be none or illegal.
    fn new(board: &TestBoard, random: &mut Random) -> Self {
        let legal = legal_moves(board);
        let mut histories = Histories::new();
        for &chess_move in legal.iter() {
            let bonus = random.below(2000) as i32 - 1000;
            histories.quiets.add(board.side(), false, chess_move, bonus);
        }
        let mut hint = || legal.get(random.below(legal.len() + 2)).copied().unwrap_or_default();
        let table_move = hint();
        let mut killers = [hint(), hint()];
        if random.below(4) == 0 {
            killers[1] = Move(random.below(1 << 16) as u16);
        }
        Self { board: *board, legal, table_move, killers, histories }
    }

    fn after(&self, chess_move: Move) -> TestBoard {
        let mut child = self.board;
        self.board.make(chess_move, &mut child);
        child.rebuild();
        child
    }

    fn loses_nothing(&self, chess_move: Move) -> bool {
        exchange_gains(&self.board, chess_move, 0)
    }

    fn history(&self, chess_move: Move) -> i16 {
        self.histories.quiets.score(self.board.side(), false, chess_move)
    }

    /// Returns all moves from a picker of the main search.
    fn main(&self, skip_quiets: bool) -> Vec<Move> {
        let view = HistoryView { histories: &self.histories, before: [PieceTo::NONE; 2] };
        let mut moves = ScoredMoves::new();
        let mut picker = if self.board.in_check() {
            MovePicker::evasions(Schemes::Umko, &self.board, self.table_move, &mut moves, view)
        } else {
            let [first, second] = self.killers;
            MovePicker::new(Schemes::Umko, self.table_move, [first, second, Move::NONE])
        };
        if skip_quiets {
            picker.skip_quiets();
        }
        std::iter::from_fn(|| picker.next(&self.board, &mut moves, view)).collect()
    }

    /// Returns all moves from a picker of the quiescence search.
    fn quiescence(&self, checks: bool) -> Vec<Move> {
        let mut moves = ScoredMoves::new();
        let mut picker = if self.board.in_check() {
            let histories = &self.histories;
            UmkoQuiescencePicker::evasions(&self.board, self.table_move, &mut moves, histories)
        } else {
            UmkoQuiescencePicker::new(self.table_move, checks)
        };
        std::iter::from_fn(|| picker.next(&self.board, &mut moves)).collect()
    }

    /// Asserts that the picked moves are the expected ones, each once, with their classes in order,
    /// and within a class the best first.
    fn assert_scheme(&self, picked: &[Move], expected: &[Move], class: impl Fn(Move) -> (u8, i16)) {
        let sorted = |moves: &[Move]| {
            let mut bits: Vec<u16> = moves.iter().map(|chess_move| chess_move.0).collect();
            bits.sort_unstable();
            bits
        };
        let matrix = self.board.matrix();
        assert_eq!(sorted(picked), sorted(expected), "{matrix:?}");
        for pair in picked.windows(2) {
            let ((first, better), (second, worse)) = (class(pair[0]), class(pair[1]));
            let ordered = first < second || first == second && better >= worse;
            assert!(ordered, "{} before {} in {matrix:?}", pair[0], pair[1]);
        }
    }

    fn check_main(&self) {
        let class = |chess_move: Move| {
            if chess_move == self.table_move {
                (0, 0)
            } else if !chess_move.is_quiet() {
                let score = capture_score(&self.board, chess_move);
                if self.loses_nothing(chess_move) { (1, score) } else { (4, score) }
            } else if let Some(index) = self.killers.iter().position(|&k| k == chess_move) {
                (2, -(index as i16))
            } else {
                (3, self.history(chess_move))
            }
        };
        self.assert_scheme(&self.main(false), &self.legal, class);
        let noisy: Vec<_> = self
            .legal
            .iter()
            .copied()
            .filter(|&chess_move| !chess_move.is_quiet() || chess_move == self.table_move)
            .collect();
        self.assert_scheme(&self.main(true), &noisy, class);
    }

    fn check_main_in_check(&self) {
        let class = |chess_move: Move| {
            let good = chess_move == self.table_move || self.loses_nothing(chess_move);
            (u8::from(!good), i16::from(chess_move == self.table_move))
        };
        self.assert_scheme(&self.main(false), &self.legal, class);
    }

    fn check_quiescence(&self, checks: bool) {
        let class = |chess_move: Move| {
            if chess_move == self.table_move {
                (0, 0)
            } else if !chess_move.is_quiet() {
                (1, capture_score(&self.board, chess_move))
            } else {
                (2, 0)
            }
        };
        let expected: Vec<_> = self
            .legal
            .iter()
            .copied()
            .filter(|&chess_move| {
                let gives_check = || self.after(chess_move).in_check();
                chess_move == self.table_move
                    || !chess_move.is_quiet() && self.loses_nothing(chess_move)
                    || chess_move.is_quiet() && checks && gives_check()
            })
            .collect();
        self.assert_scheme(&self.quiescence(checks), &expected, class);
    }

    fn check_quiescence_in_check(&self) {
        let class = |chess_move: Move| (u8::from(chess_move != self.table_move), 0);
        self.assert_scheme(&self.quiescence(false), &self.legal, class);
    }
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

#[test]
fn every_scheme_over_a_thousand_positions() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ];
    let mut random = Random(20);
    // Counts of positions out of check and in check, of quiet checks and of losing captures.
    let (mut free, mut in_check, mut checks, mut losing) = (0, 0, 0, 0);
    let mut game = 0;
    while free < 1000 || in_check < 200 {
        let mut board =
            TestBoard::new(&Setup::from_fen(starts[game % starts.len()]).unwrap(), Token);
        game += 1;
        for _ in 0..80 {
            let case = Case::new(&board, &mut random);
            if case.legal.is_empty() || board.state().halfmove >= 100 {
                break;
            }
            if board.in_check() {
                case.check_main_in_check();
                case.check_quiescence_in_check();
                in_check += 1;
            } else {
                case.check_main();
                case.check_quiescence(false);
                case.check_quiescence(true);
                free += 1;
                let more = case.quiescence(true).len() - case.quiescence(false).len();
                checks += more;
                let noisy = case.legal.iter().filter(|chess_move| !chess_move.is_quiet());
                losing += noisy.filter(|&&capture| !case.loses_nothing(capture)).count();
            }
            // Makes checks and captures more frequent than random moves do.
            let wild = case.quiescence(true);
            let next = if !wild.is_empty() && random.below(3) == 0 {
                wild[random.below(wild.len())]
            } else {
                case.legal[random.below(case.legal.len())]
            };
            board = case.after(next);
        }
    }
    assert!(checks > 100 && losing > 100, "{checks} quiet checks, {losing} losing captures");
}

/// Castling may give check by the rook and, in Chess960, by an own rook behind the king.
#[test]
fn castling_that_gives_check() {
    for (fen, castling) in [
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"),
        ("8/8/8/8/8/8/8/RR1K2k1 w B - 0 1", "d1c1"),
    ] {
        let board = TestBoard::new(&Setup::from_fen(fen).unwrap(), Token);
        let case = Case::new(&board, &mut Random(1));
        case.check_quiescence(true);
        let mut moves = case.quiescence(true);
        moves.retain(|chess_move| chess_move.is_castle());
        assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), [castling], "{fen}");
    }
}

/// The paper's order in one position: `e4xd5` wins a pawn, `Qxd5` loses the queen.
#[test]
fn the_order_in_one_position() {
    let fen = "4k3/2p5/4p3/3p4/4P3/3Q4/8/4K3 w - - 0 1";
    let board = TestBoard::new(&Setup::from_fen(fen).unwrap(), Token);
    let legal = legal_moves(&board);
    let named = |text: &str| {
        *legal.iter().find(|chess_move| chess_move.to_string() == text).expect("a legal move")
    };
    let mut histories = Histories::new();
    histories.quiets.add(board.side(), false, named("d3f3"), 500);
    let killers = [named("e1f2"), named("d3d4")];
    let table_move = named("d3b5");
    let case = Case { board, legal, table_move, killers, histories };
    let names: Vec<_> = case.main(false).iter().map(ToString::to_string).collect();
    assert_eq!(names[..5], ["d3b5", "e4d5", "e1f2", "d3d4", "d3f3"]);
    assert_eq!(names.last().map(String::as_str), Some("d3d5"));
    let names: Vec<_> = case.quiescence(false).iter().map(ToString::to_string).collect();
    assert_eq!(names, ["d3b5", "e4d5"]);
}
