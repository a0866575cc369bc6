//! Text from strangers: an engine's name, a record's strings, the tags and comments of a game.
//!
//! [`clean()`] is what such a text passes through where it comes in: characters that print, no
//! escape sequences, a sensible length. What it becomes in an output is that output's own affair:
//! [`escape`] has a function for each form.

mod clean;
pub mod escape;
#[cfg(feature = "json")]
mod json;

pub use clean::{
    COMMENT, Cleaned, EXCERPT, LINE, NAME, clean, excerpt, is_name, left_out, line, name, prints,
};
#[cfg(feature = "json")]
pub use json::clean_json;
