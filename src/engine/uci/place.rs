//! Pinning of search threads to processors.

use std::sync::OnceLock;

use nucleus_base::processors::{allowed, pin_current_thread};

/// Processors that this process could use before any of its threads was pinned.
static ALLOWED: OnceLock<Vec<u32>> = OnceLock::new();

/// Stores the processors and returns their number; must be called in an unpinned thread.
pub fn remember_processors() -> usize {
    ALLOWED.get_or_init(allowed).len()
}

/// Pins the calling thread to the stored processor with the index `thread`, modulo their number.
/// Does nothing on systems without pinning.
pub fn pin(thread: usize) {
    let Some(allowed) = ALLOWED.get().filter(|allowed| !allowed.is_empty()) else { return };
    let _ = pin_current_thread(&[allowed[thread % allowed.len()]]);
}

/// Allows the calling thread every processor again.
pub fn unpin(_thread: usize) {
    if let Some(allowed) = ALLOWED.get().filter(|allowed| !allowed.is_empty()) {
        let _ = pin_current_thread(allowed);
    }
}

#[cfg(all(test, target_os = "linux", not(nucleus_portable)))]
mod tests {
    use super::{allowed, pin, remember_processors, unpin};

    #[test]
    fn threads_are_pinned_by_their_numbers_and_released() {
        std::thread::spawn(|| {
            let before = allowed();
            assert_eq!(remember_processors(), before.len());
            for thread in 0..2 * before.len() {
                pin(thread);
                assert_eq!(allowed(), [before[thread % before.len()]]);
            }
            unpin(0);
            assert_eq!(allowed(), before);
        })
        .join()
        .unwrap();
    }
}
