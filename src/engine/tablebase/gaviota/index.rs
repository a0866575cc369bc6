//! Converts a position to its index in a table.
//!
//! An index consists of digits. Without pawns, the most significant one is the pair of kings; symmetry leaves
//! 462 pairs. With pawns, the squares of the pawns come first, mirrored so that the leading pawn is on the
//! queen's side, then both kings. The other pieces follow, with 64 squares each; two or three pieces of one
//! type form one unordered digit. Indices of impossible positions exist but are unused.
//!
//! The published probing code defines this case by case (Gaviota Tablebases Probing Code, M. A.
//! Ballicora, 2010); this module has one rule.

use std::sync::LazyLock;

use super::army::Army;
use nucleus_core::types::PieceType;

const NONE: u16 = u16::MAX;
/// Number of king pairs up to symmetry.
const KING_PAIRS: usize = 462;
/// Number of unordered pairs of squares.
const PAIRS: usize = 64 * 63 / 2;
/// Number of unordered triples of squares.
const TRIPLES: usize = 64 * 63 * 62 / 6;
/// Number of pairs of one side's pawns, mirrored.
const PAWN_PAIRS: usize = 576;
/// Number of pairs of one side's pawns, not mirrored.
const PAWN_PAIRS_48: usize = 48 * 47 / 2;
/// Number of triples of one side's pawns, mirrored.
const PAWN_TRIPLES: usize = 24 * (24 * 23 / 2) + 24 * 23 * 22 / 6;

/// Exchanges left and right.
const fn mirror(square: u8) -> u8 {
    square ^ 7
}

/// Returns the number of positions per side to move in a table with these pieces; `None` if there
/// is no published table.
pub fn size(first: &[PieceType], second: &[PieceType]) -> Option<usize> {
    let pawns = |kinds: &[PieceType]| kinds.iter().filter(|&&k| k == PieceType::Pawn).count();
    let head = match (pawns(first), pawns(second)) {
        (0, 0) => KING_PAIRS,
        (1, 0) | (0, 1) => 24 * 64 * 64,
        (2, 0) => PAWN_PAIRS * 64 * 64,
        (1, 1) => 24 * 48 * 64 * 64,
        (2, 1) => 24 * PAWN_PAIRS_48 * 64 * 64,
        (3, 0) => PAWN_TRIPLES * 64 * 64,
        _ => return None,
    };
    let officers = [first, second].map(|kinds| &kinds[..kinds.len() - pawns(kinds)]);
    let sizes = officers.into_iter().flat_map(groups).map(|(_, size)| size);
    Some(head * sizes.product::<usize>())
}

/// Returns the digits of a side's pieces other than king and pawns, one for each piece type: the index of the
/// first piece of the type, and the number of values. Types with several pieces come first.
fn groups(kinds: &[PieceType]) -> Vec<(usize, usize)> {
    let mut groups: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    for group in kinds.chunk_by(|a, b| a == b) {
        groups.push((start, [64, PAIRS, TRIPLES][group.len().min(3) - 1]));
        start += group.len();
    }
    groups.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
    groups
}

/// Returns the index of a position in the table of its pieces. `None` for pawns on the first or
/// last rank, equal pieces on one square and, without pawns, adjacent kings.
pub fn index(first: &Army, second: &Army) -> Option<usize> {
    let pawns = || first.pawns().iter().chain(second.pawns());
    if pawns().any(|square| !(8..56).contains(square)) {
        return None;
    }
    let (head, first, second) = if pawns().next().is_none() {
        let (pair, flip) = king_pair(second.king, first.king)?;
        (pair, first.moved(flip), second.moved(flip))
    } else {
        let slice = PawnSlice::new(first.pawns(), second.pawns())?;
        let to = |square| if slice.mirrored { mirror(square) } else { square };
        let (first, second) = (first.moved(to), second.moved(to));
        let kings = usize::from(first.king) * 64 + usize::from(second.king);
        (slice.number * 64 * 64 + kings, first, second)
    };
    let mut number = head;
    for army in [&first, &second] {
        let officers = army.officers();
        for (start, size) in groups(army.kinds().get(..officers.len())?) {
            number = number * size + digit(officers.get(start..)?, size)?;
        }
    }
    Some(number)
}

/// Returns the digit of a group of pieces of one type.
fn digit(places: &[u8], size: usize) -> Option<usize> {
    let at = |index: usize| places.get(index).map(|&square| usize::from(square));
    match size {
        PAIRS => {
            let (x, y) = (at(0)?.min(at(1)?), at(0)?.max(at(1)?));
            (x < y).then(|| y - x + x * (127 - x) / 2 - 1)
        }
        TRIPLES => {
            let mut three = [at(0)?, at(1)?, at(2)?];
            three.sort_unstable();
            let [x, y, z] = three;
            (x < y && y < z).then(|| choose(z, 3) + choose(y, 2) + x)
        }
        _ => at(0),
    }
}

