//! Compares the other boards with the matrix board, on positions of random games, of the FEN corpus
//! and of Chess960. The order of moves is compared too, because the search relies on it.

use crate::support::{self, Random, game_positions, legal, listed};
use nucleus_core::board::magic::Lookup;
use nucleus_core::board::{Axon32Board, Board, BoardType, MagicBoard, MatrixBoard, Setup, fen};
use nucleus_core::eval::{Accumulators, EvaluatedBoard, Evaluator, Options, Values, evaluate};
use nucleus_core::kernels::{Choice, Kernel, Level, MatrixKernel, Variant, portable};
use nucleus_core::matrix::Matrix;
use nucleus_core::movegen::{CountMoves, GenerateMoves, NOISY, QUIET, captures};
use nucleus_core::types::{Color, Move, MoveList, PieceType, Score, Square};
use nucleus_core::with_board;

type Portable = MatrixBoard<portable::Token>;

/// A board that is compared, with its cells if it has them.
trait Compared: CountMoves + EvaluatedBoard {
    fn cells(&self) -> Option<&Matrix> {
        None
    }
}

impl<K: Kernel, L: Lookup<K>> Compared for MagicBoard<K, L> {}
impl<K: MatrixKernel> Compared for MatrixBoard<K> {}
impl<K: Kernel> Compared for Axon32Board<K> {
    fn cells(&self) -> Option<&Matrix> {
        Some(self.matrix())
    }
}

/// Compares the state of two boards: planes, game state, checks, pins, influence and cells.
#[inline(never)]
fn same_facts<B: Compared>(board: &B, matrix: &Portable, name: &str) {
    assert_eq!(board.planes(), matrix.planes(), "{name}");
    assert_eq!(board.state(), matrix.state(), "{name}");
    assert_eq!(board.in_check(), matrix.in_check(), "{name}");
    if board.in_check() {
        assert_eq!(board.checkers(), matrix.checkers(), "{name}");
    }
    let own = matrix.planes().color(matrix.side());
    assert_eq!(board.pinned() & own, matrix.pinned() & own, "{name}");
    assert_eq!(board.influence(), matrix.influence(), "{name}");
    for color in Color::ALL {
        assert_eq!(board.pawn_influence(color), matrix.pawn_influence(color), "{name}");
    }
    assert!(board.cells().is_none_or(|cells| cells == matrix.matrix()), "{name}");
    assert_eq!(board.key(), matrix.key(), "{name}");
    assert_eq!(board.halfmove(), matrix.halfmove(), "{name}");
}

/// Compares piece types, influence and checks on all squares, and the king's moves.
#[inline(never)]
fn same_answers<B: Board>(board: &B, matrix: &Portable, random: &mut Random, name: &str) {
    let occupied = matrix.planes().occupied();
    for square in Square::all() {
        if occupied & square.bit() != 0 {
            assert_eq!(board.kind_on(square), matrix.kind_on(square), "{name} {square}");
        }
        for color in Color::ALL {
            let influenced = matrix.is_influenced(square, color);
            assert_eq!(board.is_influenced(square, color), influenced, "{name} {square}");
            let kinds = matrix.influence_kinds(square, color);
            assert_eq!(board.influence_kinds(square, color), kinds, "{name} {square}");
        }
        for kind in PieceType::ALL {
            let checks = matrix.checks_from(square, kind);
            assert_eq!(board.checks_from(square, kind), checks, "{name} {kind:?} {square}");
        }
    }
    for color in Color::ALL {
        let set = random.next() & random.next() & random.next();
        let influenced = matrix.is_any_influenced(set, color);
        assert_eq!(board.is_any_influenced(set, color), influenced, "{name} {set:#x}");
    }
    let side = matrix.side();
    let king = matrix.king(side);
    let free = !matrix.planes().color(side);
    if matrix.in_check() {
        assert_eq!(
            board.king_evasions(king, board.checkers()) & free,
            matrix.king_evasions(king, matrix.checkers()) & free,
            "{name}"
        );
    } else {
        assert_eq!(board.king_steps(king) & free, matrix.king_steps(king) & free, "{name}");
    }
}

