//! The matrix NUCLEUS: 64 cells of 32 bits (Axon II, section V.B), and the planes it is made from.

pub mod cell;
mod influence;
mod nucleus;
mod planes;

pub use influence::{Influence, InfluenceKind};
pub use nucleus::Matrix;
pub use planes::Planes;
