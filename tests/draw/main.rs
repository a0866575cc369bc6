//! Tests of scenes as SVG, and of the fonts.

mod font;
mod svg;
