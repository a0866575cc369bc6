//! The bits of a cell, bit for bit as Axon II lays them out.

use crate::types::{Color, Piece, PieceType};

/// A cell of the matrix.
pub type Cell = u32;

/// A piece stands here (`xfigure`).
pub const FIGURE: Cell = 1 << 31;
/// A diagonal slider of the side to move would give check from here (`xkingdiag`).
pub const KING_DIAGONAL: Cell = 1 << 30;
/// An orthogonal slider of the side to move would give check from here (`xkingorth`; the paper
/// writes `xkingvert`).
pub const KING_ORTHOGONAL: Cell = 1 << 29;
/// A knight of the side to move would give check from here (`xkingknig`).
pub const KING_KNIGHT: Cell = 1 << 28;

/// The lowest bit of White's influence; seven bits, king lowest, pawn highest.
pub const WHITE_INFLUENCE_SHIFT: u32 = 21;
/// The lowest bit of Black's influence.
pub const BLACK_INFLUENCE_SHIFT: u32 = 14;
/// The lowest bit of the white pieces; six bits, king lowest, pawn highest.
pub const WHITE_PIECES_SHIFT: u32 = 8;
/// The lowest bit of the black pieces.
pub const BLACK_PIECES_SHIFT: u32 = 2;

/// The square lies on a diagonal seen from the king of the side to move (`sensordiag`).
///
/// The paper does not define the sensors; that they run from the king of the side to move up to
/// and including the first piece is this project's reading.
pub const SENSOR_DIAGONAL: Cell = 1 << 1;
/// The square lies on a rank or file seen from the king of the side to move (`sensororth`;
/// the paper writes `sensorvert`).
pub const SENSOR_ORTHOGONAL: Cell = 1;

/// All three approaches to the king of the side not to move.
pub const APPROACHES: Cell = KING_DIAGONAL | KING_ORTHOGONAL | KING_KNIGHT;
/// Both sensors.
pub const SENSORS: Cell = SENSOR_DIAGONAL | SENSOR_ORTHOGONAL;

/// All seven influence bits of a colour.
#[inline(always)]
pub const fn influence_mask(color: Color) -> Cell {
    0x7f << influence_shift(color)
}

/// The lowest influence bit of a colour.
#[inline(always)]
pub const fn influence_shift(color: Color) -> u32 {
    match color {
        Color::White => WHITE_INFLUENCE_SHIFT,
        Color::Black => BLACK_INFLUENCE_SHIFT,
    }
}

/// All six piece bits of a colour: SCANNER_CORE's mask (`white_black`).
#[inline(always)]
pub const fn pieces_mask(color: Color) -> Cell {
    0x3f << pieces_shift(color)
}

/// The lowest piece bit of a colour.
#[inline(always)]
pub const fn pieces_shift(color: Color) -> u32 {
    match color {
        Color::White => WHITE_PIECES_SHIFT,
        Color::Black => BLACK_PIECES_SHIFT,
    }
}

/// The bit of one piece.
#[inline(always)]
pub const fn piece_bit(color: Color, kind: PieceType) -> Cell {
    1 << (pieces_shift(color) + 5 - kind as u32)
}

/// The type of the piece on a cell; a pawn for an empty one.
#[inline(always)]
pub const fn kind(cell: Cell) -> PieceType {
    let bits = cell >> BLACK_PIECES_SHIFT | cell >> WHITE_PIECES_SHIFT;
    PieceType::from_index(5 - (bits & 31 | 32).trailing_zeros() as usize)
}

/// The piece whose bit a cell has, if any.
pub const fn piece(cell: Cell) -> Option<Piece> {
    let color = if cell & pieces_mask(Color::White) != 0 {
        Color::White
    } else if cell & pieces_mask(Color::Black) != 0 {
        Color::Black
    } else {
        return None;
    };
    Some(Piece::new(color, kind(cell)))
}

/// The bit of a square from which each piece type of the side to move would give check; none for
/// pawns and kings. A table, not a branch: the piece type cannot be predicted.
pub const APPROACH: [Cell; 6] =
    [0, KING_KNIGHT, KING_DIAGONAL, KING_ORTHOGONAL, KING_DIAGONAL | KING_ORTHOGONAL, 0];

/// Names of the 32 bits, bit 0 first, as the paper spells them but for `orth`: sliders along ranks
/// and files are orthogonal everywhere here, and `vert` is the file alone.
pub const BIT_NAMES: [&str; 32] = [
    "sensororth",
    "sensordiag",
    "bking",
    "bqueen",
    "brook",
    "bbishop",
    "bknight",
    "bpawn",
    "wking",
    "wqueen",
    "wrook",
    "wbishop",
    "wknight",
    "wpawn",
    "xbking",
    "xbqueen",
    "xbrookvert",
    "xbrookhorz",
    "xbbishop",
    "xbknight",
    "xbpawn",
    "xwking",
    "xwqueen",
    "xwrookvert",
    "xwrookhorz",
    "xwbishop",
    "xwknight",
    "xwpawn",
    "xkingknig",
    "xkingorth",
    "xkingdiag",
    "xfigure",
];
