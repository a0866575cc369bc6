//! The moves of knights, bishops, rooks and queens: a piece's captures before its quiet moves, each
//! from the lowest square, as on the other boards.

use super::steps::{STEP, STEPS};
use super::takers::pinned_ray;
use crate::matrix::Matrix;
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{CellRecord, entry_square};
use crate::types::{Color, MoveKind};

/// Capacity of [`MoveWords`]: the paper's `Moves: array [0..127] of cardinal`.
pub const MOVES_ROOM: usize = 128;
/// The most moves of one piece: a queen in the centre has 27.
pub const QUEEN_ROOM: usize = 27;
/// The most moves of one walk of a piece: a rook's 14.
pub const WALK_ROOM: usize = 14;
/// All rays, for [`Walk::rays`] of a piece that is not pinned.
pub const ALL_RAYS: u32 = 0xff;

/// Selects a part of a piece's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walk {
    /// A sum of [`Walk::CAPTURES`], [`Walk::QUIETS`] and [`Walk::DIAGONAL`].
    pub flags: u32,
    /// One bit for each ray that a pin allows.
    pub rays: u32,
}

impl Walk {
    /// Selects captures.
    pub const CAPTURES: u32 = 1;
    /// Selects quiet moves.
    pub const QUIETS: u32 = 2;
    /// Selects a slider's diagonals; without this flag, its rank and file. The other boards list
    /// queens twice, too: among the diagonal sliders, then among the orthogonal ones.
    pub const DIAGONAL: u32 = 4;
}

/// A part of a position's moves, 32 bits each: the move in the lowest 16 bits, and from bit 18 on
/// the twelve piece bits of the target cell. The paper gives no layout; this one is ours.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct MoveWords {
    /// Move words, valid up to `all`.
    pub moves: [u32; MOVES_ROOM],
    /// Number of moves.
    pub all: u32,
}

impl MoveWords {
    /// Appends a move.
    #[inline(always)]
    pub fn push(&mut self, word: u32) {
        // A piece has at most 27 moves, and the caller empties a list with less room than that.
        self.moves[(self.all & 127) as usize] = word;
        self.all += 1;
    }

    /// Returns true if the moves of one more piece may not fit.
    #[inline(always)]
    pub const fn is_nearly_full(&self) -> bool {
        self.all as usize + QUEEN_ROOM > MOVES_ROOM
    }

    /// Returns the moves.
    #[inline(always)]
    pub fn words(&self) -> &[u32] {
        &self.moves[..(self.all as usize).min(MOVES_ROOM)]
    }
}

impl Default for MoveWords {
    #[inline(always)]
    fn default() -> Self {
        Self { moves: [0; MOVES_ROOM], all: 0 }
    }
}

const CAPTURE: u32 = (MoveKind::Capture as u32) << 12;
const PIECES: Cell = cell::pieces_mask(Color::White) | cell::pieces_mask(Color::Black);

#[inline(always)]
fn capture(cells: &Matrix, from: u32, to: u32) -> u32 {
    from | (to & 63) << 6 | CAPTURE | (cells.0[(to & 63) as usize] & PIECES) << 16
}

#[inline(always)]
const fn quiet(from: u32, to: u32) -> u32 {
    from | (to & 63) << 6
}

/// A walk over the pieces of some types, which stops when the list of moves is nearly full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct PieceWalk {
    /// The index of the next entry of the scanner's list.
    pub next: u32,
    /// The bits of the pieces.
    pub mask: Cell,
    /// Parts of the moves, as [`Walk::flags`].
    pub flags: u32,
}

/// Appends the moves of the walk's next pieces; a pinned piece only moves on its line.
pub fn walk_pieces(record: &CellRecord, walk: &mut PieceWalk, list: &mut MoveWords) {
    const KNIGHTS: Cell = 1 << 12 | 1 << 6;
    let PieceWalk { mask, flags, mut next } = *walk;
    while let Some(&entry) = record.pieces().get(next as usize) {
        next += 1;
        if entry & mask == 0 {
            continue;
        }
        let rays = match pinned_ray(record, entry_square(entry)) {
            None => ALL_RAYS,
            Some(_) if entry & KNIGHTS != 0 => continue,
            // The opposite ray has the opposite step, so its index is mirrored.
            Some(ray) => 1 << ray | 1 << (if ray < 4 { 3 - ray } else { 11 - ray }),
        };
        piece_moves(&record.nucleus.cells, entry, Walk { flags, rays }, list);
        if list.is_nearly_full() {
            break;
        }
    }
    walk.next = next;
}

