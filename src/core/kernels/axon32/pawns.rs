//! Pawns by file, a byte of ranks each; the counts of pawn structure; the pawns near a king. This
//! scalar code defines the results of the levels' kernels.

use crate::matrix::Matrix;
use crate::matrix::cell;
use crate::types::{Color, PieceType};

/// The ranks of the pawns on each file, with an empty file at each edge, so that every file has neighbours.
pub type FileRanks = [u32; 10];

/// The pawns from each colour's view: a bit for each rank of a file, its own first rank lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct PawnFiles {
    /// Pawns of each colour, from that colour's view.
    pub own: [FileRanks; 2],
    /// Pawns of the enemy of each colour, from that colour's view.
    pub enemy: [FileRanks; 2],
}

impl PawnFiles {
    /// A board without pawns.
    pub const NONE: Self = Self { own: [[0; 10]; 2], enemy: [[0; 10]; 2] };
}

/// Sorts the pawns of the cells by file.
#[inline(always)]
pub fn pawn_files(cells: &Matrix) -> PawnFiles {
    let [white, black] = Color::ALL.map(|color| cell::piece_bit(color, PieceType::Pawn));
    let mut files = PawnFiles::NONE;
    for rank in 1..7 {
        for file in 0..8 {
            let cell = cells.0[rank * 8 + file];
            if cell & (white | black) == 0 {
                continue;
            }
            if cell & white != 0 {
                files.own[0][file + 1] |= 1 << rank;
                files.enemy[1][file + 1] |= 1 << (7 - rank);
            } else {
                files.own[1][file + 1] |= 1 << (7 - rank);
                files.enemy[0][file + 1] |= 1 << rank;
            }
        }
    }
    files
}

/// Counts of a colour's pawn structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct PawnCounts {
    /// Pawns behind another of their file.
    pub doubled: i32,
    /// Pawns without own pawns on adjacent files.
    pub isolated: i32,
    /// Pawns, not isolated, whose next square enemy pawns control and no own pawn can defend.
    pub backward: i32,
    /// Groups of adjacent files with pawns.
    pub islands: i32,
    /// Pawns that a pawn defends.
    pub supported: i32,
    /// Pairs of pawns next to each other.
    pub phalanx: i32,
    /// Pawns that may become passed.
    pub candidates: i32,
    /// The rank of the passed pawn on every file from its side's view, four bits per file; 0 for none.
    pub passed: u32,
    /// Files with pawns, bit 0 the a-file.
    pub files: u32,
}

/// The value of both colours' pawns, White positive, with the counts that other terms read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct PawnValue {
    /// The sum of the counts times their weights, middlegame and endgame packed.
    pub total: i32,
    /// Files with pawns of each colour, bit 0 the a-file.
    pub files: [u32; 2],
    /// Passed pawns of each colour, as [`PawnCounts::passed`].
    pub passed: [u32; 2],
}

/// Returns the sum of White's counts minus Black's, each times its weight.
#[inline(always)]
pub(super) fn weigh<const N: usize>(white: [i32; N], black: [i32; N], weights: &[i32; N]) -> i32 {
    (0..N).fold(0i32, |sum, at| sum.wrapping_add(weights[at].wrapping_mul(white[at] - black[at])))
}

/// Weighs the counts of White's and Black's pawns.
#[inline(always)]
pub fn weigh_counts(counts: [PawnCounts; 2], weights: &[i32; 7]) -> PawnValue {
    let units = |counts: &PawnCounts| {
        let &PawnCounts { doubled, isolated, backward, islands, .. } = counts;
        let &PawnCounts { supported, phalanx, candidates, .. } = counts;
        [doubled, isolated, backward, islands, supported, phalanx, candidates]
    };
    let [white, black] = &counts;
    PawnValue {
        total: weigh(units(white), units(black), weights),
        files: [white.files, black.files],
        passed: [white.passed, black.passed],
    }
}

/// Weighs the pawn structure of both colours.
#[inline(always)]
pub fn pawn_value(files: &PawnFiles, weights: &[i32; 7]) -> PawnValue {
    weigh_counts([0, 1].map(|at| pawn_counts(&files.own[at], &files.enemy[at])), weights)
}

