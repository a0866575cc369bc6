//! The portable rebuild with this level's features.

use crate::kernels::{Rebuilt, level_features, level_functions, portable};
use crate::matrix::Planes;
use crate::types::Color;

level_features! { popcnt => level_functions {
    /// Everything a rebuild writes, from the planes.
    pub fn rebuild(planes: &Planes, side: Color, out: &mut Rebuilt) {
        portable::rebuild(planes, side, out);
    }
}}