#[inline(never)]
fn good_captures<B: GenerateMoves>(board: &B) -> Vec<Move> {
    let mut list = MoveList::new();
    let mut captures = board.good_captures(&mut list);
    let mut moves = list.to_vec();
    moves.extend(std::iter::from_fn(|| board.next_good_capture(&mut captures, 0)));
    moves
}

/// Compares the moves in their order.
#[inline(never)]
fn same_moves<B: CountMoves>(board: &mut B, matrix: &Portable, name: &str) -> MoveList {
    let all = legal(matrix);
    assert_eq!(*legal(board), *all, "{name}");
    assert_eq!(*listed::<_, NOISY>(board), *listed::<_, NOISY>(matrix), "{name}");
    assert_eq!(*listed::<_, QUIET>(board), *listed::<_, QUIET>(matrix), "{name}");
    if !matrix.in_check() {
        assert_eq!(good_captures(board), good_captures(matrix), "{name}");
        assert_eq!(captures::may_have_others(board), captures::may_have_others(matrix), "{name}");
    }
    for bits in 0..=u16::MAX {
        let chess_move = Move(bits);
        let is_one = all.contains(&chess_move);
        if is_one || bits % 7 == 0 {
            assert_eq!(board.is_legal(chess_move), is_one, "{name} {bits:#x}");
        }
    }
    for &chess_move in all.iter() {
        let key = board.likely_key_after(chess_move);
        assert_eq!(key, matrix.likely_key_after(chess_move), "{name} {chess_move}");
    }
    assert_eq!(board.count_moves(&mut MoveList::new()), all.len() as u64, "{name}");
    all
}

/// Returns the board after a move, the range of its evaluation, and the evaluation.
#[inline(never)]
fn evaluated_after<B: EvaluatedBoard>(
    evaluator: &Evaluator,
    kept: &Accumulators,
    board: &B,
    chess_move: Move,
) -> (B, ([Score; 2], Score)) {
    let (after, mut next) = (board.after(chess_move), kept.clone());
    board.accumulate_move(evaluator, kept, chess_move, &after, &mut next);
    let values =
        (after.evaluation_range(evaluator, &next), after.static_evaluation(evaluator, &mut next));
    (after, values)
}

#[inline(never)]
fn evaluated<B: EvaluatedBoard>(at: (&Values, &Evaluator), board: &B) -> (Score, Accumulators) {
    (evaluate(at.0, board, &Options::default()), board.accumulate(at.1))
}

/// Compares a position and every position one move away.
fn same<B: Compared>(board: &mut B, matrix: &Portable, random: &mut Random, name: &str) {
    same_facts(board, matrix, name);
    same_answers(board, matrix, random, name);
    // With the patterns of Umko's list, and without.
    let values = if random.below(4) == 0 { Values::umko() } else { Values::compiled() };
    let evaluator = Evaluator::additive(values, Options::default());
    let (ours, our_kept) = evaluated((values, &evaluator), board);
    let (theirs, their_kept) = evaluated((values, &evaluator), matrix);
    assert_eq!(ours, theirs, "{name}");
    for &chess_move in same_moves(board, matrix, name).iter() {
        let (ours, our_values) = evaluated_after(&evaluator, &our_kept, board, chess_move);
        let (theirs, their_values) = evaluated_after(&evaluator, &their_kept, matrix, chess_move);
        same_facts(&ours, &theirs, name);
        assert_eq!(our_values, their_values, "{name} {chess_move}");
    }
    if !matrix.in_check() {
        let (mut ours, mut theirs) = (board.clone(), *matrix);
        board.make_null(&mut ours);
        matrix.make_null(&mut theirs);
        ours.rebuild();
        theirs.rebuild();
        same_facts(&ours, &theirs, name);
    }
}

