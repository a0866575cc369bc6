//! The avx512 level: the eight planes in one register, eight lanes for eight directions.
//!
//! Lanes, in every vector that has one direction a lane: NE, SW, NW, SE, E, W, N, S; opposite
//! directions are neighbours, so that exchanging neighbours turns a direction round.

use std::arch::x86_64::*;

use super::pairs_x86::{Lanes512, Pair512};
use super::{
    Counted, Frame, Kernel, Level, Nucleus, PieceList, QuietRows, Scanner, Scores, Variant, asm,
    scan_avx512,
};
use crate::matrix::Planes;
use crate::matrix::cell::Cell;
use crate::types::MoveList;
use crate::types::bitboard::{FILE_A, FILE_H, RANK_1, RANK_2, RANK_8};
use crate::types::{Bitboard, Color, PieceType};

/// Proof that the CPU has the whole bundle.
#[derive(Clone, Copy, Debug)]
pub struct Token(());

impl Token {
    /// The token, if the CPU has the instructions.
    pub fn detect() -> Option<Self> {
        (super::avx2::Token::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni"))
        .then_some(Self(()))
    }
}

impl Kernel for Token {
    const LEVEL: Level = Level::Avx512;
    type Pair = Pair512;
    const COUNTS_SETWISE: bool = true;

    #[inline(always)]
    fn rebuild(self, planes: &Planes, side: Color, frame: &mut Frame) {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { rebuild(planes, side, frame) }
    }

    #[inline(always)]
    fn replace(
        self,
        planes: &Planes,
        clear: Bitboard,
        put: Bitboard,
        kind: PieceType,
        color: Color,
        out: &mut Planes,
    ) {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { replace(planes, clear, put, kind, color, out) }
    }

    #[inline(always)]
    fn count_moves(self, planes: &Planes, side: Color) -> Option<Counted> {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { count_moves(planes, side) }
    }

    #[inline(always)]
    fn push_moves(self, list: &mut MoveList, from: u16, targets: Bitboard) {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { push_moves(list, from, targets) }
    }

    #[inline(always)]
    fn push_rated(
        self,
        list: &mut MoveList,
        scores: &mut Scores,
        from: u16,
        targets: Bitboard,
        rows: &QuietRows<'_>,
    ) {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { push_rated(list, scores, from, targets, rows) }
    }

    #[inline(always)]
    fn scan(self, variant: Variant, nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
        // A table, so that both are called and neither is inlined: they are to be compared.
        const SCANNERS: [Scanner; 2] = [scan_avx512::scan, asm::unchecked::scan_avx512];
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { SCANNERS[variant as usize](nucleus, mask, list) }
    }

    #[inline(always)]
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { scan_avx512::entries_with(list, count, mask) }
    }

    #[inline(always)]
    fn first_highest(self, scores: &[i16]) -> usize {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { first_highest(scores) }
    }

    #[inline(always)]
    fn pair(self, white: Bitboard, black: Bitboard) -> Pair512 {
        Pair512::new(self, white, black)
    }

    #[inline(always)]
    fn pair_at(self, sets: &[Bitboard; 2]) -> Pair512 {
        Pair512::load(self, sets)
    }

    #[inline(always)]
    fn pairs_at(self, sets: &[Bitboard; 8]) -> Lanes512 {
        Lanes512::load(self, sets)
    }
}

