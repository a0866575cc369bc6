//! Sets of squares, one bit per square, a1 the lowest.

use super::{Bitboard, Square};

/// All squares of the a-file.
pub const FILE_A: Bitboard = 0x0101_0101_0101_0101;
/// All squares of the h-file.
pub const FILE_H: Bitboard = FILE_A << 7;
/// All squares of the first rank.
pub const RANK_1: Bitboard = 0xff;
/// All squares of the second rank.
pub const RANK_2: Bitboard = RANK_1 << 8;
/// All squares of the third rank.
pub const RANK_3: Bitboard = RANK_1 << 16;
/// All squares of the sixth rank.
pub const RANK_6: Bitboard = RANK_1 << 40;
/// All squares of the seventh rank.
pub const RANK_7: Bitboard = RANK_1 << 48;
/// All squares of the eighth rank.
pub const RANK_8: Bitboard = RANK_1 << 56;
/// The dark squares, such as a1.
pub const DARK_SQUARES: Bitboard = 0xaa55_aa55_aa55_aa55;

/// Returns an iterator over the squares of a set, lowest first.
#[inline(always)]
pub fn squares(set: Bitboard) -> Squares {
    Squares(set)
}

/// Iterator over the squares of a set, returned by [`squares`].
#[derive(Clone)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::lowest(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// Returns true if the set has at least two squares.
#[inline(always)]
pub const fn several(set: Bitboard) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// Moves every square one rank up; the eighth rank drops out.
#[inline(always)]
pub const fn north(set: Bitboard) -> Bitboard {
    set << 8
}

/// Moves every square one rank down; the first rank drops out.
#[inline(always)]
pub const fn south(set: Bitboard) -> Bitboard {
    set >> 8
}

/// Moves every square one file towards the h-file, which drops out.
#[inline(always)]
pub const fn east(set: Bitboard) -> Bitboard {
    (set & !FILE_H) << 1
}

/// Moves every square one file towards the a-file, which drops out.
#[inline(always)]
pub const fn west(set: Bitboard) -> Bitboard {
    (set & !FILE_A) >> 1
}

/// Returns the set and all squares above it on its files.
#[inline(always)]
pub const fn fill_up(mut set: Bitboard) -> Bitboard {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

/// Returns the set and all squares below it on its files.
#[inline(always)]
pub const fn fill_down(mut set: Bitboard) -> Bitboard {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

/// Returns the squares that knights on `set` influence.
#[inline(always)]
pub const fn knight_influence(set: Bitboard) -> Bitboard {
    let one = east(set) | west(set);
    let two = east(east(set)) | west(west(set));
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// Returns the squares that kings on `set` influence.
#[inline(always)]
pub const fn king_influence(set: Bitboard) -> Bitboard {
    let row = east(set) | west(set);
    let three = row | set;
    row | north(three) | south(three)
}

/// Returns the squares on which white pawns of `set` could capture.
#[inline(always)]
pub const fn white_pawn_influence(set: Bitboard) -> Bitboard {
    north(east(set) | west(set))
}

/// Returns the squares on which black pawns of `set` could capture.
#[inline(always)]
pub const fn black_pawn_influence(set: Bitboard) -> Bitboard {
    south(east(set) | west(set))
}

/// The squares to which a king steps, by its square.
pub static KING_STEPS: [Bitboard; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = king_influence(1 << square);
        square += 1;
    }
    table
};

/// The squares to which a knight steps, by its square; none for 64, the lowest square of an empty set.
pub static KNIGHT_STEPS: [Bitboard; 65] = {
    let mut table = [0; 65];
    let mut square = 0;
    while square < 64 {
        table[square] = knight_influence(1 << square);
        square += 1;
    }
    table
};
