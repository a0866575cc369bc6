//! Endgame tablebases: results of every position with few pieces.
//!
//! | module | what |
//! |---|---|
//! | `set` | all tables, through the interface by which the search probes them |
//! | [`gaviota`] | the distance to mate |
//! | [`syzygy`] | won, drawn or lost; the distance to the next capture or pawn move |
//! | `distance` | the type of a distance to mate |
//! | `source`, `folder` | access to the bytes of a file and the files of a folder |
//! | `error` | errors of the files |
//!
//! Both readers are written in safe Rust; `docs/PLAYING.md` gives the reason.

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