/// Expands to the function with the features of this level.
macro_rules! bundle {
    ($($(#[$meta:meta])* $vis:vis fn $name:ident $(<const $p:ident: $t:ty>)? ($($arg:tt)*) $(-> $ret:ty)? $body:block)*) => {$(
        $(#[$meta])*
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
        #[inline]
        $vis fn $name $(<const $p: $t>)? ($($arg)*) $(-> $ret)? $body
    )*};
}

/// How far a step in each direction rotates a set to the left.
const STEP: [i64; 8] = [9, 55, 7, 57, 1, 63, 8, 56];
/// The same for two and four steps; the rotation takes them modulo 64.
const TWO_STEPS: [i64; 8] = times(2);
const FOUR_STEPS: [i64; 8] = times(4);
/// The squares that a step in each direction can end on.
const ON_BOARD: [u64; 8] = [
    !(FILE_A | RANK_1),
    !(FILE_H | RANK_8),
    !(FILE_H | RANK_1),
    !(FILE_A | RANK_8),
    !FILE_A,
    !FILE_H,
    !RANK_1,
    !RANK_8,
];
/// How far each of a knight's steps rotates a set, and where it can end.
const KNIGHT_STEP: [i64; 8] = [17, 10, 64 - 6, 64 - 15, 64 - 17, 64 - 10, 6, 15];
const FILE_AB: u64 = FILE_A | FILE_A << 1;
const FILE_GH: u64 = FILE_H | FILE_H >> 1;
const RANK_12: u64 = RANK_1 | RANK_2;
const RANK_78: u64 = RANK_8 | RANK_8 >> 8;
const KNIGHT_ON_BOARD: [u64; 8] = [
    !(FILE_A | RANK_12),
    !(FILE_AB | RANK_1),
    !(FILE_AB | RANK_8),
    !(FILE_A | RANK_78),
    !(FILE_H | RANK_78),
    !(FILE_GH | RANK_8),
    !(FILE_GH | RANK_1),
    !(FILE_H | RANK_12),
];

/// `1 << b` in byte `b` of each quadword: picks the columns of an 8×8 bit matrix.
const COLUMNS: [u64; 8] = [0x8040_2010_0804_0201; 8];

/// [`STEP`], `factor` times.
// Constants throughout: a closure in `array::map` is a function without this level's features, and
// inlines only where all code is compiled as one unit.
const fn times(factor: i64) -> [i64; 8] {
    let mut steps = STEP;
    let mut lane = 0;
    while lane < steps.len() {
        steps[lane] *= factor;
        lane += 1;
    }
    steps
}

/// Bit order of the three ternary functions used below.
const OR_AND: i32 = 0xf8; // a | b & c
const OR3: i32 = 0xfe; // a | b | c

bundle! {
    fn vector(words: [i64; 8]) -> __m512i {
        _mm512_setr_epi64(words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7])
    }

    fn sets(words: [u64; 8]) -> __m512i {
        _mm512_setr_epi64(
            words[0].cast_signed(), words[1].cast_signed(), words[2].cast_signed(), words[3].cast_signed(),
            words[4].cast_signed(), words[5].cast_signed(), words[6].cast_signed(), words[7].cast_signed())
    }

    fn all(word: u64) -> __m512i {
        _mm512_set1_epi64(word.cast_signed())
    }

    /// Exchanges neighbours: every direction's lane gets the opposite direction's.
    fn turned(lanes: __m512i) -> __m512i {
        _mm512_shuffle_epi32::<_MM_PERM_BADC>(lanes)
    }

    fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        _mm512_ternarylogic_epi64::<OR_AND>(a, b, c)
    }

    fn or3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        _mm512_ternarylogic_epi64::<OR3>(a, b, c)
    }

    /// The squares through which sliders travel one, two and four steps in each direction.
    fn paths(empty: __m512i) -> [__m512i; 3] {
        let one = _mm512_and_si512(empty, sets(ON_BOARD));
        let two = _mm512_and_si512(one, _mm512_rolv_epi64(one, vector(STEP)));
        let four = _mm512_and_si512(two, _mm512_rolv_epi64(two, vector(TWO_STEPS)));
        [one, two, four]
    }

    /// The squares seen from the sources of each lane in its direction, up to and including the
    /// first man.
    fn fill(sources: __m512i, paths: &[__m512i; 3]) -> __m512i {
        let s = or_and(sources, paths[0], _mm512_rolv_epi64(sources, vector(STEP)));
        let s = or_and(s, paths[1], _mm512_rolv_epi64(s, vector(TWO_STEPS)));
        let s = or_and(s, paths[2], _mm512_rolv_epi64(s, vector(FOUR_STEPS)));
        _mm512_and_si512(_mm512_rolv_epi64(s, vector(STEP)), sets(ON_BOARD))
    }

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
    pub(super) fn rebuild(men: &Planes, side: Color, frame: &mut Frame) {
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
            let out = (&raw mut frame.influence.0).cast::<__m512i>();
            _mm512_store_si512(out, first);
            _mm512_store_si512(out.add(1), second);
        }

        // Occupied, approaches of the knight, –, –, sensors and approaches of the sliders.
        let misc = _mm512_mask_blend_epi64(0b0000_1111, half, _mm512_inserti64x2::<1>(
            occupied, king_knights));
        write_cells(frame, first, second, white, black, misc);

        frame.pinned = _mm512_reduce_or_epi64(_mm512_and_si512(pins, own_men)).cast_unsigned();
    }

    /// Writes the 64 cells: a transpose of 32 sets of 64 squares to 64 cells of 32 bits.
    fn write_cells(
        frame: &mut Frame,
        first: __m512i,
        second: __m512i,
        white: __m512i,
        black: __m512i,
        misc: __m512i,
    ) {
        // SAFETY: the constants are 64 bytes, aligned to 64.
        let index = |bytes: &'static Bytes| unsafe { _mm512_load_si512((&raw const bytes.0).cast()) };
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
        // SAFETY: `Matrix` is 256 bytes, aligned to 64; the constants as above.
        unsafe {
            let lower = _mm512_load_si512((&raw const HALVES_LOWER.0).cast());
            let upper = _mm512_load_si512((&raw const HALVES_UPPER.0).cast());
            let out = (&raw mut frame.nucleus.cells.0).cast::<__m512i>();
            _mm512_store_si512(out, _mm512_permutex2var_epi16(low_even, lower, high_even));
            _mm512_store_si512(out.add(1), _mm512_permutex2var_epi16(low_even, upper, high_even));
            _mm512_store_si512(out.add(2), _mm512_permutex2var_epi16(low_odd, lower, high_odd));
            _mm512_store_si512(out.add(3), _mm512_permutex2var_epi16(low_odd, upper, high_odd));
        }
    }

    /// The legal moves of `side` as a count, en passant and castling apart; `None` in check.
    ///
    /// Every pair of a direction and a target has one slider as its source, so the moves are the
    /// bits of the fills; a pin leaves a man the two lanes of its line.
    pub(super) fn count_moves(planes: &Planes, side: Color) -> Option<Counted> {
        let pawns_on_seventh = {
            let rank = if side == Color::White { RANK_8 >> 8 } else { RANK_2 };
            planes.of(side, PieceType::Pawn) & rank
        };
        // SAFETY: `Planes` is 64 bytes, aligned to 64.
        let planes = unsafe { _mm512_load_si512((&raw const planes.0).cast()) };
        let lane = |set: __m512i, index: i64| {
            _mm512_permutexvar_epi64(_mm512_set1_epi64(index), set)
        };
        let white_men = lane(planes, 6);
        let black_men = lane(planes, 7);
        let (own_men, enemy_men) =
            if side == Color::White { (white_men, black_men) } else { (black_men, white_men) };
        let empty = _mm512_andnot_si512(_mm512_or_si512(own_men, enemy_men), _mm512_set1_epi64(-1));
        let paths = paths(empty);
        let own = _mm512_and_si512(planes, own_men);
        let enemy = _mm512_and_si512(planes, enemy_men);
        let sliders = |men| {
            _mm512_or_si512(
                _mm512_permutexvar_epi64(vector([2, 2, 2, 2, 3, 3, 3, 3]), men), lane(men, 4))
        };
        let step = |set| {
            _mm512_and_si512(_mm512_rolv_epi64(set, vector(STEP)), sets(ON_BOARD))
        };
        let leap = |set| {
            _mm512_and_si512(
                _mm512_rolv_epi64(set, vector(KNIGHT_STEP)), sets(KNIGHT_ON_BOARD))
        };
        let spread = |lanes| {
            let x = _mm512_or_si512(lanes, turned(lanes));
            let x = _mm512_or_si512(x, _mm512_shuffle_i64x2::<0b10_11_00_01>(x, x));
            _mm512_or_si512(x, _mm512_shuffle_i64x2::<0b01_00_11_10>(x, x))
        };
        let pawn_lanes: [__mmask8; 2] = [0b0000_0101, 0b0000_1010];
        let push_lane: [__mmask8; 2] = [0b0100_0000, 0b1000_0000];

        // What the enemy influences, and whether that is our king.
        let enemy_fill = fill(sliders(enemy), &paths);
        let enemy_pawns = _mm512_maskz_mov_epi64(pawn_lanes[(!side).index()], step(lane(enemy, 0)));
        let influence = spread(or3(
            _mm512_or_si512(enemy_fill, enemy_pawns), leap(lane(enemy, 1)), step(lane(enemy, 5))));
        let king = lane(own, 5);
        if _mm512_test_epi64_mask(influence, king) != 0 {
            return None;
        }

        let pins = _mm512_and_si512(
            _mm512_and_si512(enemy_fill, turned(fill(king, &paths))), own_men);
        let on_line = _mm512_or_si512(pins, turned(pins));
        let pinned = spread(pins);
        // a & (!b | c): what is not pinned, or pinned along this lane's line.
        let free = |set| _mm512_ternarylogic_epi64::<0xb0>(set, pinned, on_line);

        let slides = _mm512_andnot_si512(own_men, fill(free(sliders(own)), &paths));
        let leaps = _mm512_andnot_si512(own_men, leap(_mm512_andnot_si512(pinned, lane(own, 1))));
        // !own & !influence & step
        let king_steps = _mm512_ternarylogic_epi64::<0x02>(own_men, influence, step(king));
        let pawns = step(free(lane(own, 0)));
        let captures = _mm512_maskz_and_epi64(pawn_lanes[side.index()], pawns, enemy_men);
        let pushes = _mm512_maskz_and_epi64(push_lane[side.index()], pawns, empty);
        let third = all(RANK_1 << if side == Color::White { 16 } else { 40 });
        let doubles = _mm512_and_si512(
            _mm512_rolv_epi64(_mm512_and_si512(pushes, third), vector(STEP)), empty);
        let pawn_moves = or3(captures, pushes, turned(doubles));

        let count = |set| _mm512_popcnt_epi64(set);
        let mut total = _mm512_add_epi64(
            _mm512_add_epi64(count(slides), count(leaps)),
            _mm512_add_epi64(count(king_steps), count(pawn_moves)));
        if pawns_on_seventh != 0 {
            let last = count(_mm512_and_si512(pawn_moves, all(RANK_1 | RANK_8)));
            total = _mm512_add_epi64(total, _mm512_add_epi64(last, _mm512_add_epi64(last, last)));
        }
        Some(Counted {
            moves: _mm512_reduce_add_epi64(total) as u32,
            enemy_influence: _mm_cvtsi128_si64(_mm512_castsi512_si128(influence)).cast_unsigned(),
        })
    }

    /// Empties the squares of `clear` and puts a man on those of `put`.
    pub(super) fn replace(
        planes: &Planes,
        clear: Bitboard,
        put: Bitboard,
        kind: PieceType,
        color: Color,
        out: &mut Planes,
    ) {
        // SAFETY: `Planes` is 64 bytes, aligned to 64.
        let before = unsafe { _mm512_load_si512((&raw const planes.0).cast()) };
        let after = _mm512_andnot_si512(all(clear), before);
        let lanes = (1u8 << kind.index()) | (64u8 << color.index());
        let after = _mm512_mask_or_epi64(after, lanes, after, all(put));
        // SAFETY: as above.
        unsafe { _mm512_store_si512((&raw mut out.0).cast(), after) };
    }

    /// Appends a move for every target, lowest first, without a loop.
    pub(super) fn push_moves(list: &mut MoveList, from: u16, targets: Bitboard) {
        let from = _mm512_set1_epi16(from.cast_signed());
        // SAFETY: the constants are 64 bytes, aligned to 64.
        let (low, high) = unsafe {
            (_mm512_load_si512((&raw const TARGETS_LOW.0).cast()),
             _mm512_load_si512((&raw const TARGETS_HIGH.0).cast()))
        };
        let low = _mm512_maskz_compress_epi16(targets as u32, low);
        let high = _mm512_maskz_compress_epi16((targets >> 32) as u32, high);
        let (spare, length) = list.spare();
        debug_assert!(spare.len() >= 64);
        let below = (targets as u32).count_ones() as usize;
        // SAFETY: `spare` asserts room for 64 moves more than the list can ever hold; `below` is
        // at most 32.
        unsafe {
            let out = spare.as_mut_ptr();
            _mm512_storeu_si512(out.cast(), _mm512_or_si512(low, from));
            _mm512_storeu_si512(out.add(below).cast(), _mm512_or_si512(high, from));
        }
        list.set_len(length + targets.count_ones() as usize);
    }

    /// The same, and their scores to the same places: those of all 64 targets, and then of these.
    pub(super) fn push_rated(
        list: &mut MoveList,
        scores: &mut Scores,
        from: u16,
        targets: Bitboard,
        rows: &QuietRows<'_>,
    ) {
        let (lower, upper) = (targets as u32, (targets >> 32) as u32);
        // SAFETY: a row is twice 64 bytes.
        let half = |row: &[i16; 64], half: usize| unsafe {
            _mm512_loadu_si512(row.as_ptr().add(32 * half).cast())
        };
        let [first, second] = rows.continuations;
        let seen = [
            _mm512_add_epi16(half(first, 0), half(second, 0)),
            _mm512_add_epi16(half(first, 1), half(second, 1)),
        ];
        let seen = if rows.turned {
            // The ranks, 16 bytes each, in the reverse order.
            [_mm512_shuffle_i64x2::<0b00_01_10_11>(seen[1], seen[1]),
             _mm512_shuffle_i64x2::<0b00_01_10_11>(seen[0], seen[0])]
        } else {
            seen
        };
        let base = _mm512_set1_epi16(rows.base);
        let fear = _mm512_set1_epi16(rows.fear);
        let check = _mm512_set1_epi16(rows.check);
        let score = |seen, history, feared: u32, checks: u32| {
            let score = _mm512_add_epi16(_mm512_add_epi16(seen, history), base);
            let score = _mm512_mask_sub_epi16(score, feared, score, fear);
            _mm512_mask_add_epi16(score, checks, score, check)
        };
        let low = score(seen[0], half(rows.history, 0), rows.feared as u32, rows.checks as u32);
        let high = score(
            seen[1], half(rows.history, 1),
            (rows.feared >> 32) as u32, (rows.checks >> 32) as u32);
        let low = _mm512_maskz_compress_epi16(lower, low);
        let high = _mm512_maskz_compress_epi16(upper, high);
        let length = list.len();
        let below = lower.count_ones() as usize;
        // SAFETY: `length` is at most `MAX_MOVES`, `below` at most 32, and there is room for 64
        // more; `get_unchecked` would say the same.
        unsafe {
            let out = scores.as_mut_ptr().add(length.min(crate::types::MAX_MOVES));
            _mm512_storeu_si512(out.cast(), low);
            _mm512_storeu_si512(out.add(below).cast(), high);
        }
        push_moves(list, from, targets);
    }

    /// The place of the first of the highest scores; 0 when there are none.
    pub(super) fn first_highest(scores: &[i16]) -> usize {
        let (mut first, mut highest) = (0, i32::from(i16::MIN));
        for (chunk, scores) in scores.chunks(32).enumerate() {
            let valid = u32::MAX >> (32 - scores.len());
            // SAFETY: only the lanes that the chunk has are read.
            let lanes = unsafe {
                _mm512_mask_loadu_epi16(_mm512_set1_epi16(i16::MIN), valid, scores.as_ptr())
            };
            let half = _mm256_max_epi16(
                _mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64::<1>(lanes));
            let quarter = _mm_max_epi16(
                _mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
            // The instruction that finds a least word knows unsigned ones alone: the order turned.
            let turn = _mm_set1_epi16(i16::MAX);
            let best = _mm_xor_si128(_mm_minpos_epu16(_mm_xor_si128(quarter, turn)), turn);
            let value = i32::from(_mm_extract_epi16::<0>(best) as i16);
            if chunk == 0 || value > highest {
                let equal = _mm512_mask_cmpeq_epi16_mask(
                    valid, lanes, _mm512_broadcastw_epi16(best));
                first = 32 * chunk + equal.trailing_zeros() as usize;
                highest = value;
            }
        }
        first
    }
}

