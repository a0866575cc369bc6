//! A search with a network has the same tree at every level and on both boards. Some profiles and strengths
//! play without a network.

use std::sync::Arc;

use nucleus_core::board::{BoardType, Setup};
use nucleus_core::eval::network::{InputSet, Network, NetworkWeights, cell_input, input};
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_core::types::{Color, PieceType, Square};
use nucleus_engine::uci::bench;
use nucleus_search::{
    EngineOptions, Handicap, LADDER, Limits, ParallelSearch, ProfileName, SearchEngine, Signals,
};

use crate::support::{Random, seed};

/// Returns a network of random weights that also counts material, so that its values are realistic.
fn network(input_set: InputSet) -> Network {
    let hidden = 64;
    let mut random = Random(seed());
    let mut within = |most: i64| (random.below(2 * most as u64 + 1) as i64 - most) as i16;
    let mut inputs: Vec<i16> = (0..input_set.inputs() * hidden).map(|_| within(4)).collect();
    // Units 0 to 31 count the side's own material; the output subtracts the opponent's.
    for (kind, worth) in [3, 10, 10, 16, 30, 0].into_iter().enumerate() {
        for square in Square::all() {
            let (side, kind) = (Color::White, PieceType::from_index(kind));
            let mut rows = vec![input(side, side, kind, square)];
            if input_set != InputSet::Pieces {
                rows[0] = cell_input(side, side, kind.index(), square);
            }
            if input_set.unmirrored() == InputSet::Guarded {
                // Attacked, defended, both.
                rows.extend([1, 2, 3].map(|state| rows[0] + 768 * state));
            }
            for row in rows {
                inputs[row * hidden..][..32].iter_mut().for_each(|weight| *weight += worth);
            }
        }
    }
    let biases = (0..hidden).map(|_| within(40) + 30).collect();
    let output = (0..2 * hidden).map(|unit| match unit {
        0..32 => 20,
        64..96 => -20,
        _ => within(6),
    });
    let output = output.collect();
    let weights =
        NetworkWeights { input_set, hidden, inputs, biases, output, output_bias: 900, scale: 174 };
    Network::new(&weights).expect("the numbers fit")
}

fn options(input_set: InputSet, choice: Choice, board: BoardType) -> EngineOptions {
    EngineOptions {
        choice,
        board: Some(board),
        profile: ProfileName::Full,
        network: Some(Arc::new(network(input_set))),
        ..EngineOptions::default()
    }
}

fn nodes(options: EngineOptions) -> u64 {
    bench(5, 16, options, &mut |_, _, _| {}).expect("memory").statistics.nodes
}

#[test]
fn the_tree_is_the_same_at_every_level_and_on_both_boards() {
    let by_hand = nodes(EngineOptions { network: None, ..EngineOptions::default() });
    for input_set in InputSet::ALL {
        let mut counts = Vec::new();
        for level in Level::usable() {
            for board in BoardType::ALL {
                let choice = Choice { level, variant: Variant::Intrinsics };
                counts.push((level, board, nodes(options(input_set, choice, board))));
            }
        }
        let first = counts[0].2;
        assert!(counts.iter().all(|&(.., nodes)| nodes == first), "{input_set:?} {counts:?}");
        assert_ne!(first, by_hand, "the network is used");
    }
}

#[test]
fn other_profiles_and_less_than_full_strength_play_without_it() {
    let network = Some(Arc::new(network(InputSet::Cells)));
    for profile in [ProfileName::Axon, ProfileName::Umko] {
        let own = EngineOptions { profile, ..EngineOptions::default() };
        let with = EngineOptions { network: network.clone(), ..own.clone() };
        assert_eq!(nodes(with), nodes(own), "{profile}");
    }
    let handicap = Some(Handicap { step: LADDER[5], seed: 1 });
    let weak = EngineOptions { handicap, ..EngineOptions::default() };
    let with = EngineOptions { network, ..weak.clone() };
    assert_eq!(nodes(with), nodes(weak));
}

/// Threads pass positions to each other together with the accumulators.
#[test]
fn several_threads_find_the_mate() {
    let setup = Setup::from_fen("7k/8/5K2/6R1/8/8/8/6N1 w - - 0 1").expect("a valid FEN");
    let sets = [InputSet::Pieces, InputSet::Cells];
    for (input_set, parallel) in sets.iter().flat_map(|&set| ParallelSearch::ALL.map(|p| (set, p)))
    {
        let options = EngineOptions {
            threads: 3,
            parallel: Some(parallel),
            ..options(input_set, Choice::best(), BoardType::Matrix)
        };
        let mut engine = SearchEngine::new(4, options).expect("memory");
        let limits = Limits::depth(9);
        let outcome = engine.search(&setup, &[], &limits, &Signals::default(), &mut |_| {});
        assert!(outcome.lines[0].score > 31_000, "{parallel} {input_set}: {:?}", outcome.lines);
    }
}
