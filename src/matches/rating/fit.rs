use thiserror::Error;

use super::elimination::{Elimination, Link};
use super::model::{ModelPoint, NATURAL, Slopes, slopes};
use super::results::PairTally;

/// Newton steps before there is taken to be no maximum.
const MOST_STEPS: usize = 200;
/// A step this small, in natural units, has arrived: a millionth of an Elo point.
const ARRIVED: f64 = 1e-6 * NATURAL;
/// No advantage or draw parameter is so large, in Elo points; the likelihood is flat there.
const FARTHEST: f64 = 2_500.0;
/// The longest step of a lead, in Elo points: far from the maximum the curvature says little.
const LONGEST: f64 = 4_000.0;
/// Conjugate gradients of a step, at most; with approximate factors some dozens do.
const MOST_GRADIENTS: usize = 2_000;

/// Reason that there is no estimate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FitFault {
    /// The likelihood has no maximum within reach.
    #[error(
        "the likelihood of these games has no maximum: give --white and --draw values instead of \
         `fit`, or a larger --prior"
    )]
    NoMaximum,
}

/// The parameters of the model that are estimated beside the strengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fitted {
    /// The advantage of White.
    pub advantage: bool,
    /// The draw parameter.
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
    /// Returns the product with a vector: strengths, then advantage and draw parameter.
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

    /// Projects a step: parameters that are held do not move, nor do all players alike, which
    /// changes nothing.
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

    /// The players' part of the curvature as a network of links.
    fn links(&self) -> impl Iterator<Item = Link> {
        self.tallies.iter().zip(&self.slopes).map(|(tally, slopes)| Link {
            ends: [tally.white, tally.black],
            weight: -slopes.lead_lead,
        })
    }

    /// The step that Newton's method takes from a gradient, by conjugate gradients; `work` counts
    /// them.
    fn step(&self, gradient: &[f64], work: &mut usize) -> Vec<f64> {
        let n = self.players;
        let factors = Elimination::new(n, self.links());
        let curve = |of: fn(&Slopes) -> f64| -self.slopes.iter().map(of).sum::<f64>();
        let others = [curve(|slopes| slopes.lead_lead), curve(|slopes| slopes.draw_draw)];
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let scaled = |v: &[f64]| -> Vec<f64> {
            let mut scaled = v.to_vec();
            factors.solve(&mut scaled[..n]);
            for (part, &curve) in scaled[n..].iter_mut().zip(&others) {
                *part = if curve > 1e-300 { *part / curve } else { 0.0 };
            }
            self.held(&mut scaled);
            scaled
        };
        let mut step = vec![0.0; gradient.len()];
        let mut rest = gradient.to_vec();
        let mut way = scaled(&rest);
        let mut size = dot(&rest, &way);
        let first = size;
        for _ in 0..MOST_GRADIENTS {
            if size <= first * 1e-20 || size <= 0.0 {
                break;
            }
            *work += 1;
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

/// A fit and its work.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The point where the log-likelihood is largest.
    pub point: ModelPoint,
    /// Conjugate gradients of all steps together.
    pub gradients: usize,
}

/// The point where the log-likelihood is largest, strengths about zero; it begins at the
/// advantage and the draw parameter given, which stay there unless they are estimated. `told` is given
/// the number of each step and the longest move of a lead in it, in Elo points.
///
/// # Errors
/// When there is no maximum.
pub fn fit(
    players: usize,
    tallies: &[PairTally],
    fitted: Fitted,
    advantage: f64,
    draw: f64,
    told: &mut dyn FnMut(usize, f64),
) -> Result<Fit, FitFault> {
    let mut point = ModelPoint { strengths: vec![0.0; players], advantage, draw };
    let mut value = point.log_likelihood(tallies);
    let mut gradients = 0;
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
        let step = curvature.step(&gradient, &mut gradients);
        // Ratings may be far apart where many players lie between; what tells is who met.
        let lead = |tally: &PairTally| step[tally.white] - step[tally.black] + step[players];
        let parts = tallies.iter().map(lead).chain(step[players..].iter().copied());
        let longest = parts.fold(0.0_f64, |most, part| most.max(part.abs()));
        told(number, longest / NATURAL);
        let mut share = (LONGEST * NATURAL / longest).min(1.0);
        let next = loop {
            let next = moved(&point, &step, share);
            let reached = next.log_likelihood(tallies);
            // A sum of many logarithms is only so exact.
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
            return Ok(Fit { point: centred(point), gradients });
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

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::types::Random;

    /// Two wins, a draw and a loss of White, who is the one or the other.
    fn met(one: usize, other: usize) -> PairTally {
        let (white, black) = if other % 2 == 1 { (one, other) } else { (other, one) };
        PairTally { white, black, wins: 2.0, draws: 1.0, losses: 1.0 }
    }

    /// The work of a step is that of some dozens of gradients, however many players there are and
    /// however they are linked: without factors a ladder takes as many as it has players.
    #[test]
    fn the_work_does_not_grow_with_the_players() {
        const PLAYERS: usize = 20_000;
        let mut random = Random::new(7);
        let ladder: Vec<PairTally> = (1..PLAYERS).map(|i| met(i - 1, i)).collect();
        let star: Vec<PairTally> = (1..PLAYERS).map(|i| met(0, i)).collect();
        // As in a Swiss tournament: everybody meets players of its own strength.
        let band: Vec<PairTally> = (1..PLAYERS)
            .flat_map(|i| (1..=4).filter(move |by| *by <= i).map(move |by| met(i - by, i)))
            .collect();
        let grid: Vec<PairTally> = (1..PLAYERS)
            .flat_map(|i| {
                [1, 140].into_iter().filter(move |by| *by <= i).map(move |by| met(i - by, i))
            })
            .collect();
        let mut anybody: Vec<PairTally> = ladder.clone();
        anybody.extend((0..3 * PLAYERS).map(|_| {
            let white = random.below(PLAYERS);
            met(white, (white + 1 + random.below(PLAYERS - 1)) % PLAYERS)
        }));
        for (name, tallies) in [
            ("ladder", ladder),
            ("star", star),
            ("band", band),
            ("grid", grid),
            ("anybody", anybody),
        ] {
            let fitted = Fitted { advantage: true, draw: true };
            let mut steps = 0;
            let found = fit(PLAYERS, &tallies, fitted, 0.1, 0.5, &mut |number, _| steps = number);
            let found = found.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let each = found.gradients / steps;
            assert!(steps <= 40 && each <= 150, "{name}: {steps} steps, {each} gradients each");
            // At the maximum nothing rises.
            let mut rise = vec![0.0; PLAYERS];
            for tally in &tallies {
                let slope = slopes(tally, found.point.lead(tally), found.point.draw).lead;
                rise[tally.white] += slope;
                rise[tally.black] -= slope;
            }
            assert!(rise.iter().all(|slope| slope.abs() < 1e-5), "{name}");
        }
    }
}
