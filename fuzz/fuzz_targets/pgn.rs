//! Any bytes as a file of games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_core::notation::pgn;

fuzz_target!(|bytes: &[u8]| {
    let text = pgn::decode(bytes.to_vec());
    for game in pgn::read(&text).flatten() {
        let _ = game.moves().count();
        let _ = game.to_string();
    }
});
