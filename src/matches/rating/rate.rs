use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::connection::{groups, infinitely_below};
use super::fit::{FitFault, Fitted, fit};
use super::model::{ModelPoint, NATURAL, scale};
use super::results::{GameResults, MOST_PLAYERS, PairTally};
use super::spread::{MOST_JOINT, alone, covariance};
use nucleus_harness::progress::{RunProgress, Silent};
use nucleus_records::envelope::{Payload, RecordKind, demand};
use nucleus_records::normal::{Z, normal_share};

/// The version of [`RatingReport`] as JSON that this build writes.
pub const RATING_SCHEMA: u32 = 1;

/// The number of players whose intervals are computed between two progress reports.
const SPREAD_AT_ONCE: usize = 2_000;

/// A parameter of the model, in Elo points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ModelParameter {
    /// Fixed at this value.
    Held(f64),
    /// Estimated from the games.
    Fit,
}

impl FromStr for ModelParameter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "fit" {
            return Ok(Self::Fit);
        }
        let value = text.parse().ok().filter(|value: &f64| value.abs() <= 2_000.0);
        value.map(Self::Held).ok_or_else(|| {
            format!("`{text}` is neither `fit` nor a number of Elo points, at most 2000")
        })
    }
}

/// The method that computes a rating's interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RatingInterval {
    /// From the likelihood of the rating with all others fixed, relative to the mean of all, as in
    /// BayesElo; not symmetric.
    #[default]
    Exact,
    /// From the covariance of all ratings about their mean; symmetric.
    Covariance,
}

/// The options of a rating.
#[derive(Clone, Debug)]
pub struct RatingOptions {
    /// The advantage of White.
    pub white: ModelParameter,
    /// The draw parameter; a larger one makes draws more likely.
    pub draw: ModelParameter,
    /// The strength of the prior, in draws; see [`GameResults::with_prior`].
    pub prior: f64,
    /// The mean of all ratings, unless there is an anchor.
    pub average: f64,
    /// A player with a given rating, to which all others are relative.
    pub anchor: Option<(String, f64)>,
    /// The method for the intervals.
    pub intervals: RatingInterval,
}

impl Default for RatingOptions {
    /// Returns BayesElo's default options.
    fn default() -> Self {
        Self {
            white: ModelParameter::Held(32.8),
            draw: ModelParameter::Held(97.3),
            prior: 2.0,
            average: 0.0,
            anchor: None,
            intervals: RatingInterval::Exact,
        }
    }
}

/// The reason that games cannot be rated.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RatingError {
    /// No game has a result.
    #[error("there is no game with a result")]
    NoGames,
    /// The players form groups that no game links.
    #[error(
        "the players are in {} groups that did not play each other, and nothing compares one with \
         another: {}; rate each by itself", .0.len(), listed(.0)
    )]
    Unconnected(Vec<Vec<String>>),
    /// A player or group scored nothing against the others, and there is no prior.
    #[error(
        "{0} scored nothing against the others: without a prior the rating is infinitely low; \
         give --prior above 0"
    )]
    Infinite(String),
    /// The anchor has no game.
    #[error("the anchor `{0}` has no game here")]
    Anchor(String),
    /// The draw parameter is not above zero.
    #[error("the draw parameter is {0}; it has to be above 0")]
    DrawParameter(f64),
    /// There are more than [`MOST_PLAYERS`].
    #[error("there are more than {MOST_PLAYERS} players, and no more are rated at once")]
    TooManyPlayers,
    /// There are too many players for intervals by covariance.
    #[error(
        "{0} players are too many for --intervals covariance, which takes at most {MOST_JOINT}"
    )]
    TooManyJoint(usize),
    /// No estimate was found.
    #[error(transparent)]
    Fit(#[from] FitFault),
}

/// Lists the groups with a few names each.
fn listed(groups: &[Vec<String>]) -> String {
    let few = |group: &Vec<String>| {
        let mut names: Vec<String> = group.iter().take(3).map(|n| format!("`{n}`")).collect();
        if group.len() > names.len() {
            names.push(format!("{} more", group.len() - names.len()));
        }
        names.join(", ")
    };
    let mut texts: Vec<String> = groups.iter().take(4).map(few).collect();
    if groups.len() > texts.len() {
        texts.push(format!("{} groups more", groups.len() - texts.len()));
    }
    texts.join(" | ")
}

/// A player's rating and results.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayerRating {
    /// The player's name, as in the games' tags.
    pub name: String,
    /// The rating in Elo points.
    pub elo: f64,
    /// The distance from the rating to the upper end of the 95 % interval, in Elo points.
    pub plus: f64,
    /// The distance from the rating to the lower end of the 95 % interval, in Elo points.
    pub minus: f64,
    /// The number of games.
    pub games: u64,
    /// The number of games won.
    pub wins: u64,
    /// The number of games drawn.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The mean score per game, 0 to 1.
    pub score: f64,
    /// The mean rating of the opponents, weighted by games.
    pub opponents: f64,
}

