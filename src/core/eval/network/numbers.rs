use super::inputs::InputSet;

/// The weights of a network as plain numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkWeights {
    /// Input set, which determines the number of rows.
    pub input_set: InputSet,
    /// Number of hidden units.
    pub hidden: usize,
    /// The first layer, a row of hidden units for each input, in 255ths.
    pub inputs: Vec<i16>,
    /// The first layer's biases, in 255ths.
    pub biases: Vec<i16>,
    /// The output's weights for the side to move, then for the other, in 64ths.
    pub output: Vec<i16>,
    /// The output's bias, in 16,320ths.
    pub output_bias: i32,
    /// Centipawns of an output of 1.0.
    pub scale: u32,
}