/// Returns the binomial coefficient for `count` of two or three.
const fn choose(from: usize, count: usize) -> usize {
    match count {
        2 => from * from.saturating_sub(1) / 2,
        _ => from * from.saturating_sub(1) * from.saturating_sub(2) / 6,
    }
}

/// A symmetry of the board.
type Flip = fn(u8) -> u8;

/// Returns the number of a pair of kings, and the symmetry that maps it to its table entry.
fn king_pair(second: u8, first: u8) -> Option<(usize, Flip)> {
    let flips = flips(second, first);
    let number = KING_PAIR_NUMBERS
        [usize::from(FLIPS[flips](second)) * 64 + usize::from(FLIPS[flips](first))];
    (number != NONE).then_some((usize::from(number), FLIPS[flips]))
}

/// The eight symmetries: bit 0 exchanges left and right, bit 1 top and bottom, bit 2, applied last,
/// mirrors at the diagonal a1–h8.
const FLIPS: [Flip; 8] = [
    |s| s,
    |s| s ^ 7,
    |s| s ^ 56,
    |s| s ^ 63,
    |s| diagonal(s),
    |s| diagonal(s ^ 7),
    |s| diagonal(s ^ 56),
    |s| diagonal(s ^ 63),
];

const fn diagonal(square: u8) -> u8 {
    (square & 7) << 3 | square >> 3
}

/// Returns the index in [`FLIPS`] of the symmetry that maps the first square into the triangle
/// a1–d1–d4 and, if that is on the diagonal, the second below the diagonal.
fn flips(leading: u8, other: u8) -> usize {
    let mut flips = usize::from(leading & 4 != 0) | usize::from(leading & 32 != 0) << 1;
    let (leading, other) = (FLIPS[flips](leading), FLIPS[flips](other));
    let above = |square: u8| square >> 3 > square & 7;
    let on = |square: u8| square >> 3 == square & 7;
    if above(leading) || on(leading) && above(other) {
        flips |= 4;
    }
    flips
}

static KING_PAIR_NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut numbers = vec![NONE; 64 * 64];
    let mut next = 0;
    for leading in 0..64u8 {
        for other in 0..64u8 {
            let files = (leading & 7).abs_diff(other & 7);
            let ranks = (leading >> 3).abs_diff(other >> 3);
            if files <= 1 && ranks <= 1 {
                continue;
            }
            let flip = FLIPS[flips(leading, other)];
            let slot = &mut numbers[usize::from(flip(leading)) * 64 + usize::from(flip(other))];
            if *slot == NONE {
                *slot = next;
                next += 1;
            }
        }
    }
    numbers
});

/// The digit for the squares of all pawns.
struct PawnSlice {
    number: usize,
    mirrored: bool,
}

impl PawnSlice {
    /// Returns the digit of these pawns; the pawns of the first side move up the board.
    fn new(first: &[u8], second: &[u8]) -> Option<Self> {
        Some(match (first, second) {
            (&[pawn], []) => {
                let (pawn, mirrored) = to_queenside(pawn);
                Self { number: slice_24(pawn ^ 56), mirrored }
            }
            ([], &[pawn]) => {
                let (pawn, mirrored) = to_queenside(pawn);
                Self { number: slice_24(pawn), mirrored }
            }
            (&[pawn], &[other]) => {
                let (pawn, mirrored) = to_queenside(pawn);
                let other = if mirrored { mirror(other) } else { other };
                Self { number: slice_24(pawn ^ 56) * 48 + usize::from(other - 8), mirrored }
            }
            (&[one, two], []) => {
                let (number, mirrored) = pawn_pair(one, two);
                let number = PAWN_PAIR_NUMBERS[number];
                (number != NONE).then_some(Self { number: usize::from(number), mirrored })?
            }
            (&[one, two], &[other]) => {
                let (other, mirrored) = to_queenside(other);
                let to = |square| if mirrored { mirror(square) } else { square };
                let [i, j] = [one, two].map(|square| usize::from(55 - to(square)));
                let (i, j) = (i.min(j), i.max(j));
                if i == j {
                    return None;
                }
                let pair = i * (95 - i) / 2 + j - i - 1;
                Self { number: slice_24(other) * PAWN_PAIRS_48 + pair, mirrored }
            }
            (&[one, two, three], []) => {
                let straight = [one, two, three];
                pawn_triple(straight).map(|number| Self { number, mirrored: false }).or_else(
                    || {
                        let number = pawn_triple(straight.map(mirror))?;
                        Some(Self { number, mirrored: true })
                    },
                )?
            }
            _ => return None,
        })
    }
}

