//! The random numbers of the format's keys.

use std::sync::LazyLock;

/// The format's 781 numbers: 768 of pieces on squares, four of castling rights, eight of en passant
/// files, one of White to move. They are the first outputs of ISAAC-64 from a seed of zeros, each
/// block of 256 read backwards.
pub static RANDOM: LazyLock<[u64; 781]> = LazyLock::new(|| {
    let blocks = isaac64(4);
    let mut numbers = blocks.iter().flat_map(|block| block.iter().rev().copied());
    std::array::from_fn(|_| numbers.next().unwrap_or_default())
});

/// Returns the first blocks of ISAAC-64, Bob Jenkins's generator in the public domain, from a seed of
/// zeros.
fn isaac64(blocks: u64) -> Vec<[u64; 256]> {
    let mut v = [0x9e37_79b9_7f4a_7c13_u64; 8];
    let mix = |v: &mut [u64; 8]| {
        for (i, shift) in [9, 9, 23, 15, 14, 20, 17, 14].into_iter().enumerate() {
            let before = v[(i + 7) % 8];
            v[i] = v[i].wrapping_sub(v[(i + 4) % 8]);
            v[(i + 5) % 8] ^= if i % 2 == 0 { before >> shift } else { before << shift };
            v[(i + 7) % 8] = before.wrapping_add(v[i]);
        }
    };
    (0..4).for_each(|_| mix(&mut v));
    let mut state = [0_u64; 256];
    for pass in 0..2 {
        for eight in state.chunks_mut(8) {
            for (word, old) in v.iter_mut().zip(&*eight) {
                *word = word.wrapping_add(if pass == 0 { 0 } else { *old });
            }
            mix(&mut v);
            eight.copy_from_slice(&v);
        }
    }
    let (mut a, mut b) = (0_u64, 0_u64);
    let block = |number: u64| {
        b = b.wrapping_add(number);
        std::array::from_fn(|i| {
            a = match i % 4 {
                0 => !(a ^ a << 21),
                1 => a ^ a >> 5,
                2 => a ^ a << 12,
                _ => a ^ a >> 33,
            };
            a = a.wrapping_add(state[(i + 128) % 256]);
            let old = state[i];
            state[i] = state[(old >> 3) as usize % 256].wrapping_add(a).wrapping_add(b);
            b = state[(state[i] >> 11) as usize % 256].wrapping_add(old);
            b
        })
    };
    (1..=blocks).map(block).collect()
}
