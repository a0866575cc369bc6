//! What the evaluation counts over the cells, two ranks at a time: every term is a mask of lanes, and
//! a masked addition of its value.

use std::arch::x86_64::*;

use super::lanes::{all, beside, load, or_and, or3};
use crate::kernels::axon32::terms::{
    CellTerms, CellWeights, TermFacts, UNITS, king_lines, trapping_files,
};
use crate::kernels::axon32::zones::{NEAR, ZONES};
use crate::kernels::{level_features, level_functions};
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, influence_mask, influence_shift, piece_bit, pieces_mask};
use crate::types::{Color, PieceType};

// Influence bits of a colour, king lowest.
const KING: Cell = 1;
const QUEEN: Cell = 2;
const ROOKS: Cell = 12;
const BISHOP: Cell = 16;
const KNIGHT: Cell = 32;
const PAWN: Cell = 64;

/// The near squares of a king, to be read at run time.
static NEAR_KING: [[u16; 4]; 64] = NEAR;

/// The units of attack, in two registers.
#[repr(C, align(64))]
struct UnitTable([i32; 32]);

static UNIT_TABLE: UnitTable = UnitTable(UNITS);

/// A table of 32 words.
#[derive(Clone, Copy)]
struct Table {
    low: __m512i,
    high: __m512i,
}

/// Two ranks and what lies around them.
#[derive(Clone, Copy)]
struct Ranks {
    cells: __m512i,
    below: __m512i,
    above: __m512i,
    /// A slider's bit, by colour, where a square next to it is safe.
    free: __m512i,
    /// The number of the register.
    number: usize,
}

/// What is the same for all cells, as one colour sees it.
#[derive(Clone, Copy)]
struct Side {
    color: Color,
    /// Files without own pawns, and those without any.
    half_open: u32,
    open: u32,
    diagonal: __m512i,
    orthogonal: __m512i,
    enemy_king: usize,
}

/// The sums of a colour.
#[derive(Clone, Copy)]
struct Sums {
    /// Its terms.
    own: __m512i,
    /// Units of attack on the enemy's king.
    units: __m512i,
    /// Its influence on safe squares.
    reach: __m512i,
    masked: u32,
}

