//! Tests of `nucleus-steps`, counts by single steps.
#![cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]

mod counts;
mod program;
mod symbols;
