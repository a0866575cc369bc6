//! The network as evaluation: every level equals the reference, updated sums equal those from scratch,
//! exchanged colours change nothing, and no invalid file is accepted.

use crate::support::{self, Random, game_positions, legal, seed};
use nucleus_core::board::{Board, BoardType, MatrixBoard, RulesBoard, Setup};
use nucleus_core::eval::network::{
    InputSet, Network, NetworkAccumulator, NetworkFault, NetworkWeights, reference, unit_overflow,
};
use nucleus_core::eval::{EvaluatedBoard, Evaluator, Options, Values};
use nucleus_core::kernels::units::{self, Units};
use nucleus_core::kernels::{Choice, Kernel, Level, Variant, portable};
use nucleus_core::movegen::GenerateMoves;
use nucleus_core::types::Color;
use nucleus_core::{with_board, with_token};

fn within(random: &mut Random, most: i16) -> i16 {
    (random.below(2 * most as u64 + 1) as i64 - i64::from(most)) as i16
}

/// Returns weights as from a training; with `extreme`, as far from zero as a network allows.
fn network(random: &mut Random, input_set: InputSet, hidden: usize, extreme: bool) -> Network {
    let mut number = |most: i16| match (extreme, random.below(3)) {
        (false, _) => within(random, most),
        (true, 0) => -most,
        (true, _) => most,
    };
    let mut numbers = |count: usize, most| (0..count).map(|_| number(most)).collect::<Vec<_>>();
    // 32 pieces of 900 and a bias fit 16 bits, as do 32 pieces and the influence of 480 squares at 50 each;
    // 512 weights of 62 fit the 32-bit sum.
    let widest = match (extreme, input_set.unmirrored()) {
        (false, InputSet::Cells) => 30,
        (false, _) => 60,
        (true, InputSet::Cells) => 50,
        (true, _) => 900,
    };
    let inputs = numbers(input_set.inputs() * hidden, widest);
    let biases = numbers(hidden, if extreme { 3_000 } else { 100 });
    let output = numbers(2 * hidden, if hidden == 256 { 62 } else { 127 });
    let output_bias = i32::from(within(random, 2_000));
    let weights =
        NetworkWeights { input_set, hidden, inputs, biases, output, output_bias, scale: 174 };
    Network::new(&weights).expect("the numbers fit")
}

fn networks(random: &mut Random) -> Vec<Network> {
    let shapes = [(64, false), (128, false), (128, true), (256, true), (32, true)];
    let of_pieces =
        shapes.map(|(hidden, extreme)| network(random, InputSet::Pieces, hidden, extreme));
    let mut networks = Vec::from(of_pieces);
    for input_set in &InputSet::ALL[1..] {
        for (hidden, extreme) in [(64, false), (224, false), (256, true)] {
            networks.push(network(random, *input_set, hidden, extreme));
        }
    }
    networks
}

/// Returns every level of the CPU, and prints those that it lacks.
fn levels() -> impl Iterator<Item = Choice> {
    Level::ALL.into_iter().filter_map(|level| {
        if !level.is_usable() {
            println!("{level}: skipped, this CPU lacks the level");
        }
        level.is_usable().then_some(Choice { level, variant: Variant::Intrinsics })
    })
}

