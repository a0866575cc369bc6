//! Calls scanners, rebuilds and other routines of every level. Checks callee-saved registers, the
//! direction flag, mxcsr, clean upper halves, and canaries. Buffers end where a page ends.
#![cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
// The `extern` functions take Rust function pointers, which assembly only passes on and Rust calls.
#![allow(improper_ctypes_definitions)]

mod axon32;

use crate::guarded::Guarded;
use crate::raw_scanners::{self, RawScanner, Written, boards};

use std::arch::global_asm;
use std::mem::offset_of;

use crate::checked::call;
use crate::support::{self, Random};
use nucleus_core::kernels::scan::asm::{POSITIONS, raw};
use nucleus_core::kernels::{
    Counted, Kernel, Level, MatrixKernel, PieceList, Rebuilt, Routines, SquareList, available,
    reference,
};
use nucleus_core::matrix::cell::{Cell, pieces_mask};
use nucleus_core::matrix::{Nucleus, Planes};
use nucleus_core::types::{Color, Move, MoveList, PieceType};

/// Reads a value that a routine wrote.
///
/// # Safety
/// `at` must point to a valid, initialised `T`.
unsafe fn read<T: Copy>(at: *const u8) -> T {
    // SAFETY: guaranteed by the caller.
    unsafe { at.cast::<T>().read_unaligned() }
}

/// Writes a value into a guarded buffer.
///
/// # Safety
/// `at` must have room for a `T`.
unsafe fn write<T>(at: *mut u8, value: &T) {
    // SAFETY: the caller guarantees the room, and a value never overlaps a guarded buffer.
    unsafe { std::ptr::copy_nonoverlapping((&raw const *value).cast::<u8>(), at, size_of::<T>()) };
}

/// Places lists of entries at any multiple of 4 bytes, the alignment that they need.
#[test]
fn scanners_in_assembly() {
    use Written::{Both, Entries, Squares};
    let table = (&raw const POSITIONS).cast();
    for (level, extra, align, scanners) in [
        (
            Level::Portable,
            4,
            4,
            &[("scanner_core", raw::nucleus_scanner_core as *const (), Entries)][..],
        ),
        (
            Level::Avx2,
            0,
            32,
            &[
                ("scanner_avx2", raw::nucleus_scanner_avx2 as *const (), Entries),
                ("both_avx2", raw::nucleus_both_avx2 as *const (), Both),
                ("squares_avx2", raw::nucleus_squares_avx2 as *const (), Squares(1)),
            ],
        ),
        (
            Level::Avx512,
            0,
            64,
            &[
                ("scanner_avx512", raw::nucleus_scanner_avx512 as *const (), Entries),
                ("both_avx512", raw::nucleus_both_avx512 as *const (), Both),
                ("squares_avx512", raw::nucleus_squares_avx512 as *const (), Squares(64)),
            ],
        ),
    ] {
        if level > Level::detected() {
            println!("{level}: skipped, this CPU lacks it");
            continue;
        }
        for &(name, routine, written) in scanners {
            let reads = size_of::<[Cell; 64]>() + extra;
            raw_scanners::check(&RawScanner { name, routine, table, reads, align, written });
        }
    }
}

// A checked call needs a `sysv64` function: each wrapper calls its routine by Rust's convention.

type Scan<L> = fn(&Nucleus, Cell, &mut L) -> usize;
extern "sysv64" fn scan<L>(routine: Scan<L>, nucleus: &Nucleus, mask: Cell, list: &mut L) -> usize {
    routine(nucleus, mask, list)
}

type ScanBoth = fn(&Nucleus, &mut [PieceList; 2]) -> [usize; 2];
extern "sysv64" fn scan_both(
    routine: ScanBoth,
    nucleus: &Nucleus,
    lists: &mut [PieceList; 2],
    counts: &mut [usize; 2],
) {
    // Entry by entry: AddressSanitizer copies the array by the C library's memcpy, whose 16-byte moves clear
    // the upper halves of two registers before the check.
    let [white, black] = routine(nucleus, lists);
    counts[0] = white;
    counts[1] = black;
}

type Rebuild = fn(&Planes, Color, &mut Rebuilt);
extern "sysv64" fn rebuild(routine: Rebuild, planes: &Planes, black: u32, frame: &mut Rebuilt) {
    routine(planes, Color::from_index(black as usize & 1), frame);
}

