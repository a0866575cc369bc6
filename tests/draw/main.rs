//! Tests of scenes as SVG and as a backend of plotters, and of the fonts.

mod backend;
mod font;
mod svg;
