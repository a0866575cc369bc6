//! Bit extraction.

use std::arch::x86_64::_pext_u64;

use crate::kernels::{level_features, level_functions};

level_features! { avx2 => level_functions {
    /// Returns the bits of `value` that `mask` selects, packed at the low end.
    pub fn pext(value: u64, mask: u64) -> u64 {
        _pext_u64(value, mask)
    }
}}