/// The routines of each level's table, each with its buffers at the end of a page.
#[test]
fn the_table_of_every_level() {
    let seed = support::seed();
    let mut random = Random(seed);
    let (mut input, mut output) = (Guarded::new(), Guarded::new());
    let boards = boards(seed, 300);
    for level in available() {
        for planes in &boards {
            for side in Color::ALL {
                let mut expected = Rebuilt::default();
                reference::rebuild(planes, side, &mut expected);
                let from = input.at_end(size_of::<Planes>(), 0);
                let to = output.at_end(size_of::<Rebuilt>(), 0);
                let arguments =
                    [level.rebuild as usize as u64, from as u64, side as u64, to as u64];
                // SAFETY: the buffers hold a value of the type that the routine takes.
                let (result, found) = unsafe {
                    write(from, planes);
                    write(to, &Rebuilt::default());
                    (call(rebuild as *const (), arguments, &mut random), read::<Rebuilt>(to))
                };
                result.unwrap_or_else(|error| panic!("{} rebuild: {error}", level.name));
                assert_eq!(found.nucleus, expected.nucleus, "{}", level.name);
                assert_eq!(found.influence, expected.influence, "{}", level.name);
                assert!(output.intact(to, size_of::<Rebuilt>()), "{} rebuild", level.name);
                let (input, output) = (&mut input, &mut output);
                check_table_scanners(&level, &expected.nucleus, side, input, output, &mut random);
            }
        }
        support::row(
            &format!("checked call, {}", level.name),
            &format!("{} calls of each of 4 routines", 2 * boards.len()),
        );
    }
}

fn check_table_scanners(
    level: &Routines,
    nucleus: &Nucleus,
    color: Color,
    input: &mut Guarded,
    output: &mut Guarded,
    random: &mut Random,
) {
    let mask = pieces_mask(color);
    let from = input.at_end(size_of::<Nucleus>(), 0);
    // SAFETY: the buffer has room for a nucleus.
    unsafe { write(from, nucleus) };
    let dirty = u64::from(mask) | random.next() << 32;
    let mut counts = [0usize; 2];
    for (written, wrapper, routine, room) in [
        (Written::Entries, scan::<PieceList> as *const (), level.scan as usize, 320),
        (Written::Squares(64), scan::<SquareList> as *const (), level.squares as usize, 64),
        (Written::Both, scan_both as *const (), level.scan_both as usize, 2 * 320),
    ] {
        let is_both = matches!(written, Written::Both);
        let to = output.at_end(room, 0);
        let arguments = match is_both {
            true => [routine as u64, from as u64, to as u64, (&raw mut counts).addr() as u64],
            false => [routine as u64, from as u64, dirty, to as u64],
        };
        // SAFETY: the buffers hold values of the routines' types, and `to` has `room` bytes.
        let (results, found) = unsafe {
            let results = call(wrapper, arguments, random);
            (results, std::slice::from_raw_parts(to, room).to_vec())
        };
        let results = results.unwrap_or_else(|error| panic!("{} {written:?}: {error}", level.name));
        let results = if is_both { counts.map(|count| count as u64) } else { results };
        written.check(nucleus, mask, results, &found, level.name);
        let size = if is_both { room } else { written.size() };
        assert!(output.intact(to, size), "{} {written:?}", level.name);
    }
}

/// The arguments of [`Kernel::replace`].
struct Replace<'a> {
    planes: &'a Planes,
    clear: u64,
    put: u64,
    kind: PieceType,
    color: Color,
}

extern "sysv64" fn replace<K: MatrixKernel>(kernel: &K, arguments: &Replace<'_>, out: &mut Planes) {
    let Replace { planes, clear, put, kind, color } = *arguments;
    kernel.replace(planes, clear, put, kind, color, out);
}

extern "sysv64" fn count_moves<K: MatrixKernel>(
    kernel: &K,
    planes: &Planes,
    black: u32,
    out: &mut Option<Counted>,
) {
    *out = kernel.count_moves(planes, Color::from_index(black as usize & 1));
}

extern "sysv64" fn append_moves<K: MatrixKernel>(
    kernel: &K,
    list: &mut MoveList,
    from: u32,
    targets: u64,
) {
    kernel.append_moves(list, from as u16, targets);
}

/// Three routines available through tokens only; two are compared with the portable ones.
#[test]
fn the_token_of_every_level() {
    for level in Level::usable() {
        let choice = nucleus_core::kernels::Choice { level, variant: Default::default() };
        nucleus_core::with_token!(choice, token => check_token(token));
    }
}

