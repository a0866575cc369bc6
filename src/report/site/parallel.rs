//! A map over items on all processors.

use std::thread;

/// Calls a function with every item, on as many threads as there are processors, and returns its
/// results in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let apart = |first: usize| items.iter().skip(first).step_by(processors).map(&function);
    thread::scope(|scope| {
        let all: Vec<_> = (0..processors.min(items.len()))
            .map(|first| scope.spawn(move || apart(first).collect::<Vec<R>>()))
            .collect();
        let joined = all.into_iter().map(|one| one.join());
        let parts =
            joined.map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        let mut parts: Vec<_> = parts.map(Vec::into_iter).collect();
        (0..items.len()).filter_map(|at| parts[at % processors].next()).collect()
    })
}
