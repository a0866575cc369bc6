//! Utilities that the crates of Nucleus share; none knows chess.
//!
//! | module | content |
//! |---|---|
//! | [`mod@text`] | cleaning and escaping of untrusted text; values with names |
//! | [`lines`] | lines read into bounded memory, output that may be closed |
//! | [`files`] | reading of regular files only; writing to regular files and to `/dev` |
//! | [`clock`] | the clock of a search |
//! | [`color`] | a colour of the screen |
//! | [`mod@build_info`] | the source and compiler of a program |
//! | `processors` | the processors that a process may use, and pinning of threads to them |

pub mod build_info;
pub mod clock;
pub mod color;
pub mod files;
pub mod lines;
#[cfg(feature = "processors")]
pub mod processors;
pub mod text;

pub use color::Rgb;
