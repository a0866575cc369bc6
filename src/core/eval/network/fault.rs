use std::fmt;

use super::inputs::MOST_HIDDEN;

/// An error of a network, or of its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NetworkFault {
    /// The bytes are not a network.
    Format,
    /// Unknown version of the format.
    Version(u32),
    /// A shape that the engine does not support.
    Shape {
        /// Number of inputs.
        inputs: u32,
        /// Number of hidden units.
        hidden: u32,
    },
    /// Invalid value of the mirroring field.
    Mirrored(u32),
    /// Scales of the integers that differ from the engine's.
    Quantisation([u32; 2]),
    /// Invalid scale of the output.
    Scale(u32),
    /// A number of bytes that does not match the shape.
    Length {
        /// Number of bytes that the file has.
        found: usize,
        /// Number of bytes that the shape requires.
        expected: usize,
    },
    /// Checksum mismatch.
    Hash,
    /// A weight of the output that needs more than eight bits.
    OutputWeight(i16),
    /// A hidden unit that a position could overflow.
    Unit(usize),
    /// The output, which a position could overflow.
    Output,
}

impl fmt::Display for NetworkFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format => f.write_str("not a network: the file has no network header"),
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
                write!(f, "{found} bytes, but its header requires {expected}")
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
