//! The sequential probability ratio test, compared with fastchess and with calculations by hand.

use nucleus_matches::{Hypothesis, Sprt, SprtModel};

fn sprt(elo0: f64, elo1: f64, model: SprtModel) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

/// Compares with the results in fastchess's tests, to the digits given there. If all pairs end
/// alike, fastchess's iteration stops early, and its tests allow 1 %.
#[test]
fn ratios_of_pairs_are_those_of_fastchess() {
    let near = |llr: f64, expected: f64, extreme: bool| {
        let most = if extreme { 0.01 * expected } else { 0.005 };
        assert!((llr - expected).abs() <= most, "{llr} is not {expected}");
    };
    use SprtModel::{Logistic, Normalized};
    for (elo0, elo1, model, pairs, expected) in [
        (0.0, 2.0, Normalized, [365, 16618, 36029 + 200, 16974, 390], 2.25),
        (-1.75, 0.25, Normalized, [127, 4883, 10311 + 401, 5150, 104], 3.01),
        (0.0, 5.0, Normalized, [0, 0, 0, 0, 5550], 111.82),
        (0.5, 2.5, Logistic, [223, 9863, 20279 + 1000, 10037, 246], -3.07),
        (0.0, 2.0, Logistic, [871, 26175, 55003 + 980, 26678, 821], -4.98),
    ] {
        let llr = sprt(elo0, elo1, model).llr(pairs);
        near(llr, expected, pairs.contains(&0));
    }
}

#[test]
fn a_ratio_by_hand() {
    // 30 pairs are won, 10 lost. The likeliest distribution of mean s is s and 1 − s. The ratio is
    // 30 ln(s1 / s0) + 10 ln((1 − s1) / (1 − s0)). The three other results count 0.001 each.
    let test = sprt(0.0, 100.0, SprtModel::Logistic);
    let s1 = 1.0 / (1.0 + 10_f64.powf(-0.25));
    let expected = 30.0 * (s1 / 0.5_f64).ln() + 10.0 * ((1.0 - s1) / 0.5_f64).ln();
    let llr = test.llr([10, 0, 0, 0, 30]);
    assert!((llr - expected).abs() < 0.01, "{llr} {expected}");
    assert_eq!(test.llr([0; 5]), 0.0);
}

#[test]
fn bounds_and_verdicts() {
    let test = sprt(0.0, 10.0, SprtModel::Normalized);
    let (lower, upper) = test.bounds();
    assert!((lower + 19.0_f64.ln()).abs() < 1e-12 && (upper - 19.0_f64.ln()).abs() < 1e-12);
    assert_eq!(test.state([0, 0, 400, 400, 0]).accepted, Some(Hypothesis::H1));
    assert_eq!(test.state([0, 400, 400, 0, 0]).accepted, Some(Hypothesis::H0));
    let open = test.state([1, 5, 10, 5, 2]);
    assert_eq!(open.accepted, None);
    assert!(open.to_string().starts_with("LLR 0.0"), "{open}");
    assert!(open.to_string().ends_with("(−2.94, 2.94)"), "{open}");
}

#[test]
fn tests_that_cannot_be() {
    let good = sprt(0.0, 5.0, SprtModel::Logistic);
    assert_eq!(good.check(), Ok(()));
    for bad in [
        Sprt { elo1: 0.0, ..good },
        Sprt { elo0: f64::NAN, ..good },
        Sprt { elo1: 5000.0, ..good },
        Sprt { alpha: 0.0, ..good },
        Sprt { beta: 1.0, ..good },
        Sprt { alpha: 0.6, beta: 0.5, ..good },
    ] {
        assert!(bad.check().is_err(), "{bad:?}");
    }
}
