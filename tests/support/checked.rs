//! A checked call, after dav1d's checkasm: it detects changes to callee-saved registers and flags.
//! This file has `unsafe` code, although outside `src/core/kernels`, because it calls assembly.
#![allow(dead_code)]

use std::arch::global_asm;

use nucleus_core::kernels::Level;

use crate::support::Random;

global_asm!(include_str!("../../asm/checked_call.s"), options(raw));

unsafe extern "sysv64" {
    fn nucleus_checked_call(routine: *const (), state: *mut State);
}

/// The layout documented in `asm/checked_call.s`.
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

/// Calls a routine with all registers poisoned; returns its result registers, or the violated rule.
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
            Level::Avx2 => 1,
            Level::Avx512 => 2,
            _ => 0,
        },
    });
    // SAFETY: the state has the documented layout and a width that the CPU has; the caller is
    // responsible for the routine.
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
