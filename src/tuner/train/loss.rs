/// Returns the expected result, 0 to 1, for a value in units of the logistic function.
pub fn expected(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// Returns the cross entropy of a value and a target of 0 to 1; for a won game, −ln p.
pub fn cross_entropy(value: f64, target: f64) -> f64 {
    // ln(1 + e^value) without overflow.
    value.max(0.0) + (-value.abs()).exp().ln_1p() - target * value
}

/// Returns the minimum point of a convex function between two bounds, by golden section.
pub fn least_at(
    [mut low, mut high]: [f64; 2],
    precision: f64,
    mut at: impl FnMut(f64) -> f64,
) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut first, mut second) = (high - golden * (high - low), low + golden * (high - low));
    let (mut of_first, mut of_second) = (at(first), at(second));
    while high - low > precision {
        if of_first <= of_second {
            (high, second, of_second) = (second, first, of_first);
            first = high - golden * (high - low);
            of_first = at(first);
        } else {
            (low, first, of_first) = (first, second, of_second);
            second = low + golden * (high - low);
            of_second = at(second);
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_of_a_certain_result_is_its_logarithm() {
        for value in [-40.0, -1.5, 0.0, 0.3, 50.0] {
            assert!((cross_entropy(value, 1.0) + expected(value).ln()).abs() < 1e-9, "{value}");
        }
        assert_eq!(cross_entropy(800.0, 0.0), 800.0, "no infinity");
        assert!(cross_entropy(-800.0, 0.0) < 1e-300);
    }

    #[test]
    fn the_least_value_is_found() {
        let least = least_at([-1.0, 9.0], 1e-6, |x| (x - 2.5) * (x - 2.5));
        assert!((least - 2.5).abs() < 1e-5, "{least}");
    }
}
