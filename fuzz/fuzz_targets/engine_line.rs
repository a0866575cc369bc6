//! Any bytes as a line from an engine that the harness drives.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_harness::uci_line::UciLine;

fuzz_target!(|bytes: &[u8]| {
    let _ = UciLine::parse(&String::from_utf8_lossy(bytes));
});
