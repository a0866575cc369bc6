//! Buffers between pages that nobody may touch, so that what reads or writes beyond one faults. One of
//! the places outside `src/core/kernels` that has `unsafe`: it maps memory.
#![allow(dead_code)]

use std::ptr;

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};

const PAGE: usize = 4096;
const CANARY: u8 = 0xc5;

/// Two readable pages between two that nobody may touch.
pub struct Guarded {
    base: *mut u8,
}

impl Guarded {
    pub fn new() -> Self {
        // SAFETY: a fresh mapping of our own, whose outer pages are then closed.
        let base = unsafe {
            let all = ProtFlags::READ | ProtFlags::WRITE;
            let base = mmap_anonymous(ptr::null_mut(), 4 * PAGE, all, MapFlags::PRIVATE).unwrap();
            mprotect(base, PAGE, MprotectFlags::empty()).unwrap();
            mprotect(base.byte_add(3 * PAGE), PAGE, MprotectFlags::empty()).unwrap();
            base.cast()
        };
        Self { base }
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the two middle pages are mapped, readable and writable, and ours alone.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(PAGE), 2 * PAGE) }
    }

    /// `size` bytes that end where the closed page begins, or `gap` before that; all canaries.
    pub fn at_end(&mut self, size: usize, gap: usize) -> *mut u8 {
        self.bytes().fill(CANARY);
        &raw mut self.bytes()[2 * PAGE - size - gap]
    }

    /// `size` bytes right behind the closed page, or `gap` after it; all canaries.
    pub fn at_start(&mut self, gap: usize) -> *mut u8 {
        self.bytes().fill(CANARY);
        &raw mut self.bytes()[gap]
    }

    /// True when every byte but the `size` at `at` is still a canary.
    pub fn intact(&mut self, at: *const u8, size: usize) -> bool {
        let start = at as usize - self.base as usize - PAGE;
        let bytes = self.bytes();
        let (before, rest) = bytes.split_at(start);
        before.iter().chain(&rest[size..]).all(|&byte| byte == CANARY)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the mapping that `new` made, in its whole length.
        unsafe { munmap(self.base.cast(), 4 * PAGE).unwrap() };
    }
}
