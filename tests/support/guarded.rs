//! Buffers between inaccessible pages, so that an access beyond them faults. This file has `unsafe` code,
//! although outside `src/core/kernels`, because it maps memory.
#![allow(dead_code)]

use std::ptr;

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};

const PAGE: usize = 4096;
const CANARY: u8 = 0xc5;

/// Two readable pages between two inaccessible ones.
pub struct Guarded {
    base: *mut u8,
}

impl Guarded {
    pub fn new() -> Self {
        // SAFETY: a fresh mapping of our own, whose outer pages then become inaccessible.
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

    /// Returns `size` bytes that end at the inaccessible page, or `gap` before it; all are canaries.
    pub fn at_end(&mut self, size: usize, gap: usize) -> *mut u8 {
        self.bytes().fill(CANARY);
        &raw mut self.bytes()[2 * PAGE - size - gap]
    }

    /// Returns bytes that start right after the inaccessible page, or `gap` after it; all are canaries.
    pub fn at_start(&mut self, gap: usize) -> *mut u8 {
        self.bytes().fill(CANARY);
        &raw mut self.bytes()[gap]
    }

    /// Returns true if every byte but the `size` at `at` is still a canary.
    pub fn intact(&mut self, at: *const u8, size: usize) -> bool {
        let start = at as usize - self.base as usize - PAGE;
        let bytes = self.bytes();
        let (before, rest) = bytes.split_at(start);
        before.iter().chain(&rest[size..]).all(|&byte| byte == CANARY)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the complete mapping that `new` created.
        unsafe { munmap(self.base.cast(), 4 * PAGE).unwrap() };
    }
}
