//! The 64 cells from the planes: six fills of eight directions, then a transpose of bits.

use std::arch::x86_64::*;

use super::lanes::{
    ByteIndices, FILE_AB, FILE_GH, OR3, WordIndices, all, fill, paths, sets, turned, vector,
};
use crate::kernels::{Rebuilt, level_features, level_functions};
use crate::matrix::Planes;
use crate::types::bitboard::{FILE_A, FILE_H, RANK_1, RANK_8};
use crate::types::{Color, PieceType};

/// `1 << b` in byte `b` of each quadword: picks the columns of an 8×8 bit matrix.
const COLUMNS: [u64; 8] = [0x8040_2010_0804_0201; 8];

level_features! { avx512 => level_functions {
    /// The influence of the knights, lane by lane.
    fn knight_influence(set: __m256i) -> __m256i {
        let not = |files: u64| _mm256_set1_epi64x((!files).cast_signed());
        let east = _mm256_and_si256(_mm256_slli_epi64::<1>(set), not(FILE_A));
        let west = _mm256_and_si256(_mm256_srli_epi64::<1>(set), not(FILE_H));
        let east2 = _mm256_and_si256(_mm256_slli_epi64::<2>(set), not(FILE_AB));
        let west2 = _mm256_and_si256(_mm256_srli_epi64::<2>(set), not(FILE_GH));
        let one = _mm256_or_si256(east, west);
        let two = _mm256_or_si256(east2, west2);
        let far = _mm256_or_si256(_mm256_slli_epi64::<16>(one), _mm256_srli_epi64::<16>(one));
        _mm256_ternarylogic_epi64::<OR3>(
            far, _mm256_slli_epi64::<8>(two), _mm256_srli_epi64::<8>(two))
    }

    /// The influence of the kings, lane by lane.
    fn king_influence(set: __m128i) -> __m128i {
        let not = |files: u64| _mm_set1_epi64x((!files).cast_signed());
        let east = _mm_and_si128(_mm_slli_epi64::<1>(set), not(FILE_A));
        let west = _mm_and_si128(_mm_srli_epi64::<1>(set), not(FILE_H));
        let three = _mm_ternarylogic_epi64::<OR3>(set, east, west);
        let column = _mm_or_si128(_mm_slli_epi64::<8>(three), _mm_srli_epi64::<8>(three));
        _mm_ternarylogic_epi64::<OR3>(column, east, west)
    }

    /// The influence of the pawns: White's in the lower lane, Black's in the upper.
    fn pawn_influence(set: __m128i) -> __m128i {
        let right = _mm_rolv_epi64(set, _mm_set_epi64x(57, 9));
        let left = _mm_rolv_epi64(set, _mm_set_epi64x(55, 7));
        let right = _mm_and_si128(right, _mm_set_epi64x(
            (!(FILE_A | RANK_8)).cast_signed(), (!(FILE_A | RANK_1)).cast_signed()));
        let left = _mm_and_si128(left, _mm_set_epi64x(
            (!(FILE_H | RANK_8)).cast_signed(), (!(FILE_H | RANK_1)).cast_signed()));
        _mm_or_si128(right, left)
    }

    /// Everything a rebuild writes, from the planes.
    pub fn rebuild(men: &Planes, side: Color, out: &mut Rebuilt) {
        // One plane in all lanes comes from memory, which leaves the shuffles to what has to cross
        // lanes; so does the choice between the sides, which then is no jump.
        let men = &men.0;
        // SAFETY: `Planes` is 64 bytes, aligned to 64.
        let planes = unsafe { _mm512_load_si512((&raw const *men).cast()) };
        let plane = |index: usize| all(men[index & 7]);
        let white_men = plane(6);
        let black_men = plane(7);
        let own_men = plane(6 + side.index());
        let enemy_men = plane(7 - side.index());
        let occupied = _mm512_or_si512(white_men, black_men);
        let paths = paths(_mm512_xor_si512(occupied, _mm512_set1_epi64(-1)));
        let white = _mm512_and_si512(planes, white_men);
        let black = _mm512_and_si512(planes, black_men);

        let sliders = vector([2, 2, 2, 2, 3, 3, 3, 3]);
        let of = |kind, color| _mm512_and_si512(plane(kind), color);
        let (queen, king) = (PieceType::Queen.index(), PieceType::King.index());
        let white_fill = fill(_mm512_permutexvar_epi64(sliders, white), &paths);
        let white_queen = fill(of(queen, white_men), &paths);
        let black_fill = fill(_mm512_permutexvar_epi64(sliders, black), &paths);
        let black_queen = fill(of(queen, black_men), &paths);
        let own_king = fill(of(king, own_men), &paths);
        let enemy_king = fill(of(king, enemy_men), &paths);

        // A man that the king sees in one direction and a slider in the opposite one is pinned.
        let white_moves = (side.index() as __mmask8).wrapping_sub(1);
        let enemy_fill = _mm512_mask_blend_epi64(
            white_moves,
            _mm512_or_si512(white_fill, white_queen),
            _mm512_or_si512(black_fill, black_queen));
        let pins = _mm512_and_si512(enemy_fill, turned(own_king));

        // Opposite directions joined; 128-bit lanes now: NE–SW, NW–SE, rank, file. In each the
        // lower half is White's (or the sensors), the upper Black's (or the approaches).
        let join = |low, high| {
            _mm512_or_si512(_mm512_unpacklo_epi64(low, high), _mm512_unpackhi_epi64(low, high))
        };
        let line = join(white_fill, black_fill);
        let queens = join(white_queen, black_queen);
        let kings = join(own_king, enemy_king);
        // Lanes: queens' diagonals, queens' straights, kings' diagonals, kings' straights.
        let even = _mm512_shuffle_i64x2::<0b10_00_10_00>(queens, kings);
        let odd = _mm512_shuffle_i64x2::<0b11_01_11_01>(queens, kings);
        let half = _mm512_or_si512(even, odd);
        let queen_influence = _mm_or_si128(
            _mm512_castsi512_si128(half), _mm512_extracti64x2_epi64::<1>(half));
        let bishop_influence = _mm_or_si128(
            _mm512_castsi512_si128(line), _mm512_extracti64x2_epi64::<1>(line));

        // Leapers, White's in the lower half.
        let pairs_low = _mm512_unpacklo_epi64(white, black); // pawns, bishops, queens, –
        let pairs_high = _mm512_unpackhi_epi64(white, black); // knights, rooks, kings, –
        let pawn_influence = pawn_influence(_mm512_castsi512_si128(pairs_low));
        let king_pair = _mm512_extracti64x2_epi64::<2>(pairs_high);
        let king_influence = king_influence(king_pair);
        // The knights of both, and the other king's square: whence a knight would give check.
        let leapers = knight_influence(_mm256_inserti128_si256::<1>(
            _mm512_castsi512_si256(pairs_high),
            _mm512_castsi512_si128(of(king, enemy_men))));
        let knight_influence_ = _mm256_castsi256_si128(leapers);
        let king_knights = _mm256_extracti128_si256::<1>(leapers);

        // Pawn, knight, bishop, rook along the rank; rook along the file, queen, king, all.
        let first = _mm512_mask_shuffle_i64x2::<0b10_10_10_10>(
            _mm512_inserti64x2::<2>(
                _mm512_inserti64x2::<1>(_mm512_castsi128_si512(pawn_influence), knight_influence_),
                bishop_influence),
            0b1100_0000, line, line);
        let second = _mm512_inserti64x2::<2>(
            _mm512_inserti64x2::<1>(
                _mm512_castsi128_si512(_mm512_extracti64x2_epi64::<3>(line)), queen_influence),
            king_influence);
        let everything = {
            let both = _mm512_or_si512(
                first, _mm512_maskz_mov_epi64(0b0011_1111, second));
            let folded = _mm256_or_si256(
                _mm512_castsi512_si256(both), _mm512_extracti64x4_epi64::<1>(both));
            _mm_or_si128(_mm256_castsi256_si128(folded), _mm256_extracti128_si256::<1>(folded))
        };
        let second = _mm512_inserti64x2::<3>(second, everything);
        // SAFETY: `Influence` is 128 bytes, aligned to 64.
        unsafe {
            let out = (&raw mut out.influence.0).cast::<__m512i>();
            _mm512_store_si512(out, first);
            _mm512_store_si512(out.add(1), second);
        }

        // Occupied, approaches of the knight, –, –, sensors and approaches of the sliders.
        let misc = _mm512_mask_blend_epi64(0b0000_1111, half, _mm512_inserti64x2::<1>(
            occupied, king_knights));
        write_cells(out, first, second, white, black, misc);

        out.pinned = _mm512_reduce_or_epi64(_mm512_and_si512(pins, own_men)).cast_unsigned();
    }

    /// Writes the 64 cells: a transpose of 32 sets of 64 squares to 64 cells of 32 bits.
    fn write_cells(
        out: &mut Rebuilt,
        first: __m512i,
        second: __m512i,
        white: __m512i,
        black: __m512i,
        misc: __m512i,
    ) {
        // SAFETY: the constants are 64 bytes, aligned to 64.
        let index = |bytes: &'static ByteIndices| unsafe { _mm512_load_si512((&raw const bytes.0).cast()) };
        let columns = sets(COLUMNS);
        // A quadword a rank, a byte a set; then the 8×8 bits of each quadword are transposed.
        let cells = |a, bytes, b| {
            let ranks = _mm512_permutex2var_epi8(a, index(bytes), b);
            _mm512_gf2p8affine_epi64_epi8::<0>(columns, ranks)
        };
        let byte0 = cells(black, &BYTE_0, misc);
        let byte1 = cells(second, &BYTE_1, white);
        let byte2 = cells(first, &BYTE_2, second);
        let byte3 = cells(misc, &BYTE_3, first);
        let low_even = _mm512_unpacklo_epi8(byte0, byte1);
        let low_odd = _mm512_unpackhi_epi8(byte0, byte1);
        let high_even = _mm512_unpacklo_epi8(byte2, byte3);
        let high_odd = _mm512_unpackhi_epi8(byte2, byte3);
        // SAFETY: `Matrix` is 256 bytes, aligned to 64, and so are the two constants of 64.
        unsafe {
            let lower = _mm512_load_si512((&raw const HALVES_LOWER.0).cast());
            let upper = _mm512_load_si512((&raw const HALVES_UPPER.0).cast());
            let out = (&raw mut out.nucleus.cells.0).cast::<__m512i>();
            _mm512_store_si512(out, _mm512_permutex2var_epi16(low_even, lower, high_even));
            _mm512_store_si512(out.add(1), _mm512_permutex2var_epi16(low_even, upper, high_even));
            _mm512_store_si512(out.add(2), _mm512_permutex2var_epi16(low_odd, lower, high_odd));
            _mm512_store_si512(out.add(3), _mm512_permutex2var_epi16(low_odd, upper, high_odd));
        }
    }
}}

