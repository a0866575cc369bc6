//! Games of the engine against itself, four bytes per position: played, stored and read.
//!
//! | file | contents |
//! |---|---|
//! | `options` | the options that decide the games |
//! | `opening` | random opening moves that a search finds balanced |
//! | `play` | a game, determined by its number and the seed |
//! | `run` | games in threads, stored in their order |
//! | `record` | the format of a game |
//! | `replay` | the positions of a game, with every move checked for legality |
//! | `filter` | the positions that train a network |
//! | `shard` | a file of games, for reading |
//! | `store` | a folder of such files, written game by game and resumed |
//! | `check` | the check of every game of a folder against the rules |

mod check;
mod filter;
mod opening;
mod options;
mod play;
mod record;
mod replay;
mod run;
mod shard;
mod store;

pub use check::{ShardsCheck, check_shards};
pub use filter::PositionFilter;
pub use options::SelfPlayOptions;
pub use play::{ScoredGame, ScoredPly, SelfPlayEnd, play};
pub use record::{RecordFault, StoredGame, encode};
pub use replay::{IllegalMove, replay};
pub use run::{SelfPlayRun, play_games};
pub use shard::{Shard, find_shards};
pub use store::{GamesStore, GamesTally};
