//! Matches: games between UCI engines, over the harness's driver.
//!
//! | file | what |
//! |---|---|
//! | `options` | what is asked of a match |
//! | `limit` | how long a move may take; what is sent with `go` |
//! | `entrants` | the engines, from what the command line says of them |
//! | `opening` | where a pair of games begins |
//! | `openings`, `book_lines` | the built-in openings, and those of a file: EPD, PGN or a book |
//! | `arbiter` | the rules: legality, the end of a game |
//! | `adjudication` | ends agreed beforehand: resigning, drawing, length |
//! | `endgames` | games that endgame tables decide |
//! | `game` | one game, from its opening to its end |
//! | `tournament` | the pairings |
//! | `schedule` | which games are still to be played, and who has White |
//! | `run` | a match from the command line to its record |
//! | `runner` | all games, in threads; each is kept as soon as it is over |
//! | `sprt` | the sequential probability ratio test |
//! | `record` | what a match leaves behind; resumed from |
//! | `game_record` | a game of it |
//! | `check` | a record is read, and its score held to its games |
//! | `files` | the files of a match: its record and its games |
//! | `pgn` | a game of the record as PGN |
//! | `statistics` | score, Elo difference, their intervals |
//! | `table` | the result in Markdown |
//! | [`rating`], [`suite`] | ratings from games; test suites |

mod adjudication;
mod arbiter;
mod book_lines;
mod check;
mod endgames;
mod entrants;
mod files;
mod game;
mod game_record;
mod limit;
mod opening;
mod openings;
mod options;
mod pgn;
pub mod rating;
mod record;
mod run;
mod runner;
mod schedule;
mod sprt;
mod statistics;
pub mod suite;
mod table;
mod tournament;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use arbiter::{Arbiter, Ending};
pub use endgames::SyzygySettings;
pub use entrants::entrants;
pub use game_record::{GameRecord, Reason, SideRecord};
pub use limit::MoveLimit;
pub use opening::Opening;
pub use openings::{built_in, read as read_openings};
pub use options::MatchOptions;
pub use record::{MAX_GAMES, MatchRecord, MatchSettings, SCHEMA};
pub use run::{MatchOutcome, run};
pub use sprt::{Hypothesis, Sprt, SprtModel, SprtState};
pub use statistics::{Interval, MatchScore, Method, ScoreEstimate, estimate};
pub use table::table;
pub use tournament::Tournament;
