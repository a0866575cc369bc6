//! Terms of the evaluation over the cells, a rank at a time: the influence of black pieces' squares
//! is exchanged, so that every term is computed once, as the piece's side sees it.

use std::arch::x86_64::*;

use super::lanes::{all, beside, load_all, masked, or};
use crate::kernels::axon32::fills::{BISHOPS, QUEENS, ROOKS};
use crate::kernels::axon32::terms::{
    CellTerms, CellWeights, TermFacts, attack_units, king_lines, trapping_files,
};
use crate::kernels::{level_features, level_functions};
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, influence_mask, influence_shift, piece_bit, pieces_mask};
use crate::types::{Color, PieceType};

// Influence bits of a colour, king lowest: those of a piece's own side are seven bits higher.
const KING: Cell = 1;
const QUEEN: Cell = 2;
const ROOK: Cell = 12;
const BISHOP: Cell = 16;
const KNIGHT: Cell = 32;
const PAWN: Cell = 64;
const OWN: u32 = 7;

// Bits of a piece, whatever its colour.
const IS_PAWN: Cell = 32;
const IS_PIECE: Cell = 0b01_1110;
const IS_SLIDER: Cell = 0b00_1110;
const IS_MAJOR: Cell = 0b00_0110;
const IS_ROOK: Cell = 0b00_0100;

/// A rank and what lies around it.
#[derive(Clone, Copy)]
struct Rank {
    cells: __m256i,
    below: __m256i,
    above: __m256i,
    /// A slider's bit, by colour, where a square next to it is safe.
    free: __m256i,
}

/// Registers that all ranks share: White's, and Black's for the lanes of black pieces.
#[derive(Clone, Copy)]
struct Sides {
    /// The value of a rook on each file.
    files: [__m256i; 2],
    diagonal: [__m256i; 2],
    orthogonal: [__m256i; 2],
}

