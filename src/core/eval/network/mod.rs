//! A network as evaluation: inputs read from pieces or cells ([`InputSet`]), one hidden layer from
//! both sides' views, one output.
//!
//! ```text
//! position → inputs as White sees them ─ first layer → units ─┐ side to move first
//!          → inputs as Black sees them ─ first layer → units ─┴─ SCReLU → output → centipawns
//! ```
//!
//! All numbers are integers, equal at every level: `reference` defines them. The first layer's sums
//! are updated from move to move ([`NetworkAccumulator`]).
//!
//! | file | what |
//! |---|---|
//! | `inputs` | the shape of the network, and which inputs a position sets |
//! | `seen` | the sets that inputs are read from, and the differences of two positions |
//! | `bounds` | the largest sums that any position could have |
//! | `numbers` | the weights as plain numbers |
//! | `weights` | the weights, checked against overflow |
//! | `file`, `fault` | the weights as bytes, and the errors of reading them |
//! | `reference` | the readable definition of a position's value |
//! | `explain` | each piece's worth in a position |
//! | `accumulator` | the first layer's sums, updated from move to move |

mod accumulator;
mod bounds;
mod explain;
mod fault;
mod file;
mod inputs;
mod numbers;
pub mod reference;
mod seen;
mod weights;

pub use accumulator::NetworkAccumulator;
pub use bounds::unit_overflow;
pub use explain::{NetworkExplanation, PieceWorth, explain};
pub use fault::NetworkFault;
pub use inputs::{INPUTS, InputSet, MOST_HIDDEN, OUTPUT_ONE, cell_input, guarded_input, input};
pub use numbers::NetworkWeights;
pub use seen::{ChangedInputs, SeenSets};
pub use weights::Network;
