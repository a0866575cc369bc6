//! The kernels to inspect: the reference, those of the matrix board, those of the axon32 board.

pub use crate::axon32::{is_of_record, kernel_name as record_kernel};

use crate::{ViewError, axon32};
use nucleus_base::text::excerpt;
use nucleus_core::kernels::{Level, REFERENCE, Routines, available};

/// Returns the kernels that run on this CPU.
pub fn kernels() -> Vec<Routines> {
    let mut kernels = vec![REFERENCE];
    kernels.extend(available());
    kernels.extend(axon32::available());
    kernels
}

/// Returns the name of the matrix board's best kernel.
pub fn best() -> &'static str {
    Level::usable().last().map_or("portable", Level::name)
}

/// Returns the kernel of a name.
///
/// # Errors
/// If `kernels` has no such name.
pub fn kernel_named(kernels: &[Routines], name: &str) -> Result<Routines, ViewError> {
    let lower = name.to_ascii_lowercase();
    kernels.iter().copied().find(|kernel| kernel.name == lower).ok_or_else(|| {
        let known: Vec<&str> = kernels.iter().map(|kernel| kernel.name).collect();
        ViewError::NoKernel { name: excerpt(name), known: known.join(", ") }
    })
}
