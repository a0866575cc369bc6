//! The routines in assembly for AArch64, called with every register poisoned and their buffers between
//! closed pages.
#![cfg(all(target_os = "linux", target_arch = "aarch64", not(nucleus_portable)))]
#![allow(improper_ctypes_definitions)]

use std::arch::global_asm;

use crate::checked::call;
use crate::guarded::Guarded;
use crate::support::{self, Random, game_positions};

use nucleus_core::kernels::scan::asm::{ORDERS, POSITIONS, raw};
use nucleus_core::kernels::{PieceList, Rebuilt, SquareList, reference};
use nucleus_core::matrix::cell::{Cell, pieces_mask};
use nucleus_core::matrix::{Nucleus, Planes};
use nucleus_core::types::{Color, Piece, PieceType, Square};

fn nuclei(seed: u64) -> Vec<Nucleus> {
    let mut random = Random(seed);
    let mut boards = vec![Planes::EMPTY];
    boards.extend(game_positions(300, seed).iter().map(|setup| setup.planes));
    for density in (0..=256).step_by(2) {
        let mut planes = Planes::EMPTY;
        for square in Square::all() {
            if random.below(256) < density {
                let color = Color::from_index(random.below(2) as usize);
                planes.put(
                    square,
                    Piece::new(color, PieceType::from_index(random.below(6) as usize)),
                );
            }
        }
        boards.push(planes);
    }
    let nucleus = |planes: &Planes| {
        let mut frame = Rebuilt::default();
        reference::rebuild(planes, Color::Black, &mut frame);
        frame.nucleus
    };
    boards.iter().map(nucleus).collect()
}

/// A buffer of a size, with the gap, right before or behind a closed page in turn.
fn place(buffer: &mut Guarded, turn: usize, size: usize, gap: usize) -> *mut u8 {
    match turn % 4 {
        0 => buffer.at_end(size, 0),
        1 => buffer.at_start(0),
        2 => buffer.at_end(size, gap),
        _ => buffer.at_start(gap),
    }
}

/// Copies the first bytes of a nucleus into a guarded buffer.
fn put(nucleus: &Nucleus, to: *mut u8, size: usize) {
    assert!(size <= size_of::<Nucleus>());
    // SAFETY: the buffer has the size, and a nucleus is no shorter.
    unsafe { std::ptr::copy_nonoverlapping((&raw const *nucleus).cast(), to, size) };
}

/// Reads what a routine wrote.
///
/// # Safety
/// There must be a `T` at `at`.
unsafe fn read<T: Copy>(at: *const u8) -> T {
    // SAFETY: the caller's.
    unsafe { at.cast::<T>().read_unaligned() }
}

/// The published loop reads the sentinel too. Cells and lists may lie on any 4 bytes.
#[test]
fn scanners_in_assembly() {
    let seed = support::seed();
    let mut random = Random(seed);
    let (mut cells, mut list) = (Guarded::new(), Guarded::new());
    for (name, routine, reads) in [
        ("scanner_core", raw::nucleus_scanner_core as *const (), 260),
        ("scanner_neon", raw::nucleus_scanner_neon as *const (), 256),
    ] {
        let mut calls = 0;
        for (n, nucleus) in nuclei(seed).iter().enumerate() {
            for mask in Color::ALL.map(pieces_mask) {
                let from = place(&mut cells, n, reads, 4 * (n % 16));
                let to = place(&mut list, n / 4, 256, 4 * (n % 16));
                put(nucleus, from, reads);
                let mut expected = PieceList::default();
                let wanted = reference::scan(nucleus, mask, &mut expected);
                // The upper half of a 32-bit argument is anybody's.
                let dirty = u64::from(mask) | random.next() << 32;
                let table = (&raw const ORDERS).addr() as u64;
                let arguments = [from as u64, dirty, to as u64, table];
                // SAFETY: the buffers are as large and aligned as the contract says.
                let (results, found) =
                    unsafe { (call(routine, arguments, &mut random), read::<[Cell; 64]>(to)) };
                let results = results.unwrap_or_else(|fault| panic!("{name}: {fault}"));
                assert_eq!(results[0], wanted as u64, "{name}");
                assert_eq!(found[..wanted], expected.0[..wanted], "{name}");
                assert!(list.intact(to, 256), "{name} wrote around its list");
                assert!(cells.intact(from, reads), "{name} wrote to the cells");
                calls += 1;
            }
        }
        support::row(&format!("checked call, asm {name} (AArch64)"), &format!("{calls} calls"));
    }
}

