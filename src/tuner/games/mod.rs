//! Positions with results to fit weights to: games that the engine plays against itself, or games of
//! a PGN file.
//!
//! | file | what |
//! |---|---|
//! | `options` | what is asked of a run |
//! | `opening` | where a game begins: random moves, and a search that finds it balanced |
//! | `play` | one game, which its number and the seed decide |
//! | `quiet` | positions that a static evaluation can judge |
//! | `sample` | those of a game that are kept |
//! | `store` | the place of a run's games |
//! | `fault` | faults of its files |
//! | `file` | the file of positions: written game by game, taken up again |
//! | `tally` | what games gave |
//! | `run` | games in threads, written in their order |
//! | `pgn` | the same positions out of other people's games |

mod fault;
mod file;
mod opening;
mod options;
mod pgn;
mod play;
mod quiet;
mod run;
mod sample;
mod store;
mod tally;

pub use fault::FileFault;
pub use file::PositionsFile;
pub use options::{SampleOptions, SelfPlayOptions};
pub use pgn::{PgnPositions, positions_of_pgn};
pub use play::{ScoredGame, ScoredPly, SelfPlayEnd, SelfPlayGame, play_game, play_scored};
pub use quiet::is_quiet;
pub use run::{SelfPlayRun, play_games};
pub use sample::QuietPosition;
pub use store::GamesStore;
pub use tally::GamesTally;
