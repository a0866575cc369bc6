//! Hints to the memory system, and the filling of large vectors by several threads.

use std::mem::MaybeUninit;

/// Fetches the target of a reference into the nearest cache.
#[inline(always)]
pub fn prefetch<T>(at: &T) {
    #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
    // SAFETY: a prefetch of a valid reference has no visible effect and cannot fault.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(at).cast());
    }
    #[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
    // SAFETY: a prefetch of a valid reference has no visible effect and cannot fault.
    unsafe {
        std::arch::asm!(
            "prfm pldl1keep, [{at}]",
            at = in(reg) std::ptr::from_ref(at),
            options(readonly, nostack, preserves_flags)
        );
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable))))]
    let _ = at;
}

#[cfg(all(target_os = "linux", not(nucleus_portable)))]
const MADV_HUGEPAGE: std::ffi::c_int = 14;

// SAFETY: the C library's `madvise`, which the standard library links on Linux, has this signature.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
unsafe extern "C" {
    fn madvise(
        start: *mut std::ffi::c_void,
        length: usize,
        advice: std::ffi::c_int,
    ) -> std::ffi::c_int;
}

/// Requests huge pages for memory that is not yet in use; the system may decline.
pub fn advise_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(all(target_os = "linux", not(nucleus_portable)))]
    {
        const PAGE: usize = 4096;
        let bytes = size_of_val(memory);
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        let Some(usable) = bytes.checked_sub(skipped) else { return };
        // SAFETY: the range lies within `memory`, which is exclusively borrowed; the advice does
        // not change contents. A refusal has no effect and is not an error.
        unsafe {
            let _ = madvise(start.add(skipped).cast(), usable / PAGE * PAGE, MADV_HUGEPAGE);
        }
    }
    #[cfg(not(all(target_os = "linux", not(nucleus_portable))))]
    let _ = memory;
}

/// Size in bytes from which several threads fill memory. Most of the time goes to the system, which
/// zeroes every page at its first access.
const FILLED_IN_PARTS: usize = 64 << 20;

/// Fills an empty vector with `count` default values; a large one with one thread per processor.
///
/// # Panics
/// If several threads fill the vector, and it is not empty or its capacity is too small.
pub fn fill<T: Default + Send>(values: &mut Vec<T>, count: usize) {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    if threads == 1 || count * size_of::<T>() < FILLED_IN_PARTS {
        return values.resize_with(count, T::default);
    }
    assert!(values.is_empty() && values.capacity() >= count, "room for {count} values");
    let memory = &mut values.spare_capacity_mut()[..count];
    std::thread::scope(|scope| {
        for part in memory.chunks_mut(count.div_ceil(threads)) {
            scope.spawn(|| part.iter_mut().for_each(|place| _ = place.write(T::default())));
        }
    });
    // SAFETY: the first `count` places, within the capacity, were written above: the chunks cover
    // all of them, and the scope has waited for every thread, or has passed its panic on.
    unsafe { values.set_len(count) };
}
