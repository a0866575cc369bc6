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

/// Returns the calls in a `bench` of profile axon on a board.
fn bench_calls(depth: u32, level: Level, variant: Variant, board: &str) -> HashMap<String, u64> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("callgrind.out");
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .args([env!("CARGO_BIN_EXE_nucleus"), "bench", &depth.to_string()])
        .args(["--profile", "axon", "--board", board])
        .env("NUCLEUS_LEVEL", level.name())
        .env("NUCLEUS_VARIANT", variant.name())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    calls(&std::fs::read_to_string(file).unwrap())
}

/// The calls of functions by a part of their names.
fn of_both(calls: &HashMap<String, u64>, names: [&str; 2]) -> [u64; 2] {
    names.map(|part| {
        calls.iter().filter(|(name, _)| name.contains(part)).map(|(_, count)| count).sum()
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
        let [intrinsics, none] =
            of_both(&bench_calls(3, level, Variant::Intrinsics, "matrix"), scanners);
        let [neither, assembly] = of_both(&bench_calls(3, level, Variant::Asm, "matrix"), scanners);
        println!("{level}: {intrinsics} calls of {}, {assembly} of {}", scanners[0], scanners[1]);
        assert!(intrinsics > 1000, "{level}: {intrinsics} calls");
        assert_eq!((intrinsics, none, neither), (assembly, 0, 0), "{level}");
        let what = format!("calls of the scanner at {level}, bench 3");
        support::row(&what, &format!("{intrinsics} of either variant, none of the other"));
    }
}

/// On the board that is a record every routine runs in assembly where the variant says so, as often as
/// its compiled twin does.
#[test]
fn each_variant_calls_its_own_routines_of_the_record() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: calls of the record's routines: no Valgrind");
        return;
    }
    const SCALAR: [[&str; 2]; 5] = [
        ["axon32::routines::scan", "nucleus_scanner_core"],
        ["axon32::routines::influence", "nucleus_axon32_influence"],
        ["axon32::routines::lines", "nucleus_axon32_lines"],
        ["axon32::routines::is_attacked", "nucleus_axon32_check"],
        ["axon32::routines::piece_moves", "nucleus_axon32_moves"],
    ];
    // One kernel writes influence and lines.
    const AVX2: [[&str; 2]; 5] = [
        ["axon32::avx2::scan::list_pieces", "nucleus_scanner_core"],
        ["axon32::avx2::influence::write_influence", "nucleus_axon32_influence"],
        ["axon32::avx2::influence::write_influence", "nucleus_axon32_lines"],
        SCALAR[3],
        SCALAR[4],
    ];
    // Valgrind hides AVX-512.
    for (level, routines) in [(Level::Portable, SCALAR), (Level::Avx2, AVX2)] {
        if level > Level::detected() {
            println!(
                "skipped: calls of the record's routines at {level}: the CPU does not have it"
            );
            continue;
        }
        let [compiled, assembly] = [Variant::Intrinsics, Variant::Asm]
            .map(|variant| bench_calls(2, level, variant, "axon32"));
        for names in routines {
            let ([intrinsics, none], [neither, asm]) =
                (of_both(&compiled, names), of_both(&assembly, names));
            assert!(intrinsics > 1000, "{level} {names:?}: {intrinsics} calls");
            assert_eq!((intrinsics, none, neither), (asm, 0, 0), "{level} {names:?}");
            let what = format!("calls of {} on axon32 at {level}, bench 2", names[1]);
            support::row(&what, &format!("{asm}, its twin's as many"));
        }
    }
}
