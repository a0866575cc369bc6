//! Any bytes are rejected as an opening book, or probed, written unchanged, and used.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_engine::book::openx::OpenxBook;
use nucleus_engine::book::{OpeningBook, merge};
use nucleus_core::kernels::portable;

/// Returns the bytes with the length and checksum that an OPENX header requires, so that the rest
/// is parsed.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if OpenxBook::is_one(&bytes) && bytes.len() >= 24 {
        bytes.truncate(bytes.len() - (bytes.len() - 24) % 52);
        let count = ((bytes.len() - 24) / 52) as u32;
        bytes[8..12].copy_from_slice(&[0, 1, 0, 52]);
        bytes[12..16].copy_from_slice(&count.to_be_bytes());
        let parts = bytes[..16].iter().chain(&bytes[24..]);
        let sum = parts.fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        bytes[16..24].copy_from_slice(&sum.to_be_bytes());
    }
    bytes
}

fuzz_target!(|bytes: &[u8]| {
    let start = RulesBoard::new(&Setup::start(), portable::Token);
    for bytes in [bytes.to_vec(), sealed(bytes.to_vec())] {
        let Ok(book) = OpeningBook::parse(bytes.clone()) else { continue };
        assert_eq!(book.to_bytes(), bytes);
        let _ = book.moves(&start);
        if let Ok(twice) = merge(&book, &book) {
            assert_eq!(OpeningBook::parse(twice.to_bytes()), Ok(twice));
        }
    }
});
