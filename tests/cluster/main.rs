//! Tests of a search shared by ranks that communicate over channels in one process.

mod ranks;
