//! The sequential probability ratio test over pairs of games (pentanomial), as fastchess and fishtest
//! define it: the generalised log-likelihood ratio of the hypotheses that the Elo difference is `elo1`
//! and `elo0`.
//!
//! A pair gives 0, ½, 1, 1½ or 2 points, as shares a = 0, ¼, ½, ¾, 1, with observed frequencies p̂. Each
//! hypothesis fixes one figure of the distribution; the most likely distribution with that figure
//! enters the ratio:
//!
//! * logistic: the mean is 1 / (1 + 10^(−elo / 400));
//! * normalized: (mean − ½) / σ is √2 · elo · ln 10 / 800, σ the standard deviation of a pair's
//!   share, so that Elo is counted in units of a game's spread.
//!
//! For N pairs, LLR = N · Σ p̂ ln(p₁ / p₀); a result that never occurred counts as a thousandth of a
//! pair. The equations are in Van den Bergh, "Comments on Normalized Elo".

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

nucleus_base::named_enum! {
    /// The unit of a test's Elo differences.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum SprtModel {
        /// In units of a game's standard deviation.
        #[default]
        Normalized = "normalized",
        /// By the usual logistic curve of score and Elo difference.
        Logistic = "logistic",
    }
}

impl FromStr for SprtModel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        nucleus_base::text::named("model", &Self::ALL, text)
    }
}

/// The parameters of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Sprt {
    /// The Elo difference of hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of hypothesis H1.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 holds.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 holds.
    pub beta: f64,
    /// The unit of the Elo differences.
    pub model: SprtModel,
}

/// A hypothesis of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum Hypothesis {
    /// The Elo difference is `elo0`.
    H0,
    /// The Elo difference is `elo1`.
    H1,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SprtState {
    /// The log-likelihood ratio over all complete pairs.
    pub llr: f64,
    /// The bound at or below which H0 is accepted.
    pub lower: f64,
    /// The bound at or above which H1 is accepted.
    pub upper: f64,
    /// The hypothesis accepted when a bound was reached. Games that were still being played then may move
    /// the ratio back, but do not change it.
    pub accepted: Option<Hypothesis>,
}

/// The count, in pairs, of a result that never occurred.
const NEVER: f64 = 1e-3;
/// Elo points per unit of the normalized scale.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

impl Sprt {
    /// Checks that the parameters are valid.
    ///
    /// # Errors
    /// A sentence with the reason.
    pub fn check(&self) -> Result<(), String> {
        let Self { elo0, elo1, alpha, beta, .. } = *self;
        let elo = |value: f64| value.abs() <= 1000.0;
        let share = |value: f64| value > 0.0 && value < 1.0;
        if !elo(elo0) || !elo(elo1) || elo0 >= elo1 {
            Err(format!("--sprt: elo0 {elo0} has to be below elo1 {elo1}, both within ±1000"))
        } else if !share(alpha) || !share(beta) || alpha + beta >= 1.0 {
            Err(format!(
                "--sprt: alpha {alpha} and beta {beta} have to be above 0, and below 1 together"
            ))
        } else {
            Ok(())
        }
    }

    /// Returns the bounds for accepting H0 and H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the state of the test; `pairs` counts the pairs with 0, ½, 1, 1½, 2 points.
    pub fn state(&self, pairs: [u32; 5]) -> SprtState {
        let llr = self.llr(pairs);
        let (lower, upper) = self.bounds();
        let accepted = if llr >= upper {
            Some(Hypothesis::H1)
        } else {
            (llr <= lower).then_some(Hypothesis::H0)
        };
        SprtState { llr, lower, upper, accepted }
    }

    /// Returns the log-likelihood ratio; `pairs` counts the pairs with 0, ½, 1, 1½, 2 points.
    pub fn llr(&self, pairs: [u32; 5]) -> f64 {
        if pairs == [0; 5] {
            return 0.0;
        }
        self.ratio(&pairs.map(f64::from), 2.0)
    }