#[test]
fn both_colours_in_assembly() {
    let seed = support::seed();
    let mut random = Random(seed);
    let (mut cells, mut lists) = (Guarded::new(), Guarded::new());
    let size = 320 + 256;
    let nuclei = nuclei(seed);
    for (n, nucleus) in nuclei.iter().enumerate() {
        let from = place(&mut cells, n, 256, 4 * (n % 16));
        let to = place(&mut lists, n / 4, size, 4 * (n % 16));
        put(nucleus, from, 256);
        let mut expected = [PieceList::default(); 2];
        let wanted = reference::scan_both(nucleus, &mut expected);
        let table = (&raw const ORDERS).addr() as u64;
        let arguments = [from as u64, to as u64, table, random.next()];
        // SAFETY: the buffers are as large and aligned as the contract says.
        let (results, white, black) = unsafe {
            let results = call(raw::nucleus_both_neon as *const (), arguments, &mut random);
            (results, read::<[Cell; 64]>(to), read::<[Cell; 64]>(to.add(320)))
        };
        let results = results.unwrap_or_else(|fault| panic!("both_neon: {fault}"));
        assert_eq!(results, wanted.map(|count| count as u64));
        assert_eq!(white[..wanted[0]], expected[0].0[..wanted[0]]);
        assert_eq!(black[..wanted[1]], expected[1].0[..wanted[1]]);
        assert!(lists.intact(to, size), "both_neon wrote around its lists");
    }
    support::row("checked call, asm both_neon (AArch64)", &format!("{} calls", nuclei.len()));
}

#[test]
fn squares_in_assembly() {
    let seed = support::seed();
    let mut random = Random(seed);
    let (mut cells, mut list) = (Guarded::new(), Guarded::new());
    let nuclei = nuclei(seed);
    for (n, nucleus) in nuclei.iter().enumerate() {
        let from = place(&mut cells, n, 256, 4 * (n % 16));
        let to = place(&mut list, n / 4, 64, n % 64);
        put(nucleus, from, 256);
        let mask = pieces_mask(Color::from_index(n / 2 % 2));
        let mut expected = SquareList::default();
        let wanted = reference::squares(nucleus, mask, &mut expected);
        let dirty = u64::from(mask) | random.next() << 32;
        let table = (&raw const POSITIONS).addr() as u64;
        let arguments = [from as u64, dirty, to as u64, table];
        // SAFETY: the buffers are as large and aligned as the contract says.
        let (results, found) = unsafe {
            let results = call(raw::nucleus_squares_neon as *const (), arguments, &mut random);
            (results, read::<[u8; 64]>(to))
        };
        let results = results.unwrap_or_else(|fault| panic!("squares_neon: {fault}"));
        assert_eq!(results[0], wanted as u64);
        assert_eq!(found[..wanted], expected.0[..wanted]);
        assert!(list.intact(to, 64), "squares_neon wrote around its list");
    }
    support::row("checked call, asm squares_neon (AArch64)", &format!("{} calls", nuclei.len()));
}

// Routines that break each rule of the call, so that the check itself is checked.
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
    for (routine, fault) in [
        (nucleus_breaks_x19 as *const (), "x19 not preserved"),
        (nucleus_breaks_d8 as *const (), "d8 not preserved"),
        (nucleus_breaks_fpcr as *const (), "fpcr changed"),
    ] {
        // SAFETY: the routines take no arguments and touch registers alone, which the call puts back.
        let result = unsafe { call(routine, [0; 4], &mut random) };
        assert_eq!(result, Err(fault.to_owned()));
    }
}
