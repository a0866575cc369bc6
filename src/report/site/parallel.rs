//! A map over items on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Calls a function with every item, on as many threads as there are processors, and returns its
/// results in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            let result = function(item);
            *results[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    };
    thread::scope(|scope| {
        for _ in 1..processors.min(items.len()) {
            scope.spawn(work);
        }
        work();
    });
    let results = results.into_iter();
    // A panic of the function has ended the scope with a panic: every item has its result.
    results.filter_map(|one| one.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}
