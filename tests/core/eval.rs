//! The evaluation is symmetric, equal at every level, and equal whether updated or computed from
//! scratch. It agrees with the papers' statements about single positions.

use crate::support::{self, Random, game_positions, legal, seed};
use nucleus_core::board::{Board, MatrixBoard, Setup, fen};
use nucleus_core::eval::explain::{Explanation, explain};
use nucleus_core::eval::table::{COUNT, TABLE};
use nucleus_core::eval::weights::Weight;
use nucleus_core::eval::{
    EvaluatedBoard, Evaluator, MaterialSet, Options, Values, evaluate, features, fixed,
};
use nucleus_core::kernels::{Choice, Level, Variant, portable};
use nucleus_core::matrix::Planes;
use nucleus_core::types::{Color, Piece, PieceType, Score, Square, score};
use nucleus_core::with_token;

fn board_of(setup: &Setup) -> MatrixBoard<portable::Token> {
    MatrixBoard::new(setup, portable::Token)
}

/// Returns the engine's evaluation for the side to move.
fn evaluated<B: EvaluatedBoard>(board: &B, options: &Options) -> Score {
    evaluate(Values::compiled(), board, options)
}

fn explained<B: Board>(board: &B, options: &Options) -> Explanation {
    explain(Values::compiled(), board, options)
}

fn value_of(setup: &Setup) -> Score {
    evaluated(&board_of(setup), &Options::default())
}

/// Returns random weights within their ranges.
fn random_values(random: &mut Random) -> Values {
    let mut rows = [[0; 2]; COUNT];
    for (value, row) in rows.iter_mut().zip(&TABLE) {
        let [low, high] = row.range;
        *value = [0; 2].map(|_| low + random.below((high - low) as u64 + 1) as i32);
        if !row.tapered {
            value[1] = value[0];
        }
    }
    Values::new(rows)
}

/// Returns the value of a FEN for the side to move.
fn value(fen: &str) -> Score {
    value_of(&Setup::from_fen(fen).expect("a valid FEN"))
}

/// Returns the value of a FEN for White.
fn white_value(fen: &str) -> Score {
    let setup = Setup::from_fen(fen).expect("a valid FEN");
    if setup.state.side == Color::White { value_of(&setup) } else { -value_of(&setup) }
}

/// Returns sparse positions that games rarely reach: kings and up to six other pieces.
fn endings(count: usize, seed: u64) -> Vec<Setup> {
    let mut random = Random(seed);
    let (mut found, mut tried) = (Vec::new(), 0);
    while found.len() < count {
        let mut setup = support::without_rights(&Setup::start());
        setup.planes = Planes::EMPTY;
        setup.state.side = Color::from_index(random.below(2) as usize);
        let kings = Color::ALL.map(|color| Piece::new(color, PieceType::King));
        // Three of seven are pawns.
        let others = (0..random.below(7)).map(|_| {
            let kind = PieceType::from_index((random.below(7) as usize).saturating_sub(2));
            Piece::new(Color::from_index(random.below(2) as usize), kind)
        });
        for piece in kings.into_iter().chain(others.collect::<Vec<_>>()) {
            let square = Square::new(random.below(64) as u8);
            let on_edge = [0, 7].contains(&square.rank()) && piece.kind == PieceType::Pawn;
            if setup.planes.piece_at(square).is_none() && !on_edge {
                setup.planes.put(square, piece);
            }
        }
        tried += 1;
        found.extend(Setup::from_fen(&fen::format(&setup.planes, &setup.state)));
        assert!(tried < 10 * count, "sparse boards are hardly ever accepted");
    }
    found
}

fn positions() -> Vec<Setup> {
    let mut all = game_positions(6000, seed());
    all.extend(endings(6000, seed()));
    all
}

#[test]
fn exchanged_colours_negate_and_mirrored_boards_are_worth_the_same() {
    for setup in positions() {
        let here = board_of(&setup);
        let there = board_of(&support::flipped(&setup));
        let (a, b) = (value_of(&setup), value_of(&support::flipped(&setup)));
        assert_eq!(a, b, "{:?}\n{:?}", here.matrix(), there.matrix());
        let mirrored = value_of(&support::mirrored(&setup));
        assert_eq!(value_of(&support::without_rights(&setup)), mirrored, "{:?}", here.matrix());
        // The side to move does not matter if no king is in check.
        let mut passed = support::without_rights(&setup);
        passed.state.castling = setup.state.castling;
        passed.state.side = !setup.state.side;
        if !here.in_check() {
            assert_eq!(value_of(&passed), -a, "{:?}", here.matrix());
        }
    }
}

