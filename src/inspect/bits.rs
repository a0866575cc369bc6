//! The groups, names, colours and layout of a cell's 32 bits (see [`cell`]) in the inspector.

use nucleus_base::Rgb;
use nucleus_core::matrix::cell::{self, Cell};
use nucleus_core::types::{Color, PieceType};

nucleus_base::named_enum! {
    /// A group of bits: pieces or influence of a colour, approaches, sensors. White's groups are
    /// blue and Black's orange, which colour-blind people can distinguish.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Group {
        /// Bit 31, set if a piece is on the square.
        Figure = "figure",
        /// Bits 30 to 28: a slider or knight of the side to move would give check from here.
        Approaches = "king approaches",
        /// Bits 27 to 21: the types of the white pieces that reach the square.
        WhiteInfluence = "White's influence",
        /// Bits 20 to 14: the types of the black pieces that reach the square.
        BlackInfluence = "Black's influence",
        /// Bits 13 to 8: the white piece on the square.
        WhiteMen = "white piece",
        /// Bits 7 to 2: the black piece on the square.
        BlackMen = "black piece",
        /// Bits 1 and 0: the king of the side to move reaches the square as a bishop or rook would.
        Sensors = "sensors",
    }
}

impl Group {
    /// Returns the group of a bit.
    pub const fn from_bit(bit: u8) -> Self {
        match bit {
            31.. => Self::Figure,
            28..31 => Self::Approaches,
            21..28 => Self::WhiteInfluence,
            14..21 => Self::BlackInfluence,
            8..14 => Self::WhiteMen,
            2..8 => Self::BlackMen,
            _ => Self::Sensors,
        }
    }

    /// Returns a mask of the group's bits.
    pub const fn mask(self) -> Cell {
        match self {
            Self::Figure => cell::FIGURE,
            Self::Approaches => cell::APPROACHES,
            Self::WhiteInfluence => cell::influence_mask(Color::White),
            Self::BlackInfluence => cell::influence_mask(Color::Black),
            Self::WhiteMen => cell::pieces_mask(Color::White),
            Self::BlackMen => cell::pieces_mask(Color::Black),
            Self::Sensors => cell::SENSORS,
        }
    }

    /// Returns the numbers of the group's bits, highest first.
    pub fn bits(self) -> impl Iterator<Item = u8> {
        (0..32).rev().filter(move |&bit| Self::from_bit(bit) == self)
    }

    /// Returns a description of the group's bits, in one line.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Figure => "a piece stands here",
            Self::Approaches => "from here the side to move would give check",
            Self::WhiteInfluence => "white pieces of this kind reach the square",
            Self::BlackInfluence => "black pieces of this kind reach the square",
            Self::WhiteMen => "which white piece stands here",
            Self::BlackMen => "which black piece stands here",
            Self::Sensors => "seen from the king of the side to move",
        }
    }

    /// Returns the colour of the group's set bits.
    pub const fn color(self) -> Rgb {
        match self {
            Self::Figure => Rgb(0x5c, 0x66, 0x70),
            Self::Approaches => Rgb(0xc2, 0x2e, 0x8c),
            Self::WhiteInfluence => Rgb(0x1f, 0x77, 0xd0),
            Self::BlackInfluence => Rgb(0xe0, 0x73, 0x0c),
            Self::WhiteMen => Rgb(0x0b, 0x3d, 0x91),
            Self::BlackMen => Rgb(0x8a, 0x3c, 0x06),
            Self::Sensors => Rgb(0x1d, 0x8f, 0x5f),
        }
    }

    /// Returns the colour for dark backgrounds, the usual ones of terminals.
    pub const fn bright(self) -> Rgb {
        match self {
            Self::Figure => Rgb(0xc9, 0xd1, 0xd9),
            Self::Approaches => Rgb(0xff, 0x6a, 0xc1),
            Self::WhiteInfluence => Rgb(0x4a, 0xa8, 0xff),
            Self::BlackInfluence => Rgb(0xff, 0x9d, 0x3c),
            Self::WhiteMen => Rgb(0xb4, 0xdc, 0xff),
            Self::BlackMen => Rgb(0xff, 0xd2, 0x9a),
            Self::Sensors => Rgb(0x4c, 0xd9, 0x96),
        }
    }
}

/// Layout of the bits in a cell, in every view: Black's rows above White's, as on the board. Each
/// row runs from left to right: pawn, knight, bishop, rook (twice for influence), queen, king. The
/// right column has the bits of neither side.
pub const LAYOUT: [[u8; 8]; 4] = [
    [20, 19, 18, 17, 16, 15, 14, 31],
    [7, 6, 5, 4, 3, 2, 1, 0],
    [13, 12, 11, 10, 9, 8, 30, 29],
    [27, 26, 25, 24, 23, 22, 21, 28],
];

/// The numbers of all bits, lowest first.
pub const BITS: [u8; 32] = {
    let mut bits = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        bits[bit] = bit as u8;
        bit += 1;
    }
    bits
};

const INFLUENCE_NAMES: [&str; 7] =
    ["pawn", "knight", "bishop", "rook –", "rook |", "queen", "king"];
const INFLUENCE_LETTERS: [char; 7] = ['p', 'n', 'b', '-', '|', 'q', 'k'];
/// The names of the piece types, in their order.
pub const PIECE_NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// Returns a short name of a bit within its group; `rook –` is a rook along its rank, `rook |`
/// along its file.
pub const fn label(bit: u8) -> &'static str {
    match bit {
        31.. => "piece",
        30 | 1 => "diagonal",
        29 | 0 => "orthogonal",
        28 => "knight",
        21..28 => INFLUENCE_NAMES[27 - bit as usize],
        14..21 => INFLUENCE_NAMES[20 - bit as usize],
        8..14 => PIECE_NAMES[13 - bit as usize],
        2..8 => PIECE_NAMES[7 - bit as usize],
    }
}

/// Returns the character of a set bit, for views with one character per bit.
pub const fn letter(bit: u8) -> char {
    match bit {
        31.. => '#',
        30 | 1 => 'x',
        29 | 0 => '+',
        28 => 'L',
        21..28 => INFLUENCE_LETTERS[27 - bit as usize],
        14..21 => INFLUENCE_LETTERS[20 - bit as usize],
        8..14 => PieceType::from_index(13 - bit as usize).letter().to_ascii_uppercase(),
        2..8 => PieceType::from_index(7 - bit as usize).letter().to_ascii_uppercase(),
    }
}

/// Returns the meaning of a set bit, in a few words.
pub fn meaning(bit: u8) -> String {
    let side = if matches!(Group::from_bit(bit), Group::WhiteInfluence | Group::WhiteMen) {
        "white"
    } else {
        "black"
    };
    match (Group::from_bit(bit), label(bit)) {
        (Group::Figure, _) => "a piece stands here".to_owned(),
        (Group::Approaches, "knight") => "a knight here gives check".to_owned(),
        (Group::Approaches, "diagonal") => "a bishop or queen here gives check".to_owned(),
        (Group::Approaches, _) => "a rook or queen here gives check".to_owned(),
        (Group::WhiteMen | Group::BlackMen, kind) => format!("a {side} {kind} stands here"),
        (Group::Sensors, "diagonal") => "on a diagonal of the king to move".to_owned(),
        (Group::Sensors, _) => "on a rank or file of the king to move".to_owned(),
        (_, "rook –") => format!("a {side} rook reaches it, on its rank"),
        (_, "rook |") => format!("a {side} rook reaches it, on its file"),
        (_, kind) => format!("a {side} {kind} reaches it"),
    }
}
