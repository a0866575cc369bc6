//! Games with a score for every move, in four bytes a position, and positions to train a network on.
//!
//! | file | what |
//! |---|---|
//! | `load` | positions of files, to train on and to test with |
//! | `position` | a position to train on |
//! | `record` | a game as bytes |
//! | `replay` | its positions, every move checked for legality |
//! | `filter` | which positions a network is trained on |
//! | `shards` | a folder of games in files of a bounded size: written game by game, taken up again |
//! | `check` | every game of a folder held to the rules |

mod check;
mod filter;
mod load;
mod position;
mod record;
mod replay;
mod shards;

pub use check::{ShardsCheck, check_shards};
pub use filter::PositionFilter;
pub use load::{LoadOptions, TrainingSet, load};
pub use position::TrainingPosition;
pub use record::{RecordFault, StoredGame, encode};
pub use replay::{ReplayFault, replay};
pub use shards::{ShardFolder, find_shards, read_shard};