/// The ratings of the players of a set of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RatingReport {
    /// The version of this form, see [`RATING_SCHEMA`].
    pub schema: u32,
    /// The number of games with a result.
    pub games: u64,
    /// The number of games without a result.
    pub unfinished: u64,
    /// The number of invalid games, which were left out.
    pub broken: u64,
    /// The number of games with unreadable moves, counted by their tags.
    pub by_tags: u64,
    /// The advantage of White, in the model's Elo points.
    pub white_advantage: f64,
    /// `true` if White's advantage was estimated.
    pub white_fitted: bool,
    /// The draw parameter, in the model's Elo points.
    pub draw_parameter: f64,
    /// `true` if the draw parameter was estimated.
    pub draw_fitted: bool,
    /// The strength of the prior, in draws.
    pub prior: f64,
    /// The factor from the model's Elo points to the displayed ones.
    pub scale: f64,
    /// The players, the best first.
    pub players: Vec<PlayerRating>,
    /// The likelihood that each player is stronger than each other one, in the order of `players`; empty
    /// for too many players.
    pub superiority: Vec<Vec<f64>>,
}

impl Payload for RatingReport {
    const KIND: RecordKind = RecordKind::Ratings;

    /// Returns errors in the numbers of games and points, the order of ratings, and `superiority`.
    fn errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        for player in &self.players {
            let PlayerRating { name, wins, draws, losses, games, score, .. } = player;
            let played = wins.saturating_add(*draws).saturating_add(*losses);
            demand(&mut errors, played == *games, || {
                format!("{name}: {games} games, and the end of {played}")
            });
            let points = (*wins as f64 + *draws as f64 / 2.0) / (*games).max(1) as f64;
            demand(&mut errors, (points - score).abs() <= 1e-9, || {
                format!("{name}: it states {score} points per game, its games give {points}")
            });
        }
        // Each game has two players.
        let sum: u64 = self.players.iter().map(|p| p.games).fold(0, u64::saturating_add);
        demand(&mut errors, sum == self.games.saturating_mul(2), || {
            format!("{} games, and players that played {sum}", self.games)
        });
        let in_order = self.players.windows(2).all(|pair| pair[0].elo >= pair[1].elo);
        demand(&mut errors, in_order, || {
            "the players are not in the order of their ratings".to_owned()
        });
        let count = self.players.len();
        let square = self.superiority.len() == count
            && self.superiority.iter().all(|row| row.len() == count);
        demand(&mut errors, square || self.superiority.is_empty(), || {
            "the likelihoods of superiority are not one for each two".to_owned()
        });
        errors
    }

    fn content(&self) -> String {
        format!("{} players, {} games", self.players.len(), self.games)
    }
}

/// Rates the players.
///
/// # Errors
/// If the games do not determine the ratings, or an option is invalid.
pub fn rate(results: &GameResults, options: &RatingOptions) -> Result<RatingReport, RatingError> {
    rate_told(results, options, &mut Silent)
}

/// Rates the players and reports progress.
///
/// # Errors
/// If the games do not determine the ratings, or an option is invalid.
pub fn rate_told(
    results: &GameResults,
    options: &RatingOptions,
    progress: &mut dyn RunProgress,
) -> Result<RatingReport, RatingError> {
    let names = results.players();
    let count = names.len();
    if results.too_many() {
        return Err(RatingError::TooManyPlayers);
    }
    if results.games == 0 {
        return Err(RatingError::NoGames);
    }
    let tallies = results.with_prior(options.prior);
    let apart = groups(count, &tallies);
    let named =
        |group: &Vec<usize>| group.iter().map(|&player| names[player].clone()).collect::<Vec<_>>();
    if apart.len() > 1 {
        return Err(RatingError::Unconnected(apart.iter().map(named).collect()));
    }
    if let Some(below) = infinitely_below(count, &tallies) {
        return Err(RatingError::Infinite(listed(&[named(&below)])));
    }
    let joint = count <= MOST_JOINT;
    if options.intervals == RatingInterval::Covariance && !joint {
        return Err(RatingError::TooManyJoint(count));
    }
    let point = estimate(count, &tallies, options, progress)?;
    let scale = scale(point.draw);
    let shown = scale / NATURAL;
    let base = match &options.anchor {
        None => options.average,
        Some((name, elo)) => {
            let player = results.find(name).ok_or_else(|| RatingError::Anchor(name.clone()))?;
            elo - point.strengths[player] * shown
        }
    };
    let elo: Vec<f64> = point.strengths.iter().map(|s| base + s * shown).collect();
    let covariance = if joint { covariance(&tallies, &point) } else { None };
    let spread = spread(&tallies, &point, options.intervals, covariance.as_deref(), progress);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| elo[b].total_cmp(&elo[a]).then_with(|| names[a].cmp(&names[b])));
    let mut players: Vec<PlayerRating> = (0..count)
        .map(|player| PlayerRating {
            name: names[player].clone(),
            elo: elo[player],
            plus: spread[player].0 * shown,
            minus: spread[player].1 * shown,
            ..PlayerRating::default()
        })
        .collect();
    count_games(&mut players, &results.tallies(), &elo);
    let superiority = covariance.map_or_else(Vec::new, |covariance| {
        let likelihood = |&a: &usize, &b: &usize| {
            if a == b {
                return 0.5;
            }
            let spread = covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b];
            normal_share((point.strengths[a] - point.strengths[b]) / spread.sqrt())
        };
        order.iter().map(|a| order.iter().map(|b| likelihood(a, b)).collect()).collect()
    });
    Ok(RatingReport {
        schema: RATING_SCHEMA,
        games: results.games,
        unfinished: results.unfinished,
        broken: results.broken,
        by_tags: results.by_tags,
        white_advantage: point.advantage / NATURAL,
        white_fitted: options.white == ModelParameter::Fit,
        draw_parameter: point.draw / NATURAL,
        draw_fitted: options.draw == ModelParameter::Fit,
        prior: options.prior,
        scale,
        players: order.into_iter().map(|player| players[player].clone()).collect(),
        superiority,
    })
}

