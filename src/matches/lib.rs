//! Matches between UCI engines, using the harness's driver.
//!
//! | file | content |
//! |---|---|
//! | `options` | the options of a match |
//! | `limit` | the limit of a move, and the arguments of `go` |
//! | `entrants` | the engines, parsed from the command line |
//! | `opening` | the start of a pair of games |
//! | `openings`, `book_lines` | the built-in openings, and those of a file: EPD, PGN or a book |
//! | `arbiter` | the rules: legality, the end of a game |
//! | `adjudication` | adjudication by scores and by length |
//! | `endgames` | adjudication by endgame tables |
//! | `game` | one game, from its opening to its end |
//! | `tournament` | the pairings |
//! | `schedule` | the games still to be played, and the colours |
//! | `run` | a match from the command line to its record |
//! | `runner` | plays the games in several threads, and records each game at its end |
//! | `sprt` | the sequential probability ratio test |
//! | `record` | the record of a match, from which it can be resumed |
//! | `game_record` | the record of a game |
//! | `check` | checks of a record on reading |
//! | `files` | the files of a match: its record and its games |
//! | `pgn` | a game of the record as PGN |
//! | `statistics` | score, Elo difference, and their intervals |
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
pub use arbiter::Arbiter;
pub use endgames::SyzygySettings;
pub use entrants::entrants;
pub use game_record::{GameRecord, Reason, SideRecord};
pub use limit::MoveLimit;
pub use nucleus_core::movegen::Ending;
pub use opening::Opening;
pub use openings::{built_in, read as read_openings};
pub use options::MatchOptions;
pub use record::{MAX_GAMES, MatchRecord, MatchSettings, SCHEMA};
pub use run::{MatchOutcome, run};
pub use sprt::{Hypothesis, Sprt, SprtModel, SprtState};
pub use statistics::{Interval, MatchScore, Method, ScoreEstimate, estimate};
pub use table::table;
pub use tournament::Tournament;
