use std::fmt;

use super::inputs::MOST_HIDDEN;

/// A fault of a network, or of its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkFault {
    /// The bytes are no network's.
    Format,
    /// A version that is not known.
    Version(u32),
    /// Another shape than the engine has.
    Shape {
        /// Inputs.
        inputs: u32,
        /// Hidden units.
        hidden: u32,
    },
    /// A word that is to say how the board is seen, and does not.
    Mirrored(u32),
    /// Other scales of the integers.
    Quantisation([u32; 2]),
    /// A scale of the output that is none.
    Scale(u32),
    /// Another number of bytes than the shape has.
    Length {
        /// The bytes that there are.
        found: usize,
        /// The bytes that the shape has.
        expected: usize,
    },
    /// The bytes are not those that were written.
    Hash,
    /// A weight of the output with more than eight bits.
    OutputWeight(i16),
    /// A hidden unit that a position could overflow.
    Unit(usize),
    /// The output, which a position could overflow.
    Output,
}

impl fmt::Display for NetworkFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format => f.write_str("this is no network: it does not begin as one"),
            Self::Version(version) => write!(f, "version {version} of the format is not known"),
            Self::Shape { inputs, hidden } => write!(
                f,
                "{inputs} inputs and {hidden} hidden units: expected 768, 3072 or 1664 inputs and a \
                 multiple of 32 units up to {MOST_HIDDEN}"
            ),
            Self::Mirrored(word) => {
                write!(f, "mirrored is {word}: expected 0 or 1")
            }
            Self::Quantisation([units, output]) => {
                write!(f, "integers scaled by {units} and {output}: expected 255 and 64")
            }
            Self::Scale(scale) => write!(f, "a scale of {scale} centipawns: expected 1 to 4096"),
            Self::Length { found, expected } => {
                write!(f, "{found} bytes: its header says {expected}")
            }
            Self::Hash => f.write_str("the file is damaged: its hash is wrong"),
            Self::OutputWeight(weight) => {
                write!(f, "a weight of the output is {weight}: more than eight bits")
            }
            Self::Unit(unit) => write!(f, "hidden unit {unit} could overflow 16 bits"),
            Self::Output => f.write_str("the output could overflow 32 bits"),
        }
    }
}

impl std::error::Error for NetworkFault {}
