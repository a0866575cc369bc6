//! SCANNER_CORE of `asm/` for 32-bit x86.

// Links the routine, which is declared below.
use nucleus_asm as _;

pub use super::core::{Counts, list_core, scan_both_core, scan_core};

/// The raw routine. Its file begins with its contract.
pub mod raw {
    use crate::kernels::lists::PieceList;
    use crate::matrix::Nucleus;
    use crate::matrix::cell::Cell;

    unsafe extern "cdecl" {
        /// Lists one colour as published: `asm/scanner_core_x86.s`.
        pub fn nucleus_scanner_core(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
        ) -> usize;
    }
}