fn estimate(
    count: usize,
    tallies: &[PairTally],
    options: &RatingOptions,
    progress: &mut dyn RunProgress,
) -> Result<ModelPoint, RatingError> {
    let usual = RatingOptions::default();
    let value = |given: ModelParameter, usual: ModelParameter| match (given, usual) {
        (ModelParameter::Held(value), _) | (ModelParameter::Fit, ModelParameter::Held(value)) => {
            value
        }
        _ => 1.0,
    };
    let (white, draw) = (value(options.white, usual.white), value(options.draw, usual.draw));
    // A draw parameter of zero would give every draw the probability zero.
    if draw <= 0.0 {
        return Err(RatingError::DrawParameter(draw));
    }
    let fitted = Fitted {
        advantage: options.white == ModelParameter::Fit,
        draw: options.draw == ModelParameter::Fit,
    };
    let mut report = |step: usize, elo: f64| {
        progress.state(&format!("{count} players, step {step}: ratings moved by {elo:.6} Elo"));
    };
    Ok(fit(count, tallies, fitted, white * NATURAL, draw * NATURAL, &mut report)?)
}

/// Returns the lengths of each interval above and below the rating, in natural units.
fn spread(
    tallies: &[PairTally],
    point: &ModelPoint,
    kind: RatingInterval,
    covariance: Option<&[Vec<f64>]>,
    progress: &mut dyn RunProgress,
) -> Vec<(f64, f64)> {
    let count = point.strengths.len();
    if let (RatingInterval::Covariance, Some(covariance)) = (kind, covariance) {
        let reach = |player: usize| Z * covariance[player][player].max(0.0).sqrt();
        return (0..count).map(|player| (reach(player), reach(player))).collect();
    }
    let mut games: Vec<Vec<&PairTally>> = vec![Vec::new(); count];
    for tally in tallies {
        games[tally.white].push(tally);
        games[tally.black].push(tally);
    }
    // Ratings are relative to the mean, which changes with each of them.
    let share = (count as f64 - 1.0) / count as f64;
    let reach = |player: usize| {
        let (up, down) = alone(player, &games[player], point, 0.025);
        (up * share, down * share)
    };
    // All processors compute the intervals, in chunks between progress reports.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut reaches = vec![(0.0, 0.0); count];
    progress.state("intervals");
    for (number, chunk) in reaches.chunks_mut(SPREAD_AT_ONCE).enumerate() {
        let first = number * SPREAD_AT_ONCE;
        progress.reached(first, count);
        let part = chunk.len().div_ceil(threads);
        std::thread::scope(|scope| {
            for (index, places) in chunk.chunks_mut(part).enumerate() {
                let (reach, first) = (&reach, first + index * part);
                scope.spawn(move || {
                    places
                        .iter_mut()
                        .zip(first..)
                        .for_each(|(place, player)| *place = reach(player));
                });
            }
        });
    }
    reaches
}

fn count_games(players: &mut [PlayerRating], tallies: &[PairTally], elo: &[f64]) {
    for tally in tallies {
        let counts = [tally.wins, tally.draws, tally.losses].map(|count| count as u64);
        let [wins, draws, losses] = counts;
        let games = wins + draws + losses;
        for (own, other, wins, losses) in
            [(tally.white, tally.black, wins, losses), (tally.black, tally.white, losses, wins)]
        {
            let player = &mut players[own];
            player.games += games;
            player.wins += wins;
            player.draws += draws;
            player.losses += losses;
            player.opponents += games as f64 * elo[other];
        }
    }
    for player in players {
        let games = player.games as f64;
        player.score = (player.wins as f64 + player.draws as f64 / 2.0) / games;
        player.opponents /= games;
    }
}
