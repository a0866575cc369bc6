//! Networks of the evaluation: the built-in one, and files.

use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use nucleus_base::files;
use nucleus_core::eval::network::Network;

/// The bytes of the built-in network: 768 → 128 × 2 → 1, trained only on games of the engine
/// against itself (docs/TUNING.md).
pub static BUILT_IN: &[u8] = include_bytes!("full.net");

/// The name of the built-in network, instead of a file.
pub const BUILT_IN_NAME: &str = "built-in";

/// Returns the built-in network.
pub fn built_in() -> Arc<Network> {
    static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
    let read = || match Network::from_bytes(BUILT_IN) {
        Ok(network) => Arc::new(network),
        Err(error) => unreachable!("the built-in network: {error}"),
    };
    Arc::clone(NETWORK.get_or_init(read))
}

/// Reads a network from a file, at most one byte more than the largest network has.
///
/// # Errors
/// Returns a message with the file's name if it cannot be read or is not a network that the engine
/// supports.
pub fn read(path: &Path) -> Result<Network, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = files::open(path).map_err(|error| failed(&error))?;
    let mut bytes = Vec::new();
    let most = Network::MOST_BYTES as u64 + 1;
    file.take(most).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    Network::from_bytes(&bytes).map_err(|error| failed(&error))
}
