//! The bits of a cell, in Axon II's layout.

use crate::types::{Color, Piece, PieceType};

/// A cell of the matrix.
pub type Cell = u32;

/// The square has a piece (`xfigure`).
pub const FIGURE: Cell = 1 << 31;
/// A diagonal slider of the side to move would give check from this square (`xkingdiag`).
pub const KING_DIAGONAL: Cell = 1 << 30;
/// An orthogonal slider of the side to move would give check from this square (`xkingorth`; the
/// paper writes `xkingvert`).
pub const KING_ORTHOGONAL: Cell = 1 << 29;
/// A knight of the side to move would give check from this square (`xkingknig`).
pub const KING_KNIGHT: Cell = 1 << 28;

/// The lowest bit of White's influence; seven bits, king lowest, pawn highest.
pub const WHITE_INFLUENCE_SHIFT: u32 = 21;
/// The lowest bit of Black's influence; seven bits, king lowest, pawn highest.
pub const BLACK_INFLUENCE_SHIFT: u32 = 14;
/// The lowest bit of the white pieces; six bits, king lowest, pawn highest.
pub const WHITE_PIECES_SHIFT: u32 = 8;
/// The lowest bit of the black pieces; six bits, king lowest, pawn highest.
pub const BLACK_PIECES_SHIFT: u32 = 2;

/// The square is on a diagonal seen from the king of the side to move (`sensordiag`).
///
/// The paper does not define the sensors. In this project's reading they run from the king of the
/// side to move up to and including the first piece.
pub const SENSOR_DIAGONAL: Cell = 1 << 1;
/// The square is on a rank or file seen from the king of the side to move (`sensororth`; the paper
/// writes `sensorvert`).
pub const SENSOR_ORTHOGONAL: Cell = 1;

/// All three approaches to the king of the side not to move.
pub const APPROACHES: Cell = KING_DIAGONAL | KING_ORTHOGONAL | KING_KNIGHT;
/// Both sensors of the king of the side to move.
pub const SENSORS: Cell = SENSOR_DIAGONAL | SENSOR_ORTHOGONAL;

/// Returns all seven influence bits of a colour.
#[inline(always)]
pub const fn influence_mask(color: Color) -> Cell {
    0x7f << influence_shift(color)
}

/// Returns the position of a colour's lowest influence bit.
#[inline(always)]
pub const fn influence_shift(color: Color) -> u32 {
    match color {
        Color::White => WHITE_INFLUENCE_SHIFT,
        Color::Black => BLACK_INFLUENCE_SHIFT,
    }
}

/// Returns all six piece bits of a colour: SCANNER_CORE's mask (`white_black`).
#[inline(always)]
pub const fn pieces_mask(color: Color) -> Cell {
    0x3f << pieces_shift(color)
}

/// Returns the position of a colour's lowest piece bit.
#[inline(always)]
pub const fn pieces_shift(color: Color) -> u32 {
    match color {
        Color::White => WHITE_PIECES_SHIFT,
        Color::Black => BLACK_PIECES_SHIFT,
    }
}

/// Returns the bit of one piece.
#[inline(always)]
pub const fn piece_bit(color: Color, kind: PieceType) -> Cell {
    1 << (pieces_shift(color) + 5 - kind as u32)
}

/// Returns the type of the piece on a cell; a pawn for an empty one.
#[inline(always)]
pub const fn kind(cell: Cell) -> PieceType {
    let bits = cell >> BLACK_PIECES_SHIFT | cell >> WHITE_PIECES_SHIFT;
    PieceType::from_index(5 - (bits & 31 | 32).trailing_zeros() as usize)
}

/// Returns the piece on a cell, if any.
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

/// The approach bits of the squares from which each piece type would give check; none for pawns and kings.
/// A table replaces a branch, because the piece type is unpredictable.
pub const APPROACH: [Cell; 6] =
    [0, KING_KNIGHT, KING_DIAGONAL, KING_ORTHOGONAL, KING_DIAGONAL | KING_ORTHOGONAL, 0];

/// Names of the 32 bits, bit 0 first, in the paper's spelling except for `orth`, which means ranks and
/// files; the paper writes `vert` for them. `vert` in this list means the file only.
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
