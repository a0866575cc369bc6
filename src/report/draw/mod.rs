//! Drawings: a [`Scene`] of rectangles, lines, paths and words becomes SVG ([`svg`]). The pictures of
//! the inspector are scenes, and plotters draws the charts of reports into one ([`backend`]).

pub mod backend;
pub mod font;
pub mod scene;
pub mod svg;

pub use backend::SceneBackend;
pub use nucleus_base::Rgb;
pub use scene::{Anchor, Item, Paint, Scene, Text};
