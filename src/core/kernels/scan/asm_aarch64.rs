//! The routines of `asm/` for AArch64: SCANNER_CORE, and twins of the neon level's scanners.
//!
//! The safe functions here are the variants that [`crate::kernels::routines`] hands out.

// Links the routines, which are declared below.
use nucleus_asm as _;

pub use super::core::{scan_both_core, scan_core};
pub use super::counts::Counts;
pub use super::neon::{ORDERS, Orders};
pub use super::positions::{POSITIONS, Positions};
use crate::kernels::lists::{PieceList, SquareList};
use crate::kernels::{has_features, level_features};
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;

/// The routines as they are, for the tests that call them through a checked call. Their contracts
/// stand at the head of each file of `asm/`.
pub mod raw {
    use super::{Cell, Counts, Nucleus, Orders, PieceList, Positions, SquareList};

    unsafe extern "C" {
        /// `asm/scanner_core_aarch64.s`
        pub fn nucleus_scanner_core(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
        ) -> usize;
        /// `asm/scanner_neon.s`
        pub fn nucleus_scanner_neon(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
            orders: *const Orders,
        ) -> usize;
        /// `asm/both_neon.s`
        pub fn nucleus_both_neon(
            nucleus: *const Nucleus,
            lists: *mut [PieceList; 2],
            orders: *const Orders,
        ) -> Counts;
        /// `asm/squares_neon.s`
        pub fn nucleus_squares_neon(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut SquareList,
            positions: *const Positions,
        ) -> usize;
    }
}

/// Panics unless the CPU has the neon level; a constant for a target that has it as its baseline.
pub(in crate::kernels) fn need_neon() {
    assert!(level_features! { neon => has_features {} }, "only handed out where the CPU has NEON");
}

/// The twin of [`super::neon::scan`].
pub fn scan_neon(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    need_neon();
    // SAFETY: the types are as large and aligned as the routine's contract asks; the CPU has the
    // level, as just asserted.
    unsafe { raw::nucleus_scanner_neon(nucleus, mask, list, &ORDERS) }
}

/// The twin of [`super::neon::scan_both`].
pub fn scan_both_neon(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    need_neon();
    // SAFETY: as above; two lists in an array lie 320 bytes apart.
    unsafe { raw::nucleus_both_neon(nucleus, lists, &ORDERS) }.into()
}

/// The twin of [`super::neon::squares`].
pub fn squares_neon(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
    need_neon();
    // SAFETY: as above.
    unsafe { raw::nucleus_squares_neon(nucleus, mask, list, &POSITIONS) }
}

const _: () = assert!(
    size_of::<PieceList>() == 320
        && std::mem::offset_of!(Nucleus, end) == 256
        && std::mem::offset_of!(Orders, ones) == 256
);
