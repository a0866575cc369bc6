//! Drawings: a [`Scene`] of rectangles, lines, paths and words becomes SVG ([`svg`]). The pictures of
//! the inspector are scenes, and plotters draws the charts of reports into one ([`backend`]). Who also wants them as PNG passes a
//! [`PngRenderer`]; module `raster` has one.

pub mod backend;
pub mod font;
pub mod scene;
pub mod svg;

pub use backend::SceneBackend;
pub use scene::{Anchor, Item, Paint, Rgb, Scene, Text};

use thiserror::Error;

/// A function that renders a drawing as a PNG file, so many pixels each way for a unit.
pub type PngRenderer = fn(&Scene, f64) -> Result<Vec<u8>, DrawError>;

/// Pixels of a PNG each way for a unit: sharp on today's screens.
pub const PNG_SCALE: f64 = 2.0;

/// Reason that a drawing could not be made.
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
    /// A path's commands cannot be read.
    #[error("a path of the drawing cannot be read: {0}")]
    Path(String),
    /// The encoder failed.
    #[error("the picture cannot be encoded: {0}")]
    Encode(String),
}