#[test]
fn every_level_finds_the_same() {
    let positions = positions();
    let expected: Vec<_> = positions.iter().map(value_of).collect();
    for level in Level::usable() {
        with_token!(Choice { level, variant: Variant::Intrinsics }, token => {
            for (setup, &value) in positions.iter().zip(&expected) {
                let board = MatrixBoard::new(setup, token);
                let found = evaluated(&board, &Options::default());
                assert_eq!(found, value, "{level}: {:?}", board.matrix());
            }
        });
    }
}

#[test]
fn what_is_kept_from_ply_to_ply_equals_scratch() {
    let mut random = Random(seed());
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    let mut moves = 0;
    for game in 0..200 {
        let values = random_values(&mut random);
        let setup = Setup::from_fen(fens[game % fens.len()]).expect("a valid FEN");
        let mut board = board_of(&setup);
        let evaluator = Evaluator::additive(&values, Options::default());
        let mut kept = board.accumulate(&evaluator);
        let mut next = kept.clone();
        for _ in 0..120 {
            let list = legal(&board);
            if list.is_empty() {
                break;
            }
            // All moves are tried, so that rare kinds occur; one is played.
            for &chess_move in list.iter() {
                let mut child = board;
                board.make(chess_move, &mut child);
                board.accumulate_move(&evaluator, &kept, chess_move, &child, &mut next);
                let scratch = child.accumulate(&evaluator);
                assert_eq!(next, scratch, "{chess_move} in {:?}", board.matrix());
                moves += 1;
            }
            let chess_move = list[random.below(list.len() as u64) as usize];
            let mut child = board;
            board.make(chess_move, &mut child);
            board.accumulate_move(&evaluator, &kept, chess_move, &child, &mut next);
            kept.clone_from(&next);
            child.rebuild();
            board = child;
        }
    }
    assert!(moves > 100_000, "{moves}");
}

#[test]
fn an_explanation_adds_up() {
    for (number, setup) in positions().iter().enumerate() {
        let (material, _) = MaterialSet::ALL[number % 3];
        let options =
            Options { material, bound: if number % 2 == 0 { 200 } else { Options::UNBOUNDED } };
        let board = board_of(setup);
        let explanation = explained(&board, &options);
        let of_side = evaluated(&board, &options);
        let sign = if setup.state.side == Color::White { 1 } else { -1 };
        assert_eq!(explanation.total, i32::from(of_side) * sign);
        if explanation.known.is_none() {
            let sum = explanation.material + explanation.bound.unwrap_or(explanation.position);
            let left = sum * explanation.winnable / 64;
            assert_eq!(left, explanation.total, "{explanation:?}");
        }
        let of_weights: f64 = explanation.weights.iter().map(|line| line.total).sum();
        let of_terms: f64 = explanation.terms.iter().map(|line| line.total).sum();
        assert!((of_weights - of_terms).abs() < 1e-6, "a weight belongs to no term");
    }
}

/// Endings of table II are draws, except that a check with four pieces or more may win a piece.
#[test]
fn theoretical_draws_are_zero() {
    let draws = [
        "8/8/3k4/8/8/3K4/8/8",
        "8/8/3k4/8/8/3K4/5N2/8",
        "8/8/2nk4/8/8/3K4/5N2/8",
        "8/8/2bk4/8/8/3K4/5N2/8",
        "8/8/nnk5/8/8/3K4/5N2/8",
        "8/8/3k4/8/8/3K4/5B2/8",
        "8/8/2nk4/8/8/3K4/5B2/8",
        "8/8/2bk4/8/8/3K4/5B2/8",
        "8/8/nnk5/8/8/3K4/5B2/8",
        "8/8/3k4/8/8/3K4/5NN1/8",
        "8/8/n1k5/8/8/3K4/5NN1/8",
        "8/8/1bk5/8/8/3K4/5NN1/8",
        "8/8/nnk5/8/8/3K4/5NN1/8",
        // From Umko's list.
        "8/8/r1k5/8/8/3K4/5R2/8",
        "8/q7/2k5/8/8/3K4/5Q2/8",
    ];
    for placement in draws {
        for side in ['w', 'b'] {
            let fen = format!("{placement} {side} - - 0 1");
            let setup = Setup::from_fen(&fen).expect("a valid FEN");
            assert_eq!(value_of(&setup), score::DRAW, "{fen}");
            assert_eq!(
                value_of(&support::flipped(&setup)),
                score::DRAW,
                "{fen}, colours exchanged"
            );
        }
    }
    // The same pieces with a pawn, and with a king in check.
    for fen in [
        "8/8/3k4/8/8/3K4/5N1P/8 w - - 0 1",
        "8/8/nnk5/8/8/3K4/5N1P/8 w - - 0 1",
        "8/8/3k4/1N3N2/8/3K4/8/8 b - - 0 1",
    ] {
        assert_ne!(value(fen), score::DRAW, "{fen}");
    }
}

