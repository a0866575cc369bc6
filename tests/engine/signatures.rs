//! The engine has the signatures of `tests/signatures.txt` at every level. A commit that changes them needs
//! `signature` in its subject.

use std::collections::BTreeMap;
use std::sync::Arc;

use nucleus_core::board::BoardType;
use nucleus_core::eval::Values;
use nucleus_core::eval::network::Network;
use nucleus_core::kernels::{Choice, Level};
use nucleus_engine::networks;
use nucleus_engine::uci::{BENCH_DEPTH, bench};
use nucleus_engine::weights_file;
use nucleus_search::{EngineOptions, ProfileName};

/// Returns the pinned nodes of a profile by depth; with a network, from the rows with its hash.
fn pinned(profile: ProfileName, network: Option<&Network>) -> BTreeMap<u32, u64> {
    let hash = network.map(|network| format!("{:016x}", network.hash()));
    let text = include_str!("../signatures.txt");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split(' ').collect::<Vec<_>>())
        .inspect(|row| assert!([3, 4].contains(&row.len()), "profile depth nodes: {row:?}"))
        .filter(|row| row[0].parse::<ProfileName>().expect("a profile") == profile)
        .filter(|row| row.get(3).copied() == hash.as_deref())
        .map(|row| (row[1].parse().expect("a depth"), row[2].parse().expect("a count")))
        .collect()
}

/// Checks the pinned number of nodes at the CPU's levels, on the profile's boards and variants.
fn hold(profile: ProfileName, depth: u32) {
    hold_with(profile, depth, None, None);
}

/// Checks the signature with the weights and the network loaded at run time, if any.
fn hold_with(
    profile: ProfileName,
    depth: u32,
    weights: Option<Arc<Values>>,
    network: Option<Arc<Network>>,
) {
    let expected = *pinned(profile, network.as_deref()).get(&depth).expect("a pinned depth");
    let mut ran = 0;
    for level in Level::usable() {
        for (board, variant) in profile.boards() {
            // The axon32 board takes several times as long, so it runs bench's depth at the best level only.
            let is_slow = board == BoardType::Axon32 && depth == BENCH_DEPTH;
            if is_slow && level != Level::detected() && !crate::support::long() {
                continue;
            }
            let choice = Choice { level, variant };
            let (weights, network) = (weights.clone(), network.clone());
            let options = EngineOptions {
                choice,
                board: Some(board),
                profile,
                weights,
                network,
                ..EngineOptions::default()
            };
            let result = bench(depth, 16, options, &mut |_, _, _| {}).expect("memory");
            let nodes = result.statistics.nodes;
            assert_eq!(nodes, expected, "{profile} on {board} at {choice}, depth {depth}");
            ran += 1;
        }
    }
    assert!(ran >= 2);
}

#[test]
fn axon_at_depth_4() {
    hold(ProfileName::Axon, 4);
}

#[test]
fn axon_at_the_depth_of_bench() {
    hold(ProfileName::Axon, BENCH_DEPTH);
}

/// A profile's weights, written to a file and read again, search the same at every level.
#[test]
fn weights_of_a_file_search_the_same() {
    for profile in ProfileName::ALL {
        let text = weights_file::write(profile.values());
        let values = weights_file::parse(&text, "the profile's").expect("what was written");
        hold_with(profile, 4, Some(Arc::new(values)), None);
    }
}

/// The rows of the built-in network have its hash, so another network needs other rows.
#[test]
fn full_with_the_built_in_network() {
    for depth in [4, BENCH_DEPTH] {
        hold_with(ProfileName::Full, depth, None, Some(networks::built_in()));
    }
}

#[test]
fn full_at_depth_4() {
    hold(ProfileName::Full, 4);
}

#[test]
fn full_at_the_depth_of_bench() {
    hold(ProfileName::Full, BENCH_DEPTH);
}

#[test]
fn umko_at_depth_4() {
    hold(ProfileName::Umko, 4);
}

#[test]
fn umko_at_the_depth_of_bench() {
    hold(ProfileName::Umko, BENCH_DEPTH);
}
