//! The benches: one a body, one line a level that Valgrind can run. A count's id in the baseline
//! is `group::body.level`.

use std::hint::black_box;

use iai_callgrind::{library_benchmark, library_benchmark_group, main};
use nucleus::kernels::Level;

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

counted!(scan, rebuild, generation, make, evaluation, perft, search_axon, search_full);

library_benchmark_group!(name = kernels; benchmarks = scan, rebuild);
library_benchmark_group!(name = moves; benchmarks = generation, make, evaluation);
library_benchmark_group!(name = trees; benchmarks = perft, search_axon, search_full);

main!(library_benchmark_groups = kernels, moves, trees);

/// What iai-callgrind would have as the program's `main`.
pub fn run() {
    main();
}
