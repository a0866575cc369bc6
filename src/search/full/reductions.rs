//! The table of late move reductions.

use crate::parameters::MARGINS;

/// Returns the base-2 logarithm in 1/1024, by repeated squaring. It uses integers only, so that
/// every machine searches the same tree.
const fn log2(number: u32) -> i32 {
    let integer = number.ilog2();
    // The mantissa from 1 to 2, with 30 fractional bits.
    let mut mantissa = (number as u64) << 30 >> integer;
    let mut result = (integer as i32) << 10;
    let mut bit = 512;
    while bit > 0 {
        mantissa = (mantissa * mantissa) >> 30;
        if mantissa >= 2 << 30 {
            mantissa >>= 1;
            result += bit;
        }
        bit >>= 1;
    }
    result
}

/// The late move reductions that follow from [`MARGINS`].
pub static REDUCTIONS: Reductions =
    Reductions::new(MARGINS.reduction_base, MARGINS.reduction_divisor);

/// Plies by which a late move is reduced, by depth and count of moves.
pub struct Reductions([[i8; 64]; 64]);

impl Reductions {
    /// Returns the table: `base` plus ln depth · ln count / `divisor`; parameters are in 1/1024.
    pub const fn new(base: i32, divisor: i32) -> Self {
        let mut table = [[0; 64]; 64];
        let mut depth = 1;
        while depth < 64 {
            let mut count = 1;
            while count < 64 {
                let product = log2(depth as u32) * log2(count as u32) / divisor;
                // The logarithms in the product are natural: ln 2 squared is 0.48.
                table[depth][count] = ((base + product * 492 / 1024) / 1024) as i8;
                count += 1;
            }
            depth += 1;
        }
        Self(table)
    }

    /// Returns the reduction at a depth. `count` includes the reduced move, except at the root.
    #[inline(always)]
    pub fn get(&self, depth: i32, count: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][count.min(63)])
    }
}

#[cfg(test)]
mod tests {
    use super::{Reductions, log2};

    #[test]
    fn logarithms() {
        for number in 1..=64u32 {
            let exact = f64::from(number).log2() * 1024.0;
            assert!((f64::from(log2(number)) - exact).abs() <= 1.0, "log2({number})");
        }
    }

    #[test]
    fn deeper_and_later_means_more() {
        let table = Reductions::new(700, 2300);
        for depth in 1..63 {
            for count in 1..63 {
                let here = table.get(depth, count);
                assert!(table.get(depth + 1, count) >= here);
                assert!(table.get(depth, count + 1) >= here);
            }
        }
        assert!(table.get(20, 30) >= 3);
    }
}
