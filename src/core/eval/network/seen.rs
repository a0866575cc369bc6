//! The sets of squares that inputs are read from, and the inputs that differ between two positions.
//!
//! There is one set for each piece bit and influence bit of a cell; [`InputSet::Guarded`] has seven
//! others. A rebuild computes the sets before it writes the cells. Two positions are compared set
//! by set, so only the inputs that a move changes are visited.

use super::inputs::InputSet;
use crate::matrix::{Influence, Planes};
use crate::types::{Bitboard, Color, PieceType};

/// Sets of [`InputSet::Cells`]: six piece types and seven influences of two colours.
const SETS: usize = 26;

/// The influence of no piece, for inputs that depend on pieces alone.
static NO_INFLUENCE: Influence = Influence([0; 16]);

/// The sets of a position: one per bit of a cell, or the seven of [`InputSet::Guarded`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeenSets([Bitboard; SETS]);

/// The inputs that one position adds to those of another and takes away from them, from White's view.
#[derive(Clone, Debug)]
pub struct ChangedInputs {
    added: [u16; Self::ROOM],
    taken: [u16; Self::ROOM],
    counts: [usize; 2],
}

impl ChangedInputs {
    /// Number of inputs per batch. Nine moves of ten change 21 or fewer.
    const MOST: usize = 48;
    /// Capacity of a list. It exceeds `MOST`, because `push` also writes inputs that it does not count.
    const ROOM: usize = 64;

    const fn new() -> Self {
        Self { added: [0; Self::ROOM], taken: [0; Self::ROOM], counts: [0; 2] }
    }

    /// Appends an input to the lists it belongs to, without a branch.
    #[inline(always)]
    fn push(&mut self, input: u16, is_added: bool, is_taken: bool) {
        self.added[self.counts[0] % Self::ROOM] = input;
        self.taken[self.counts[1] % Self::ROOM] = input;
        self.counts[0] += usize::from(is_added);
        self.counts[1] += usize::from(is_taken);
    }

    /// Returns the inputs that were added.
    #[inline(always)]
    pub fn added(&self) -> &[u16] {
        &self.added[..self.counts[0].min(Self::ROOM)]
    }

    /// Returns the inputs that were removed.
    #[inline(always)]
    pub fn taken(&self) -> &[u16] {
        &self.taken[..self.counts[1].min(Self::ROOM)]
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.counts = [0; 2];
    }
}

impl SeenSets {
    /// Returns the sets of a position from which an input set is read.
    #[inline(always)]
    pub fn new(input_set: InputSet, planes: &Planes, influence: &Influence) -> Self {
        match input_set.unmirrored() {
            InputSet::Guarded => Self::guarded(planes, influence),
            InputSet::Cells => Self::cells(planes, influence),
            _ => Self::of_pieces(planes),
        }
    }

    /// Returns the sets of a position's pieces alone: [`InputSet::MirroredPieces`].
    #[inline(always)]
    pub fn of_pieces(planes: &Planes) -> Self {
        Self::cells(planes, &NO_INFLUENCE)
    }

    #[inline(always)]
    fn cells(planes: &Planes, influence: &Influence) -> Self {
        let mut sets = [0; SETS];
        for kind in PieceType::ALL {
            for color in Color::ALL {
                sets[kind.index() * 2 + color.index()] = planes.pieces(color, kind);
            }
        }
        sets[12..].copy_from_slice(&influence.0[..SETS - 12]);
        Self(sets)
    }

    /// Returns sets for colour, piece type (three bits), attacked and defended, then the occupied squares.
    #[inline(always)]
    fn guarded(planes: &Planes, influence: &Influence) -> Self {
        let [_, knights, bishops, rooks, queens, kings, white, black] = planes.0;
        let [by_white, by_black] = Color::ALL.map(|color| influence.all(color));
        let mut sets = [0; SETS];
        sets[..7].copy_from_slice(&[
            black,
            knights | rooks | kings,
            bishops | rooks,
            queens | kings,
            white & by_black | black & by_white,
            white & by_white | black & by_black,
            white | black,
        ]);
        Self(sets)
    }

    /// Passes the inputs that differ from those of `before` to `each`, in batches.
    #[inline(always)]
    pub fn changes(
        &self,
        input_set: InputSet,
        before: &Self,
        mut each: impl FnMut(&ChangedInputs),
    ) {
        match input_set.unmirrored() {
            InputSet::Guarded => self.changed_guarded(before, &mut each),
            _ => self.changed_cells(before, &mut each),
        }
    }

    #[inline(always)]
    fn changed_cells(&self, before: &Self, each: &mut impl FnMut(&ChangedInputs)) {
        /// A power of two above the number of sets, so that no index needs a bounds check.
        const ROOM: usize = 32;
        // The sets that differ, collected without a branch; one loop visits the bits of all.
        let (mut differences, mut numbers) = ([0; ROOM], [0_u8; ROOM]);
        let (mut count, mut total) = (0, 0);
        for set in 0..SETS {
            let difference = self.0[set] ^ before.0[set];
            differences[count % ROOM] = difference;
            numbers[count % ROOM] = set as u8;
            count += usize::from(difference != 0);
            total += difference.count_ones() as usize;
        }
        let mut changed = ChangedInputs::new();
        let (mut at, mut left) = (0, differences[0]);
        while total > 0 {
            let some = total.min(ChangedInputs::MOST);
            for _ in 0..some {
                let (set, square) = (usize::from(numbers[at % ROOM]), left.trailing_zeros());
                let is_added = self.0[set % SETS] >> (square & 63) & 1 == 1;
                changed.push((set * 64) as u16 + square as u16, is_added, !is_added);
                left &= left.wrapping_sub(1);
                at += usize::from(left == 0);
                left = if left == 0 { differences[at % ROOM] } else { left };
            }
            each(&changed);
            changed.clear();
            total -= some;
        }
    }

    #[inline(always)]
    fn changed_guarded(&self, before: &Self, each: &mut impl FnMut(&ChangedInputs)) {
        let mut squares = 0;
        for set in 0..7 {
            squares |= self.0[set] ^ before.0[set];
        }
        let mut changed = ChangedInputs::new();
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            for (sets, is_added) in [(&before.0, false), (&self.0, true)] {
                let bit = |set: usize| (sets[set] >> square & 1) as u16;
                let kind = bit(1) | bit(2) << 1 | bit(3) << 2;
                let state = bit(4) << 1 | bit(5);
                let input = ((state * 6 + kind) * 2 + bit(0)) * 64 + square as u16;
                let is_there = bit(6) == 1;
                changed.push(input, is_added & is_there, !is_added & is_there);
            }
            if changed.counts[0].max(changed.counts[1]) == ChangedInputs::MOST {
                each(&changed);
                changed.clear();
            }
        }
        if changed.counts != [0; 2] {
            each(&changed);
        }
    }
}
