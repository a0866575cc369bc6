//! Runs of the tuner shared among ranks.

use crate::support;

use nucleus_cluster::evolution::evolve_at_ranks;
use nucleus_cluster::ranks::{RankTransport, channels};
use nucleus_tuner::paper::{
    EvolutionRun, EvolutionSettings, GamePosition, Leaf, SearchForest, evolve,
};
use support::{Random, game_positions, seed};

/// Positions of random games, the moves chosen at random: nobody plays like that, which is all the
/// same to what is tested here.
fn positions(count: usize) -> Vec<GamePosition> {
    use nucleus_core::board::{Board, RulesBoard};
    use nucleus_core::kernels::portable;
    use nucleus_core::movegen::{ALL, generate};
    let mut random = Random(seed());
    let position = |setup: nucleus_core::board::Setup| {
        let board = RulesBoard::new(&setup, portable::Token);
        let mut list = nucleus_core::types::MoveList::new();
        generate::<_, ALL>(&board, &mut list);
        let move_there = list.get(random.below(list.len().max(1) as u64) as usize).copied();
        move_there.map(|chess_move| GamePosition {
            setup,
            chess_move,
            origin: String::new(),
            book_move: None,
        })
    };
    game_positions(count, seed()).into_iter().filter_map(position).collect()
}

fn settings(positions: usize) -> EvolutionSettings {
    EvolutionSettings {
        population: 8,
        generations: 12,
        b: 5.0,
        seed: 5,
        leaf: Leaf::Static,
        positions,
        positions_sha256: String::new(),
    }
}

/// A run without its times.
fn timeless(mut run: EvolutionRun) -> EvolutionRun {
    run.seconds = 0.0;
    run
}

/// Runs shared among ranks that are threads here.
#[test]
fn ranks_share_the_runs_and_change_nothing() {
    let positions = positions(40);
    let forest = SearchForest::build(&positions, Leaf::Static);
    let settings = settings(positions.len());
    let alone: Vec<EvolutionRun> = (1..=5)
        .map(|run| evolve(&forest, &settings, run, None, &mut |_| Ok(true)).expect("a run"))
        .map(timeless)
        .collect();
    let shared = |ranks: usize, begun: Vec<Option<EvolutionRun>>, generations: usize| {
        let mut runs = begun.clone();
        std::thread::scope(|scope| {
            let mut ends = channels(ranks).into_iter();
            let mut leader = ends.next().expect("a rank");
            let (forest, settings) = (&forest, &settings);
            for mut end in ends {
                scope.spawn(move || {
                    evolve_at_ranks(&mut end, forest, settings, Vec::new(), &mut |_| Ok(true))
                });
            }
            let mut calls = 0;
            let each = &mut |run: &EvolutionRun| {
                runs[run.run - 1] = Some(timeless(run.clone()));
                calls += 1;
                Ok(calls < generations)
            };
            evolve_at_ranks(&mut leader, forest, settings, begun, each).expect("runs");
            // Also where it was interrupted: MPI would wait for a receiver of the rest.
            assert!(leader.receive().is_none(), "a message is left");
        });
        runs
    };
    for ranks in [1, 2, 3] {
        let whole = shared(ranks, vec![None; 5], usize::MAX);
        assert_eq!(whole.into_iter().flatten().collect::<Vec<_>>(), alone, "{ranks} ranks");
        let part = shared(ranks, vec![None; 5], 9);
        let resumed = shared(ranks, part, usize::MAX);
        assert_eq!(resumed.into_iter().flatten().collect::<Vec<_>>(), alone, "{ranks}, resumed");
    }
}
