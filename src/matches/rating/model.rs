//! The model, in natural units (Elo times ln 10 / 400). Let `u` be the lead of White, its advantage
//! included, `t` the draw parameter, and F(z) = 1 / (1 + e^−z). White wins with probability F(u − t)
//! and loses with F(−u − t); a draw has (e^2t − 1) · F(u − t) · F(−u − t). The log-likelihood is
//! therefore a sum of logarithms of F and of e^2t − 1, which is concave.

use super::results::PairTally;

/// Natural units per Elo point.
pub const NATURAL: f64 = std::f64::consts::LN_10 / 400.0;

/// A point in the parameter space of the model, in natural units.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelPoint {
    /// The strength of each player.
    pub strengths: Vec<f64>,
    /// The advantage of White.
    pub advantage: f64,
    /// The draw parameter, above zero.
    pub draw: f64,
}

impl ModelPoint {
    /// Returns White's lead in games of this pair.
    pub fn lead(&self, tally: &PairTally) -> f64 {
        self.strengths[tally.white] - self.strengths[tally.black] + self.advantage
    }

    /// Returns the log-likelihood of these games; −∞ unless the draw parameter is above 0.
    pub fn log_likelihood(&self, tallies: &[PairTally]) -> f64 {
        if self.draw <= 0.0 {
            return f64::NEG_INFINITY;
        }
        tallies.iter().map(|tally| log_likelihood(tally, self.lead(tally), self.draw)).sum()
    }
}

/// Returns ln F(z) without overflow.
fn log_share(z: f64) -> f64 {
    if z > 0.0 { -(-z).exp().ln_1p() } else { z - z.exp().ln_1p() }
}

/// Returns F(z).
fn share(z: f64) -> f64 {
    log_share(z).exp()
}

/// Returns the log-likelihood of one pair's games at this lead of White.
pub fn log_likelihood(tally: &PairTally, lead: f64, draw: f64) -> f64 {
    let mut sum = 0.0;
    if tally.wins + tally.draws > 0.0 {
        sum += (tally.wins + tally.draws) * log_share(lead - draw);
    }
    if tally.losses + tally.draws > 0.0 {
        sum += (tally.losses + tally.draws) * log_share(-lead - draw);
    }
    if tally.draws > 0.0 {
        sum += tally.draws * (2.0 * draw).exp_m1().ln();
    }
    sum
}

/// First and second derivatives of one pair's log-likelihood by lead and draw parameter.
#[derive(Clone, Copy, Default)]
pub struct Slopes {
    /// First derivative by the lead.
    pub lead: f64,
    /// First derivative by the draw parameter.
    pub draw: f64,
    /// Second derivative by the lead.
    pub lead_lead: f64,
    /// Mixed second derivative.
    pub lead_draw: f64,
    /// Second derivative by the draw parameter.
    pub draw_draw: f64,
}

/// Returns the derivatives of one pair's log-likelihood.
pub fn slopes(tally: &PairTally, lead: f64, draw: f64) -> Slopes {
    let (white, black) = (tally.wins + tally.draws, tally.losses + tally.draws);
    let (not_won, not_lost) = (share(draw - lead), share(lead + draw));
    let curve_white = white * not_won * (1.0 - not_won);
    let curve_black = black * not_lost * (1.0 - not_lost);
    // The derivatives of ln(e^2t − 1).
    let power = (2.0 * draw).exp_m1();
    let (rise, bend) = (2.0 * (1.0 + 1.0 / power), 4.0 * (1.0 + 1.0 / power) / power);
    Slopes {
        lead: white * not_won - black * not_lost,
        draw: tally.draws * rise - white * not_won - black * not_lost,
        lead_lead: -curve_white - curve_black,
        lead_draw: curve_white - curve_black,
        draw_draw: -curve_white - curve_black - tally.draws * bend,
    }
}

/// Returns BayesElo's scale factor for displayed ratings. Near equality the score then rises with the
/// rating difference as on the Elo curve without draws.
pub fn scale(draw: f64) -> f64 {
    let x = (-draw).exp();
    4.0 * x / (1.0 + x).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_those_of_bayeselo_and_sum_to_one() {
        // BayesElo's own figures: advantage 32.8, draw parameter 97.3, equal players:
        // 1 / (1 + 10^(64.5 / 400)) and 1 / (1 + 10^(130.1 / 400)).
        let one = |[wins, draws, losses]: [f64; 3], lead: f64| {
            let tally = PairTally { wins, draws, losses, ..PairTally::default() };
            log_likelihood(&tally, lead * NATURAL, 97.3 * NATURAL).exp()
        };
        let (win, loss) = (one([1.0, 0.0, 0.0], 32.8), one([0.0, 0.0, 1.0], 32.8));
        assert!((win - 0.408_229).abs() < 1e-6 && (loss - 0.321_058).abs() < 1e-6, "{win} {loss}");
        for lead in [-2000.0, -300.0, 0.0, 32.8, 700.0] {
            let draw = one([0.0, 1.0, 0.0], lead);
            let sum = one([1.0, 0.0, 0.0], lead) + draw + one([0.0, 0.0, 1.0], lead);
            assert!((sum - 1.0).abs() < 1e-12, "{lead}: {sum}");
        }
    }

    #[test]
    fn slopes_are_what_differences_give() {
        let tally = PairTally { wins: 5.0, draws: 3.5, losses: 2.0, ..PairTally::default() };
        let (u, t, h) = (0.7, 0.4, 1e-4);
        let at = |u: f64, t: f64| log_likelihood(&tally, u, t);
        let found = slopes(&tally, u, t);
        let near = |value: f64, expected: f64| {
            assert!(
                (value - expected).abs() < 1e-5 * expected.abs().max(1.0),
                "{value} {expected}"
            );
        };
        near(found.lead, (at(u + h, t) - at(u - h, t)) / (2.0 * h));
        near(found.draw, (at(u, t + h) - at(u, t - h)) / (2.0 * h));
        near(found.lead_lead, (at(u + h, t) - 2.0 * at(u, t) + at(u - h, t)) / (h * h));
        near(found.draw_draw, (at(u, t + h) - 2.0 * at(u, t) + at(u, t - h)) / (h * h));
        let mixed = at(u + h, t + h) - at(u + h, t - h) - at(u - h, t + h) + at(u - h, t - h);
        near(found.lead_draw, mixed / (4.0 * h * h));
    }
}
