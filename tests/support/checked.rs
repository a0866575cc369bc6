//! A checked call, after dav1d's checkasm: what a routine does to registers and around its
//! buffers. One of the places outside `src/core/kernels` that has `unsafe`: it calls assembly.
#![allow(dead_code)]

use std::arch::global_asm;
use std::ptr;

use nucleus_core::kernels::Level;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};

use crate::support::Random;

global_asm!(include_str!("../../asm/checked_call.s"), options(raw));

unsafe extern "sysv64" {
    fn nucleus_checked_call(routine: *const (), state: *mut State);
}

/// The layout that `asm/checked_call.s` documents.
#[repr(C, align(64))]
struct State {
    before: [[u64; 8]; 32],
    after: [[u64; 8]; 16],
    arguments: [u64; 4],
    poison: [u64; 6],
    saved_after: [u64; 6],
    results: [u64; 2],
    flags: u64,
    mxcsr: [u32; 2],
    width: u64,
}

const SAVED: [&str; 6] = ["rbx", "rbp", "r12", "r13", "r14", "r15"];

/// Calls a routine with everything poisoned; its two result registers, or what it did wrong.
///
/// # Safety
/// The routine must be an `extern "sysv64"` function that may be called with these arguments.
pub unsafe fn call(
    routine: *const (),
    arguments: [u64; 4],
    random: &mut Random,
) -> Result<[u64; 2], String> {
    let mut poison = || random.next() | 1;
    let mut state = Box::new(State {
        before: [(); 32].map(|()| [(); 8].map(|()| poison())),
        after: [[0; 8]; 16],
        arguments,
        poison: [(); 6].map(|()| poison()),
        saved_after: [0; 6],
        results: [0; 2],
        flags: 0,
        mxcsr: [0; 2],
        width: match Level::detected() {
            Level::Portable | Level::Popcnt => 0,
            Level::Avx2 => 1,
            Level::Avx512 => 2,
        },
    });
    // SAFETY: the state has the documented layout, its width is one the CPU has; the caller
    // answers for the routine.
    unsafe { nucleus_checked_call(routine, &raw mut *state) };
    for (index, name) in SAVED.into_iter().enumerate() {
        if state.saved_after[index] != state.poison[index] {
            return Err(format!("{name} not preserved"));
        }
    }
    if state.flags & 1 << 10 != 0 {
        return Err("direction flag left set".to_owned());
    }
    // The upper bits are control, the lower six are status.
    if (state.mxcsr[0] ^ state.mxcsr[1]) & !63 != 0 {
        return Err("mxcsr control bits changed".to_owned());
    }
    let words = [2, 4, 8][state.width as usize];
    let uppers = |keep: fn(u64, u64) -> bool| {
        (0..16).all(|n| (2..words).all(|w| keep(state.before[n][w], state.after[n][w])))
    };
    let untouched = uppers(|before, after| before == after);
    let zero = uppers(|_, after| after == 0);
    if !untouched && !zero {
        let changed = (0..16).filter(|&n| state.before[n][2..words] != state.after[n][2..words]);
        let changed: Vec<String> = changed.map(|n| n.to_string()).collect();
        return Err(format!(
            "upper halves left dirty: vzeroupper missing (changed in registers {})",
            changed.join(" ")
        ));
    }
    Ok(state.results)
}

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