#[test]
fn the_routines_of_every_level_are_the_portable_ones() {
    let mut random = Random(seed());
    let mut row = |most: i16| {
        let mut units = Units::default();
        units.0.iter_mut().for_each(|unit| {
            *unit = if random.below(4) == 0 { most } else { within(&mut random, most) };
        });
        units
    };
    for blocks in [1, 2, 3, 4, 7, 8] {
        for _ in 0..200 {
            let mut rows = |most| (0..blocks).map(|_| row(most)).collect::<Vec<_>>();
            let [from, a, b, c, d] = [(); 5].map(|()| rows(i16::MAX));
            let (units, weights) = (rows(600), rows(127));
            let mut expected = vec![Units::default(); blocks];
            units::update_units(&from, [&a, &b], [&c, &d], &mut expected);
            for (at, expected) in expected.iter().enumerate() {
                for (unit, &expected) in expected.0.iter().enumerate() {
                    let w = |row: &[Units]| i32::from(row[at].0[unit]);
                    assert_eq!(expected, (w(&from) + w(&a) + w(&b) - w(&c) - w(&d)) as i16);
                }
            }
            let squared = |units: &Units, weights: &Units| -> i32 {
                let clamped = units.0.map(|unit| i32::from(unit.clamp(0, 255)));
                clamped.iter().zip(weights.0).map(|(c, weight)| c * c * i32::from(weight)).sum()
            };
            // The same rows, by index; `change_units` XORs each index with its last argument, 1.
            let all = [&a[..], &b, &c, &d].concat();
            let mut changed = from.clone();
            units::change_units(&mut changed, &all, &[1, 0], &[3, 2], 1);
            assert_eq!(changed, expected);
            let sum: i32 = units.iter().zip(&weights).map(|(u, w)| squared(u, w)).sum();
            for choice in levels() {
                with_token!(choice, token => {
                    let mut out = vec![Units::default(); blocks];
                    token.update_units(&from, [&a, &b], [&c, &d], &mut out);
                    assert_eq!(out, expected, "{choice:?}");
                    let mut changed = from.clone();
                    token.change_units(&mut changed, &all, &[1, 0], &[3, 2], 1);
                    assert_eq!(changed, expected, "{choice:?}");
                    assert_eq!(token.activate_units(&units, &weights), sum, "{choice:?}");
                });
            }
        }
    }
}

#[test]
fn the_value_is_the_reference_s_at_every_level_and_on_both_boards() {
    let mut random = Random(seed());
    for network in networks(&mut random) {
        let mut values = Vec::new();
        for setup in game_positions(60, seed()) {
            let side = setup.state.side;
            let expected = reference::value(&network, &setup.planes, side);
            values.push(expected);
            for choice in levels() {
                for board_type in BoardType::ALL {
                    let value = with_board!(choice, board_type, &setup, board => {
                        let accumulator = NetworkAccumulator::new(&network, &board);
                        accumulator.value(&network, board.kernel(), side)
                    });
                    assert_eq!(value, expected, "{choice:?} {board_type}");
                }
            }
        }
        values.dedup();
        assert!(values.len() > 30, "values differ: {values:?}");
    }
}

/// Plays random games and compares sums after each move; returns counts of special moves by kind.
fn sums_are_kept<B: GenerateMoves>(network: &Network, start: &B, plies: usize) -> [usize; 4] {
    let mut random = Random(seed());
    let mut kinds = [0; 4];
    let kernel = start.kernel();
    let first = NetworkAccumulator::new(network, start);
    let (mut board, mut sums) = (start.clone(), first);
    for _ in 0..plies {
        let moves = legal(&board);
        if moves.is_empty() || board.state().halfmove > 90 {
            (board, sums) = (start.clone(), first);
            continue;
        }
        // All moves, as perft makes them; the game continues with one of them.
        let chosen = random.below(moves.len() as u64) as usize;
        let mut next = None;
        for (index, &chess_move) in moves.iter().enumerate() {
            let mut after = NetworkAccumulator::default();
            after.after(network, &sums, &board, chess_move);
            let child = board.after(chess_move);
            after.follow(network, &child);
            let scratch = NetworkAccumulator::new(network, &child);
            assert_eq!(after, scratch, "{chess_move:?}");
            kinds[0] += usize::from(chess_move.is_castle());
            kinds[1] += usize::from(chess_move.is_en_passant());
            kinds[2] += usize::from(chess_move.is_promotion());
            if index == chosen {
                next = Some((child, after));
            }
        }
        (board, sums) = next.expect("one was chosen");
        for perspective in Color::ALL {
            let expected = reference::sums(&network.weights(), board.planes(), perspective);
            assert_eq!(sums.sums(network, perspective), expected);
        }
        // A null move changes no piece, so the sums stay and the sides are exchanged.
        let mut passed = board.clone();
        board.make_null(&mut passed);
        passed.rebuild();
        let side = passed.side();
        let expected = reference::value(network, passed.planes(), side);
        let mut of_passed = sums;
        of_passed.follow(network, &passed);
        assert_eq!(of_passed, sums);
        assert_eq!(sums.value(network, kernel, side), expected);
        kinds[3] += 1;
    }
    kinds
}

