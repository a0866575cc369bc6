//! Tests of what the inspector shows.

mod bits;
mod origins;
