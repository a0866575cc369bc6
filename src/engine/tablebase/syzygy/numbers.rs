//! The fixed numberings: kings, squares of the triangle, pawns.

use std::sync::LazyLock;

/// Marks an entry without a number.
pub const NONE: u16 = u16::MAX;
/// Number of king pairs up to symmetry.
pub const KING_PAIRS: u64 = 462;
/// Number of triples of different pieces up to symmetry.
pub const TRIPLES: u64 = 31_332;

/// Returns the ranks above the diagonal a1–h8: 0 on it, negative below.
pub const fn off_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

/// Mirrors a square at the diagonal a1–h8.
pub const fn mirror_diagonal(square: u8) -> u8 {
    (square & 7) << 3 | square >> 3
}

/// Returns the number of a square in the triangle a1–d1–d4: first the six below the diagonal, then
/// those on it.
pub const fn triangle(square: u8) -> u64 {
    let (file, rank) = ((square & 7) as u64, (square >> 3) as u64);
    if file == rank {
        6 + file
    } else {
        match rank {
            0 => file - 1,
            1 => file + 1,
            _ => 5,
        }
    }
}

/// Returns the number of a square below the diagonal, from a1 upwards.
pub const fn below_diagonal(square: u8) -> u64 {
    let (file, rank) = ((square & 7) as u64, (square >> 3) as u64);
    // Seven on the first rank, six on the second, …
    rank * (15 - rank) / 2 + file - rank - 1
}

/// Numbers of king pairs, indexed by the first king's number in [`triangle`] times 64, plus the
/// second king's square.
pub static KINGS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut numbers = vec![NONE; 10 * 64];
    let mut next = 0;
    let mut on_diagonal = Vec::new();
    let in_triangle = |&s: &u8| s & 7 < 4 && s >> 3 < 4 && off_diagonal(s) <= 0;
    let mut firsts: Vec<u8> = (0..64).filter(in_triangle).collect();
    firsts.sort_by_key(|&square| triangle(square));
    for first in firsts {
        for second in 0..64u8 {
            let files = (first & 7).abs_diff(second & 7);
            let ranks = (first >> 3).abs_diff(second >> 3);
            let touch = files <= 1 && ranks <= 1;
            if touch || off_diagonal(first) == 0 && off_diagonal(second) > 0 {
                continue;
            }
            let slot = triangle(first) as usize * 64 + usize::from(second);
            if off_diagonal(first) == 0 && off_diagonal(second) == 0 {
                on_diagonal.push(slot);
            } else {
                numbers[slot] = next;
                next += 1;
            }
        }
    }
    for slot in on_diagonal {
        numbers[slot] = next;
        next += 1;
    }
    numbers
});

/// Returns the binomial coefficient: the number of sets of `count` out of `from` elements.
pub fn choose(from: u64, count: u64) -> u64 {
    (0..count).fold(1, |product, i| product * from.saturating_sub(i) / (i + 1))
}

/// Returns the order of a pawn; the highest leads. Downwards: a2, h2, a3, h3, … b2, g2, … e7.
pub const fn pawn_order(square: u8) -> u64 {
    let (file, rank) = ((square & 7) as u64, (square >> 3) as u64);
    let from_edge = if file > 3 { 7 - file } else { file };
    (47 - 12 * from_edge) - 2 * (rank.saturating_sub(1)) - (file > 3) as u64
}

/// Counts the placements of `pawns` pawns whose leading pawn is on the file of `square`. Returns how many
/// have the leading pawn on a lower rank than `square`, and how many there are.
pub fn leading_pawns(pawns: u64, square: u8) -> (u64, u64) {
    let (mut before, mut all) = (0, 0);
    for rank in 1..7 {
        if rank == square >> 3 {
            before = all;
        }
        all += choose(pawn_order(rank * 8 + (square & 7)), pawns - 1);
    }
    (before, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numberings_have_no_gaps() {
        let mut kings: Vec<_> = KINGS.iter().filter(|&&number| number != NONE).collect();
        kings.sort_unstable();
        assert!(kings.into_iter().copied().eq(0..KING_PAIRS as u16));
        let below = (0..64).filter(|&square| off_diagonal(square) < 0).map(below_diagonal);
        assert!(below.eq(0..28));
        let mut order: Vec<_> = (8..56).map(pawn_order).collect();
        order.sort_unstable();
        assert!(order.into_iter().eq(0..48));
        let kings_apart = 63 * 62 * 6 + 4 * 28 * 62 + 4 * 7 * 28 + 4 * 7 * 6;
        assert_eq!(TRIPLES, kings_apart);
        // Every set of three pawns is led by the pawn with the highest order, on one of four files.
        let all: u64 = (0..4).map(|file| leading_pawns(3, 8 + file).1).sum();
        let led = |lead: u8| choose(pawn_order(lead), 2);
        let leads = (8..56).filter(|square| square & 7 < 4);
        assert_eq!(all, leads.map(led).sum::<u64>());
    }
}
