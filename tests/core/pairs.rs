//! Operations on pairs of bitboards at every level, compared with those on single bitboards.

use crate::support::{Random, seed};
use nucleus_core::kernels::pairs::{Lanes, Pair};
use nucleus_core::kernels::{Choice, Kernel, Level, Variant};
use nucleus_core::types::Bitboard;
use nucleus_core::types::bitboard::{east, fill_down, fill_up, several, west};
use nucleus_core::with_token;

/// Returns sets of four kinds in turn: empty, sparse, of one square, random.
fn sets() -> impl Iterator<Item = Bitboard> {
    let mut random = Random(seed());
    (0..4000).map(move |number| match number % 4 {
        0 => 0,
        1 => random.next() & random.next() & random.next(),
        2 => 1 << random.below(64),
        _ => random.next(),
    })
}

fn check<K: Kernel>(kernel: K) {
    let sets: Vec<_> = sets().collect();
    for chunk in sets.as_chunks::<8>().0 {
        let [a, b, c, d, ..] = *chunk;
        let (one, other) = (kernel.pair(a, b), kernel.pair_at(&[c, d]));
        let same = |pair: K::Pair, white: u64, black: u64, what: &str| {
            assert_eq!(pair.values(), [white, black], "{what} of {a:#x}, {b:#x} in {kernel:?}");
        };
        same(one, a, b, "values");
        same(one & other, a & c, b & d, "intersection");
        same(one | other, a | c, b | d, "union");
        same(!one, !a, !b, "complement");
        same(one.swapped(), b, a, "exchange");
        same(one.ahead(), a << 8, b >> 8, "step ahead");
        same(one.back(), a >> 8, b << 8, "step back");
        same(one.filled_ahead(), fill_up(a), fill_down(b), "fill ahead");
        same(one.filled_back(), fill_down(a), fill_up(b), "fill back");
        same(one.east(), east(a), east(b), "step east");
        same(one.west(), west(a), west(b), "step west");
        let kept = |set, test| if test == 0 { 0 } else { set };
        same(one.where_any(other), kept(a, c), kept(b, d), "choice");
        same(one.several(), several(a).into(), several(b).into(), "several");
        let sizes = |x: u64, y: u64| u64::from(x.count_ones() + y.count_ones());
        same(one.counted().plus(other.counted()), sizes(a, c), sizes(b, d), "count");
        let four = Pair::counted_together([one, other, other, one]);
        same(four, 2 * sizes(a, c), 2 * sizes(b, d), "count of four");

        let weights = [5, -5, 1 << 30, -(1 << 30), 0, 0, 0x4_0003, -0x4_0003];
        let product = |(set, weight): (&u64, i64)| i64::from(set.count_ones()) * weight;
        let weighed = |sets: &[u64; 8], used: [bool; 4]| -> i32 {
            let sets = sets.iter().zip(weights).enumerate().filter(|(at, _)| used[at / 2]);
            sets.map(|(_, one)| product(one)).sum::<i64>() as i32
        };
        const ALL: [bool; 4] = [true; 4];
        let total = |sets: &[u64; 8]| weighed(sets, ALL);
        let lanes = kernel.pairs_at(chunk);
        assert_eq!(lanes.values(), *chunk, "lanes in {kernel:?}");
        assert_eq!(lanes.weighed(&weights, ALL).total(), total(chunk), "weighed in {kernel:?}");
        for used in [[true, false, false, false], [false, true, true, false]] {
            // Unused pairs have no weight.
            let mut weights = weights;
            for (at, pair) in weights.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                if !used[at] {
                    *pair = [0, 0];
                }
            }
            let sum = lanes.weighed(&weights, used).total();
            assert_eq!(sum, weighed(chunk, used), "weighed, {used:?}, in {kernel:?}");
        }
        let (beside, both) = ([a, b, c, d, c, d, a, b], [a, b, c & a, d & b, c & a, d & b, a, b]);
        let four = Pair::beside([one, other, other, one]);
        assert_eq!(four.values(), beside, "beside in {kernel:?}");
        assert_eq!(four.within(one).values(), both, "within in {kernel:?}");
        let sum = four.weighed(&weights, ALL).plus(lanes.weighed(&weights, ALL)).total();
        assert_eq!(sum, total(&beside).wrapping_add(total(chunk)), "sum in {kernel:?}");
    }
}

#[test]
fn every_level_agrees_with_the_definitions() {
    for level in Level::usable() {
        let choice = Choice { level, variant: Variant::Intrinsics };
        with_token!(choice, token => check(token));
    }
}
