//! The normal distribution and Student's t distribution.

use nucleus_core::types::Random;

/// The 97.5 percent point of the normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// Returns the share of the normal distribution below `x`, by Marsaglia's series.
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

/// Returns the point below which this share of the normal distribution lies, by bisection.
pub fn normal_quantile(share: f64) -> f64 {
    let (mut low, mut high) = (-8.0, 8.0);
    while high - low > 1e-12 {
        let middle = f64::midpoint(low, high);
        if normal_share(middle) < share { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Returns a normally distributed random number of mean 0 and standard deviation 1 (Box and
/// Muller).
pub fn normal_deviate(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.unit()).cos()
}

/// Returns the share of Student's t distribution below `t`, for an integer number of degrees of freedom
/// (Abramowitz and Stegun, 26.7.3 and 26.7.4).
pub fn student_share(t: f64, freedom: u32) -> f64 {
    let angle = (t / f64::from(freedom).sqrt()).atan();
    let (sine, square) = (angle.sin(), angle.cos().powi(2));
    let odd = freedom % 2 == 1;
    // The series begins with cos θ for odd degrees of freedom, with 1 for even ones.
    let (mut term, mut sum) = if odd { (angle.cos(), 0.0) } else { (1.0, 0.0) };
    let mut step = if odd { 3 } else { 2 };
    while step <= freedom {
        sum += term;
        term *= square * f64::from(step - 1) / f64::from(step);
        step += 2;
    }
    let within = if odd { (angle + sine * sum) * 2.0 / std::f64::consts::PI } else { sine * sum };
    0.5 + within / 2.0
}

/// Returns the point below which this share of Student's t distribution lies, by bisection.
pub fn student_quantile(share: f64, freedom: u32) -> f64 {
    let (mut low, mut high) = (-1e4, 1e4);
    while high - low > 1e-9 {
        let middle = f64::midpoint(low, high);
        if student_share(middle, freedom) < share { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
