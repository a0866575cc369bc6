//! One folder per instruction set. Files of the same name serve the same task, such as `rebuild`.
//! A level without a routine of its own uses that of the level below.

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
