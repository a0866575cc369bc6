//! Endgame tablebases: results of every position with few pieces.
//!
//! | module | what |
//! |---|---|
//! | `set` | all tables together, as the search asks them |
//! | [`gaviota`] | the distance to mate |
//! | [`syzygy`] | won, drawn or lost; the distance to the next capture or pawn move |
//! | `distance` | what a distance to mate is |
//! | `source`, `folder` | bytes of files, files of folders |
//! | `error` | what can be wrong with them |
//!
//! Both readers are written here, in safe Rust: `docs/TABLEBASES.md` says why.

mod distance;
mod error;
mod folder;
pub mod gaviota;
mod set;
mod source;
pub mod syzygy;

pub use distance::MateDistance;
pub use error::{TableFault, TableFileError};
pub use folder::folders;
pub use set::{TableFacts, TableVerdict, TablebaseSet};
pub use source::TableBytes;
