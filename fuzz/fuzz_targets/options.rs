//! Any text as the value of an option is accepted and valid, or rejected with a message.
//! `tests/program/input.rs` tests complete command lines, which belong to the program and not to the library.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_records::workloads::{self, Lengths};
use nucleus_matches::{DrawRule, MoveLimit, ResignRule, SprtModel};

const LENGTHS: Lengths = Lengths { seconds: 2.0, speed_seconds: 1.0, perft_depth: 6 };

/// Returns the accepted value; an error must have a message.
fn taken<T, E: ToString>(read: Result<T, E>) -> Option<T> {
    read.map_err(|error| assert!(!error.to_string().is_empty())).ok()
}

fuzz_target!(|text: &str| {
    taken(workloads::parse(text, LENGTHS));
    taken(MoveLimit::parse_clock(text));
    taken(text.parse::<SprtModel>());
    if let Some(rule) = taken(ResignRule::parse(text)) {
        assert!(rule.moves > 0);
    }
    if let Some(rule) = taken(DrawRule::parse(text)) {
        assert!(rule.moves > 0);
    }
});
