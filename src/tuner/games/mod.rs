//! Games of the engine against itself, in four bytes a position: played, stored, read.
//!
//! | file | what |
//! |---|---|
//! | `options` | the options that decide the games |
//! | `opening` | where a game begins: random moves, and a search that finds it balanced |
//! | `play` | one game, which its number and the seed decide |
//! | `run` | games in threads, stored in their order |
//! | `record` | a game as bytes |
//! | `replay` | its positions, every move checked for legality |
//! | `filter` | the positions that a network is trained on |
//! | `shard` | a file of games, read |
//! | `store` | a folder of such files: written game by game, taken up again |
//! | `check` | every game of a folder held to the rules |

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