/// Ranks in the order that the later unpacks want: quadwords 0, 2, 4, 6 hold ranks 0 to 3.
const RANK_OF_QUADWORD: [usize; 8] = [0, 4, 1, 5, 2, 6, 3, 7];

/// Byte indices that bring together, for each rank, that rank of eight sets; `order` names them
/// from bit 7 to bit 0 of the cell's byte, 0–7 in the first vector, 8–15 in the second.
const fn gather(order: [usize; 8]) -> ByteIndices {
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < 64 {
        bytes[at] = (order[at % 8] * 8 + RANK_OF_QUADWORD[at / 8]) as u8;
        at += 1;
    }
    ByteIndices(bytes)
}

// Vectors: black, misc. Pieces pawn to king, then the diagonal and the orthogonal sensor.
static BYTE_0: ByteIndices = gather([0, 1, 2, 3, 4, 5, 8 + 4, 8 + 6]);
// Vectors: second, white. Black's queen and king influence, then white pawn to king.
static BYTE_1: ByteIndices = gather([3, 5, 8, 9, 10, 11, 12, 13]);
// Vectors: first, second. White's rook (file), queen, king; Black's pawn, knight, bishop, rooks.
static BYTE_2: ByteIndices = gather([8, 8 + 2, 8 + 4, 1, 3, 5, 7, 8 + 1]);
// Vectors: misc, first. Figure; approaches; White's pawn, knight, bishop, rook along the rank.
static BYTE_3: ByteIndices = gather([0, 5, 7, 2, 8, 8 + 2, 8 + 4, 8 + 6]);

/// Word indices that interleave the low and high halves of 16 cells: two ranks, `base` and the
/// next, lie in 128-bit lanes 2·half and 2·half + 1.
const fn halves(half: usize) -> WordIndices {
    let mut words = [0; 32];
    let mut at = 0;
    while at < 32 {
        let square = at / 2;
        let source = (half * 2 + square / 8) * 8 + square % 8;
        words[at] = (source + 32 * (at % 2)) as u16;
        at += 1;
    }
    WordIndices(words)
}
static HALVES_LOWER: WordIndices = halves(0);
static HALVES_UPPER: WordIndices = halves(1);
