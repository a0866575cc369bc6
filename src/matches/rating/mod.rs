//! Ratings from games: Bradley-Terry with draws and the advantage of White, the model of BayesElo.
//!
//! | file | content |
//! |---|---|
//! | `results` | players and results of games, from PGN |
//! | `connection` | groups of players that can be compared |
//! | `model` | probabilities of results; log-likelihood and its derivatives |
//! | `fit` | the maximum of the log-likelihood, by Newton's method |
//! | `spread` | intervals, and the covariance of the strengths |
//! | `rate` | the complete rating in one call |
//! | `table` | the ratings in Markdown |
//!
//! `docs/MATCHES.md` defines the model.

mod connection;
mod fit;
mod model;
mod rate;
mod results;
mod spread;
mod table;

pub use connection::groups;
pub use fit::FitFault;
pub use rate::{
    ModelParameter, PlayerRating, RATING_SCHEMA, RatingError, RatingInterval, RatingOptions,
    RatingReport, rate, rate_told,
};
pub use results::{GameResults, MOST_PLAYERS, PairTally};
pub use table::{crosstable, rating_table};