/// Returns the ranks of a byte and those above the lowest of them.
#[inline(always)]
const fn up(ranks: u32) -> u32 {
    let ranks = ranks | ranks << 1;
    let ranks = ranks | ranks << 2;
    (ranks | ranks << 4) & 0xff
}

/// Returns the ranks of a byte and those below the highest of them.
#[inline(always)]
const fn down(ranks: u32) -> u32 {
    let ranks = ranks | ranks >> 1;
    let ranks = ranks | ranks >> 2;
    ranks | ranks >> 4
}

/// Returns the number of ranks of a byte, without an instruction of a level.
#[inline(always)]
const fn count(ranks: u32) -> i32 {
    let pairs = ranks - (ranks >> 1 & 0x55);
    let fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
    ((fours + (fours >> 4)) & 15) as i32
}

/// Returns the counts of one colour's pawn structure.
#[inline(always)]
pub fn pawn_counts(own: &FileRanks, enemy: &FileRanks) -> PawnCounts {
    let mut counts = PawnCounts::default();
    for file in 1..9 {
        let pawns = own[file];
        if pawns == 0 {
            continue;
        }
        let beside = own[file - 1] | own[file + 1];
        let (facing, facing_beside) = (enemy[file], enemy[file - 1] | enemy[file + 1]);
        counts.files |= 1 << (file - 1);
        counts.doubled += count(pawns) - 1;
        counts.islands += i32::from(own[file - 1] == 0);
        counts.supported += count(pawns & beside << 1);
        counts.phalanx += count(pawns & own[file - 1]);
        // `span`: squares here that own pawns attack now or after advancing; `influence`: only now.
        let span = up(beside) << 1;
        let influence = beside << 1;
        let enemy_influence = facing_beside >> 1;
        if beside == 0 {
            counts.isolated += count(pawns);
        } else {
            counts.backward += count(pawns & (enemy_influence & !span) >> 1);
        }
        let foremost = pawns & !(down(pawns) >> 1);
        let open = foremost & !(down(facing) >> 1);
        let passed = open & !(down(facing_beside) >> 1);
        if passed != 0 {
            counts.passed |= passed.trailing_zeros() << (4 * (file - 1));
        } else {
            let contested = span & !(enemy_influence & !influence);
            counts.candidates += count(open & contested >> 1);
        }
    }
    counts
}

/// Pawns near a king, on its file and the two next to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Shelter {
    /// Own pawns one rank ahead.
    near: i32,
    /// Own pawns two ranks ahead.
    far: i32,
    /// Enemy pawns one or two ranks ahead.
    storm: i32,
    /// Enemy pawns three ranks ahead.
    storm_far: i32,
    /// Files without own pawns.
    open: i32,
}

/// Counts the pawns near a king, whose square is from its side's view.
#[inline(always)]
fn king_shelter(own: &FileRanks, enemy: &FileRanks, king: u32) -> Shelter {
    let mut counts = Shelter::default();
    let (file, second) = ((king & 7) as usize, 2 << (king >> 3));
    for here in file..file + 3 {
        let (own, enemy) = (own[here], enemy[here]);
        counts.near += i32::from(own & second != 0);
        counts.far += i32::from(own & second << 1 != 0);
        counts.storm += i32::from(enemy & second != 0) + i32::from(enemy & second << 1 != 0);
        counts.storm_far += i32::from(enemy & second << 2 != 0);
        counts.open += i32::from((1..9).contains(&here) && own == 0);
    }
    counts
}

/// Weighs the pawns near both kings, White positive.
#[inline(always)]
pub fn shelter_value(files: &PawnFiles, kings: &[u32; 2], weights: &[i32; 5]) -> i32 {
    let [white, black] = [0, 1].map(|at| {
        let king = kings[at] ^ (56 * at as u32);
        let shelter = king_shelter(&files.own[at], &files.enemy[at], king);
        [shelter.near, shelter.far, shelter.storm, shelter.storm_far, shelter.open]
    });
    weigh(white, black, weights)
}
