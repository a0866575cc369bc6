//! The numbering of a table's positions: groups of pieces, one digit each.

use super::material::{MOST_MEN, Shape};
use super::numbers::{
    KING_PAIRS, KINGS, NONE, TRIPLES, below_diagonal, choose, leading_pawns, mirror_diagonal,
    off_diagonal, pawn_order, triangle,
};

/// The order of the pieces in a numbering, and the factor of each group.
#[derive(Clone, Debug)]
pub struct Groups {
    /// Codes of the pieces: type from 1, plus 8 for the second side.
    pub pieces: Vec<u8>,
    /// Lengths of the groups after the leading one, each with the factor of its digit.
    rest: Vec<(usize, u64)>,
    /// Factor of the leading group's digit.
    leading: u64,
    /// True if the second group is the pawns of the other side.
    pawns_second: bool,
    /// Number of leading pieces.
    leaders: usize,
    has_pawns: bool,
    /// Number of positions.
    pub size: u64,
}

impl Groups {
    /// Returns the numbering that a table's header describes. `orders` contains the places of two groups
    /// among the digits: the leading group and the other side's pawns. `file` is the leading pawn's.
    ///
    /// # Errors
    /// If the pieces are not the table's.
    pub fn new(
        shape: &Shape,
        orders: [usize; 2],
        pieces: Vec<u8>,
        file: u8,
    ) -> Result<Self, String> {
        let runs: Vec<&[u8]> = pieces.chunk_by(|a, b| a == b).collect();
        let right = |run: &&[u8]| run.len() == shape.count_of(run[0]);
        if pieces.len() != shape.men() || !runs.iter().all(right) {
            return Err(format!("its pieces {pieces:?} are not those of its name"));
        }
        let [_, other_pawns] = shape.pawns();
        let leaders = shape.leaders();
        let is_pawn = |run: Option<&&[u8]>| run.is_some_and(|run| run[0] & 7 == 1);
        let led = if shape.has_pawns() {
            is_pawn(runs.first())
                && runs[0].len() == leaders
                && (other_pawns == 0 || is_pawn(runs.get(1)))
        } else {
            // The leaders are single pieces; two leaders are the kings.
            let kings = |run: &&[u8]| leaders > 2 || run[0] & 7 == 6;
            runs.iter().take(leaders).all(|run| run.len() == 1 && kings(run))
        };
        if !led {
            return Err(format!("its pieces {pieces:?} are in no known order"));
        }
        let pawns_second = other_pawns > 0;
        let skipped = if shape.has_pawns() { 1 } else { leaders };
        let mut lengths: Vec<usize> = runs.iter().skip(skipped).map(|run| run.len()).collect();
        let mut left = 64 - leaders as u64;
        let second = pawns_second.then(|| lengths.remove(0));
        left -= second.unwrap_or(0) as u64;
        let lead_size = match (shape.has_pawns(), leaders) {
            (true, pawns) => leading_pawns(pawns as u64, 8 + file).1,
            (false, 2) => KING_PAIRS,
            _ => TRIPLES,
        };
        // Assigns the factors of the digits, from the least significant one on.
        let mut worth = 1;
        let (mut leading, mut second_worth) = (None, None);
        let mut others = Vec::new();
        let mut lengths = lengths.into_iter();
        for place in 0.. {
            if place == orders[0] {
                leading = Some(worth);
                worth *= lead_size;
            } else if pawns_second && place == orders[1] {
                second_worth = Some(worth);
                worth *= choose(48 - leaders as u64, second.unwrap_or(0) as u64);
            } else if let Some(length) = lengths.next() {
                others.push((length, worth));
                worth *= choose(left, length as u64);
                left -= length as u64;
            } else {
                break;
            }
        }
        let missing = || "its groups are in no known order".to_owned();
        let mut rest = Vec::new();
        if let Some(length) = second {
            rest.push((length, second_worth.ok_or_else(missing)?));
        }
        rest.append(&mut others);
        let leading = leading.ok_or_else(missing)?;
        let has_pawns = shape.has_pawns();
        Ok(Self { pieces, rest, leading, pawns_second, leaders, has_pawns, size: worth })
    }

    /// Returns the number of a position; `squares` are those of its pieces in the order of
    /// `pieces`, the leading pawn first.
    pub fn number(&self, squares: &mut [u8; MOST_MEN]) -> Option<u64> {
        let squares = squares.get_mut(..self.pieces.len())?;
        let flip = |squares: &mut [u8], by: u8| squares.iter_mut().for_each(|s| *s ^= by);
        if squares[0] & 4 != 0 {
            flip(squares, 7);
        }
        let lead = if self.has_pawns {
            let leaders = squares.get_mut(..self.leaders)?;
            leaders[1..].sort_by_key(|&square| std::cmp::Reverse(pawn_order(square)));
            let first = leading_pawns(self.leaders as u64, leaders[0]).0;
            let rest = leaders.iter().enumerate().skip(1);
            first
                + rest.map(|(i, &s)| choose(pawn_order(s), (self.leaders - i) as u64)).sum::<u64>()
        } else {
            if squares[0] & 32 != 0 {
                flip(squares, 56);
            }
            let off = squares.iter().take(self.leaders).find(|&&square| off_diagonal(square) != 0);
            if off.is_some_and(|&square| off_diagonal(square) > 0) {
                squares.iter_mut().for_each(|square| *square = mirror_diagonal(*square));
            }
            if self.leaders == 2 { two_kings(squares)? } else { three_men(squares)? }
        };
        let mut number = lead * self.leading;
        let mut start = self.leaders;
        for (index, &(length, worth)) in self.rest.iter().enumerate() {
            let (before, group) = squares.split_at_mut(start);
            let group = group.get_mut(..length)?;
            group.sort_unstable();
            // No pawn is on the first rank.
            let floor = if index == 0 && self.pawns_second { 8 } else { 0 };
            let mut digit = 0;
            for (i, &square) in group.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count() as u64;
                let place = u64::from(square).checked_sub(taken + floor)?;
                digit += choose(place, i as u64 + 1);
            }
            number += digit * worth;
            start += length;
        }
        (number < self.size).then_some(number)
    }
}

fn two_kings(squares: &[u8]) -> Option<u64> {
    let slot = triangle(squares[0]) as usize * 64 + usize::from(*squares.get(1)?);
    KINGS.get(slot).copied().filter(|&number| number != NONE).map(u64::from)
}

/// Returns the number of three single pieces. Placements are ordered by the first piece that is off the
/// diagonal: the first, the second, the third, or none.
fn three_men(squares: &[u8]) -> Option<u64> {
    let &[a, b, c, ..] = squares else { return None };
    let after = |square: u8, other: u8| u64::from(square > other);
    let (s1, s2) = (after(b, a), after(c, a) + after(c, b));
    let (wide_b, wide_c) = (u64::from(b) - s1, u64::from(c) - s2);
    let on = |square: u8| off_diagonal(square) == 0;
    let diagonal = |square: u8| u64::from(square & 7);
    Some(if !on(a) {
        (triangle(a) * 63 + wide_b) * 62 + wide_c
    } else if !on(b) {
        6 * 63 * 62 + (diagonal(a) * 28 + below_diagonal(b)) * 62 + wide_c
    } else if !on(c) {
        let start = 6 * 63 * 62 + 4 * 28 * 62;
        start + (diagonal(a) * 7 + diagonal(b) - s1) * 28 + below_diagonal(c)
    } else {
        let start = 6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28;
        start + (diagonal(a) * 7 + diagonal(b) - s1) * 6 + diagonal(c).checked_sub(s2)?
    })
}
