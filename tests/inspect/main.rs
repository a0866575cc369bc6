//! Tests of the inspector: the bits of a cell, and their origins.

mod bits;
mod origins;
