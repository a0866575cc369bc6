//! Pairs of sets in one register, for the avx2 and avx512 levels.
//!
//! A value is only ever made from its level's token or from other values, which proves that the CPU
//! has the level.

/// Defines a level's pair with the code that all levels share. The level passes the code for
/// counting, for finding empty sets, and for four pairs.
macro_rules! register_pair {
    ($(#[$doc:meta])* $pair:ident, $token:ty, $lanes:ident;
     counted($of:ident) $counted:block
     counted_together($e:ident, $f:ident, $g:ident, $h:ident) $together:block
     where_any($set:ident, $test:ident) $where_any:block
     several($among:ident) $several:block
     beside($a:ident, $b:ident, $c:ident, $d:ident) $beside:block
     load_lanes($sets:ident) $load_lanes:block) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $pair(__m128i);

        impl MakePair<$token> for $pair {
            #[inline(always)]
            fn new(_: $token, white: Bitboard, black: Bitboard) -> Self {
                // SAFETY: SSE2, on registers; the token in the arguments proves its level.
                Self(unsafe { _mm_set_epi64x(black.cast_signed(), white.cast_signed()) })
            }

            #[inline(always)]
            fn load(_: $token, pair: &[Bitboard; 2]) -> Self {
                // SAFETY: an unaligned load of the 16 bytes of `pair`; the token proves the level.
                Self(unsafe { _mm_loadu_si128(pair.as_ptr().cast()) })
            }

            #[inline(always)]
            fn load_lanes(_: $token, pairs: &[Bitboard; 8]) -> $lanes {
                let $sets = pairs.as_ptr().cast();
                // SAFETY: unaligned loads of the 64 bytes of `pairs`; the token proves the level.
                $lanes(unsafe { $load_lanes })
            }
        }

        impl $pair {
            /// Reorders the bytes, which are ranks; -1 gives an empty one.
            #[inline(always)]
            fn ranks(self, order: [i8; 16]) -> Self {
                // SAFETY: an unaligned load of the 16 bytes of `order`; SSSE3, which `self`'s level has.
                Self(unsafe {
                    _mm_shuffle_epi8(self.0, _mm_loadu_si128(order.as_ptr().cast()))
                })
            }
        }

        $crate::kernels::pairs::pair_operators! {
            [] $pair, |a, b|
            // SAFETY: SSE2, on registers; a value was made with a token of its level.
            unsafe { _mm_and_si128(a, b) },
            // SAFETY: as above.
            unsafe { _mm_or_si128(a, b) },
            // SAFETY: as above.
            unsafe { _mm_xor_si128(a, _mm_set1_epi64x(-1)) }
        }

        impl Pair for $pair {
            type Lanes = $lanes;

            #[inline(always)]
            fn swapped(self) -> Self {
                // SAFETY: SSE2, on registers; `self` was made with a token of its level.
                Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
            }

            #[inline(always)]
            fn ahead(self) -> Self {
                self.ranks([-1, 0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, -1])
            }

            #[inline(always)]
            fn back(self) -> Self {
                self.ranks([1, 2, 3, 4, 5, 6, 7, -1, -1, 8, 9, 10, 11, 12, 13, 14])
            }

            #[inline(always)]
            fn filled_ahead(self) -> Self {
                let set = self | self.ahead();
                let set =
                    set | set.ranks([-1, -1, 0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, -1, -1]);
                set | set.ranks([-1, -1, -1, -1, 0, 1, 2, 3, 12, 13, 14, 15, -1, -1, -1, -1])
            }

            #[inline(always)]
            fn filled_back(self) -> Self {
                let set = self | self.back();
                let set =
                    set | set.ranks([2, 3, 4, 5, 6, 7, -1, -1, -1, -1, 8, 9, 10, 11, 12, 13]);
                set | set.ranks([4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1, 8, 9, 10, 11])
            }

            #[inline(always)]
            fn east(self) -> Self {
                // SAFETY: SSE2, on registers; `self` was made with a token of its level.
                Self(unsafe {
                    let stays = _mm_set1_epi64x((!FILE_H).cast_signed());
                    _mm_slli_epi64::<1>(_mm_and_si128(self.0, stays))
                })
            }

            #[inline(always)]
            fn west(self) -> Self {
                // SAFETY: SSE2, on registers; `self` was made with a token of its level.
                Self(unsafe {
                    let stays = _mm_set1_epi64x((!FILE_A).cast_signed());
                    _mm_srli_epi64::<1>(_mm_and_si128(self.0, stays))
                })
            }

            #[inline(always)]
            fn where_any(self, test: Self) -> Self {
                // SAFETY: the block stays within its level, on registers, as `level_features!` lists
                // it; `self` was made with a token of that level.
                Self(unsafe {
                    let ($set, $test) = (self.0, test.0);
                    $where_any
                })
            }

            #[inline(always)]
            fn several(self) -> Self {
                // SAFETY: the block stays within its level, on registers, as `level_features!` lists
                // it; `self` was made with a token of that level.
                Self(unsafe {
                    let $among = self.0;
                    $several
                })
            }

            #[inline(always)]
            fn counted(self) -> Self {
                // SAFETY: the block stays within its level, on registers, as `level_features!` lists
                // it; `self` was made with a token of that level.
                Self(unsafe {
                    let $of = self.0;
                    $counted
                })
            }

            #[inline(always)]
            fn counted_together([$e, $f, $g, $h]: [Self; 4]) -> Self {
                let ($e, $f, $g, $h) = ($e.0, $f.0, $g.0, $h.0);
                // SAFETY: the block stays within its level, on registers; the pairs were made with
                // tokens of that level.
                Self(unsafe { $together })
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                // SAFETY: SSE2, on registers; `self` was made with a token of its level.
                Self(unsafe { _mm_add_epi64(self.0, other.0) })
            }

            #[inline(always)]
            fn values(self) -> [u64; 2] {
                // SAFETY: SSE4.1, on registers; `self` was made with a token of its level.
                unsafe {
                    [
                        _mm_cvtsi128_si64(self.0).cast_unsigned(),
                        _mm_extract_epi64::<1>(self.0).cast_unsigned(),
                    ]
                }
            }

            #[inline(always)]
            fn beside([$a, $b, $c, $d]: [Self; 4]) -> $lanes {
                let ($a, $b, $c, $d) = ($a.0, $b.0, $c.0, $d.0);
                // SAFETY: the block stays within its level, on registers; the pairs were made with
                // tokens of that level.
                $lanes(unsafe { $beside })
            }
        }
    };
}
pub(super) use register_pair;