level_features! { avx2 => level_functions {
    /// Lanes without any of the bits.
    fn without(lanes: __m256i, bits: Cell) -> __m256i {
        _mm256_cmpeq_epi32(masked(lanes, bits), _mm256_setzero_si256())
    }

    fn and(a: __m256i, b: __m256i) -> __m256i {
        _mm256_and_si256(a, b)
    }

    /// `a` outside of `not`.
    fn outside(not: __m256i, a: __m256i) -> __m256i {
        _mm256_andnot_si256(not, a)
    }

    fn add(a: __m256i, b: __m256i) -> __m256i {
        _mm256_add_epi32(a, b)
    }

    fn sub(a: __m256i, b: __m256i) -> __m256i {
        _mm256_sub_epi32(a, b)
    }

    fn value(weight: i32) -> __m256i {
        _mm256_set1_epi32(weight)
    }

    /// White's lanes, or Black's where `black` is.
    fn by_color(lanes: [__m256i; 2], black: __m256i) -> __m256i {
        _mm256_blendv_epi8(lanes[0], lanes[1], black)
    }

    /// Squares without own pieces that no enemy pawn influences.
    fn safe(cells: __m256i, color: Color) -> __m256i {
        without(cells, pieces_mask(color) | PAWN << influence_shift(!color))
    }

    /// The terms of the pieces on a rank, White positive; and lanes without a masked piece.
    fn piece_terms(at: Rank, sides: &Sides, weights: &CellWeights) -> [__m256i; 2] {
        let Rank { cells, .. } = at;
        let zero = _mm256_setzero_si256();
        let white = without(cells, pieces_mask(Color::Black));
        let black = _mm256_cmpeq_epi32(white, zero);
        let influence = _mm256_srli_epi32::<14>(cells);
        let exchanged =
            or(_mm256_slli_epi32::<{ OWN as i32 }>(influence), masked(_mm256_srli_epi32::<{ OWN as i32 }>(influence), 0x7f));
        let influence = by_color([influence, exchanged], black);
        let piece = or(_mm256_srli_epi32::<2>(cells), _mm256_srli_epi32::<8>(cells));

        let pawns = outside(without(piece, IS_PAWN), all(!0));
        let no_piece = without(piece, IS_PIECE);
        let hanging = outside(without(influence, 0x7f), without(influence, 0x7f << OWN));
        let defended = outside(without(influence, BISHOP << OWN), pawns);
        let mut sum = and(defended, value(weights.behind_pawns));
        sum = sub(sum, and(and(hanging, pawns), value(weights.hanging_pawn)));
        sum = sub(sum, and(outside(no_piece, hanging), value(weights.hanging_piece)));
        let no_pawn = or(no_piece, without(influence, PAWN));
        sum = sub(sum, outside(no_pawn, value(weights.pawn_on_piece)));
        let no_minor = or(without(piece, IS_MAJOR), without(influence, KNIGHT | BISHOP));
        sum = sub(sum, outside(no_minor, value(weights.minor_on_major)));

        let zone = by_color(
            [
                masked(or(cells, at.below), KING << influence_shift(Color::White)),
                masked(or(cells, at.above), KING << influence_shift(Color::Black)),
            ],
            black,
        );
        let no_zone = or(no_piece, _mm256_cmpeq_epi32(zone, zero));
        sum = add(sum, outside(no_zone, value(weights.defender)));
        let blocked = outside(
            without(piece, IS_SLIDER), _mm256_cmpeq_epi32(and(cells, at.free), zero),
        );
        sum = add(sum, and(blocked, value(weights.blocked)));
        sum = add(sum, outside(without(piece, IS_ROOK), by_color(sides.files, black)));

        let diagonal = and(cells, by_color(sides.diagonal, black));
        let orthogonal = and(cells, by_color(sides.orthogonal, black));
        let unmasked = and(
            and(
                or(_mm256_cmpeq_epi32(diagonal, zero), without(influence, BISHOP | QUEEN)),
                or(_mm256_cmpeq_epi32(orthogonal, zero), without(influence, ROOK | QUEEN)),
            ),
            or(without(influence, QUEEN << OWN), without(influence, BISHOP | ROOK)),
        );
        // Negated where the piece is Black's.
        let sum = sub(_mm256_xor_si256(sum, black), black);
        [sum, or(no_piece, unmasked)]
    }

    fn horizontal_sum(lanes: __m256i) -> i32 {
        let halves =
            _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0x4e>(halves));
        _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0xb1>(pairs)))
    }

    /// True when no lane has one of the bits.
    fn has_none(lanes: __m256i, bits: Cell) -> bool {
        _mm256_testz_si256(lanes, all(bits)) != 0
    }

    /// The value of a colour's rook on each file.
    fn rook_files(color: Color, facts: &TermFacts, weights: &CellWeights) -> __m256i {
        let file = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        let own = facts.files[color.index()];
        let any = own | facts.files[(!color).index()];
        let zero = _mm256_setzero_si256();
        let half_open = _mm256_cmpeq_epi32(and(file, all(own)), zero);
        let open = _mm256_cmpeq_epi32(and(file, all(any)), zero);
        add(and(half_open, value(weights.half_open)), and(open, value(weights.open)))
    }

    fn sides_of(facts: &TermFacts, weights: &CellWeights) -> Sides {
        let [white, black] = [king_lines(Color::White, facts.side), king_lines(Color::Black, facts.side)];
        Sides {
            files: [
                rook_files(Color::White, facts, weights), rook_files(Color::Black, facts, weights),
            ],
            diagonal: [all(white[0]), all(black[0])],
            orthogonal: [all(white[1]), all(black[1])],
        }
    }

    /// [`crate::kernels::axon32::cell_terms`].
    pub(in crate::kernels) fn cell_terms(
        cells: &Matrix,
        facts: &TermFacts,
        weights: &CellWeights,
    ) -> CellTerms {
        let ranks = load_all(cells);
        let zero = _mm256_setzero_si256();
        // Mobility is linear in the bits: queen and rooks, then bishop and knight.
        let (low, high) = mobility_halves(&weights.mobility);
        // SAFETY: eight words are 32 bytes.
        let (low, high) = unsafe {
            (_mm256_loadu_si256(low.as_ptr().cast()), _mm256_loadu_si256(high.as_ptr().cast()))
        };
        let (mut sum, mut control) = (zero, zero);
        let (mut white_reach, mut black_reach, mut anywhere) = (zero, zero, zero);
        // A rank of nothing before the first and behind the last.
        let (mut free, mut sideways, mut around) = ([zero; 10], [zero; 10], [zero; 10]);
        for rank in 0..8 {
            let cells = ranks[rank];
            around[rank + 1] = cells;
            anywhere = or(anywhere, cells);
            let (white, black) = (safe(cells, Color::White), safe(cells, Color::Black));
            let sliders =
                or(masked(white, sliders(Color::White)), masked(black, sliders(Color::Black)));
            free[rank + 1] = sliders;
            sideways[rank + 1] = beside(sliders);
            white_reach = or(white_reach, and(white, cells));
            black_reach = or(black_reach, and(black, cells));
            let queen_and_rooks =
                _mm256_permutevar8x32_epi32(low, _mm256_srli_epi32::<22>(cells));
            let minors = _mm256_permutevar8x32_epi32(high, _mm256_srli_epi32::<25>(cells));
            sum = add(sum, and(white, add(queen_and_rooks, minors)));
            let queen_and_rooks =
                _mm256_permutevar8x32_epi32(low, _mm256_srli_epi32::<15>(cells));
            let minors = _mm256_permutevar8x32_epi32(high, _mm256_srli_epi32::<18>(cells));
            sum = sub(sum, and(black, add(queen_and_rooks, minors)));
            control = add(control, without(cells, influence_mask(Color::White)));
            control = sub(control, without(cells, influence_mask(Color::Black)));
        }
        let sides = sides_of(facts, weights);
        let mut unmasked = all(!0);
        for rank in 1..9 {
            let orthogonal = or(sideways[rank], or(free[rank - 1], free[rank + 1]));
            let diagonal = or(sideways[rank - 1], sideways[rank + 1]);
            let at = Rank {
                cells: around[rank],
                below: around[rank - 1],
                above: around[rank + 1],
                free: or(masked(orthogonal, QUEENS | ROOKS), masked(diagonal, QUEENS | BISHOPS)),
            };
            let [terms, whole] = piece_terms(at, &sides, weights);
            sum = add(sum, terms);
            unmasked = and(unmasked, whole);
        }
        let control = weights.control.wrapping_mul(horizontal_sum(control));
        let mut total = horizontal_sum(sum).wrapping_add(control);
        if has_none(white_reach, KNIGHT << influence_shift(Color::White))
            && !has_none(anywhere, piece_bit(Color::White, PieceType::Knight))
        {
            total = total.wrapping_add(blocked_knights(cells, Color::White, weights));
        }
        if has_none(black_reach, KNIGHT << influence_shift(Color::Black))
            && !has_none(anywhere, piece_bit(Color::Black, PieceType::Knight))
        {
            total = total.wrapping_sub(blocked_knights(cells, Color::Black, weights));
        }
        total = total.wrapping_add(trapped(cells, Color::White, facts, weights));
        total = total.wrapping_sub(trapped(cells, Color::Black, facts, weights));
        CellTerms {
            total,
            attacked: [
                attack_units(cells, facts.kings[0], Color::White),
                attack_units(cells, facts.kings[1], Color::Black),
            ],
            masked: _mm256_movemask_epi8(unmasked) != -1,
        }
    }
}}

