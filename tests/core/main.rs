//! Tests of the core (boards, kernels, move generator, evaluation, notation) and of text cleaning.
//! Implementations are compared with each other, with tables and with other programs.

#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
#[path = "../support/checked.rs"]
mod checked;
#[cfg(all(target_os = "linux", target_arch = "aarch64", not(nucleus_portable)))]
#[path = "../support/checked_aarch64.rs"]
mod checked;
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(nucleus_portable)
))]
#[path = "../support/guarded.rs"]
mod guarded;
#[path = "../support/mod.rs"]
mod support;

mod boards;
mod checked_call;
mod checked_call_aarch64;
mod clean;
mod escape;
mod eval;
mod kernels;
mod lazy_evaluation;
mod levels;
mod lines;
mod magic;
mod memory;
mod network;
mod noise;
mod notation;
mod oracle;
mod pairs;
mod paper29;
mod perft;
#[cfg(all(target_arch = "x86_64", target_os = "linux", not(nucleus_portable)))]
mod pext;
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(nucleus_portable)
))]
mod raw_scanners;
mod record;
mod style;
