//! Matches: games between UCI engines, over the harness's driver.
//!
//! | file | what |
//! |---|---|
//! | `options` | what is asked of a match |
//! | `limit` | how long a move may take; what is sent with `go` |
//! | `entrants` | the engines, from what the command line says of them |
//! | `openings` | where games begin: the built-in lines, EPD or PGN |
//! | `arbiter` | the rules: legality, the end of a game |
//! | `adjudication` | ends agreed beforehand: resigning, drawing, length |
//! | `endgames` | games that endgame tables decide |
//! | `game` | one game, from its opening to its end |
//! | `tournament` | who plays whom |
//! | `schedule` | which games are still to be played, and who has White |
//! | `run` | a match from the command line to its record |
//! | `hall` | all games, in threads; each is kept as soon as it is over |
//! | `sprt` | the sequential probability ratio test |
//! | `record` | what a match leaves behind; resumed from |
//! | `check` | whether a record's score follows from its games |
//! | `journal` | games that the record does not have yet |
//! | `pgn` | a game of the record as PGN |
//! | `statistics` | score, Elo difference, their intervals |
//! | `table` | the result in Markdown |

mod adjudication;
mod arbiter;
mod book_lines;
mod check;
mod endgames;
mod entrants;
mod files;
#[cfg(test)]
mod fixture;
mod game;
mod hall;
mod journal;
mod limit;
mod openings;
mod options;
mod pgn;
pub mod rating;
mod record;
mod run;
mod schedule;
mod sprt;
mod statistics;
pub mod suite;
mod table;
mod tournament;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use arbiter::{Arbiter, Ending};
pub use endgames::SyzygySettings;
pub use limit::MoveLimit;
pub use openings::{Opening, OpeningError, built_in, read as read_openings};
pub use options::MatchOptions;
pub use record::{GameRecord, MAX_GAMES, MatchRecord, MatchSettings, Reason, SCHEMA, SideRecord};
pub use run::{MatchContext, MatchError, MatchOutcome, run};
pub use sprt::{Hypothesis, Sprt, SprtModel, SprtState};
pub use statistics::{Interval, MatchScore, Method, ScoreEstimate, estimate};
pub use table::table;
pub use tournament::Tournament;