/// The values of the lowest three bits, and of the two above them, of which the third is the pawns'.
#[inline(always)]
fn mobility_halves(mobility: &[i32; 32]) -> ([i32; 8], [i32; 8]) {
    let mut halves = ([0; 8], [0; 8]);
    for bits in 0..8 {
        halves.0[bits] = mobility[bits];
        halves.1[bits] = mobility[(bits & 3) << 3];
    }
    halves
}

/// The bits of a colour's sliders.
const fn sliders(color: Color) -> Cell {
    piece_bit(color, PieceType::Bishop)
        | piece_bit(color, PieceType::Rook)
        | piece_bit(color, PieceType::Queen)
}

/// The knights of a colour whose knights reach no safe square.
#[cold]
fn blocked_knights(cells: &Matrix, color: Color, weights: &CellWeights) -> i32 {
    let knight = piece_bit(color, PieceType::Knight);
    let knights = cells.0.iter().filter(|&cell| cell & knight != 0).count();
    weights.blocked.wrapping_mul(knights as i32)
}

/// Rooks in the corner beside their king, and bishops behind the enemy's pawns.
#[inline(always)]
fn trapped(cells: &Matrix, color: Color, facts: &TermFacts, weights: &CellWeights) -> i32 {
    let flip = 56 * color as usize;
    let corner = trapping_files(facts.kings[color.index()] ^ flip as u32);
    let mut total = 0i32;
    if corner != 0 {
        let rook = piece_bit(color, PieceType::Rook);
        for file in 0..8 {
            if corner >> file & 1 != 0 && cells.0[file ^ flip] & rook != 0 {
                total = total.wrapping_add(weights.trapped_rook);
            }
        }
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