/// Appends the moves of the knight, bishop, rook or queen in a scanner's entry.
#[inline(always)]
pub fn piece_moves(cells: &Matrix, entry: Cell, walk: Walk, list: &mut MoveWords) {
    let from = entry_square(entry);
    let white = entry & cell::pieces_mask(Color::White) != 0;
    let enemy = cell::pieces_mask(if white { Color::Black } else { Color::White });
    let knights = 1 << 12 | 1 << 6;
    if entry & knights != 0 {
        let squares = STEPS.knights[from as usize].squares();
        leaper_moves(cells, from, squares, enemy, walk.flags, list);
    } else {
        slider_moves(cells, from, enemy, walk, list);
    }
}

#[inline(always)]
fn leaper_moves(
    cells: &Matrix,
    from: u32,
    squares: impl Iterator<Item = u32> + Clone,
    enemy: Cell,
    flags: u32,
    list: &mut MoveWords,
) {
    if flags & Walk::CAPTURES != 0 {
        for to in squares.clone() {
            if cells.0[(to & 63) as usize] & enemy != 0 {
                list.push(capture(cells, from, to));
            }
        }
    }
    if flags & Walk::QUIETS != 0 {
        for to in squares {
            if cells.0[(to & 63) as usize] & cell::FIGURE == 0 {
                list.push(quiet(from, to));
            }
        }
    }
}

/// The squares along a ray: empty squares, then perhaps a piece to capture.
#[derive(Clone, Copy)]
struct Reach {
    /// Number of empty squares.
    free: i32,
    /// The square of the enemy's piece after them, or -1.
    taken: i32,
}

#[inline(always)]
fn reach(cells: &Matrix, from: u32, ray: usize, enemy: Cell, rays: u32) -> Reach {
    let mut here = Reach { free: 0, taken: -1 };
    if rays >> ray & 1 == 0 {
        return here;
    }
    let mut square = from as i32;
    for _ in 0..STEPS.edges[(from & 63) as usize][ray] {
        square += STEP[ray];
        let cell = cells.0[(square & 63) as usize];
        if cell & cell::FIGURE != 0 {
            if cell & enemy != 0 {
                here.taken = square;
            }
            break;
        }
        here.free += 1;
    }
    here
}

#[inline(always)]
fn slider_moves(cells: &Matrix, from: u32, enemy: Cell, walk: Walk, list: &mut MoveWords) {
    let Walk { flags, rays } = walk;
    let diagonal = flags & Walk::DIAGONAL != 0;
    let first = if diagonal { 4 } else { 0 };
    let low = reach(cells, from, first, enemy, rays);
    let next = reach(cells, from, first + 1, enemy, rays);
    let third = reach(cells, from, first + 2, enemy, rays);
    let high = reach(cells, from, first + 3, enemy, rays);
    if flags & Walk::CAPTURES != 0 {
        for (one, other) in [(low, next), (third, high)] {
            for taken in [one.taken.min(other.taken), one.taken.max(other.taken)] {
                if taken >= 0 {
                    list.push(capture(cells, from, taken as u32));
                }
            }
        }
    }
    if flags & Walk::QUIETS != 0 {
        let origin = from as i32;
        let mut push = |to: i32| list.push(quiet(from, to as u32));
        if diagonal {
            // In ascending order, the squares of the two rays towards one side alternate.
            for steps in (1..=low.free.max(next.free)).rev() {
                if steps <= low.free {
                    push(origin - 9 * steps);
                }
                if steps <= next.free {
                    push(origin - 7 * steps);
                }
            }
            for steps in 1..=third.free.max(high.free) {
                if steps <= third.free {
                    push(origin + 7 * steps);
                }
                if steps <= high.free {
                    push(origin + 9 * steps);
                }
            }
        } else {
            for steps in (1..=low.free).rev() {
                push(origin - 8 * steps);
            }
            for steps in (1..=next.free).rev() {
                push(origin - steps);
            }
            for steps in 1..=third.free {
                push(origin + steps);
            }
            for steps in 1..=high.free {
                push(origin + 8 * steps);
            }
        }
    }
}
