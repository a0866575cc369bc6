//! Instruction counts, taken in two ways. A count is the same on every run, so a change of one per
//! cent is visible. `cargo xtask check instructions` compares the counts with a baseline.
//!
//! - `NUCLEUS_BENCH=full cargo bench -p nucleus-steps` counts with Callgrind. If a tool is missing,
//!   the bench prints how to install it and succeeds, so that the following benches run.
//! - `cargo bench -p nucleus-steps -- --steps` counts by single steps, which support AVX-512 and
//!   assembly; `--quick`, `--only TEXT,…` and `--share I/N` choose among the cases.
//! - `cargo test -p nucleus-steps --benches` runs every body at every level the CPU has and checks
//!   the answers.
//!
//! The level is an argument of each bench, not an environment variable: the runner clears those.

// The macros refer to their crate by its package name.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
extern crate iai_callgrind as gungraun;

#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod bodies;
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod positions;
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod stepped;
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod tools;

#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| arguments.iter().any(|a| a == word);
    if has("--gungraun-run") {
        counted::run();
    } else if has("--steps") {
        return stepped::count(&arguments);
    } else if has("--bench") && !has("--test") && quick() {
        println!(
            "instructions: left out in the short form (NUCLEUS_BENCH=full has them), Callgrind takes a minute"
        );
    } else if has("--bench") && !has("--test") {
        tools::count_or_say_why_not(&arguments);
    } else {
        bodies::test_all();
    }
    std::process::ExitCode::SUCCESS
}

/// Returns true unless `NUCLEUS_BENCH=full` requests the long form.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
fn quick() -> bool {
    std::env::var_os("NUCLEUS_BENCH").is_none_or(|form| form != "full")
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
fn main() {
    println!("refused\tinstructions are counted on x86-64 Linux only");
}

/// The Callgrind benches, one line per level that Valgrind supports. A bench that the single-step
/// count also has is in the group `small`: `body.board.level+asm` is `small::body_board_asm.level`.
/// `cargo xtask check instructions` compares the two by that name. The benches are in this file
/// because the runner finds a bench by the name of the file that contains `main!`.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod counted {
    use std::hint::black_box;

    use iai_callgrind::{library_benchmark, library_benchmark_group, main};
    use nucleus_core::board::BoardType;
    use nucleus_core::kernels::{Choice, Variant};

    use crate::bodies::{self, Prepared};

    /// Prepares the case of an id, `body.board.level+asm`, and runs it once.
    /// The run does lazy initialisation. A large body, `body.level`, is prepared without a run.
    fn prepare(id: &str) -> Prepared {
        if let Some(case) = bodies::cases().into_iter().find(|case| case.id() == id) {
            return case.prepare();
        }
        let large = id.split_once('.').and_then(|(name, level)| {
            let body = bodies::LARGE.iter().find(|body| body.name == name)?;
            let choice = Choice { level: level.parse().ok()?, variant: Variant::Intrinsics };
            Some((body.prepare)(choice, BoardType::Matrix))
        });
        large.unwrap_or_else(|| panic!("no case {id}"))
    }

    /// Defines a function's benches, one per level, from its name and the case's id without level.
    /// The form with a variant omits popcnt, where assembly and the axon32 board have no own code.
    macro_rules! benches {
        ($($name:ident $case:literal),+ $(,)?) => {
            $(
                #[library_benchmark(setup = prepare)]
                #[bench::portable(concat!($case, ".portable"))]
                #[bench::popcnt(concat!($case, ".popcnt"))]
                #[bench::avx2(concat!($case, ".avx2"))]
                fn $name(prepared: Prepared) -> (u64, Prepared) {
                    // Returned, so that its release is not counted.
                    (black_box(&prepared).run(), prepared)
                }
            )+
        };
        ($variant:literal: $($name:ident $case:literal),+ $(,)?) => {
            $(
                #[library_benchmark(setup = prepare)]
                #[bench::portable(concat!($case, ".portable", $variant))]
                #[bench::avx2(concat!($case, ".avx2", $variant))]
                fn $name(prepared: Prepared) -> (u64, Prepared) {
                    (black_box(&prepared).run(), prepared)
                }
            )+
        };
    }

    benches! {
        scan "scan", scan_both "scan_both", squares "squares", rebuild "rebuild",
        generation_matrix "generation.matrix", generation_magic "generation.magic",
        make_matrix "make.matrix", make_magic "make.magic",
        evaluation_matrix "evaluation.matrix", evaluation_magic "evaluation.magic",
        perft_matrix "perft.matrix", perft_magic "perft.magic",
        search_axon_matrix "search_axon.matrix", search_axon_magic "search_axon.magic",
        search_full_matrix "search_full.matrix", search_full_magic "search_full.magic",
        search_umko_matrix "search_umko.matrix", search_umko_magic "search_umko.magic",
    }
    benches! { "":
        generation_axon32 "generation.axon32", make_axon32 "make.axon32",
        evaluation_axon32 "evaluation.axon32", search_axon_axon32 "search_axon.axon32",
    }
    benches! { "+asm":
        scan_asm "scan", scan_both_asm "scan_both", squares_asm "squares",
        search_axon_matrix_asm "search_axon.matrix", generation_axon32_asm "generation.axon32",
        make_axon32_asm "make.axon32", search_axon_axon32_asm "search_axon.axon32",
    }
    mod trees {
        use super::*;
        benches! {
            perft_matrix "perft_matrix", perft_magic "perft_magic", axon "axon", full "full",
            umko "umko",
        }
        library_benchmark_group!(name = large; benchmarks = perft_matrix, perft_magic, axon, full,
            umko);
    }
    use trees::large;
    library_benchmark_group!(name = small; benchmarks = scan, scan_both, squares, rebuild,
        generation_matrix, generation_magic, make_matrix, make_magic, evaluation_matrix,
        evaluation_magic, perft_matrix, perft_magic, search_axon_matrix, search_axon_magic,
        search_full_matrix, search_full_magic, search_umko_matrix, search_umko_magic,
        scan_asm, scan_both_asm, squares_asm, search_axon_matrix_asm, generation_axon32,
        generation_axon32_asm, make_axon32, make_axon32_asm, evaluation_axon32,
        search_axon_axon32, search_axon_axon32_asm);

    main!(library_benchmark_groups = small, large);

    /// Runs the `main` function that gungraun generates.
    pub fn run() {
        main();
    }
}
