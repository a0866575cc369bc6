//! Filling memory with one thread or several.

use nucleus_core::kernels::memory::fill;

/// The smallest number of values that several threads fill: 64 MiB of them.
const SEVERAL_THREADS: usize = (64 << 20) / 8;

#[derive(PartialEq, Debug)]
struct Seven(u64);

impl Default for Seven {
    fn default() -> Self {
        Self(7)
    }
}

#[test]
fn memory_is_filled_by_one_thread_or_several() {
    for count in [0, 1, 1000, SEVERAL_THREADS + 3] {
        let mut values: Vec<Seven> = Vec::with_capacity(count);
        fill(&mut values, count);
        assert_eq!(values.len(), count);
        assert!(values.iter().all(|value| *value == Seven(7)));
    }
}
