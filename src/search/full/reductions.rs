use super::parameters::PARAMETERS;

/// The base-2 logarithm in 1/1024, by repeated squaring; integers alone, so that every machine
/// searches the same tree.
const fn log2(number: u32) -> i32 {
    let whole = number.ilog2();
    // The mantissa from 1 to 2, with 30 bits behind the point.
    let mut mantissa = (number as u64) << 30 >> whole;
    let mut result = (whole as i32) << 10;
    let mut bit = 512;
    while bit > 0 {
        mantissa = mantissa * mantissa >> 30;
        if mantissa >= 2 << 30 {
            mantissa >>= 1;
            result += bit;
        }
        bit >>= 1;
    }
    result
}

/// Plies by which a late move is reduced, by depth and by how many moves came before it.
pub struct Reductions([[i8; 64]; 64]);

impl Reductions {
    /// The table: a constant and the product of both logarithms.
    pub fn new() -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in (1u32..).zip(table.iter_mut().skip(1)) {
            for (count, cell) in (1u32..).zip(row.iter_mut().skip(1)) {
                let product = log2(depth) * log2(count) / PARAMETERS.reduction_divisor;
                // Natural logarithms in the product: ln 2 squared is 0.48.
                *cell = ((PARAMETERS.reduction_base + product * 492 / 1024) / 1024) as i8;
            }
        }
        Self(table)
    }

    /// Plies less for the move after `count` others at this depth.
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
        let table = Reductions::new();
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
