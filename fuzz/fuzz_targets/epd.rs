//! Any text as an EPD file: its positions, its operations, its moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_core::notation::epd;

fuzz_target!(|text: &str| {
    for epd in epd::read(text).flatten() {
        for opcode in ["bm", "am", "id", "dm", "c8"] {
            let _ = (epd.moves(opcode), epd.number(opcode), epd.text(opcode));
        }
        let _ = epd.fen();
    }
});
