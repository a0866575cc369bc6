//! Tests of the program from outside: its command line, UCI, the harness against fake engines.

#[cfg(unix)]
#[path = "../fake/bench_room.rs"]
mod bench_room;
#[cfg(unix)]
#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/endgames.rs"]
mod endgames;
#[path = "../fake/mod.rs"]
mod fake;
#[path = "../support/program.rs"]
mod program;
#[path = "../fake/room.rs"]
mod room;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/uci.rs"]
mod uci;

mod action;
mod bad_inputs;
mod books;
mod books_made;
mod cli;
mod compare_commands;
mod compare_commits;
mod compare_docs;
mod compare_given;
mod compare_kinds;
mod eval;
mod files;
mod harness_bad_engines;
mod harness_compare;
mod harness_preflight;
mod harness_processes;
mod harness_report;
mod hostile;
mod input;
mod inspect;
mod match_tables;
mod matches;
mod networks;
mod output;
mod outputs;
mod rating;
mod readme;
mod reproduce;
mod schemas;
mod search;
mod site;
mod spsa;
mod strangers;
mod suite;
mod tables_play;
mod tournaments;
mod tuning;
mod tuning_docs;
mod uci_compliance;
mod uci_games;
mod uci_guis;
mod uci_player;
mod uci_random;
mod uci_session;
mod uci_terminal;
