//! The matrix NUCLEUS: 64 cells of 32 bits (Axon II, section V.B), and the planes from which it is computed.

pub mod cell;
mod influence;
// The folder is the layer; the file contains its main type.
#[allow(clippy::module_inception)]
mod matrix;
mod nucleus;
mod planes;
pub mod record;

pub use influence::{Influence, InfluenceKind};
pub use matrix::Matrix;
pub use nucleus::Nucleus;
pub use planes::Planes;
pub use record::CellRecord;