const PERFT_FENS: [&str; 6] = [
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
];

#[test]
fn sums_kept_from_move_to_move_are_those_from_scratch() {
    for input_set in InputSet::ALL {
        let network = network(&mut Random(seed()), input_set, 64, true);
        let mut kinds = [0; 4];
        let mut add =
            |more: [usize; 4]| kinds.iter_mut().zip(more).for_each(|(kind, n)| *kind += n);
        for fen in PERFT_FENS {
            let setup = Setup::from_fen(fen).expect("a valid FEN");
            with_token!(Choice::best(), token => {
                add(sums_are_kept(&network, &MatrixBoard::new(&setup, token), 120));
            });
            with_board!(planes: Choice::best(), BoardType::Magic, &setup, board => {
                add(sums_are_kept(&network, &board, 40));
            });
            add(sums_are_kept(&network, &RulesBoard::new(&setup, portable::Token), 40));
        }
        let [castlings, en_passant, promotions, null_moves] = kinds;
        assert!(
            castlings > 20 && en_passant > 5 && promotions > 100 && null_moves > 500,
            "{kinds:?}"
        );
    }
}

/// `follow` updates the sums from any position to any other, also of a different game.
#[test]
fn sums_follow_from_any_position_to_any_other() {
    let mut random = Random(seed());
    for &input_set in &InputSet::ALL[1..] {
        let network = network(&mut random, input_set, 96, true);
        with_token!(Choice::best(), token => {
            let setups = game_positions(60, seed());
            let mut sums = NetworkAccumulator::new(&network, &MatrixBoard::new(&setups[0], token));
            for setup in &setups {
                let board = MatrixBoard::new(setup, token);
                sums.follow(&network, &board);
                assert_eq!(sums, NetworkAccumulator::new(&network, &board), "{input_set:?}");
            }
        });
    }
}

#[test]
fn colours_exchanged_the_value_stays() {
    let mut random = Random(seed());
    for network in networks(&mut random) {
        for setup in game_positions(40, seed() ^ 1) {
            let value = |setup: &Setup| reference::value(&network, &setup.planes, setup.state.side);
            assert_eq!(value(&support::flipped(&setup)), value(&setup));
        }
    }
}

/// With inputs mirrored by the king's file, a position and its mirror image have the same value.
#[test]
fn mirrored_left_to_right_the_value_stays_where_kings_decide() {
    let mut random = Random(seed());
    for network in networks(&mut random) {
        let mut differ = 0;
        for setup in game_positions(40, seed() ^ 2) {
            let mirror = support::mirrored(&setup).planes;
            let value = |planes| reference::value(&network, planes, setup.state.side);
            differ += usize::from(value(&mirror) != value(&setup.planes));
        }
        let mirrored = network.input_set().is_mirrored();
        assert!(if mirrored { differ == 0 } else { differ > 20 }, "{mirrored} {differ}");
    }
}

#[test]
fn a_network_is_read_as_it_was_written() {
    let mut random = Random(seed());
    for network in networks(&mut random) {
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(network.clone()));
        assert_eq!(Network::new(&network.weights()), Ok(network));
    }
}

