//! A position seen through a kernel, as the inspector and its page show it.
//!
//! A [`timeline::Timeline`] holds the positions, a [`look::Look`] what a kernel makes of one of
//! them, [`bits`] says what the bits mean and where they are drawn, [`origins`] which pieces set
//! them, and a [`trace`] takes a kernel's work apart. [`answers`] has all of it as JSON, for a page
//! that asks by an address's query: over a connection, or within the page itself, where this crate
//! runs as WebAssembly (`exports.rs`).

pub mod answers;
mod axon32;
pub mod bits;
#[cfg(target_family = "wasm")]
pub mod exports;
pub mod json;
pub mod kernels;
pub mod look;
pub mod origins;
pub mod terms;
pub mod timeline;
pub mod trace;

use nucleus_core::board::FenError;
use nucleus_core::notation::{MoveError, pgn};
use thiserror::Error;

/// Reason that a position cannot be seen.
#[derive(Debug, Error)]
pub enum ViewError {
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("move {number}: {fault}")]
    Move {
        /// Number of the move in the line, from 1.
        number: usize,
        /// The cause.
        fault: MoveError,
    },
    /// The game cannot be read.
    #[error(transparent)]
    Pgn(pgn::PgnError),
    /// The file has fewer games.
    #[error("there is no game {number}: the file has {count}")]
    NoGame {
        /// The one asked for.
        number: usize,
        /// Number of games in the file.
        count: usize,
    },
    /// There are fewer positions.
    #[error("there is no ply {ply}: the line has {count}")]
    NoPly {
        /// The one asked for.
        ply: usize,
        /// Number of plies.
        count: usize,
    },
    /// A kernel that cannot be had.
    #[error("no kernel '{name}' on this CPU: there are {known}")]
    NoKernel {
        /// The one asked for.
        name: String,
        /// The names that are known.
        known: String,
    },
}
