//! Score and Elo difference of a match, with their intervals.
//!
//! Two games from one opening are not independent, so pairs are what is counted where all are
//! complete (pentanomial: a pair gives 0, ½, 1, 1½ or 2 points), and games where one is not
//! (trinomial). The interval is the mean's, from the sample variance, by the normal distribution;
//! it is mapped to Elo by the logistic curve. Where all units ended alike the sample variance is
//! zero and says nothing: then the interval comes from Wilson's bound on how often another end
//! may occur, whatever its points.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use nucleus_records::normal::{Z, normal_share};

/// Games by how they ended for the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchScore {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl MatchScore {
    /// Adds a game: 0 half-points lost, 1 drawn, 2 won.
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

    /// Returns the counts from the other side.
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// The unit that the interval is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Pairs of games.
    Pentanomial,
    /// Games.
    Trinomial,
}

/// A value with its 95 % interval; an end is missing where it is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Interval {
    /// The value.
    pub value: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Interval {
    /// Returns the interval from the other side of a scale that is turned about by `turn`.
    fn turned(self, turn: impl Fn(f64) -> f64) -> Self {
        Self { value: self.value.map(&turn), low: self.high.map(&turn), high: self.low.map(&turn) }
    }
}

/// The result of a match, for its first engine.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ScoreEstimate {
    /// Games by how they ended.
    pub score: MatchScore,
    /// Complete pairs by their points: 0, ½, 1, 1½, 2.
    pub pairs: [u32; 5],
    /// The unit that the intervals are computed from.
    pub method: Method,
    /// Points a game, 0 to 1. One unit alone has no interval.
    pub points: Interval,
    /// The Elo difference.
    pub elo: Interval,
    /// The likelihood that the first engine is the stronger one.
    pub superiority: f64,
}

impl ScoreEstimate {
    /// Returns the estimate for the second engine.
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

/// The result of these games, each the number that has its pair (1 and 2, 3 and 4, …) and the
/// first engine's half-points; `None` of no games.
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
        // Each decisive game is as good as a toss of a coin, if the engines are equals.
        let decisive = f64::from(score.wins + score.losses);
        let lead = f64::from(score.wins) - f64::from(score.losses);
        if decisive > 0.0 { normal_share(lead / decisive.sqrt()) } else { 0.5 }
    };
    let points = Interval { value: Some(mean), low, high };
    let elo = Interval { value: elo(mean), low: low.and_then(elo), high: high.and_then(elo) };
    Some(ScoreEstimate { score, pairs, method, points, elo, superiority })
}

/// The Elo difference that makes this score expected; `None` at 0 and 1, where it is infinite.
fn elo(points: f64) -> Option<f64> {
    // Adding zero turns the logarithm's -0 into 0.
    (points > 0.0 && points < 1.0).then(|| -400.0 * (1.0 / points - 1.0).log10() + 0.0)
}