/// A constant vector of bytes.
#[repr(C, align(64))]
struct Bytes([u8; 64]);
/// A constant vector of words.
#[repr(C, align(64))]
struct Words([u16; 32]);

/// Ranks in the order that the later unpacks want: quadwords 0, 2, 4, 6 hold ranks 0 to 3.
const RANK_OF_QUADWORD: [usize; 8] = [0, 4, 1, 5, 2, 6, 3, 7];

/// Byte indices that bring together, for each rank, that rank of eight sets; `order` names them
/// from bit 7 to bit 0 of the cell's byte, 0–7 in the first vector, 8–15 in the second.
const fn gather(order: [usize; 8]) -> Bytes {
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < 64 {
        bytes[at] = (order[at % 8] * 8 + RANK_OF_QUADWORD[at / 8]) as u8;
        at += 1;
    }
    Bytes(bytes)
}

// Vectors: black, misc. Pieces pawn to king, then the diagonal and the orthogonal sensor.
static BYTE_0: Bytes = gather([0, 1, 2, 3, 4, 5, 8 + 4, 8 + 6]);
// Vectors: second, white. Black's queen and king influence, then white pawn to king.
static BYTE_1: Bytes = gather([3, 5, 8, 9, 10, 11, 12, 13]);
// Vectors: first, second. White's rook (file), queen, king; Black's pawn, knight, bishop, rooks.
static BYTE_2: Bytes = gather([8, 8 + 2, 8 + 4, 1, 3, 5, 7, 8 + 1]);
// Vectors: misc, first. Figure; approaches; White's pawn, knight, bishop, rook along the rank.
static BYTE_3: Bytes = gather([0, 5, 7, 2, 8, 8 + 2, 8 + 4, 8 + 6]);

