//! The search: iterative deepening, principal variation search, quiescence.
//!
//! Generic over the board and the profile, instantiated once a level in `instance`.

mod clock;
mod context;
mod engine;
mod frame;
mod full;
mod history;
mod instance;
mod limits;
mod log;
mod picker;
mod profile;
mod pvs;
mod quiescence;
mod root;
mod table;

pub use context::Statistics;
pub use engine::{Engine, EngineOptions, Outcome};
pub use full::exchange_gains;
pub use instance::Instance;
pub use limits::{Clock, Limits};
pub use log::SearchLog;
pub use profile::ProfileName;
pub use root::{Info, Line};
pub use table::{Table, TableError};

/// The most plies from the root that are searched.
pub const MAX_PLY: usize = 128;
