//! Drawings: a [`Scene`] of rectangles, lines, paths and words becomes SVG ([`svg`]), and PNG
//! ([`png`]) is that SVG, rendered with the fonts inside the program and no others, so that it is
//! the same on every machine. The charts of reports and the pictures of the inspector are scenes.

pub mod font;
pub mod png;
pub mod scene;
pub mod svg;

pub use scene::{Anchor, Item, Paint, Rgb, Scene, Text};

use thiserror::Error;

/// Why a drawing could not be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DrawError {
    /// More pixels than a picture may have.
    #[error("a picture of {width} × {height} pixels is too large")]
    TooLarge {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The SVG cannot be read again.
    #[error("the drawing cannot be rendered: {0}")]
    Svg(String),
    /// The encoder failed.
    #[error("the picture cannot be encoded: {0}")]
    Encode(String),
}