#[test]
fn won_endings_are_won() {
    for fen in [
        "8/8/3k4/8/8/3K4/5R2/8 b - - 0 1",
        "8/8/3k4/8/8/3K4/5Q2/8 b - - 0 1",
        "8/8/3k4/8/8/3K4/4BB2/8 b - - 0 1",
        "8/8/3k4/8/8/3K4/4NB2/8 b - - 0 1",
        "8/8/3k4/8/8/3K4/4RR2/8 b - - 0 1",
        "8/8/3k4/8/8/3K4/4QQ2/8 b - - 0 1",
        "8/8/3k4/8/8/3K4/4RQ2/8 b - - 0 1",
    ] {
        assert!(white_value(fen) > fixed::KNOWN_WIN, "{fen}: {}", white_value(fen));
        assert!(!score::is_mate(white_value(fen)), "{fen}");
    }
    // Two bishops on squares of the same colour cannot mate.
    assert_eq!(value("8/8/3k4/8/8/3K4/5B2/6B1 w - - 0 1"), score::DRAW);
}

/// Each position is nearer to mate than the previous one.
#[test]
fn mate_is_driven_home() {
    let paths: [&[&str]; 3] = [
        &[
            "8/8/8/4k3/8/2K5/8/R7 b - - 0 1",
            "8/4k3/8/8/8/2K5/8/R7 b - - 0 1",
            "4k3/8/8/8/8/2K5/8/R7 b - - 0 1",
            "4k3/8/4K3/8/8/8/8/R7 b - - 0 1",
        ],
        // The bishop is dark-squared: a1 and h8 are the right corners, h1 and a8 the wrong ones.
        &[
            "k7/2K5/8/8/8/8/3BN3/8 b - - 0 1",
            "8/k7/2K5/8/8/8/3BN3/8 b - - 0 1",
            "8/8/k7/2K5/8/8/3BN3/8 b - - 0 1",
            "8/8/8/8/8/2K5/k2BN3/8 b - - 0 1",
            "8/8/8/8/8/2K5/3BN3/k7 b - - 0 1",
        ],
        // The bishop is light-squared: h1 and a8 are right.
        &[
            "8/8/8/8/8/2K5/3NB3/k7 b - - 0 1",
            "8/8/8/8/8/k1K5/3NB3/8 b - - 0 1",
            "8/8/8/8/4K1k1/8/3NB3/8 b - - 0 1",
            "8/8/8/8/8/5K2/3NB2k/8 b - - 0 1",
            "8/8/8/8/8/5K2/3NB3/7k b - - 0 1",
        ],
    ];
    for path in paths {
        for pair in path.windows(2) {
            let (before, after) = (white_value(pair[0]), white_value(pair[1]));
            assert!(before < after, "{}: {before}, {}: {after}", pair[0], pair[1]);
        }
    }
}

/// With equal material, a far better placed side is at most two pawns ahead, unless there is no bound.
#[test]
fn the_positional_part_is_bounded() {
    let board = support::board("rnbq1bnr/pppppppp/3k4/8/2BPPB2/2N2N2/PPPQ1PPP/R4RK1 b - - 0 1");
    assert_eq!(evaluated(&board, &Options::default()), -Options::BOUND);
    let free = Options { bound: Options::UNBOUNDED, ..Options::default() };
    assert!(evaluated(&board, &free) < -Options::BOUND);
}

/// The position is similar to the paper's figure 2, with two pawns on the sixth rank against a rook.
#[test]
fn connected_passers_lift_the_bound() {
    let board = support::board("8/8/3PP3/8/6K1/1k6/7r/8 b - - 0 1");
    let explanation = explained(&board, &Options::default());
    assert!(explanation.lifted);
    assert_eq!(explanation.bound, None);
    assert!(explanation.total > 100, "White wins: {explanation:?}");
    // The rook stops pawns on the fourth rank.
    assert!(white_value("8/8/8/8/3PP1K1/1k6/7r/8 b - - 0 1") < 0);
    // A passed pawn that the king cannot catch, with no other pieces.
    assert!(white_value("8/8/8/P6k/8/8/8/1K6 w - - 0 1") > 400);
    assert!(white_value("8/8/3k4/P7/8/8/8/1K6 w - - 0 1") < 300);
}