    /// Returns the log-likelihood ratio of units of `games` games, `counts` in order of points.
    fn ratio(&self, counts: &[f64], games: f64) -> f64 {
        let counts: Vec<f64> = counts.iter().map(|&n| if n == 0.0 { NEVER } else { n }).collect();
        let total: f64 = counts.iter().sum();
        let last = (counts.len() - 1) as f64;
        let seen: Vec<(f64, f64)> =
            counts.iter().enumerate().map(|(i, n)| (i as f64 / last, n / total)).collect();
        let likeliest = |elo: f64| match self.model {
            SprtModel::Logistic => with_mean(&seen, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))),
            SprtModel::Normalized => with_lead(&seen, games.sqrt() * elo / NORMALIZED),
        };
        let (under0, under1) = (likeliest(self.elo0), likeliest(self.elo1));
        let gain = |((_, share), (p0, p1)): (&(f64, f64), (f64, f64))| share * (p1 / p0).ln();
        total * seen.iter().zip(under0.into_iter().zip(under1)).map(gain).sum::<f64>()
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { llr, lower, upper, .. } = self;
        let text = format!("LLR {llr:.2} ({lower:.2}, {upper:.2})").replace('-', "−");
        f.pad(&text)
    }
}

/// Returns the most likely distribution for which the values `v` have mean zero: each share p̂ becomes
/// p̂ / (1 + x v), with x chosen accordingly.
fn centred(values: &[f64], seen: &[(f64, f64)]) -> Vec<f64> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return seen.iter().map(|&(_, share)| share).collect();
    }
    // In this range every 1 + x v is positive, and the mean falls as x grows.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = f64::midpoint(low, high);
        let mean: f64 = values.iter().zip(seen).map(|(v, (_, p))| p * v / (1.0 + x * v)).sum();
        if mean > 0.0 { low = x } else { high = x }
    }
    let x = f64::midpoint(low, high);
    values.iter().zip(seen).map(|(v, (_, p))| p / (1.0 + x * v)).collect()
}

/// Returns the most likely distribution with this mean.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let values: Vec<f64> = seen.iter().map(|(share, _)| share - mean).collect();
    centred(&values, seen)
}

/// Returns the most likely distribution whose mean is ½ plus `lead` standard deviations. Each
/// iteration linearises the condition about the last distribution; the first one is uniform.
fn with_lead(seen: &[(f64, f64)], lead: f64) -> Vec<f64> {
    let mut shares = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..100 {
        let mean: f64 = seen.iter().zip(&shares).map(|((a, _), p)| p * a).sum();
        let variance: f64 =
            seen.iter().zip(&shares).map(|((a, _), p)| p * (a - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let value = |(a, _): &(f64, f64)| {
            a - 0.5 - lead * deviation * (1.0 + ((mean - a) / deviation).powi(2)) / 2.0
        };
        let next = centred(&seen.iter().map(value).collect::<Vec<_>>(), seen);
        let change = next.iter().zip(&shares).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        shares = next;
        if change < 1e-13 {
            break;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: SprtModel) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    /// Compares with fastchess's results for these pairs, from its own tests, to their precision. Its
    /// iteration ends early if all pairs ended alike, and its tests allow 1 %.
    #[test]
    fn ratios_of_games_are_those_of_fastchess() {
        let near = |llr: f64, expected: f64, extreme: bool| {
            let most = if extreme { 0.01 * expected } else { 0.005 };
            assert!((llr - expected).abs() <= most, "{llr} is not {expected}");
        };
        use SprtModel::{Logistic, Normalized};
        for (elo0, elo1, model, games, expected) in [
            (0.0, 2.0, Normalized, [36027.0, 68692.0, 36433.0], 0.92),
            (-1.75, 0.25, Normalized, [10650.0, 20431.0, 10871.0], 2.30),
            (0.0, 10.0, Normalized, [0.0, 0.0, 4250.0], 120.56),
            (0.5, 2.5, Logistic, [21184.0, 40708.0, 21404.0], -1.57),
            (0.0, 2.0, Logistic, [57030.0, 106593.0, 57433.0], -2.59),
        ] {
            let llr = sprt(elo0, elo1, model).ratio(&games, 1.0);
            near(llr, expected, games.contains(&0.0));
        }
    }

    #[test]
    fn the_condition_holds_for_what_is_found() {
        let seen = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.3), (0.75, 0.25), (1.0, 0.15)];
        let mean = |p: &[f64]| p.iter().zip(seen).map(|(p, (a, _))| p * a).sum::<f64>();
        let shares = with_mean(&seen, 0.6);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((mean(&shares) - 0.6).abs() < 1e-12);
        let shares = with_lead(&seen, 0.3);
        let middle = mean(&shares);
        let variance: f64 =
            shares.iter().zip(seen).map(|(p, (a, _))| p * (a - middle).powi(2)).sum();
        assert!(((middle - 0.5) / variance.sqrt() - 0.3).abs() < 1e-9);
    }
}