/// Returns a pawn's square on the queen's side, and true if it was mirrored.
const fn to_queenside(pawn: u8) -> (u8, bool) {
    if pawn & 7 > 3 { (mirror(pawn), true) } else { (pawn, false) }
}

/// Returns the number, 0 to 23, of a pawn on the queen's side, the second rank first.
fn slice_24(pawn: u8) -> usize {
    let pawn = pawn - 8;
    usize::from((pawn + (pawn & 3)) >> 1)
}

/// Returns the number of a pair of pawns, and true if it was mirrored. The pawn further ahead
/// leads, on one rank that nearer the edge, then the left one. It has 24 squares, the other 48.
fn pawn_pair(one: u8, two: u8) -> (usize, bool) {
    let rank = |square: u8| (square >> 3, (square & 7).max(7 - (square & 7)), !square);
    let (anchor, loose) = if rank(one) >= rank(two) { (one, two) } else { (two, one) };
    let (anchor, mirrored) = to_queenside(anchor);
    let loose = if mirrored { mirror(loose) } else { loose };
    (slice_24(anchor ^ 56) * 48 + usize::from((loose ^ 56) - 8), mirrored)
}

static PAWN_PAIR_NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut numbers = vec![NONE; 24 * 48];
    let mut next = 0;
    for one in (8..56u8).rev().filter(|square| square & 7 > 3) {
        for two in (8..one).rev() {
            let slot = &mut numbers[pawn_pair(one, two).0];
            if *slot == NONE {
                *slot = next;
                next += 1;
            }
        }
    }
    numbers
});

/// Returns the number of three pawns of a side, at least two of them on the queen's side.
fn pawn_triple(pawns: [u8; 3]) -> Option<usize> {
    // The king's side comes first; each side begins on the seventh rank, each rank on file h or d.
    let mut places = pawns.map(|square| {
        let (file, rank) = (usize::from(square & 7), usize::from(square >> 3));
        if file > 3 { (6 - rank) * 4 + 7 - file } else { 24 + (6 - rank) * 4 + 3 - file }
    });
    places.sort_unstable();
    let [x, y, z] = places;
    if x == y || y == z || y < 24 {
        return None;
    }
    // Pairs and triples out of 24 in lexicographic order.
    let pair = |y: usize, z: usize| y * (47 - y) / 2 + z - y - 1;
    let (y, z) = (y - 24, z - 24);
    Some(if x < 24 {
        x * 276 + pair(y, z)
    } else {
        let x = x - 24;
        24 * 276 + 2024 - choose(24 - x, 3) + pair(y, z) - (pair(x, x + 1) + 23 - x)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_made_at_start_are_full() {
        let count = |numbers: &[u16]| numbers.iter().filter(|&&number| number != NONE).count();
        assert_eq!(count(&KING_PAIR_NUMBERS), KING_PAIRS);
        assert_eq!(count(&PAWN_PAIR_NUMBERS), PAWN_PAIRS);
    }

    /// Each number of a group occurs, for exactly one set of squares.
    #[test]
    fn groups_are_counted_without_gaps() {
        let mut seen = vec![0u32; PAIRS];
        for x in 0..64 {
            for y in 0..64 {
                match digit(&[x, y], PAIRS) {
                    Some(number) => seen[number] += 1,
                    None => assert_eq!(x, y),
                }
            }
        }
        assert!(seen.iter().all(|&count| count == 2));
        let mut seen = vec![0u32; TRIPLES];
        for x in 0..64 {
            for y in 0..64 {
                for z in (0..64).filter(|&z| x != y && y != z && x != z) {
                    seen[digit(&[x, y, z], TRIPLES).expect("a number")] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count == 6));
    }

    #[test]
    fn pawns_are_counted_without_gaps() {
        let all = || 8..56u8;
        let mut seen = vec![0u32; PAWN_TRIPLES];
        for one in all() {
            for two in all().filter(|&two| two != one) {
                for three in all().filter(|&three| three != one && three != two) {
                    let slice = PawnSlice::new(&[one, two, three], &[]).expect("a number");
                    seen[slice.number] += 1;
                }
            }
        }
        // Each triple occurs with its mirror image, both in six orders.
        assert!(seen.iter().all(|&count| count == 12));
        let mut seen = vec![0u32; PAWN_PAIRS];
        for one in all() {
            for two in all().filter(|&two| two != one) {
                seen[PawnSlice::new(&[one, two], &[]).expect("a number").number] += 1;
            }
        }
        assert_eq!(seen.iter().sum::<u32>(), 48 * 47);
        assert!(seen.iter().all(|&count| count == 2 || count == 4), "{seen:?}");
        let mut seen = vec![0u32; 24 * PAWN_PAIRS_48];
        for one in all() {
            for two in all().filter(|&two| two != one) {
                for three in all() {
                    seen[PawnSlice::new(&[one, two], &[three]).expect("a number").number] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count == 4));
    }
}
