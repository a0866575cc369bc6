//! The kernels to look through: the specification, those of the matrix, those of the record.

pub use crate::axon32::{is_of_record, kernel_name as record_kernel};

use crate::{ViewError, axon32};
use nucleus_base::text::excerpt;
use nucleus_core::kernels::{Level, REFERENCE, Routines, available};

/// The kernels of this CPU.
pub fn kernels() -> Vec<Routines> {
    let mut kernels = vec![REFERENCE];
    kernels.extend(available());
    kernels.extend(axon32::available());
    kernels
}

/// The name of the best kernel of the matrix.
pub fn best() -> &'static str {
    Level::usable().last().map_or("portable", Level::name)
}

/// The kernel of a name.
///
/// # Errors
/// When there is none of that name.
pub fn kernel_named(kernels: &[Routines], name: &str) -> Result<Routines, ViewError> {
    let lower = name.to_ascii_lowercase();
    kernels.iter().copied().find(|kernel| kernel.name == lower).ok_or_else(|| {
        let known: Vec<&str> = kernels.iter().map(|kernel| kernel.name).collect();
        ViewError::NoKernel { name: excerpt(name), known: known.join(", ") }
    })
}
