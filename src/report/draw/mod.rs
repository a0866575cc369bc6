//! Drawings: a [`Scene`] of rectangles, lines, paths and text, written as SVG ([`svg`]). The
//! inspector's pictures are scenes, and plotters draws the charts of reports into one ([`backend`]).

pub mod backend;
pub mod font;
pub mod scene;
pub mod svg;

pub use backend::SceneBackend;
pub use nucleus_base::Rgb;
pub use scene::{Anchor, Item, Paint, Scene, Text};
