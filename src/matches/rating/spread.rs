use super::model::{ModelPoint, log_likelihood, slopes};
use super::results::PairTally;

/// The maximum number of players for a joint covariance, which takes time cubic in their number.
pub const MOST_JOINT: usize = 1_000;
/// The number of points of the density on each side of the estimate. The second number is for more than
/// [`MOST_JOINT`] players; its error is less than 0.02 standard deviations.
const POINTS: [usize; 2] = [1_000, 100];
/// The negative logarithm of the density, relative to its peak, at which it is cut off.
const END: f64 = 40.0;

/// Returns the lengths of one player's interval above and below, in natural units, with all other
/// ratings fixed: quantiles of the likelihood as a density, as in BayesElo's `exactdist`. `tail` is the
/// probability beyond each end.
pub fn alone(player: usize, games: &[&PairTally], point: &ModelPoint, tail: f64) -> (f64, f64) {
    let at = |shift: f64| -> f64 {
        let value = |tally: &&PairTally| {
            let shift = if tally.white == player { shift } else { -shift };
            log_likelihood(tally, point.lead(tally) + shift, point.draw)
        };
        games.iter().map(value).sum()
    };
    let peak = at(0.0);
    let reach = |sign: f64| {
        let mut reach = 0.01;
        while at(sign * reach) > peak - END && reach < 1e3 {
            reach *= 1.2;
        }
        reach
    };
    let points = POINTS[usize::from(point.strengths.len() > MOST_JOINT)];
    let side = |sign: f64| -> (f64, Vec<f64>) {
        let step = reach(sign) / points as f64;
        let density = |i: usize| (at(sign * step * i as f64) - peak).exp();
        (step, (0..=points).map(density).collect())
    };
    let sides = [side(1.0), side(-1.0)];
    // The trapezoidal rule, from the peak outwards.
    let areas = sides.each_ref().map(|(step, density)| {
        density.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0 * step).sum::<f64>()
    });
    let target = (areas[0] + areas[1]) * tail;
    let ends = [0, 1].map(|index| {
        let (step, density) = &sides[index];
        let mut beyond = 0.0;
        for (i, pair) in density.windows(2).enumerate().rev() {
            let part = (pair[0] + pair[1]) / 2.0 * step;
            if beyond + part >= target && part > 0.0 {
                return step * (i as f64 + 1.0 - (target - beyond) / part);
            }
            beyond += part;
        }
        0.0
    });
    (ends[0], ends[1])
}

/// Returns the covariance of all strengths about their mean, from the curvature of the log-likelihood
/// at its maximum, with advantage and draw parameter fixed. `None` if the curvature is singular.
pub fn covariance(tallies: &[PairTally], point: &ModelPoint) -> Option<Vec<Vec<f64>>> {
    let n = point.strengths.len();
    // The curvature is zero for a common shift; a constant in that direction makes it invertible.
    let level = 1.0 / n as f64;
    let mut matrix = vec![vec![level; n]; n];
    for tally in tallies {
        let bend = -slopes(tally, point.lead(tally), point.draw).lead_lead;
        let (white, black) = (tally.white, tally.black);
        matrix[white][white] += bend;
        matrix[black][black] += bend;
        matrix[white][black] -= bend;
        matrix[black][white] -= bend;
    }
    let mut inverse = inverted(matrix)?;
    inverse.iter_mut().flatten().for_each(|part| *part -= level);
    Some(inverse)
}

/// Returns the inverse of a symmetric positive definite matrix, by Cholesky decomposition.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for row in 0..n {
        let (above, below) = matrix.split_at_mut(row);
        let current = &mut below[0];
        for column in 0..=row {
            let other: &[f64] = if column < row { &above[column] } else { current };
            let sum: f64 = (0..column).map(|k| current[k] * other[k]).sum();
            let part = current[column] - sum;
            current[column] = if column < row {
                part / above[column][column]
            } else if part > 0.0 {
                part.sqrt()
            } else {
                return None;
            };
        }
    }
    // Forward and back substitution for each column of the identity; the inverse is symmetric.
    let solved = |unit: usize| {
        let mut column = vec![0.0; n];
        for row in unit..n {
            let sum: f64 = (unit..row).map(|k| matrix[row][k] * column[k]).sum();
            column[row] = (f64::from(u8::from(row == unit)) - sum) / matrix[row][row];
        }
        for row in (0..n).rev() {
            let sum: f64 = (row + 1..n).map(|k| matrix[k][row] * column[k]).sum();
            column[row] = (column[row] - sum) / matrix[row][row];
        }
        column
    };
    Some((0..n).map(solved).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_is_one() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -1.0], vec![0.5, -1.0, 2.0]];
        let inverse = inverted(matrix.clone()).unwrap();
        for (i, row) in matrix.iter().enumerate() {
            let product = |j: usize| row.iter().zip(&inverse).map(|(x, other)| x * other[j]).sum();
            for (j, sum) in (0..3).map(|j| -> (usize, f64) { (j, product(j)) }) {
                assert!((sum - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
        assert_eq!(inverted(vec![vec![1.0, 2.0], vec![2.0, 1.0]]), None);
    }

    #[test]
    fn with_many_games_both_kinds_of_interval_agree() {
        // Two players, 10,000 games: the density is normal, and fixing one player makes the interval that of
        // the difference.
        let tally = PairTally { white: 0, black: 1, wins: 4e3, draws: 3e3, losses: 3e3 };
        let point = ModelPoint { strengths: vec![0.0, 0.0], advantage: 0.2, draw: 0.5 };
        // At the maximum the slope is zero.
        let mut best = point.clone();
        for _ in 0..50 {
            let found = slopes(&tally, best.lead(&tally), best.draw);
            best.strengths[0] -= found.lead / found.lead_lead;
        }
        let (up, down) = alone(0, &[&tally], &best, 0.025);
        let joint = covariance(&[tally], &best).unwrap();
        let difference = joint[0][0] + joint[1][1] - 2.0 * joint[0][1];
        let expected = 1.959_964 * difference.sqrt();
        assert!((up / expected - 1.0).abs() < 0.02 && (down / expected - 1.0).abs() < 0.02);
        assert!((joint[0][0] + joint[0][1]).abs() < 1e-12, "about their mean");
    }
}
