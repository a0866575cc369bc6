//! Tests of what a position is seen as.

mod bits;
mod origins;
