//! The logistic function's scale (Texel's K): how much a centipawn is worth in results.

use super::loss::ResultLoss;
use super::model::WeightPairs;

/// An expected score of 10 to 1 is so many centipawns over K: the scale of Elo's formula.
pub const CENTIPAWNS_A_DECADE: f64 = 400.0;

/// The scale per centipawn of a K.
pub fn per_centipawn(k: f64) -> f64 {
    k * std::f64::consts::LN_10 / CENTIPAWNS_A_DECADE
}

/// The K for which the results are likeliest with these weights, from 0 to 8. The loss is convex in
/// it, so that a golden section finds it.
pub fn fit_scale(loss: &mut ResultLoss<'_>, rows: &[u32], weights: &WeightPairs) -> f64 {
    const PRECISION: f64 = 1e-5;
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let mut at = |k: f64| {
        loss.scale = per_centipawn(k);
        loss.mean(rows, weights)
    };
    let (mut low, mut high) = (0.0, 8.0);
    let (mut first, mut second) = (high - golden * (high - low), low + golden * (high - low));
    let (mut of_first, mut of_second) = (at(first), at(second));
    while high - low > PRECISION {
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
    let k = (low + high) / 2.0;
    loss.scale = per_centipawn(k);
    k
}

#[cfg(test)]
mod tests {
    use super::super::loss::expected;
    use super::super::model::{LinearFeature, LinearModel};
    use super::super::rows::{TraceEntry, TraceHead, TraceRows};
    use super::*;

    #[test]
    fn the_scale_of_the_results_is_found() {
        let feature = LinearFeature {
            name: "pawn".to_owned(),
            tapered: false,
            start: [100.0; 2],
            range: [0.0, 200.0],
        };
        let model = LinearModel { features: vec![feature] };
        let mut rows = TraceRows::default();
        for units in -5..=5_i16 {
            // Each result as likely as K = 1.3 has it.
            let result = expected(per_centipawn(1.3) * 100.0 * f64::from(units)) as f32;
            let head = TraceHead { result, ..TraceHead::default() };
            rows.push(head, [TraceEntry { feature: 0, units }]);
        }
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        let mut loss = ResultLoss::new(&rows, &model, 1.0);
        let k = fit_scale(&mut loss, &all, &model.start());
        assert!((k - 1.3).abs() < 1e-3, "{k}");
        assert_eq!(loss.scale, per_centipawn(k));
    }
}
