//! Late move reductions by depth and number of the move.

use crate::parameters::Reciprocal;

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

/// Base-2 logarithms from 1 to 63, in 1/1024.
static LOGS: [i32; 64] = {
    let mut logs = [0; 64];
    let mut number = 1;
    while number < 64 {
        logs[number] = log2(number as u32);
        number += 1;
    }
    logs
};

/// Returns the reduction of a late move, in 1/1024 plies: a base plus ln depth · ln count / divisor.
/// `count` includes the reduced move, except at the root.
#[inline(always)]
pub fn late_reduction(base: i32, divisor: Reciprocal, depth: i32, count: usize) -> i32 {
    let product = LOGS[depth.clamp(1, 63) as usize] * LOGS[count.clamp(1, 63)];
    // The logarithms in the product are natural: ln 2 squared is 0.48.
    base + divisor.divide(product) * 492 / 1024
}

#[cfg(test)]
mod tests {
    use super::{late_reduction, log2};
    use crate::parameters::{Margins, Reciprocal};

    #[test]
    fn logarithms() {
        for number in 1..=64u32 {
            let exact = f64::from(number).log2() * 1024.0;
            assert!((f64::from(log2(number)) - exact).abs() <= 1.0, "log2({number})");
        }
    }

    #[test]
    fn quotients_are_exact() {
        for divisor in [16, 17, 999, 2163, 2300, 4500, 7000, 14_000, 16_384] {
            let reciprocal = Reciprocal::of(divisor);
            let edges = (1..1 << 26).step_by(9973).flat_map(|number| {
                let multiple = number / divisor * divisor;
                [number, multiple, multiple - 1, -number, -multiple]
            });
            for number in edges {
                assert_eq!(reciprocal.divide(number), number / divisor, "{number} / {divisor}");
            }
        }
    }

    #[test]
    fn deeper_and_later_means_more() {
        let Margins { reduction_base, reduction_divisor, .. } = Margins::TUNED;
        let divisor = Reciprocal::of(reduction_divisor);
        let get = |depth, count| late_reduction(reduction_base, divisor, depth, count) >> 10;
        for depth in 1..63 {
            for count in 1..63 {
                let here = get(depth, count);
                assert!(get(depth + 1, count) >= here);
                assert!(get(depth, count + 1) >= here);
            }
        }
        assert!(get(20, 30) >= 3);
    }
}
