//! Sets of squares, one bit a square, a1 the lowest.

use super::{Bitboard, Square};

/// The a-file.
pub const FILE_A: Bitboard = 0x0101_0101_0101_0101;
/// The h-file.
pub const FILE_H: Bitboard = FILE_A << 7;
/// The first rank.
pub const RANK_1: Bitboard = 0xff;
/// The second rank.
pub const RANK_2: Bitboard = RANK_1 << 8;
/// The third rank.
pub const RANK_3: Bitboard = RANK_1 << 16;
/// The sixth rank.
pub const RANK_6: Bitboard = RANK_1 << 40;
/// The seventh rank.
pub const RANK_7: Bitboard = RANK_1 << 48;
/// The eighth rank.
pub const RANK_8: Bitboard = RANK_1 << 56;
/// The dark squares, a1 among them.
pub const DARK_SQUARES: Bitboard = 0xaa55_aa55_aa55_aa55;

/// The squares of a set, lowest first.
#[inline(always)]
pub fn squares(set: Bitboard) -> Squares {
    Squares(set)
}

/// Iterator over the squares of a set, made by [`squares`].
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

/// True when the set has two squares or more.
#[inline(always)]
pub const fn several(set: Bitboard) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// One step up the board.
#[inline(always)]
pub const fn north(set: Bitboard) -> Bitboard {
    set << 8
}

/// One step down the board.
#[inline(always)]
pub const fn south(set: Bitboard) -> Bitboard {
    set >> 8
}

/// One step towards the h-file.
#[inline(always)]
pub const fn east(set: Bitboard) -> Bitboard {
    (set & !FILE_H) << 1
}

/// One step towards the a-file.
#[inline(always)]
pub const fn west(set: Bitboard) -> Bitboard {
    (set & !FILE_A) >> 1
}

/// The set and everything above it on its files.
#[inline(always)]
pub const fn fill_up(mut set: Bitboard) -> Bitboard {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

/// The set and everything below it on its files.
#[inline(always)]
pub const fn fill_down(mut set: Bitboard) -> Bitboard {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

/// The squares that knights on `set` influence.
#[inline(always)]
pub const fn knight_influence(set: Bitboard) -> Bitboard {
    let one = east(set) | west(set);
    let two = east(east(set)) | west(west(set));
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// The squares that kings on `set` influence.
#[inline(always)]
pub const fn king_influence(set: Bitboard) -> Bitboard {
    let row = east(set) | west(set);
    let three = row | set;
    row | north(three) | south(three)
}

/// The squares that white pawns on `set` could capture on.
#[inline(always)]
pub const fn white_pawn_influence(set: Bitboard) -> Bitboard {
    north(east(set) | west(set))
}

/// The squares that black pawns on `set` could capture on.
#[inline(always)]
pub const fn black_pawn_influence(set: Bitboard) -> Bitboard {
    south(east(set) | west(set))
}

/// The squares a king steps to, by square.
pub static KING_STEPS: [Bitboard; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = king_influence(1 << square);
        square += 1;
    }
    table
};

/// The squares a knight steps to, by square; none from 64, the lowest square of an empty set.
pub static KNIGHT_STEPS: [Bitboard; 65] = {
    let mut table = [0; 65];
    let mut square = 0;
    while square < 64 {
        table[square] = knight_influence(1 << square);
        square += 1;
    }
    table
};