fn check_token<K: MatrixKernel>(kernel: K) {
    let seed = support::seed();
    let mut random = Random(seed);
    let (mut input, mut output) = (Guarded::new(), Guarded::new());
    let portable = nucleus_core::kernels::portable::Token;
    let token = (&raw const kernel).addr() as u64;
    let boards = boards(seed, 300);
    for (n, planes) in boards.iter().enumerate() {
        let from = input.at_end(size_of::<Planes>(), 0);
        // SAFETY: the buffers hold a value of the type that each routine takes.
        unsafe {
            write(from, planes);
            let clear = random.next() & random.next();
            let arguments = Replace {
                planes: &*from.cast::<Planes>(),
                clear,
                put: random.next() & clear,
                kind: PieceType::from_index(random.below(6) as usize),
                color: Color::from_index(n % 2),
            };
            let to = output.at_end(size_of::<Planes>(), 0);
            let registers = [token, (&raw const arguments).addr() as u64, to as u64, random.next()];
            let result = call(replace::<K> as *const (), registers, &mut random);
            assert!(result.is_ok(), "{} replace: {result:?}", K::LEVEL);
            let mut expected = Planes::EMPTY;
            let Replace { clear, put, kind, color, .. } = arguments;
            portable.replace(planes, clear, put, kind, color, &mut expected);
            assert_eq!(read::<Planes>(to), expected, "{} replace", K::LEVEL);
            assert!(output.intact(to, size_of::<Planes>()), "{} replace", K::LEVEL);

            // Perft checks the counts; this test checks only registers and memory.
            let mut counted: Option<Counted> = None;
            let dirty = random.next() & !1 | u64::from(n % 2 == 1);
            let registers = [token, from as u64, dirty, (&raw mut counted).addr() as u64];
            let result = call(count_moves::<K> as *const (), registers, &mut random);
            assert!(result.is_ok(), "{} count_moves: {result:?}", K::LEVEL);

            let size = size_of::<MoveList>();
            let to = output.at_end(size, 0);
            let mut list = MoveList::new();
            // Filler moves come first in the list, so that new moves come close to its end.
            (0..n % 192).for_each(|_| list.push(Move(0x1234)));
            to.cast::<MoveList>().write(list.clone());
            let (moving, targets) = (random.next() as u16 & 0xf03f, random.next() & random.next());
            let registers = [token, to as u64, u64::from(moving) | random.next() << 32, targets];
            let result = call(append_moves::<K> as *const (), registers, &mut random);
            assert!(result.is_ok(), "{} append_moves: {result:?}", K::LEVEL);
            portable.append_moves(&mut list, moving, targets);
            let found = &*to.cast::<MoveList>();
            assert_eq!(found[..], list[..], "{}", K::LEVEL);
            assert!(output.intact(to, size), "{} append_moves", K::LEVEL);
        }
    }
    support::row(
        &format!("checked call, token of {}", K::LEVEL),
        &format!("{} calls of each of 3 routines", boards.len()),
    );
}

// Routines that each break a rule of the call, and a good one, to test the check itself.
global_asm!(
    ".text",
    "nucleus_bad_rbx: inc rbx",
    "ret",
    "nucleus_bad_r15: xor r15d, r15d",
    "ret",
    "nucleus_bad_direction: std",
    "ret",
    "nucleus_bad_upper: vpcmpeqd ymm7, ymm7, ymm7",
    "ret",
    "nucleus_bad_mxcsr: push 0x9fc0",
    "ldmxcsr dword ptr [rsp]",
    "pop rax",
    "ret",
    "nucleus_bad_writer: mov byte ptr [rdi - 1], 0",
    "ret",
    "nucleus_good: mov eax, edi",
    "lea rdx, [rsi + 1]",
    "ret",
    ".globl nucleus_bad_rbx, nucleus_bad_r15, nucleus_bad_direction, nucleus_bad_upper",
    ".globl nucleus_bad_mxcsr, nucleus_bad_writer, nucleus_good",
);

unsafe extern "sysv64" {
    fn nucleus_bad_rbx();
    fn nucleus_bad_r15();
    fn nucleus_bad_direction();
    fn nucleus_bad_upper();
    fn nucleus_bad_mxcsr();
    fn nucleus_bad_writer(at: *mut u8);
    fn nucleus_good(a: u32, b: u64) -> u64;
}

#[test]
fn a_checked_call_finds_what_is_wrong() {
    let mut random = Random(support::seed());
    // SAFETY: the routines above do what their names say and nothing else.
    let mut run = |routine: *const ()| unsafe { call(routine, [7, 8, 0, 0], &mut random) };
    assert_eq!(run(nucleus_good as *const ()), Ok([7, 9]));
    assert!(run(nucleus_bad_rbx as *const ()).unwrap_err().contains("rbx"));
    assert!(run(nucleus_bad_r15 as *const ()).unwrap_err().contains("r15"));
    assert!(run(nucleus_bad_direction as *const ()).unwrap_err().contains("direction"));
    if Level::detected() >= Level::Avx2 {
        assert!(run(nucleus_bad_upper as *const ()).unwrap_err().contains("vzeroupper"));
    }
    let error = run(nucleus_bad_mxcsr as *const ()).unwrap_err();
    assert!(error.contains("mxcsr"), "{error}");
    let mut buffer = Guarded::new();
    let at = buffer.at_end(64, 0);
    assert!(buffer.intact(at, 64));
    // SAFETY: the byte before is one of the guarded buffer's canaries.
    unsafe { call(nucleus_bad_writer as *const (), [at as u64, 0, 0, 0], &mut random) }.unwrap();
    assert!(!buffer.intact(at, 64));
}

const _: () = assert!(offset_of!(Nucleus, end) == 256);
const _: () = assert!(size_of::<PieceList>() == 320 && size_of::<SquareList>() == 64);
