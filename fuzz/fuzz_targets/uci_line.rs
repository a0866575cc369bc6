//! Any bytes as a line from a GUI.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_engine::uci::UciCommand;

fuzz_target!(|bytes: &[u8]| {
    let _ = UciCommand::parse(&String::from_utf8_lossy(bytes));
});
