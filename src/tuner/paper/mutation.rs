use nucleus_core::types::Random;

/// Michalewicz's non-uniform mutation of a value within its bounds: a step towards one of them, as
/// likely the one as the other,
///
/// ```text
/// x' = x + Δ(t, high − x)   or   x − Δ(t, x − low),   Δ(t, y) = y · (1 − r^((1 − t/T)^b))
/// ```
///
/// with `r` uniform in 0 to 1. At first (`t` = 0) any value up to the bound is reached alike; at the
/// end (`t` = `T`) nothing changes. `progress` is t/T; `b` says how fast steps shrink.
pub fn non_uniform(
    value: f64,
    [low, high]: [f64; 2],
    progress: f64,
    b: f64,
    random: &mut Random,
) -> f64 {
    let up = random.bits() >> 63 == 1;
    let shrunk = 1.0 - random.unit().powf((1.0 - progress.clamp(0.0, 1.0)).powf(b));
    let mutated = if up { value + (high - value) * shrunk } else { value - (value - low) * shrunk };
    mutated.clamp(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean distance of a thousand steps, and whether some led up and some down.
    fn steps(progress: f64) -> (f64, bool) {
        let mut random = Random::new(3);
        let mutated: Vec<f64> = (0..1000)
            .map(|_| non_uniform(50.0, [0.0, 100.0], progress, 5.0, &mut random))
            .collect();
        assert!(mutated.iter().all(|value| (0.0..=100.0).contains(value)));
        let both = mutated.iter().any(|&v| v > 50.0) && mutated.iter().any(|&v| v < 50.0);
        (mutated.iter().map(|value| (value - 50.0).abs()).sum::<f64>() / 1000.0, both)
    }

    #[test]
    fn steps_are_uniform_at_first_shrink_and_end() {
        let (first, both) = steps(0.0);
        // The mean of a uniform distance to a bound 50 away; its standard error is 0.46.
        assert!((first - 25.0).abs() < 2.3 && both, "{first}");
        let (middle, both) = steps(0.5);
        assert!(middle > 0.5 && middle < 5.0 && both, "{middle}");
        assert_eq!(steps(1.0).0, 0.0);
    }

    #[test]
    fn a_value_without_room_stays() {
        let mut random = Random::new(1);
        assert_eq!(non_uniform(100.0, [100.0, 100.0], 0.0, 5.0, &mut random), 100.0);
    }
}
