//! The values of all weights, and the form in which the terms read them.

use super::fixed;
use super::groups::GROUPS;
use super::placement::{self, weight_of_place};
use super::table::{COUNT, TABLE};
use super::weights::{NAMED, PackedScore, Row, Weight, pair};
use super::{fitted, fitted_umko};
use crate::kernels::axon32::{CellWeights, PieceValues};
use crate::types::{Color, PieceType, Square};

/// The contribution of one piece on one square, packed so that one addition updates everything.
/// From the lowest bits: 16 bits each for placement in the middlegame, placement in the endgame and
/// material; 8 bits each for the phase and for the worth in pawns.
pub(super) type PieceWord = i64;

/// A value for every row of the data table, and the tables that the engine derives from them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Values {
    /// Value of one square of each set of a group, Black's negative; each group is a cache line.
    pub(super) groups: [[i64; 8]; GROUPS.len()],
    /// The named weights, packed.
    pub(super) packed: [PackedScore; NAMED],
    /// Every piece on every square, White's positive.
    pub(super) pieces: PieceValues,
    /// Weights of the terms that the record's board counts over its cells.
    cells: CellWeights,
    /// Middlegame and endgame by row; untapered rows have the same number twice.
    rows: [[i32; 2]; COUNT],
}

/// The values of the data table.
static COMPILED: Values = Values::new({
    let mut rows = [[0; 2]; COUNT];
    let mut row = 0;
    while row < COUNT {
        rows[row] = TABLE[row].value;
        row += 1;
    }
    rows
});

/// The values fitted to games.
static OF_GAMES: Values = Values::new(fitted::FITTED);

/// The values fitted to games for what Umko's paper lists.
static OF_UMKO: Values = Values::new(fitted_umko::FITTED);

impl Values {
    /// Derives the tables from a value for each row.
    ///
    /// # Panics
    /// If a value is outside its row's range, so that sums could exceed 16 bits, or an untapered row
    /// has two different numbers.
    pub const fn new(rows: [[i32; 2]; COUNT]) -> Self {
        let mut packed = [0; NAMED];
        let mut row = 0;
        while row < COUNT {
            let Row { range: [low, high], tapered, .. } = TABLE[row];
            let [first, second] = rows[row];
            assert!(
                low <= first && first <= high && low <= second && second <= high,
                "a value lies outside its row's range"
            );
            assert!(tapered || first == second, "a row that is not tapered has two values");
            if row < NAMED {
                packed[row] = pair(first, second);
            }
            row += 1;
        }
        let mut values = Self {
            groups: [[0; 8]; GROUPS.len()],
            packed,
            pieces: [[[0; 64]; 6]; 2],
            cells: cell_weights(&packed),
            rows,
        };
        let mut group = 0;
        while group < GROUPS.len() {
            let mut set = 0;
            while set < 4 {
                if let Some(weight) = GROUPS[group][set] {
                    values.groups[group][2 * set] = packed[weight as usize] as i64;
                    values.groups[group][2 * set + 1] = -(packed[weight as usize] as i64);
                }
                set += 1;
            }
            group += 1;
        }
        let mut square = 0;
        while square < 64 {
            let mut kind = 0;
            while kind < 6 {
                let piece = PieceType::from_index(kind);
                let words = values.words(piece, Square::new(square as u8));
                [values.pieces[0][kind][square], values.pieces[1][kind][square ^ 56]] = words;
                kind += 1;
            }
            square += 1;
        }
        values
    }

