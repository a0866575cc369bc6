//! The score and Elo difference of a match, with their intervals.
//!
//! The two games of an opening are not independent. If all pairs are complete, the unit is therefore
//! the pair (pentanomial: 0, ½, 1, 1½ or 2 points), otherwise the game (trinomial). The interval is
//! that of the mean, from the sample variance and the normal distribution, mapped to Elo by the
//! logistic curve. If all units ended alike, the sample variance is zero; the interval then comes from
//! Wilson's bound on the frequency of another result.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use nucleus_records::normal::{Z, normal_share};

/// The number of games by result, for the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl MatchScore {
    /// Adds a game by its half-points: 0 lost, 1 drawn, 2 won.
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the score from the other side.
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// The unit that the interval is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Pairs of games with the same opening.
    Pentanomial,
    /// Single games, if a pair is incomplete.
    Trinomial,
}

/// A value with its 95 % interval; `None` for an infinite or missing end.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Interval {
    /// The estimated value.
    pub value: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
}

impl Interval {
    /// Returns the interval mapped by `turn`, a decreasing function, so that the ends swap.
    fn turned(self, turn: impl Fn(f64) -> f64) -> Self {
        Self { value: self.value.map(&turn), low: self.high.map(&turn), high: self.low.map(&turn) }
    }
}

/// The estimate of a match for its first engine.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ScoreEstimate {
    /// The number of games by result.
    pub score: MatchScore,
    /// The number of complete pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
    /// The unit that the intervals are computed from.
    pub method: Method,
    /// The mean score per game, 0 to 1. A single unit has no interval.
    pub points: Interval,
    /// The Elo difference, first engine minus second.
    pub elo: Interval,
    /// The likelihood that the first engine is stronger.
    pub superiority: f64,
}

impl ScoreEstimate {
    /// Returns the estimate from the second engine's side.
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self {
            score: self.score.reversed(),
            pairs,
            method: self.method,
            points: self.points.turned(|p| 1.0 - p),
            elo: self.elo.turned(|e| -e),
            superiority: 1.0 - self.superiority,
        }
    }
}

/// Returns the estimate from these games, each given by its number, which determines its pair (1 and 2,
/// 3 and 4, …), and the first engine's half-points; `None` without games.
pub fn estimate(games: &[(u32, u32)]) -> Option<ScoreEstimate> {
    let mut score = MatchScore::default();
    games.iter().for_each(|&(_, half_points)| score.add(half_points));
    let mut pairs = [0; 5];
    let mut complete = 0;
    let by_number: HashMap<u32, u32> = games.iter().copied().collect();
    for &(number, first) in games.iter().filter(|(number, _)| number % 2 == 1) {
        if let Some(second) = by_number.get(&(number + 1)) {
            pairs[(first + second).min(4) as usize] += 1;
            complete += 1;
        }
    }
    let count = games.len();
    if count == 0 {
        return None;
    }
    let (method, units): (_, Vec<(u32, f64)>) = if complete * 2 == count {
        (Method::Pentanomial, (0..5).map(|i| (pairs[i], i as f64 / 4.0)).collect())
    } else {
        let outcomes = [(score.losses, 0.0), (score.draws, 0.5), (score.wins, 1.0)];
        (Method::Trinomial, outcomes.to_vec())
    };
    let n: f64 = units.iter().map(|&(count, _)| f64::from(count)).sum();
    let mean = units.iter().map(|&(count, value)| f64::from(count) * value).sum::<f64>() / n;
    let squares: f64 =
        units.iter().map(|&(count, value)| f64::from(count) * (value - mean).powi(2)).sum();
    let error = if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { 0.0 };
    let (low, high) = if n <= 1.0 {
        (None, None)
    } else if error > 0.0 {
        (Some((mean - Z * error).max(0.0)), Some((mean + Z * error).min(1.0)))
    } else {
        let other = Z * Z / (n + Z * Z);
        (Some(mean * (1.0 - other)), Some(mean * (1.0 - other) + other))
    };
    let superiority = if error > 0.0 {
        normal_share((mean - 0.5) / error)
    } else {
        // If the engines are equal, each decisive game is a fair coin toss.
        let decisive = f64::from(score.wins + score.losses);
        let lead = f64::from(score.wins) - f64::from(score.losses);
        if decisive > 0.0 { normal_share(lead / decisive.sqrt()) } else { 0.5 }
    };
    let points = Interval { value: Some(mean), low, high };
    let elo = Interval { value: elo(mean), low: low.and_then(elo), high: high.and_then(elo) };
    Some(ScoreEstimate { score, pairs, method, points, elo, superiority })
}

/// Returns the Elo difference with this expected score; `None` at 0 and 1, where it is infinite.
fn elo(points: f64) -> Option<f64> {
    // Adding zero turns the logarithm's −0 into 0.
    (points > 0.0 && points < 1.0).then(|| -400.0 * (1.0 / points - 1.0).log10() + 0.0)
}
