//! The inspector shows the matrix in terminals, pictures, pages and JSON, as the paper's debugging
//! application does (Axon II, section V.B).
//!
//! A [`timeline::Timeline`] has the positions, and a [`look::Look`] the cells of one of them, which
//! one of the [`kernels`] writes. [`bits`] has the meaning and layout of the bits, [`origins`] the
//! pieces that set them, [`terms`] the evaluation, and [`trace`] a kernel's steps. The outputs are
//! [`mod@print`] (terminal), [`mod@picture`] (SVG), [`json`], and [`page`] (HTML). In a page this
//! crate itself runs as WebAssembly (`exports.rs`), returns [`answers`] and plays with its [`engine`].

pub mod answers;
mod axon32;
pub mod bits;
#[cfg(not(target_family = "wasm"))]
mod command;
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
pub mod debugger;
pub mod drawing;
pub mod engine;
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

/// The reason why a position cannot be shown.
#[derive(Debug, Error)]
pub enum ViewError {
    /// The FEN is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is invalid.
    #[error("move {number}: {error}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// The reason why the move cannot be played.
        error: MoveError,
    },
    /// The game cannot be parsed.
    #[error(transparent)]
    Pgn(pgn::PgnError),
    /// The file has fewer games.
    #[error("there is no game {number}: the file has {count}")]
    NoGame {
        /// Number of the requested game, from 1.
        number: usize,
        /// Number of games in the file.
        count: usize,
    },
    /// The line has fewer plies.
    #[error("there is no ply {ply}: the line has {count}")]
    NoPly {
        /// The requested number of plies.
        ply: usize,
        /// Number of plies in the line.
        count: usize,
    },
    /// There is no kernel of this name.
    #[error("no kernel '{name}' on this CPU: there are {known}")]
    NoKernel {
        /// The requested name of a kernel.
        name: String,
        /// The known names, separated by commas.
        known: String,
    },
}
