//! A network as evaluation: 768 inputs (side, piece type, square), one hidden layer seen from both
//! sides, one output.
//!
//! ```text
//! pieces → 768 inputs as White sees them ─ first layer → units ─┐ side to move first
//!        → 768 inputs as Black sees them ─ first layer → units ─┴─ SCReLU → output → centipawns
//! ```
//!
//! All numbers are integers, and equal at every level: `reference` is their definition. The first
//! layer's sums are kept from move to move ([`NetworkAccumulator`]).
//!
//! | file | what |
//! |---|---|
//! | `inputs` | the shape of the network, and which input a piece sets |
//! | `weights` | the weights, held to what integers can sum up |
//! | `file` | the same as bytes |
//! | `reference` | the value of a position from scratch, to be read |
//! | `explain` | each piece's worth in a position |
//! | `accumulator` | the first layer's sums, kept from move to move |

mod accumulator;
mod explain;
mod fault;
mod file;
mod inputs;
pub mod reference;
mod weights;

pub use accumulator::NetworkAccumulator;
pub use explain::{NetworkExplanation, PieceWorth, explain};
pub use fault::NetworkFault;
pub use inputs::{INPUTS, MOST_HIDDEN, OUTPUT_ONE, input};
pub use weights::{Network, NetworkWeights};
