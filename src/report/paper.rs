//! The rows of the paper's Table I (Axon II, 2026, section VI), quoted for comparison with ours.

/// A row as printed.
#[derive(Debug, Clone, Copy)]
pub struct Quoted {
    /// The CPU and its clock, as printed.
    pub cpu: &'static str,
    /// Axon II's nodes per second on the start position.
    pub start: f64,
    /// Axon II's nodes per second on the mate in 7.
    pub mate7: f64,
    /// Stockfish 18's nodes per second on the start position, printed in thousands.
    pub stockfish: f64,
}

impl Quoted {
    /// Returns Axon II's speed relative to Stockfish 18 on the start position, from the printed figures.
    pub fn ratio(&self) -> f64 {
        self.start / self.stockfish
    }
}

/// The note that accompanies these rows.
pub const NOTE: &str = "Quoted rows are the published figures of Axon II and Stockfish 18, not \
    our measurements; the ratio is computed from them. The paper does not define a position, \
    and states neither the build of Stockfish nor the spread of its figures.";

const fn row(cpu: &'static str, start: u32, mate7: u32, stockfish_thousands: u32) -> Quoted {
    Quoted {
        cpu,
        start: start as f64,
        mate7: mate7 as f64,
        stockfish: stockfish_thousands as f64 * 1000.0,
    }
}

/// The eight rows in the paper's order.
pub const TABLE_I: [Quoted; 8] = [
    row("Intel i7 2600 3.5 GHz", 1_238_488, 3_157_504, 358),
    row("Intel i5 10500 4.5 GHz", 2_381_184, 4_603_520, 703),
    row("Intel i5 11500 4.5 GHz", 2_970_453, 6_076_672, 854),
    row("Intel i5 3470 3.4 GHz", 1_380_165, 3_168_768, 269),
    row("Intel i3 4150 3.5 GHz", 1_314_490, 2_619_801, 278),
    row("AMD Ryzen 5 3600 4.2 GHz", 2_037_504, 4_126_037, 823),
    row("AMD Ryzen 5 8500G 5 GHz", 3_913_216, 8_269_107, 1030),
    row("AMD Ryzen 9 7900X 5.5 GHz", 4_385_920, 9_227_648, 1260),
];
