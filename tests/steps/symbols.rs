//! Symbols of a program's file, and files without any.

use nucleus_steps::{SymbolTable, demangle};

#[test]
fn names_are_paths() {
    for (symbol, path) in [
        (
            "_ZN12nucleus_core7kernels9reference4scan17h0123456789abcdefE",
            "nucleus_core::kernels::reference::scan",
        ),
        (
            "_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h0123456789abcdefE",
            "core::ptr::drop_in_place<alloc::string::String>",
        ),
        (
            "_ZN61_$LT$a..b$u20$as$u20$c$GT$3run17h0123456789abcdefE",
            "_ZN61_$LT$a..b$u20$as$u20$c$GT$3run17h0123456789abcdefE",
        ),
        ("_ZN26_$LT$a..b$u20$as$u20$c$GT$3run17h0123456789abcdefE", "<a::b as c>::run"),
        ("nucleus_scanner_avx2", "nucleus_scanner_avx2"),
        ("_ZN", "_ZN"),
        ("_ZN99999999999999999999xE", "_ZN99999999999999999999xE"),
        ("_ZN1éE", "_ZN1éE"),
        ("_ZN3é$E", "é$"),
    ] {
        assert_eq!(demangle(symbol), path);
    }
}

#[test]
fn a_broken_file_is_an_error() {
    for (bytes, what) in [
        (&b""[..], "no ELF file"),
        (b"MZ, a program of another system", "no ELF file"),
        (b"\x7fELF\x01\x01 of 32 bits", "no ELF file"),
        (b"\x7fELF\x02\x01\x01", "it ends before byte"),
    ] {
        let error = SymbolTable::parse(bytes).expect_err("no program");
        assert!(error.contains(what), "{error}");
    }
    let error = SymbolTable::read("/nowhere".as_ref()).expect_err("no file");
    assert!(error.starts_with("/nowhere: "), "{error}");
}

/// Returns a small ELF file: one segment of code, a table of two symbols, their names.
fn small() -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
    let mut put = |at: usize, width: usize, value: u64| {
        bytes.resize(bytes.len().max(at + width), 0);
        bytes[at..at + width].copy_from_slice(&value.to_le_bytes()[..width]);
    };
    // Segments at 64, one of 56 bytes; sections at 120, two of 64 bytes.
    for (at, width, value) in
        [(32, 8, 64), (54, 2, 56), (56, 2, 1), (40, 8, 120), (58, 2, 64), (60, 2, 2)]
    {
        put(at, width, value);
    }
    // Loaded, executable, from byte 0x1000 of the file to address 0x3000.
    for (at, width, value) in [(64, 4, 1), (68, 4, 5), (72, 8, 0x1000), (80, 8, 0x3000)] {
        put(at, width, value);
    }
    // Section 0: symbols at 248, two of 24 bytes, names in section 1; section 1: names at 296.
    for (at, width, value) in [(124, 4, 2), (144, 8, 248), (152, 8, 48), (160, 4, 1), (208, 8, 296)]
    {
        put(at, width, value);
    }
    for (at, name, begin, size) in [(248, 1, 0x3000, 16), (272, 5, 0x3020, 0)] {
        for (at, width, value) in
            [(at, 4, name), (at + 4, 1, 0x12), (at + 8, 8, begin), (at + 16, 8, size)]
        {
            put(at, width, value);
        }
    }
    bytes.extend_from_slice(b"\0one\0two\0");
    bytes
}

#[test]
fn an_address_is_in_the_routine_that_has_it() {
    let table = SymbolTable::parse(&small()).expect("a program");
    let found = [0x2fff, 0x3000, 0x300f, 0x3010, 0x3020, 0x4000].map(|at| table.routine(at));
    assert_eq!(found, [None, Some("one"), Some("one"), None, Some("two"), Some("two")]);
    assert_eq!(table.address_of(0x1234), 0x3234);
}

#[test]
fn no_file_cut_short_or_changed_panics() {
    let full = small();
    for length in 0..full.len() {
        let _ = SymbolTable::parse(&full[..length]);
    }
    for at in 0..full.len() {
        for value in [0, 1, 127, 255] {
            let mut bytes = full.clone();
            bytes[at] = value;
            let _ = SymbolTable::parse(&bytes);
        }
    }
}
