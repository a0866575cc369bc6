//! Instructions, counted by Callgrind: the same to the last digit on every run, so that a change
//! of one per cent shows. `ci/instructions` holds the counts against a baseline.
//!
//! - `cargo bench --bench instructions` counts; where Valgrind or the runner is missing it says
//!   so, says how to get them, and ends well, so that the benches after it run.
//! - `cargo bench --bench instructions -- --hardware avx512` counts by the CPU's own counter, if
//!   there is one, at a level that Valgrind does not know.
//! - `cargo test --bench instructions` runs every body once at every level the CPU has, AVX-512
//!   included, which Valgrind does not know, and checks the answers.
//!
//! The level is an argument of each bench, never of the environment, which the runner clears.

#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod bodies;
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod hardware;
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod tools;

#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| arguments.iter().any(|a| a == word);
    if has("--iai-run") {
        counted::run();
    } else if let Some(at) = arguments.iter().position(|a| a == "--hardware") {
        hardware::count(arguments.get(at + 1).map_or("", String::as_str));
    } else if has("--bench") && !has("--test") && quick() {
        println!("instructions: left out in the quick form, Callgrind takes a minute");
    } else if has("--bench") && !has("--test") {
        tools::count_or_say_why_not(&arguments);
    } else {
        bodies::test_all();
    }
}

/// True when `NUCLEUS_BENCH` asks for all benches in a minute.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
fn quick() -> bool {
    std::env::var("NUCLEUS_BENCH").is_ok_and(|form| form == "quick")
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
fn main() {
    println!("instructions: skipped, they are counted on x86-64 Linux only");
}

/// The benches: one a body, one line a level that Valgrind can run. A count's id in the baseline
/// is `group::body.level`. They stand in this file because the runner looks for the bench by the
/// name of the file that has `main!`.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod counted {
    use std::hint::black_box;

    use iai_callgrind::{library_benchmark, library_benchmark_group, main};
    use nucleus_core::kernels::Level;

    use crate::bodies::{self, Prepared};

    macro_rules! counted {
        ($($body:ident),+) => {
            $(
                #[library_benchmark(setup = bodies::$body)]
                #[bench::portable(Level::Portable)]
                #[bench::popcnt(Level::Popcnt)]
                #[bench::avx2(Level::Avx2)]
                fn $body(prepared: Prepared) -> (u64, Prepared) {
                    // Handed back, so that its release is not counted.
                    (black_box(&prepared).run(), prepared)
                }
            )+
        };
    }

    counted!(scan, rebuild, generation, make, evaluation, perft, perft_magic);
    counted!(search_axon, search_full, search_umko);

    library_benchmark_group!(name = kernels; benchmarks = scan, rebuild);
    library_benchmark_group!(name = moves; benchmarks = generation, make, evaluation);
    library_benchmark_group!(name = trees; benchmarks = perft, perft_magic, search_axon,
        search_full, search_umko);

    main!(library_benchmark_groups = kernels, moves, trees);

    /// Runs the `main` function that iai-callgrind generates.
    pub fn run() {
        main();
    }
}
