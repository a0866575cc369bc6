//! A checked call on AArch64: it detects changes to callee-saved registers. This file has `unsafe` code,
//! although outside `src/core/kernels`, because it calls assembly.

use std::arch::global_asm;

use crate::support::Random;

global_asm!(include_str!("../../asm/checked_call_aarch64.s"), options(raw));

unsafe extern "C" {
    fn nucleus_checked_call(routine: *const (), state: *mut State);
}

/// The layout documented in `asm/checked_call_aarch64.s`.
#[repr(C, align(16))]
struct State {
    before: [[u64; 2]; 32],
    arguments: [u64; 4],
    poison: [u64; 10],
    saved_after: [u64; 10],
    vectors_after: [u64; 8],
    results: [u64; 2],
    fpcr: [u64; 2],
    stack_off: u64,
}

/// Calls a routine with all registers poisoned; returns its two result registers, or the violated rule.
///
/// # Safety
/// The routine must be an `extern "C"` function that may be called with these arguments.
pub unsafe fn call(
    routine: *const (),
    arguments: [u64; 4],
    random: &mut Random,
) -> Result<[u64; 2], String> {
    let mut poison = || random.next() | 1;
    let mut state = Box::new(State {
        before: [(); 32].map(|()| [poison(), poison()]),
        arguments,
        poison: [(); 10].map(|()| poison()),
        saved_after: [0; 10],
        vectors_after: [0; 8],
        results: [0; 2],
        fpcr: [0; 2],
        stack_off: 0,
    });
    // SAFETY: the state has the documented layout; the caller is responsible for the routine.
    unsafe { nucleus_checked_call(routine, &raw mut *state) };
    if let Some(index) = (0..10).find(|&n| state.saved_after[n] != state.poison[n]) {
        return Err(format!("x{} not preserved", 19 + index));
    }
    // The lower halves of v8 to v15 are callee-saved.
    if let Some(index) = (0..8).find(|&n| state.vectors_after[n] != state.before[8 + n][0]) {
        return Err(format!("d{} not preserved", 8 + index));
    }
    if state.fpcr[0] != state.fpcr[1] {
        return Err("fpcr changed".to_owned());
    }
    if state.stack_off != 0 {
        return Err("the stack pointer or the frame pointer is not what it was".to_owned());
    }
    Ok(state.results)
}