/// Word indices that interleave the low and high halves of 16 cells: two ranks, `base` and the
/// next, lie in 128-bit lanes 2·half and 2·half + 1.
const fn halves(half: usize) -> Words {
    let mut words = [0; 32];
    let mut at = 0;
    while at < 32 {
        let square = at / 2;
        let source = (half * 2 + square / 8) * 8 + square % 8;
        words[at] = (source + 32 * (at % 2)) as u16;
        at += 1;
    }
    Words(words)
}
static HALVES_LOWER: Words = halves(0);
static HALVES_UPPER: Words = halves(1);

const fn targets(base: u16) -> Words {
    let mut words = [0; 32];
    let mut at = 0;
    while at < 32 {
        words[at] = (base + at as u16) << 6;
        at += 1;
    }
    Words(words)
}
static TARGETS_LOW: Words = targets(0);
static TARGETS_HIGH: Words = targets(32);

/// The routines as plain functions.
///
/// They panic where the CPU lacks the level; only [`super::routines`] hands them out, and it
/// looks first.
pub(super) mod checked {
    use super::*;

    fn token() -> Token {
        Token::detect().expect("the level was detected before its routines were handed out")
    }

    pub fn rebuild(planes: &Planes, side: Color, frame: &mut Frame) {
        token().rebuild(planes, side, frame);
    }
}