/// A material advantage with little or no chance to win.
#[test]
fn hopeless_advantages_shrink() {
    // A minor piece without pawns; a rook's pawn with the wrong bishop, for both colours.
    assert_eq!(value("8/8/3k4/8/3p4/3K4/5N2/8 w - - 0 1").max(0), 0);
    assert_eq!(white_value("k7/8/P7/8/8/3K4/3B4/8 w - - 0 1"), 0);
    assert_eq!(white_value("8/2b5/3k4/8/8/7p/8/7K b - - 0 1"), 0);
    // The right bishop wins.
    assert!(white_value("k7/8/P7/8/8/3K4/4B3/8 w - - 0 1") > 300);
    // Rook and bishop against rook.
    assert!(white_value("3k4/3r4/8/8/8/3K4/3BR3/8 w - - 0 1") < 150);
    // Opposite-coloured bishops halve a pawn's value.
    let same = white_value("3k4/3b4/8/8/3P4/3K4/4B3/8 w - - 0 1");
    let opposite = white_value("3k4/3b4/8/8/3P4/3K4/3B4/8 w - - 0 1");
    assert!(opposite < same * 3 / 4, "{opposite}, {same}");
}

#[test]
fn trading_pieces_suits_the_side_ahead() {
    let pieces_traded = "4k3/ppp2ppp/8/8/8/8/PPP2PPP/R3K3 w - - 0 1";
    let pawns_traded = "rn2k1n1/8/8/8/8/8/8/RN2K1NR w - - 0 1";
    let trade = |fen: &str| {
        let explanation = explained(&support::board(fen), &Options::default());
        explanation.terms.iter().find(|line| line.name.starts_with("Trade")).expect("a line").total
    };
    assert!(trade(pieces_traded) > trade(pawns_traded));
    assert!(trade(pawns_traded) >= 0.0);
}

#[test]
fn material_sets_differ_by_their_table() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    let board = board_of(&Setup::from_fen(fen).expect("a valid FEN"));
    let value = |material| evaluated(&board, &Options { material, ..Options::default() });
    let axon = value(MaterialSet::Axon2024);
    assert_eq!(value(MaterialSet::Chess45), axon - 25);
    assert_eq!(value(MaterialSet::Modern), axon);
    // Table I: values of knight and bishop above 300.
    let more = |set: MaterialSet| PieceType::ALL.map(|kind| set.difference(kind));
    assert_eq!(more(MaterialSet::Axon2024), [0; 6]);
    assert_eq!(more(MaterialSet::Chess45), [0, 25, 50, 0, 0, 0]);
    assert_eq!(more(MaterialSet::Modern), [0, 0, 25, 0, 0, 0]);
}

/// 16 bits hold the values of every legal position, below the mate scores.
#[test]
fn scores_stay_within_sixteen_bits() {
    for fen in [
        "QQQQQQQQ/Q7/8/8/7k/8/8/RNBK1BNR b - - 0 1",
        "QQQQQQQQ/Q7/8/7p/7k/7p/8/RNBK1BNR b - - 0 1",
        "RNBQKBNR/PPPPPPPP/8/8/8/8/p6p/7k w - - 0 1",
    ] {
        let score = white_value(fen);
        assert!((3000..30_000).contains(&score), "{fen}: {score}");
    }
}

/// The tuner's features, multiplied by the weights, give the engine's evaluation with the same
/// rounding: for the compiled weights and for random ones.
#[test]
fn features_times_values_are_the_evaluation() {
    let mut random = Random(seed());
    let options = Options { bound: Options::UNBOUNDED, ..Options::default() };
    let mut compared = [0; 2];
    for setup in game_positions(11_000, seed()).into_iter().chain(endings(3000, seed())) {
        let board = board_of(&setup);
        let counted = features(&board);
        let others = random_values(&mut random);
        for (index, values) in [Values::compiled(), &others].into_iter().enumerate() {
            let shown = explain(values, &board, &options);
            assert_eq!(counted.known, shown.known.is_some(), "{:?}", board.matrix());
            if counted.known {
                assert!(shown.total == 0 || shown.total.abs() > i32::from(fixed::KNOWN_WIN));
                continue;
            }
            let sum = counted.value(values);
            // The draw rules follow.
            assert_eq!(counted.winnable[usize::from(sum <= 0)], shown.winnable);
            let left = sum * shown.winnable / fixed::WINNABLE;
            assert_eq!(left, shown.total, "{:?}", board.matrix());
            let evaluator = Evaluator::additive(values, options);
            let mut kept = board.accumulate(&evaluator);
            let engine = i32::from(board.static_evaluation(&evaluator, &mut kept));
            let white = if setup.state.side == Color::White { engine } else { -engine };
            assert_eq!(left, white, "{:?}", board.matrix());
            compared[index] += i32::from(shown.winnable == fixed::WINNABLE);
        }
    }
    assert!(compared[0] >= 10_000 && compared[1] >= 10_000, "{compared:?}");
}

/// Values that would overflow a sum's 16 bits are refused, in code as in a file.
#[test]
#[should_panic(expected = "range")]
fn values_out_of_range_are_refused() {
    let mut rows = *Values::compiled().rows();
    rows[Weight::Control as usize][1] = 1000;
    let _ = Values::new(rows);
}