level_features! { avx512 => level_functions {
    fn table(words: &[i32; 32]) -> Table {
        let from = words.as_ptr();
        // SAFETY: 32 words are twice 64 bytes.
        unsafe {
            Table {
                low: _mm512_loadu_si512(from.cast()),
                high: _mm512_loadu_si512(from.add(16).cast()),
            }
        }
    }

    /// Looks up the lowest five bits of each lane of a mask.
    fn look_up(table: Table, lanes: __mmask16, at: __m512i) -> __m512i {
        _mm512_maskz_permutex2var_epi32(lanes, table.low, at, table.high)
    }

    fn add(sum: __m512i, lanes: __mmask16, weight: i32) -> __m512i {
        _mm512_mask_add_epi32(sum, lanes, sum, _mm512_set1_epi32(weight))
    }

    fn sub(sum: __m512i, lanes: __mmask16, weight: i32) -> __m512i {
        _mm512_mask_sub_epi32(sum, lanes, sum, _mm512_set1_epi32(weight))
    }

    fn has(cells: __m512i, bits: Cell) -> __mmask16 {
        _mm512_test_epi32_mask(cells, all(bits))
    }

    /// The lanes of a mask that have one of the bits.
    fn with(lanes: __mmask16, cells: __m512i, bits: Cell) -> __mmask16 {
        _mm512_mask_test_epi32_mask(lanes, cells, all(bits))
    }

    /// Squares without own pieces that no enemy pawn influences.
    fn safe(cells: __m512i, color: Color) -> __mmask16 {
        let wrong = pieces_mask(color) | PAWN << influence_shift(!color);
        _mm512_testn_epi32_mask(cells, all(wrong))
    }

    /// The influence of a colour from the queen's bit on, in the lowest five bits.
    fn kinds(cells: __m512i, color: Color) -> __m512i {
        match color {
            Color::White => _mm512_srli_epi32::<22>(cells),
            Color::Black => _mm512_srli_epi32::<15>(cells),
        }
    }

    /// A rank lower, and a rank higher, of the ranks in four registers.
    fn up(ranks: [__m512i; 4]) -> [__m512i; 5] {
        let zero = _mm512_setzero_si512();
        [
            _mm512_alignr_epi32::<8>(ranks[0], zero),
            _mm512_alignr_epi32::<8>(ranks[1], ranks[0]),
            _mm512_alignr_epi32::<8>(ranks[2], ranks[1]),
            _mm512_alignr_epi32::<8>(ranks[3], ranks[2]),
            _mm512_alignr_epi32::<8>(zero, ranks[3]),
        ]
    }

    /// The bits of a colour's sliders where a square is safe for it.
    fn safe_sliders(cells: __m512i) -> __m512i {
        let white = safe(cells, Color::White);
        let black = safe(cells, Color::Black);
        let free = _mm512_maskz_set1_epi32(white, sliders(Color::White).cast_signed());
        _mm512_mask_or_epi32(free, black, free, all(sliders(Color::Black)))
    }

    /// The terms of one colour on two ranks.
    fn tally(side: Side, at: Ranks, weights: &CellWeights, mobility: Table, units: Table, mut sums: Sums) -> Sums {
        let Side { color, .. } = side;
        let Ranks { cells, .. } = at;
        let (own, enemy) = (influence_shift(color), influence_shift(!color));
        let bit = |kind| piece_bit(color, kind);
        let pawn = bit(PieceType::Pawn);
        let rook = bit(PieceType::Rook);
        let queen = bit(PieceType::Queen);
        let minor = bit(PieceType::Knight) | bit(PieceType::Bishop);
        let kinds = kinds(cells, color);

        // Mobility and control.
        let safe = safe(cells, color);
        sums.reach = _mm512_mask_or_epi32(sums.reach, safe, sums.reach, cells);
        sums.own = _mm512_add_epi32(sums.own, look_up(mobility, safe, kinds));
        let defended = has(cells, influence_mask(color));
        let attacked = has(cells, influence_mask(!color));
        sums.own = add(sums.own, defended, weights.control);

        // Pawns.
        let pawns = has(cells, pawn);
        let hanging = attacked & !defended;
        sums.own = add(sums.own, with(pawns, cells, BISHOP << own), weights.behind_pawns);
        sums.own = sub(sums.own, hanging & pawns, weights.hanging_pawn);

        // Pieces.
        let pieces = has(cells, minor | rook | queen);
        sums.own = sub(sums.own, hanging & pieces, weights.hanging_piece);
        sums.own = sub(sums.own, with(pieces, cells, PAWN << enemy), weights.pawn_on_piece);
        let majors = with(pieces, cells, (KNIGHT | BISHOP) << enemy);
        sums.own = sub(sums.own, with(majors, cells, rook | queen), weights.minor_on_major);
        let beyond = match color {
            Color::White => at.below,
            Color::Black => at.above,
        };
        let zone = with(pieces, _mm512_or_si512(cells, beyond), KING << own);
        sums.own = add(sums.own, zone, weights.defender);
        let all_sliders = has(cells, sliders(color));
        let blocked = _mm512_mask_testn_epi32_mask(
            all_sliders, _mm512_and_si512(cells, at.free), all(sliders(color)),
        );
        sums.own = add(sums.own, blocked, weights.blocked);
        let rooks = has(cells, rook);
        sums.own = add(sums.own, rooks & side.half_open as u16, weights.half_open);
        sums.own = add(sums.own, rooks & side.open as u16, weights.open);

        // Attack on the enemy's king.
        let near = attacking(color, side.enemy_king, at.number);
        sums.units = _mm512_add_epi32(sums.units, look_up(units, near.zone, kinds));
        let held = influence_mask(!color) & !(KING << enemy);
        let open = _mm512_mask_testn_epi32_mask(near.next & defended, cells, all(held));
        sums.units = add(sums.units, open, 2);

        // Masks.
        let diagonal = _mm512_mask_test_epi32_mask(pieces, cells, side.diagonal);
        let orthogonal = _mm512_mask_test_epi32_mask(pieces, cells, side.orthogonal);
        let before_queen = with(pieces, cells, QUEEN << own);
        let masked = with(diagonal, cells, (BISHOP | QUEEN) << enemy)
            | with(orthogonal, cells, (ROOKS | QUEEN) << enemy)
            | with(before_queen, cells, (BISHOP | ROOKS) << enemy);
        sums.masked |= u32::from(masked);
        sums
    }

    fn side_of(color: Color, facts: &TermFacts) -> Side {
        let [own, enemy] = [color, !color].map(|color| facts.files[color.index()] & 0xff);
        let [diagonal, orthogonal] = king_lines(color, facts.side);
        Side {
            color,
            half_open: !(own * 0x101),
            open: !((own | enemy) * 0x101),
            diagonal: all(diagonal),
            orthogonal: all(orthogonal),
            enemy_king: (facts.kings[(!color).index()] & 63) as usize,
        }
    }

    /// [`crate::kernels::axon32::cell_terms`].
    pub(in crate::kernels) fn cell_terms(
        cells: &Matrix,
        facts: &TermFacts,
        weights: &CellWeights,
    ) -> CellTerms {
        let ranks = load(cells);
        let zero = _mm512_setzero_si512();
        let around = up(ranks);
        let safe = [
            safe_sliders(ranks[0]), safe_sliders(ranks[1]),
            safe_sliders(ranks[2]), safe_sliders(ranks[3]),
        ];
        let sideways = [beside(safe[0]), beside(safe[1]), beside(safe[2]), beside(safe[3])];
        let (straight, aslant) = (up(safe), up(sideways));
        let (mobility, units) = (table(&weights.mobility), table(&UNIT_TABLE.0));
        let nothing = Sums { own: zero, units: zero, reach: zero, masked: 0 };
        let (mut white, mut black) = (nothing, nothing);
        let (white_side, black_side) =
            (side_of(Color::White, facts), side_of(Color::Black, facts));
        for number in 0..4 {
            let orthogonal = or3(sideways[number], straight[number], straight[number + 1]);
            let diagonal = _mm512_or_si512(aslant[number], aslant[number + 1]);
            let free = _mm512_and_si512(orthogonal, all(ORTHOGONAL));
            let at = Ranks {
                cells: ranks[number],
                below: around[number],
                above: around[number + 1],
                free: or_and(free, diagonal, all(DIAGONAL)),
                number,
            };
            white = tally(white_side, at, weights, mobility, units, white);
            black = tally(black_side, at, weights, mobility, units, black);
        }
        let mut total = _mm512_reduce_add_epi32(_mm512_sub_epi32(white.own, black.own));
        // White's pieces attack Black's king.
        let units = _mm512_or_si512(black.units, _mm512_slli_epi32::<16>(white.units));
        let units = _mm512_reduce_add_epi32(units).cast_unsigned();
        if has(white.reach, KNIGHT << influence_shift(Color::White)) == 0 {
            total = total.wrapping_add(blocked_knights(ranks, Color::White, weights));
        }
        if has(black.reach, KNIGHT << influence_shift(Color::Black)) == 0 {
            total = total.wrapping_sub(blocked_knights(ranks, Color::Black, weights));
        }
        total = total.wrapping_add(trapped(cells, ranks[0], Color::White, facts, weights));
        total = total.wrapping_sub(trapped(cells, ranks[3], Color::Black, facts, weights));
        CellTerms {
            total,
            attacked: [units & 0xffff, units >> 16],
            masked: white.masked | black.masked != 0,
        }
    }

    /// The knights of a colour whose knights reach no safe square.
    fn blocked_knights(ranks: [__m512i; 4], color: Color, weights: &CellWeights) -> i32 {
        let knight = piece_bit(color, PieceType::Knight);
        let mut knights = 0;
        for cells in ranks {
            knights += has(cells, knight).count_ones() as i32;
        }
        weights.blocked.wrapping_mul(knights)
    }

    /// Rooks in the corner beside their king, and bishops behind the enemy's pawns.
    fn trapped(
        cells: &Matrix,
        first_ranks: __m512i,
        color: Color,
        facts: &TermFacts,
        weights: &CellWeights,
    ) -> i32 {
        let flip = 56 * color as usize;
        let corner = trapping_files(facts.kings[color.index()] ^ flip as u32);
        let mut total = 0;
        if corner != 0 {
            let rooks = u32::from(has(first_ranks, piece_bit(color, PieceType::Rook)));
            let trapped = rooks & corner << (8 * color as u32);
            total = weights.trapped_rook.wrapping_mul(trapped.count_ones() as i32);
        }
        let bishop = piece_bit(color, PieceType::Bishop);
        let pawn = piece_bit(!color, PieceType::Pawn);
        for [from, guard] in [[48, 41], [55, 46]] {
            if cells.0[from ^ flip] & bishop != 0 && cells.0[guard ^ flip] & pawn != 0 {
                total = total.wrapping_add(weights.trapped_bishop);
            }
        }
        total
    }
}}

/// Lanes around a king.
struct Around {
    zone: __mmask16,
    next: __mmask16,
}

/// The lanes of a register that lie in the zone of a king that a colour attacks.
#[inline(always)]
fn attacking(by: Color, king: usize, number: usize) -> Around {
    Around { zone: ZONES[(!by).index()][king][number], next: NEAR_KING[king][number] }
}

/// The bits of a colour's sliders.
const fn sliders(color: Color) -> Cell {
    piece_bit(color, PieceType::Bishop)
        | piece_bit(color, PieceType::Rook)
        | piece_bit(color, PieceType::Queen)
}

const SLIDERS: Cell = sliders(Color::White) | sliders(Color::Black);
/// Sliders along ranks and files.
const ORTHOGONAL: Cell = SLIDERS
    & !(piece_bit(Color::White, PieceType::Bishop) | piece_bit(Color::Black, PieceType::Bishop));
/// Sliders along diagonals.
const DIAGONAL: Cell = SLIDERS
    & !(piece_bit(Color::White, PieceType::Rook) | piece_bit(Color::Black, PieceType::Rook));
