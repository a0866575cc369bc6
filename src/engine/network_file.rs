//! Files of networks.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use nucleus_core::eval::network::Network;

/// Reads the network of a file. No more of it is read than the largest network has.
///
/// # Errors
/// A sentence that names the file, when it cannot be read or is no network that the engine can play
/// with.
pub fn read(path: &Path) -> Result<Network, String> {
    let fault = |fault: &dyn std::fmt::Display| format!("{}: {fault}", path.display());
    let file = File::open(path).map_err(|error| fault(&error))?;
    let mut bytes = Vec::new();
    let most = Network::MOST_BYTES as u64 + 1;
    file.take(most).read_to_end(&mut bytes).map_err(|error| fault(&error))?;
    Network::from_bytes(&bytes).map_err(|error| fault(&error))
}
