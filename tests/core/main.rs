//! Tests of the core: its boards, kernels, move generator and evaluation against each other, tables and peers.

#[path = "../support/checked.rs"]
mod checked;
#[path = "../support/mod.rs"]
mod support;

mod boards;
mod checked_call;
mod eval;
mod kernels;
mod lazy_evaluation;
mod notation;
mod oracle;
mod perft;
