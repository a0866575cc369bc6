//! Any bytes as a line from an engine that the harness drives.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus::harness::uci_line::Line;

fuzz_target!(|bytes: &[u8]| {
    let _ = Line::parse(&String::from_utf8_lossy(bytes));
});