    /// Returns the values of the data table, which are the paper's.
    #[inline(always)]
    pub const fn compiled() -> &'static Self {
        &COMPILED
    }

    /// Returns the values fitted to games, also compiled in.
    #[inline(always)]
    pub const fn fitted() -> &'static Self {
        &OF_GAMES
    }

    /// Returns the values fitted to games for what Umko's paper lists (section 2.4); those of all else
    /// are 0.
    #[inline(always)]
    pub const fn umko() -> &'static Self {
        &OF_UMKO
    }

    /// Returns true if a pattern that only Umko's paper lists has a value.
    pub const fn has_patterns(&self) -> bool {
        (self.weight(Weight::TrappedBishop6)
            | self.weight(Weight::BlockedBishop)
            | self.weight(Weight::Runner))
            != 0
    }

    /// Returns the values by row.
    pub const fn rows(&self) -> &[[i32; 2]; COUNT] {
        &self.rows
    }

    /// Returns the values of the terms that are counted over cells.
    #[inline(always)]
    pub const fn of_cells(&self) -> &CellWeights {
        &self.cells
    }

    /// Returns the value of one unit of a weight, packed.
    #[inline(always)]
    pub(super) const fn weight(&self, weight: Weight) -> PackedScore {
        self.packed[weight as usize]
    }

    /// Returns the values of one unit of consecutive weights, packed.
    #[inline(always)]
    pub(super) const fn consecutive<const N: usize>(&self, first: Weight) -> &[PackedScore; N] {
        let (_, values) = self.packed.split_at(first as usize);
        values.first_chunk().expect("named weights")
    }

    #[inline(always)]
    pub(super) const fn piece(&self, color: Color, kind: PieceType, square: Square) -> PieceWord {
        self.pieces[color.index()][kind.index()][square.index()]
    }

    /// Returns the value of a piece, in centipawns.
    pub const fn material(&self, kind: PieceType) -> i32 {
        match Weight::material(kind) {
            Some(weight) => self.rows[weight as usize][0],
            None => 0,
        }
    }

    /// Returns the words of a white piece on a square and of a black one on its mirror image: the
    /// rows of placement and material, and the development terms that depend on the square alone.
    const fn words(&self, kind: PieceType, square: Square) -> [PieceWord; 2] {
        let [middlegame, endgame] = self.rows[placement::index(kind, square)];
        let mut place = pair(middlegame, endgame);
        if let Some(weight) = weight_of_place(kind, square) {
            place += self.weight(weight);
        }
        let (material, phase, worth) =
            (self.material(kind), fixed::phase(kind), fixed::worth(kind));
        [word(place, material, phase, worth), word(-place, -material, phase, -worth)]
    }
}

/// Returns the values of the terms that are counted over cells.
const fn cell_weights(packed: &[PackedScore; NAMED]) -> CellWeights {
    CellWeights {
        mobility: mobility(packed),
        control: packed[Weight::Control as usize],
        behind_pawns: packed[Weight::BishopBehindPawns as usize],
        blocked: packed[Weight::BlockedPiece as usize],
        trapped_rook: packed[Weight::TrappedRook as usize],
        trapped_bishop: packed[Weight::TrappedBishop as usize],
        defender: packed[Weight::Defender as usize],
        open: packed[Weight::RookOpenFile as usize],
        half_open: packed[Weight::RookHalfOpen as usize],
        pawn_on_piece: packed[Weight::PawnOnPiece as usize],
        minor_on_major: packed[Weight::MinorOnMajor as usize],
        hanging_pawn: packed[Weight::HangingPawn as usize],
        hanging_piece: packed[Weight::HangingPiece as usize],
        to_white: [0; 256],
        to_black: [0; 1024],
    }
    .with_tables()
}

/// Returns the sum of the mobility rows for each set of a square's influence bits, lowest first:
/// queen, rook along the file and along the rank, bishop, knight.
const fn mobility(packed: &[PackedScore; NAMED]) -> [PackedScore; 32] {
    const BY_BIT: [Weight; 5] = [
        Weight::QueenMobility,
        Weight::FileMobility,
        Weight::RankMobility,
        Weight::BishopMobility,
        Weight::KnightMobility,
    ];
    let mut table = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let mut bit = 0;
        while bit < 5 {
            if bits >> bit & 1 != 0 {
                table[bits] += packed[BY_BIT[bit] as usize];
            }
            bit += 1;
        }
        bits += 1;
    }
    table
}

/// Bits of a piece's word for its phase, below its worth. The phase of all pieces fits into them.
pub(super) const PHASE_BITS: u32 = 8;

const fn word(place: PackedScore, material: i32, phase: i32, worth: i32) -> PieceWord {
    ((pair(material, worth * (1 << PHASE_BITS) + phase) as i64) << 32) + place as i64
}
