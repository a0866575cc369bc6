//! The inspector: the matrix, seen. The paper's debugging application (Axon II, section V.B), for
//! terminals, pictures, pages and programs.
//!
//! A [`timeline::Timeline`] holds the positions, a [`look::Look`] what a kernel makes of one of
//! them, [`bits`] says what the bits mean and where they are drawn, [`origins`] which pieces set
//! them, and a [`trace`] takes a kernel's work apart. That is shown by [`mod@print`] in the terminal,
//! by [`mod@picture`] as SVG, by [`json`] for programs, and by [`page`] in a browser, where this crate
//! itself runs as WebAssembly (`exports.rs`) and gives [`answers`].

pub mod answers;
mod axon32;
pub mod bits;
#[cfg(not(target_family = "wasm"))]
mod command;
pub mod drawing;
#[cfg(target_family = "wasm")]
pub mod exports;
pub mod json;
pub mod kernels;
pub mod look;
pub mod origins;
#[cfg(not(target_family = "wasm"))]
pub mod page;
#[cfg(not(target_family = "wasm"))]
pub mod picture;
pub mod print;
pub mod terms;
pub mod timeline;
pub mod trace;

#[cfg(not(target_family = "wasm"))]
pub use command::{InspectError, InspectOptions, drawing, run, view};

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
        /// The one requested.
        number: usize,
        /// Number of games in the file.
        count: usize,
    },
    /// There are fewer positions.
    #[error("there is no ply {ply}: the line has {count}")]
    NoPly {
        /// The one requested.
        ply: usize,
        /// Number of plies.
        count: usize,
    },
    /// A kernel that cannot be had.
    #[error("no kernel '{name}' on this CPU: there are {known}")]
    NoKernel {
        /// The one requested.
        name: String,
        /// The names that are known.
        known: String,
    },
}