#[test]
fn bad_files_are_refused() {
    let network = network(&mut Random(seed()), InputSet::Pieces, 64, false);
    let good = network.to_bytes();
    let with = |at: usize, bytes: &[u8]| {
        let mut bad = good.clone();
        bad[at..at + bytes.len()].copy_from_slice(bytes);
        Network::from_bytes(&bad).unwrap_err()
    };
    assert_eq!(Network::from_bytes(&[]), Err(NetworkFault::Format));
    assert_eq!(Network::from_bytes(&good[..63]), Err(NetworkFault::Format));
    for length in [64, good.len() - 2, good.len() - 1] {
        let error = Network::from_bytes(&good[..length]).unwrap_err();
        assert_eq!(error, NetworkFault::Length { found: length, expected: good.len() });
    }
    let longer = [&good[..], &[0; 2]].concat();
    assert!(matches!(Network::from_bytes(&longer), Err(NetworkFault::Length { .. })));
    assert_eq!(with(0, b"NNUE"), NetworkFault::Format);
    assert_eq!(with(8, &[2]), NetworkFault::Version(2));
    assert_eq!(with(12, &[1]), NetworkFault::Shape { inputs: 769, hidden: 64 });
    // The field of inputs decides the input set, which has its own length.
    for inputs in [3_072_u32, 1_664] {
        let error = with(12, &inputs.to_le_bytes());
        let expected = 64 + 2 * (inputs as usize + 3) * 64;
        assert_eq!(error, NetworkFault::Length { found: good.len(), expected });
    }
    // A header that requires a terabyte causes no allocation.
    for hidden in [u32::MAX, 0x8000_0000, 288, 65, 0x1000_0040] {
        assert!(matches!(with(16, &hidden.to_le_bytes()), NetworkFault::Shape { .. }), "{hidden}");
    }
    assert!(matches!(with(16, &0_u32.to_le_bytes()), NetworkFault::Length { .. }));
    assert_eq!(with(44, &[2]), NetworkFault::Mirrored(2));
    // The hash includes the mirroring.
    assert_eq!(with(44, &[1]), NetworkFault::Hash);
    assert_eq!(with(20, &[254]), NetworkFault::Quantisation([254, 64]));
    assert_eq!(with(28, &0_u32.to_le_bytes()), NetworkFault::Scale(0));
    assert_eq!(with(28, &5_000_u32.to_le_bytes()), NetworkFault::Scale(5_000));
    for at in [32, 36, 43, 64, good.len() - 260] {
        assert_eq!(with(at, &[good[at] ^ 1]), NetworkFault::Hash, "{at}");
    }
}

fn zeros(input_set: InputSet, hidden: usize) -> NetworkWeights {
    NetworkWeights {
        input_set,
        hidden,
        inputs: vec![0; input_set.inputs() * hidden],
        biases: vec![0; hidden],
        output: vec![0; 2 * hidden],
        output_bias: 0,
        scale: 174,
    }
}

/// Numbers that could overflow in a position are refused; those just below are accepted.
#[test]
fn what_could_overflow_is_refused() {
    let zeros = |hidden| zeros(InputSet::Pieces, hidden);
    // A unit: 32 squares with the worst piece each. 32 × 1023 = 32,736.
    let mut weights = zeros(32);
    for square in 0..64 {
        weights.inputs[(3 * 64 + square) * 32 + 7] = 1_023;
        weights.inputs[(9 * 64 + square) * 32 + 7] = 1_022;
    }
    weights.biases[7] = 31;
    assert!(Network::new(&weights).is_ok());
    weights.biases[7] = 32;
    assert_eq!(Network::new(&weights), Err(NetworkFault::Unit(7)));
    weights.inputs.iter_mut().for_each(|weight| *weight = -*weight);
    weights.biases[7] = -32;
    assert!(Network::new(&weights).is_ok());
    weights.biases[7] = -33;
    assert_eq!(Network::new(&weights), Err(NetworkFault::Unit(7)));
    // The output: 255² × 33,025 is the most that 32 bits hold.
    let mut weights = zeros(256);
    for sign in [1, -1] {
        // 507 × 64 + 4 × 127 + 69 = 33,025.
        weights.output.fill(sign * 64);
        weights.output[..4].fill(sign * 127);
        weights.output[4] = sign * 69;
        assert!(Network::new(&weights).is_ok(), "{sign}");
        weights.output[5] += sign;
        assert_eq!(Network::new(&weights), Err(NetworkFault::Output), "{sign}");
    }
    let mut weights = zeros(32);
    weights.output[3] = -128;
    assert!(Network::new(&weights).is_ok());
    weights.output[3] = 128;
    assert_eq!(Network::new(&weights), Err(NetworkFault::OutputWeight(128)));
    let mut weights = zeros(32);
    weights.biases.pop();
    assert!(matches!(Network::new(&weights), Err(NetworkFault::Shape { .. })));
    assert!(matches!(Network::new(&zeros(288)), Err(NetworkFault::Shape { .. })));
}

