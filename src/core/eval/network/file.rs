//! A network as bytes.
//!
//! | offset | bytes | what |
//! |---:|---:|---|
//! | 0 | 8 | `NUCLNET` and a zero |
//! | 8 | 4 | version of the format, 1 |
//! | 12 | 4 | inputs, which name the input set: 768, 3,072 or 1,664 |
//! | 16 | 4 | hidden units |
//! | 20 | 4, 4 | the integers for 1.0: 255 of a unit, 64 of an output's weight |
//! | 28 | 4 | centipawns for an output of 1.0 |
//! | 32 | 4 | the output's bias |
//! | 36 | 8 | FNV-1a of hidden units, scale, bias, the next field if 1, and all from offset 64 on |
//! | 44 | 4 | 1 if each side sees the board mirrored while its king is on files e to h, else 0 |
//! | 48 | 16 | zeros |
//! | 64 | | the first layer input by input, its biases, the output's weights, 2 bytes each |
//!
//! Numbers are little-endian.

use super::fault::NetworkFault;
use super::inputs::{InputSet, MOST_HIDDEN, OUTPUT_ONE};
use super::numbers::NetworkWeights;
use super::weights::Network;
use crate::kernels::units::{UNIT_ONE, UNITS};

const MAGIC: [u8; 8] = *b"NUCLNET\0";
const VERSION: u32 = 1;
const HEADER: usize = 64;

/// Counts of numbers in a shape: the first layer's, its biases, the output's.
const fn counts(input_set: InputSet, hidden: usize) -> [usize; 3] {
    [input_set.inputs() * hidden, hidden, 2 * hidden]
}

impl Network {
    /// Size of the largest network, in bytes.
    pub const MOST_BYTES: usize = HEADER + 2 * (InputSet::Guarded.inputs() + 3) * MOST_HIDDEN;

    /// Serializes the network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights();
        let NetworkWeights { input_set, hidden, inputs, biases, output, output_bias, scale } =
            &weights;
        let mut bytes = MAGIC.to_vec();
        let one = [UNIT_ONE as u32, OUTPUT_ONE as u32];
        for word in [VERSION, input_set.inputs() as u32, *hidden as u32, one[0], one[1], *scale] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(output_bias.to_le_bytes());
        bytes.extend(self.hash().to_le_bytes());
        bytes.extend(u32::from(input_set.is_mirrored()).to_le_bytes());
        bytes.resize(HEADER, 0);
        let numbers = inputs.iter().chain(biases).chain(output);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Reads a network. Memory is allocated by the actual length, not by the header.
    ///
    /// # Errors
    /// If the bytes are not a network, are damaged, or a position could overflow its integers.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkFault> {
        let Some((header, rest)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(NetworkFault::Format);
        };
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|index| header[at + index]));
        if header[..8] != MAGIC {
            return Err(NetworkFault::Format);
        }
        if word(8) != VERSION {
            return Err(NetworkFault::Version(word(8)));
        }
        let (inputs, hidden) = (word(12), word(16) as usize);
        let shape = NetworkFault::Shape { inputs, hidden: word(16) };
        let mirrored = word(44);
        if mirrored > 1 {
            return Err(NetworkFault::Mirrored(mirrored));
        }
        let input_set = InputSet::from_inputs(inputs as usize, mirrored == 1).ok_or(shape)?;
        if !hidden.is_multiple_of(UNITS) || hidden > MOST_HIDDEN {
            return Err(shape);
        }
        let ones = [word(20), word(24)];
        if ones != [UNIT_ONE as u32, OUTPUT_ONE as u32] {
            return Err(NetworkFault::Quantisation(ones));
        }
        let counts = counts(input_set, hidden);
        let expected = HEADER + 2 * counts.iter().sum::<usize>();
        if bytes.len() != expected {
            return Err(NetworkFault::Length { found: bytes.len(), expected });
        }
        let mut numbers = rest.as_chunks().0.iter().map(|&number| i16::from_le_bytes(number));
        let [inputs, biases, output] = counts.map(|count| numbers.by_ref().take(count).collect());
        let output_bias = word(32).cast_signed();
        let scale = word(28);
        let weights =
            NetworkWeights { input_set, hidden, inputs, biases, output, output_bias, scale };
        let network = Self::new(&weights)?;
        let hash = u64::from(word(36)) | u64::from(word(40)) << 32;
        if network.hash() == hash { Ok(network) } else { Err(NetworkFault::Hash) }
    }
}
