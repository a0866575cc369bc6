//! The specification of the kernels, slow but easy to read. Every level equals it, cell for cell.

use super::{PieceList, Rebuilt, SquareList};
use crate::matrix::cell::{self, Cell};
use crate::matrix::{Influence, InfluenceKind, Matrix, Nucleus, Planes};
use crate::types::{Bitboard, Color, PieceType, Square};

/// A step on the board: files to the right, ranks upwards.
type Step = (i8, i8);

/// The steps of bishops.
pub const DIAGONALS: [Step; 4] = [(1, 1), (-1, -1), (-1, 1), (1, -1)];
/// The steps of rooks along their rank.
pub const ALONG_RANK: [Step; 2] = [(1, 0), (-1, 0)];
/// The steps of rooks along their file.
pub const ALONG_FILE: [Step; 2] = [(0, 1), (0, -1)];
const KNIGHT_STEPS: [Step; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the square one step away, if it is on the board.
fn step(square: Square, (files, ranks): Step) -> Option<Square> {
    let file = square.file() as i8 + files;
    let rank = square.rank() as i8 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square::at(file as u8, rank as u8))
}

/// Returns the squares one step away, for each of the steps.
fn steps(from: Square, steps: &[Step]) -> Bitboard {
    steps.iter().filter_map(|&s| step(from, s)).fold(0, |set, square| set | square.bit())
}

/// Returns the squares seen from `from`: through empty ones up to and including the first piece.
pub fn rays(from: Square, directions: &[Step], occupied: Bitboard) -> Bitboard {
    let mut seen = 0;
    for &direction in directions {
        let mut here = from;
        while let Some(next) = step(here, direction) {
            seen |= next.bit();
            if occupied & next.bit() != 0 {
                break;
            }
            here = next;
        }
    }
    seen
}

/// Returns the influence of one piece by kind of influence; rooks have two kinds, other pieces one.
fn influence_of(
    kind: PieceType,
    color: Color,
    from: Square,
    occupied: Bitboard,
) -> Vec<(InfluenceKind, Bitboard)> {
    let up = if color == Color::White { 1 } else { -1 };
    let all_directions = [&DIAGONALS[..], &ALONG_RANK, &ALONG_FILE].concat();
    match kind {
        PieceType::Pawn => vec![(InfluenceKind::Pawn, steps(from, &[(-1, up), (1, up)]))],
        PieceType::Knight => vec![(InfluenceKind::Knight, steps(from, &KNIGHT_STEPS))],
        PieceType::Bishop => vec![(InfluenceKind::Bishop, rays(from, &DIAGONALS, occupied))],
        PieceType::Rook => vec![
            (InfluenceKind::RookRank, rays(from, &ALONG_RANK, occupied)),
            (InfluenceKind::RookFile, rays(from, &ALONG_FILE, occupied)),
        ],
        PieceType::Queen => vec![(InfluenceKind::Queen, rays(from, &all_directions, occupied))],
        PieceType::King => vec![(InfluenceKind::King, steps(from, &all_directions))],
    }
}

/// Returns every piece of a colour, with its square.
fn pieces(planes: &Planes, color: Color) -> impl Iterator<Item = (Square, PieceType)> {
    Square::all().flat_map(move |square| {
        PieceType::ALL
            .into_iter()
            .filter(move |&kind| planes.pieces(color, kind) & square.bit() != 0)
            .map(move |kind| (square, kind))
    })
}

