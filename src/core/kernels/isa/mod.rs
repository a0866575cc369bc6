//! One folder per instruction set. Siblings hold functions of the same names: `rebuild`, `count`,
//! `children`, `moves`, `pairs`, `units`; a level that lacks a file takes the routines of the level below.

pub mod portable;

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod avx512;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod children;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
mod mobility;
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
pub mod neon;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod pairs;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod popcnt;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod units;