/// Known endings replace the network's value; bishops of opposite colours halve it.
#[test]
fn known_endings_and_draw_rules_go_before_the_network() {
    for input_set in InputSet::ALL {
        let network = network(&mut Random(seed()), input_set, 64, false);
        let evaluator = Evaluator::network(&network, Values::compiled(), Options::default());
        let evaluated = |fen: &str| {
            let setup = Setup::from_fen(fen).expect("a valid FEN");
            let board = RulesBoard::new(&setup, portable::Token);
            let value = reference::value(&network, board.planes(), board.side());
            let score = board.static_evaluation(&evaluator, &mut board.accumulate(&evaluator));
            (i32::from(score), value)
        };
        let (score, value) = evaluated(PERFT_FENS[1]);
        assert!(score == value && value != 0, "a middlegame: {value}");
        let (score, value) = evaluated("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1");
        assert!(score == 0 && value != 0, "a knight cannot win: {value}");
        let (score, value) = evaluated("7k/8/8/8/8/8/4R3/4K3 w - - 0 1");
        assert!(score > 4_000 && value != score, "a rook wins: {score} {value}");
        let (score, value) = evaluated("4k3/5p2/8/2b5/8/5B2/4P3/4K3 w - - 0 1");
        assert_eq!(score, value / 2, "bishops of opposite colours: {value}");
        assert!(!evaluator.is_antisymmetric());
    }
}

/// No position exceeds the bounds of the sums of a network that reads influence.
#[test]
fn sums_stay_within_the_bounds_of_influence() {
    let mut random = Random(seed());
    let hidden = 32;
    let zeros = zeros(InputSet::Cells, hidden);
    // A king reaches at most eight squares, and three from a corner.
    let mut weights = zeros.clone();
    let kings = (12 * 2) * 64;
    weights.inputs[kings * hidden..(kings + 64) * hidden].fill(4_000);
    assert!((0..hidden).all(|unit| unit_overflow(&weights, unit) == 0));
    weights.biases[9] = 767;
    assert_eq!(unit_overflow(&weights, 9), 0);
    weights.biases[9] = 768;
    assert_eq!(unit_overflow(&weights, 9), 1);
    weights.inputs.iter_mut().for_each(|weight| *weight = -*weight);
    weights.biases[9] = -780;
    assert_eq!(unit_overflow(&weights, 9), 12);
    // With the largest bias, the overflow is the largest sum without a bias. No position exceeds it.
    for _ in 0..20 {
        let mut weights = zeros.clone();
        weights.inputs.iter_mut().for_each(|weight| *weight = within(&mut random, 60));
        weights.biases.fill(i16::MAX);
        let furthest: Vec<i32> = (0..hidden).map(|unit| unit_overflow(&weights, unit)).collect();
        weights.biases.fill(0);
        for setup in game_positions(10, seed()) {
            for perspective in Color::ALL {
                let sums = reference::sums(&weights, &setup.planes, perspective);
                assert!(sums.iter().zip(&furthest).all(|(sum, most)| sum <= most));
            }
        }
    }
}