/// Returns the 64 cells of a position from its pieces and the side to move.
pub fn cells(planes: &Planes, side: Color) -> Matrix {
    let mut cells = Matrix::EMPTY;
    let occupied = planes.occupied();
    let orthogonals: Vec<Step> = [ALONG_RANK, ALONG_FILE].concat();

    for square in Square::all() {
        let cell = &mut cells.0[square.index()];
        if occupied & square.bit() != 0 {
            *cell |= cell::FIGURE;
        }
        for color in Color::ALL {
            for kind in PieceType::ALL {
                if planes.pieces(color, kind) & square.bit() != 0 {
                    *cell |= cell::piece_bit(color, kind);
                }
            }
        }
    }
    let mut mark = |squares: Bitboard, bit: Cell| {
        for square in Square::all().filter(|square| squares & square.bit() != 0) {
            cells.0[square.index()] |= bit;
        }
    };
    for color in Color::ALL {
        for (from, kind) in pieces(planes, color) {
            for (kind, squares) in influence_of(kind, color, from, occupied) {
                mark(squares, 1 << (cell::influence_shift(color) + 6 - kind as u32));
            }
        }
    }
    for king in Square::all().filter(|s| planes.pieces(!side, PieceType::King) & s.bit() != 0) {
        mark(rays(king, &DIAGONALS, occupied), cell::KING_DIAGONAL);
        mark(rays(king, &orthogonals, occupied), cell::KING_ORTHOGONAL);
        mark(steps(king, &KNIGHT_STEPS), cell::KING_KNIGHT);
    }
    for king in Square::all().filter(|s| planes.pieces(side, PieceType::King) & s.bit() != 0) {
        mark(rays(king, &DIAGONALS, occupied), cell::SENSOR_DIAGONAL);
        mark(rays(king, &orthogonals, occupied), cell::SENSOR_ORTHOGONAL);
    }
    cells
}

/// Returns the pieces of the other colour that attack a king of `side`.
pub fn checkers(planes: &Planes, side: Color) -> Bitboard {
    let kings = planes.pieces(side, PieceType::King);
    pieces(planes, !side)
        .filter(|&(from, kind)| {
            influence_of(kind, !side, from, planes.occupied()).iter().any(|(_, to)| to & kings != 0)
        })
        .fold(0, |set, (from, _)| set | from.bit())
}

/// Returns the pieces of `side` without which a slider would give check.
pub fn pinned(planes: &Planes, side: Color) -> Bitboard {
    let before = checkers(planes, side);
    Square::all()
        .filter(|square| planes.color(side) & !planes.kind(PieceType::King) & square.bit() != 0)
        .filter(|&square| {
            let mut without = *planes;
            without.clear(square);
            checkers(&without, side) & !before != 0
        })
        .fold(0, |set, square| set | square.bit())
}

/// Writes the complete output of a rebuild.
pub fn rebuild(planes: &Planes, side: Color, out: &mut Rebuilt) {
    let cells = cells(planes, side);
    *out = Rebuilt {
        nucleus: Nucleus { cells, end: Cell::MAX },
        influence: Influence::from_cells(&cells),
        pinned: pinned(planes, side),
    };
}

/// SCANNER_CORE: lists, for every cell with a bit of `mask`, the masked cell with its byte offset
/// shifted left by 12 (the square in bits 14 to 19). Returns the number of entries.
pub fn scan(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    let mut count = 0;
    for (index, &cell) in nucleus.cells.0.iter().enumerate() {
        if cell & mask != 0 {
            list.0[count] = (cell & mask) | (index as u32 * 4) << 12;
            count += 1;
        }
    }
    count
}

/// Runs [`scan`] for White's and for Black's pieces.
pub fn scan_both(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    Color::ALL.map(|color| scan(nucleus, cell::pieces_mask(color), &mut lists[color.index()]))
}

/// Lists the squares of the cells that have a bit of `mask`, lowest first. Returns their number.
pub fn squares(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
    let mut count = 0;
    for square in Square::all().filter(|&square| nucleus.cells.at(square) & mask != 0) {
        list.0[count] = square.index() as u8;
        count += 1;
    }
    count
}

/// Returns the index of the first of the highest scores; 0 if there are none.
pub fn first_highest(scores: &[i16]) -> usize {
    let highest = scores.iter().max();
    scores.iter().position(|score| Some(score) == highest).unwrap_or(0)
}
