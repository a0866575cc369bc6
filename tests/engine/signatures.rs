//! The signatures that `tests/signatures.txt` pins are those of the engine, at every level; and a
//! commit that changes them has to say so.

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

/// The pinned nodes of a profile, by depth; with a network those with its hash.
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

/// Every level and variant, and each board, searches the pinned number of nodes.
fn hold(profile: ProfileName, depth: u32) {
    hold_with(profile, depth, None, None);
}

/// Checks the signature with weights that came at run time.
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
            // The record takes several times as long: to the depth of bench at the best level alone.
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

/// A profile's weights written to a file and read again, at every level.
#[test]
fn weights_of_a_file_search_the_same() {
    for profile in [ProfileName::Axon, ProfileName::Full] {
        let text = weights_file::write(profile.values());
        let values = weights_file::parse(&text, "the profile's").expect("what was written");
        hold_with(profile, 4, Some(Arc::new(values)), None);
    }
}

/// The rows of the built-in network have its hash: another network has other rows.
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

/// `ci/signatures` in a repository made for it.
#[cfg(unix)]
#[test]
fn a_commit_that_changes_them_has_to_say_so() {
    use std::path::Path;
    use std::process::Command;

    fn run(folder: &Path, program: &str, arguments: &[&str]) -> Option<(i32, String)> {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .ok()?;
        Some((output.status.code()?, String::from_utf8_lossy(&output.stdout).into_owned()))
    }

    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    if [("git", "--version"), ("bash", "--version")].iter().any(|p| run(at, p.0, &[p.1]).is_none())
    {
        eprintln!("SKIPPED: ci/signatures wants git and bash");
        return;
    }
    for part in ["ci", "tests"] {
        std::fs::create_dir(at.join(part)).expect("a folder");
    }
    let here = crate::support::root().join("ci");
    for script in ["signatures", "lib.sh"] {
        std::fs::copy(here.join(script), at.join("ci").join(script)).expect("a script of ours");
    }
    std::fs::write(at.join(".gitignore"), "target\n").expect("it can be written");
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=n", "-c", "user.email=n@example.org"];
        let (code, said) = run(at, "git", &[&identity, arguments].concat()).expect("git");
        assert_eq!(code, 0, "git {arguments:?}: {said}");
    };
    let commit = |file: &str, text: &str, subject: &str| {
        std::fs::write(at.join(file), text).expect("it can be written");
        git(&["add", "."]);
        git(&["commit", "-q", "-m", subject]);
    };
    let check = |arguments: &[&str]| {
        let arguments = [&["ci/signatures"], arguments].concat();
        run(at, "bash", &arguments).expect("bash")
    };
    git(&["init", "-q"]);
    let file = "tests/signatures.txt";
    commit(file, "full 4 1\n", "search: all");
    let (code, said) = check(&[]);
    assert!(code == 0 && said.contains("SKIPPED"), "without a parent: {code} {said}");
    commit("other", "1", "search: something else");
    assert_eq!(check(&[]), (0, String::new()));
    commit(file, "full 4 2\n", "search: smaller trees (signature)");
    assert_eq!(check(&[]), (0, String::new()));
    commit(file, "full 4 3\n", "search: smaller trees");
    let (code, said) = check(&[]);
    assert!(code == 1 && said.contains("does not say"), "{code} {said}");
    commit("other", "2", "search: something else again");
    assert_eq!(check(&[]).0, 0, "the last commit is not to blame");
    let (code, said) = check(&["--all"]);
    assert!(code == 1 && said.lines().count() == 2, "the first and the fourth commit: {said}");
    assert_eq!(check(&["--wrong"]).0, 2);
}
