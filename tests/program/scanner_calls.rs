//! The engine runs the scanner that its row names: Callgrind counts the calls of both.

use std::collections::HashMap;
use std::process::Command;

use nucleus_core::kernels::{Level, Variant};

use crate::support;

/// Calls by the name of the function that is called, from a Callgrind file.
fn calls(profile: &str) -> HashMap<String, u64> {
    // A name stands in full once, and by its number from then on.
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut counts: HashMap<&str, u64> = HashMap::new();
    let mut called = "";
    for line in profile.lines() {
        let Some((key, value)) = line.split_once('=') else { continue };
        match key {
            "fn" | "cfn" => {
                let (number, name) = value.split_once(' ').unwrap_or((value, ""));
                if !name.is_empty() {
                    names.insert(number, name);
                }
                if key == "cfn" {
                    called = number;
                }
            }
            "calls" => {
                let count = value.split(' ').next().and_then(|word| word.parse::<u64>().ok());
                *counts.entry(called).or_default() += count.expect("a count of calls");
            }
            _ => {}
        }
    }
    let mut by_name = HashMap::new();
    for (number, count) in counts {
        *by_name.entry(names[number].to_owned()).or_default() += count;
    }
    by_name
}

/// Returns the number of calls of the intrinsics' scanner and of the one in assembly in a `bench`
/// of profile axon.
fn scanner_calls(level: Level, variant: Variant, scanners: [&str; 2]) -> [u64; 2] {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("callgrind.out");
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .args([env!("CARGO_BIN_EXE_nucleus"), "bench", "3", "--profile", "axon"])
        .env("NUCLEUS_LEVEL", level.name())
        .env("NUCLEUS_VARIANT", variant.name())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let calls = calls(&std::fs::read_to_string(file).unwrap());
    scanners.map(|scanner| {
        calls.iter().filter(|(name, _)| name.contains(scanner)).map(|(_, count)| count).sum()
    })
}

#[test]
fn each_variant_calls_its_own_scanner() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: calls of the scanners: no Valgrind");
        return;
    }
    let at = [
        (Level::Popcnt, ["scan::portable::scan", "nucleus_scanner_core"]),
        (Level::Avx2, ["scan::avx2::scan", "nucleus_scanner_avx2"]),
    ];
    // Valgrind hides AVX-512.
    for (level, scanners) in at {
        if level > Level::detected() {
            println!("skipped: calls of the scanners at {level}: the CPU does not have it");
            continue;
        }
        let [intrinsics, none] = scanner_calls(level, Variant::Intrinsics, scanners);
        let [neither, assembly] = scanner_calls(level, Variant::Asm, scanners);
        println!("{level}: {intrinsics} calls of {}, {assembly} of {}", scanners[0], scanners[1]);
        assert!(intrinsics > 1000, "{level}: {intrinsics} calls");
        assert_eq!((intrinsics, none, neither), (assembly, 0, 0), "{level}");
        let what = format!("calls of the scanner at {level}, bench 3");
        support::row(&what, &format!("{intrinsics} of either variant, none of the other"));
    }
}
