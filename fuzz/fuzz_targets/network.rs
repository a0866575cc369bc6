//! A network that is read from bytes or has arbitrary weights is rejected, or computed without overflow
//! and equal to the reference.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::eval::network::{
    InputSet, Network, NetworkAccumulator, NetworkWeights, reference,
};
use nucleus_core::kernels::portable;

const HIDDEN: usize = 32;

/// Returns the bytes of a valid network with small weights.
fn valid_file() -> Vec<u8> {
    static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let input_set = InputSet::Pieces;
        let some = |count: usize| (0..count).map(|index| (index % 7) as i16 - 3).collect();
        let weights = NetworkWeights {
            input_set,
            hidden: HIDDEN,
            inputs: some(input_set.inputs() * HIDDEN),
            biases: some(HIDDEN),
            output: some(2 * HIDDEN),
            output_bias: 0,
            scale: 200,
        };
        Network::new(&weights).map_or_else(|error| panic!("{error}"), |network| network.to_bytes())
    });
    FILE.clone()
}

fuzz_target!(|data: &[u8]| {
    if let Ok(network) = Network::from_bytes(data) {
        assert_eq!(Network::from_bytes(&network.to_bytes()).as_ref(), Ok(&network));
    }
    // A valid file with some bytes changed and its end cut off.
    let mut file = valid_file();
    for change in data.chunks_exact(4) {
        let at =
            usize::from_le_bytes([change[0], change[1], change[2], 0, 0, 0, 0, 0]) % file.len();
        // Every other change is in the header.
        file[if change[0] & 1 == 0 { at } else { at % 64 }] ^= change[3];
    }
    if data.len() % 4 == 3 {
        file.truncate(file.len() - usize::from(data[0]));
    }
    if let Ok(network) = Network::from_bytes(&file) {
        assert_eq!(Network::from_bytes(&network.to_bytes()).as_ref(), Ok(&network));
    }
    // The bytes, repeated, serve as weights.
    if data.len() < 8 {
        return;
    }
    let mut numbers = data.iter().cycle().zip(data.iter().cycle().skip(1)).step_by(2);
    let mut number = || numbers.next().map_or(0, |(&a, &b)| i16::from_le_bytes([a, b]));
    let mut some =
        |count: usize, shift: u32| -> Vec<i16> { (0..count).map(|_| number() >> shift).collect() };
    let shift = u32::from(data[0] & 7);
    let input_set = InputSet::ALL[usize::from(data[2]) % InputSet::ALL.len()];
    let weights = NetworkWeights {
        input_set,
        hidden: HIDDEN,
        inputs: some(input_set.inputs() * HIDDEN, shift),
        biases: some(HIDDEN, 0),
        output: some(2 * HIDDEN, 8),
        output_bias: i32::from(number()) << 16,
        scale: u32::from(data[1]) << 4,
    };
    let Ok(network) = Network::new(&weights) else { return };
    let board = RulesBoard::new(&Setup::start(), portable::Token);
    for side in nucleus_core::types::Color::ALL {
        let sums = NetworkAccumulator::new(&network, &board);
        let value = sums.value(&network, portable::Token, side);
        assert_eq!(value, reference::value(&network, board.planes(), side));
    }
});
