use thiserror::Error;

use super::model::{ModelPoint, NATURAL, Slopes, slopes};
use super::results::PairTally;

/// The maximum number of Newton steps; a fit that needs more is taken to have no maximum.
const MOST_STEPS: usize = 200;
/// The step size at which the fit has converged, in natural units: a millionth of an Elo point.
const ARRIVED: f64 = 1e-6 * NATURAL;
/// The largest advantage or draw parameter, in Elo points; beyond it the likelihood is flat.
const FARTHEST: f64 = 2_500.0;
/// The largest change of White's lead in one step, in Elo points; a Newton step may be too long.
const LONGEST: f64 = 4_000.0;

/// The reason that there is no estimate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FitFault {
    /// The likelihood has no maximum within reach.
    #[error(
        "the likelihood of these games has no maximum: give --white and --draw values instead of \
         `fit`, or a larger --prior"
    )]
    NoMaximum,
}

/// The parameters of the model that are estimated together with the strengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fitted {
    /// `true` to estimate White's advantage.
    pub advantage: bool,
    /// `true` to estimate the draw parameter.
    pub draw: bool,
}

/// The negative second derivatives of the log-likelihood at a point, as a sum over pairs.
struct Curvature<'a> {
    tallies: &'a [PairTally],
    slopes: Vec<Slopes>,
    fitted: Fitted,
    players: usize,
}

impl Curvature<'_> {
    /// Returns the curvature times a vector of the strengths, the advantage and the draw parameter.
    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let n = self.players;
        let mut product = vec![0.0; n + 2];
        for (tally, slopes) in self.tallies.iter().zip(&self.slopes) {
            let lead = vector[tally.white] - vector[tally.black] + vector[n];
            let by_lead = -(slopes.lead_lead * lead + slopes.lead_draw * vector[n + 1]);
            let by_draw = -(slopes.lead_draw * lead + slopes.draw_draw * vector[n + 1]);
            product[tally.white] += by_lead;
            product[tally.black] -= by_lead;
            product[n] += by_lead;
            product[n + 1] += by_draw;
        }
        self.held(&mut product);
        product
    }

    /// Projects a step: fixed parameters do not change, and the mean of the strengths stays, because a
    /// common shift changes no probability.
    fn held(&self, vector: &mut [f64]) {
        let mean = vector[..self.players].iter().sum::<f64>() / self.players as f64;
        vector[..self.players].iter_mut().for_each(|part| *part -= mean);
        if !self.fitted.advantage {
            vector[self.players] = 0.0;
        }
        if !self.fitted.draw {
            vector[self.players + 1] = 0.0;
        }
    }

    fn diagonal(&self) -> Vec<f64> {
        let n = self.players;
        let mut diagonal = vec![0.0; n + 2];
        for (tally, slopes) in self.tallies.iter().zip(&self.slopes) {
            diagonal[tally.white] -= slopes.lead_lead;
            diagonal[tally.black] -= slopes.lead_lead;
            diagonal[n] -= slopes.lead_lead;
            diagonal[n + 1] -= slopes.draw_draw;
        }
        diagonal
    }

    /// Returns the Newton step for a gradient. The normal equations are solved by conjugate gradients with
    /// at most as many iterations as unknowns.
    fn step(&self, gradient: &[f64]) -> Vec<f64> {
        let diagonal = self.diagonal();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let scaled = |v: &[f64]| -> Vec<f64> {
            let divided =
                |(part, &curve): (&f64, &f64)| if curve > 1e-300 { part / curve } else { 0.0 };
            let mut scaled: Vec<f64> = v.iter().zip(&diagonal).map(divided).collect();
            self.held(&mut scaled);
            scaled
        };
        let mut step = vec![0.0; gradient.len()];
        let mut rest = gradient.to_vec();
        let mut way = scaled(&rest);
        let mut size = dot(&rest, &way);
        let first = size;
        for _ in 0..gradient.len() {
            if size <= first * 1e-20 || size <= 0.0 {
                break;
            }
            let bent = self.times(&way);
            let length = size / dot(&way, &bent);
            if !length.is_finite() {
                break;
            }
            step.iter_mut().zip(&way).for_each(|(s, w)| *s += length * w);
            rest.iter_mut().zip(&bent).for_each(|(r, b)| *r -= length * b);
            self.held(&mut rest);
            let next = scaled(&rest);
            let grown = dot(&rest, &next);
            way = next.iter().zip(&way).map(|(n, w)| n + grown / size * w).collect();
            size = grown;
        }
        self.held(&mut step);
        step
    }
}

/// Returns the point where the log-likelihood is largest, with strengths of mean zero. The steps
/// start at the given advantage and draw parameter, which stay unless they are estimated. `report`
/// receives each step's number and the largest change of a lead or parameter in it, in Elo points.
///
/// # Errors
/// If there is no maximum.
pub fn fit(
    players: usize,
    tallies: &[PairTally],
    fitted: Fitted,
    advantage: f64,
    draw: f64,
    report: &mut dyn FnMut(usize, f64),
) -> Result<ModelPoint, FitFault> {
    let mut point = ModelPoint { strengths: vec![0.0; players], advantage, draw };
    let mut value = point.log_likelihood(tallies);
    for number in 1..=MOST_STEPS {
        let all: Vec<Slopes> =
            tallies.iter().map(|tally| slopes(tally, point.lead(tally), point.draw)).collect();
        let mut gradient = vec![0.0; players + 2];
        for (tally, slopes) in tallies.iter().zip(&all) {
            gradient[tally.white] += slopes.lead;
            gradient[tally.black] -= slopes.lead;
            gradient[players] += slopes.lead;
            gradient[players + 1] += slopes.draw;
        }
        let curvature = Curvature { tallies, slopes: all, fitted, players };
        curvature.held(&mut gradient);
        let step = curvature.step(&gradient);
        // Only leads of actual pairs are limited: players may be far apart if many others lie between them.
        let lead = |tally: &PairTally| step[tally.white] - step[tally.black] + step[players];
        let parts = tallies.iter().map(lead).chain(step[players..].iter().copied());
        let longest = parts.fold(0.0_f64, |most, part| most.max(part.abs()));
        report(number, longest / NATURAL);
        let mut share = (LONGEST * NATURAL / longest).min(1.0);
        let next = loop {
            let next = moved(&point, &step, share);
            let reached = next.log_likelihood(tallies);
            // The tolerance allows for rounding errors in the sum of many logarithms.
            if reached >= value - 1e-12 * value.abs() {
                value = reached;
                break next;
            }
            share /= 2.0;
            if share < 1e-9 {
                return Err(FitFault::NoMaximum);
            }
        };
        point = next;
        let far = |part: f64| part.abs() > FARTHEST * NATURAL;
        if far(point.advantage) || far(point.draw) {
            return Err(FitFault::NoMaximum);
        }
        if longest < ARRIVED {
            return Ok(centred(point));
        }
    }
    Err(FitFault::NoMaximum)
}

fn moved(point: &ModelPoint, step: &[f64], share: f64) -> ModelPoint {
    let n = point.strengths.len();
    ModelPoint {
        strengths: point.strengths.iter().zip(step).map(|(s, d)| s + share * d).collect(),
        advantage: point.advantage + share * step[n],
        draw: point.draw + share * step[n + 1],
    }
}

fn centred(mut point: ModelPoint) -> ModelPoint {
    let mean = point.strengths.iter().sum::<f64>() / point.strengths.len().max(1) as f64;
    point.strengths.iter_mut().for_each(|strength| *strength -= mean);
    point
}
