//! Tests of the inspector's views.

mod bits;
mod origins;