fn same_at_every_level(setups: &[(String, Setup)]) {
    let mut random = Random(support::seed());
    for level in Level::usable() {
        let boards = Variant::usable().map(|variant| (BoardType::Axon32, variant));
        for (board_type, variant) in boards.chain([(BoardType::Magic, Variant::Intrinsics)]) {
            let choice = Choice { level, variant };
            for (name, setup) in setups {
                let matrix = Portable::new(setup, portable::Token);
                let name = format!("{board_type} at {level}, {variant}: {name}");
                with_board!(choice, board_type, setup, board => {
                    let mut board = board;
                    same(&mut board, &matrix, &mut random, &name);
                });
            }
        }
    }
    assert!(!setups.is_empty());
}

fn named(setups: Vec<Setup>) -> Vec<(String, Setup)> {
    let name = |s: &Setup| nucleus_core::board::fen::format(&s.planes, &s.state);
    setups.into_iter().map(|setup| (name(&setup), setup)).collect()
}

#[test]
fn in_random_games() {
    let count = if support::long() { 20_000 } else { 600 };
    same_at_every_level(&named(game_positions(count, support::seed())));
}

/// Several checkers, pins in every direction, en passant that opens a line, castling in Chess960.
#[test]
fn where_rules_meet() {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/K1pP3r/8/8/8/7k w - c6 0 2",
        "4k3/8/8/8/1b2r3/8/3P4/r3K2R w K - 0 1",
        "4k3/4r3/8/7b/8/5n2/8/4K3 w - - 0 1",
        "rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3",
        "1r1k3r/8/8/8/8/8/8/1R1K3R w HBhb - 0 1",
        "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
        "8/8/8/8/8/8/6k1/rK1R4 w D - 0 1",
        "4k3/1P4P1/8/2p1p3/3P4/b7/1PP3PP/2K4r w - - 0 1",
        "QQQQQQQQ/Q7/8/8/8/8/7k/K7 b - - 0 1",
    ];
    let read = |line| Setup::from_fen(line).expect("a valid FEN");
    same_at_every_level(&named(fens.into_iter().map(read).collect()));
}

/// The counters of a game do not overflow, however long it lasts without a capture or a pawn move.
#[test]
fn counters_are_never_full() {
    for (fen, plies, expected) in [
        ("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", 320, [320, 161]),
        ("4k3/8/8/8/8/8/R7/4K3 w - - 151 10000", 2, [153, 10_001]),
        ("4k3/8/8/8/8/8/R7/4K3 b - - 65535 65535", 1, [65_536, 65_536]),
    ] {
        let setup = Setup::from_fen(fen).expect("a valid FEN");
        let boards = Variant::usable().map(|variant| (BoardType::Axon32, variant));
        let others = [BoardType::Matrix, BoardType::Magic].map(|b| (b, Variant::Intrinsics));
        for (board_type, variant) in boards.chain(others) {
            let choice = Choice { level: Level::Portable, variant };
            with_board!(choice, board_type, &setup, board => {
                let mut board = board;
                for _ in 0..plies {
                    let list = legal(&board);
                    let quiet = list.iter().find(|m| !m.is_capture()).copied();
                    board = board.after(quiet.expect("a rook or a king can move"));
                }
                let state = board.state();
                assert_eq!([state.halfmove, state.fullmove], expected, "{board_type}: {fen}");
                assert_eq!(board.halfmove(), expected[0], "{board_type}: {fen}");
                let written = fen::format(board.planes(), state);
                assert!(written.ends_with(&format!(" {} {}", expected[0], expected[1])), "{written}");
                let read = Setup::from_fen(&written).expect("what we write is read");
                assert_eq!(fen::format(&read.planes, &read.state), written);
            });
        }
    }
}

#[test]
fn in_the_corpora() {
    for file in ["perft/standard.epd", "perft/fischer.epd"] {
        let Some(path) = support::data(file) else { continue };
        let text = std::fs::read_to_string(path).expect("a readable file");
        let lines = text.lines().filter(|line| !line.trim().is_empty()).take(300);
        let setups = lines.map(|line| {
            let fen = line.split(';').next().unwrap_or_default().trim();
            Setup::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
        });
        same_at_every_level(&named(setups.collect()));
    }
}
