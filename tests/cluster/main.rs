//! Tests of a search that ranks share, by channels in one process.

mod ranks;
