//! The normal distribution.

use nucleus_core::types::Random;

/// The 97.5 percent point of the normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// The share of a normal distribution below `x`, by Marsaglia's series.
pub fn normal_share(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt()
}

/// Returns the point below which a share of the distribution lies, by bisection.
pub fn normal_quantile(share: f64) -> f64 {
    let (mut low, mut high) = (-8.0, 8.0);
    while high - low > 1e-12 {
        let middle = f64::midpoint(low, high);
        if normal_share(middle) < share { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Returns a normally distributed number of mean 0 and standard deviation 1 (Box and Muller).
pub fn normal_deviate(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.unit()).cos()
}
