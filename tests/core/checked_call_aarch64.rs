//! Calls the assembly scanners for AArch64, with poisoned registers and buffers at guard pages.
#![cfg(all(target_os = "linux", target_arch = "aarch64", not(nucleus_portable)))]
#![allow(improper_ctypes_definitions)]

use std::arch::global_asm;

use crate::checked::call;
use crate::raw_scanners::{self, RawScanner, Written};
use crate::support::{self, Random};

use nucleus_core::kernels::scan::asm::{ORDERS, POSITIONS, raw};

/// `scanner_core`, the paper's loop, reads the sentinel too. Cells and lists need 4-byte alignment.
#[test]
fn scanners_in_assembly() {
    let orders = (&raw const ORDERS).cast();
    let positions = (&raw const POSITIONS).cast();
    for (name, routine, table, reads, written) in [
        ("scanner_core", raw::nucleus_scanner_core as *const (), orders, 260, Written::Entries),
        ("scanner_neon", raw::nucleus_scanner_neon as *const (), orders, 256, Written::Entries),
        ("both_neon", raw::nucleus_both_neon as *const (), orders, 256, Written::Both),
        (
            "squares_neon",
            raw::nucleus_squares_neon as *const (),
            positions,
            256,
            Written::Squares(1),
        ),
    ] {
        raw_scanners::check(&RawScanner { name, routine, table, reads, align: 4, written });
    }
}

// Routines that each break a rule of the call, to test the check itself.
global_asm!(
    "nucleus_breaks_x19: mov x19, xzr",
    "ret",
    "nucleus_breaks_d8: movi d8, #0",
    "ret",
    "nucleus_breaks_fpcr: mrs x9, fpcr",
    "eor x9, x9, #0x1000000",
    "msr fpcr, x9",
    "ret",
);

unsafe extern "C" {
    fn nucleus_breaks_x19();
    fn nucleus_breaks_d8();
    fn nucleus_breaks_fpcr();
}

#[test]
fn the_checked_call_sees_what_is_broken() {
    let mut random = Random(support::seed());
    for (routine, error) in [
        (nucleus_breaks_x19 as *const (), "x19 not preserved"),
        (nucleus_breaks_d8 as *const (), "d8 not preserved"),
        (nucleus_breaks_fpcr as *const (), "fpcr changed"),
    ] {
        // SAFETY: the routines take no arguments and change registers alone, which the call restores.
        let result = unsafe { call(routine, [0; 4], &mut random) };
        assert_eq!(result, Err(error.to_owned()));
    }
}
