//! Tests of the engine as a library: UCI sessions, signatures, threads, books, tablebases, weights.

#[path = "../support/endgames.rs"]
mod endgames;
#[path = "../support/mod.rs"]
mod support;

mod announced_mates;
mod book_choice;
mod book_entry;
mod check_kernels;
mod example;
mod network;
mod observed;
mod parallel;
mod signatures;
mod tables;
mod uci_sessions;
mod weights_file;
mod weights_paper29;
