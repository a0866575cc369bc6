//! Tests of scenes as SVG and as a backend of plotters.

mod backend;
mod svg;
