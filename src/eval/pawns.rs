//! Pawn structure (section IV), and what else depends on pawns and kings alone.
//!
//! All of it is kept from ply to ply and computed again only when a pawn has moved or has been
//! taken; what depends on the kings also when a king has moved.

use super::king;
use super::passers;
use super::sets::{ahead, behind, fill_ahead, fill_behind, pawn_influence, size};
use super::tally::{Sum, Tally};
use super::weights::{Pair, Weight};
use crate::matrix::Planes;
use crate::types::bitboard::{RANK_1, east, west};
use crate::types::{Bitboard, Color, PieceType};

/// The pawn structure's score, and the sets that other terms read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// What the pawns alone are worth.
    pawns: Pair,
    /// What they are worth to the kings, and the kings to them.
    kings: Pair,
    /// Files with pawns of a colour, bit 0 the a-file.
    pub(super) files: [u8; 2],
    /// True when passers are strong enough to lift the bound of the positional part.
    pub(super) lifts: bool,
    /// Passed pawns of both colours.
    pub(super) passed: Bitboard,
}

impl Structure {
    /// From the planes.
    #[inline(always)]
    pub(super) fn of(planes: &Planes) -> Self {
        let mut pawns = Sum::default();
        let structure = Self::tally_pawns(planes, &mut pawns);
        Self { pawns: pawns.0, ..structure }.with_kings(planes)
    }

    /// The same pawns after a king has moved.
    #[inline(always)]
    pub(super) fn with_kings(self, planes: &Planes) -> Self {
        let mut kings = Sum::default();
        self.tally_kings(planes, &mut kings);
        Self { kings: kings.0, ..self }
    }

    /// Reports every feature; the scores are left zero.
    pub(super) fn tally<T: Tally>(planes: &Planes, tally: &mut T) -> Self {
        let structure = Self::tally_pawns(planes, tally);
        structure.tally_kings(planes, tally);
        structure
    }

    #[inline(always)]
    fn tally_pawns<T: Tally>(planes: &Planes, tally: &mut T) -> Self {
        let sides = [PawnSide::of(planes, Color::White), PawnSide::of(planes, Color::Black)];
        let passed = [passers::of(Color::White, &sides), passers::of(Color::Black, &sides)];
        weaknesses(&sides, tally);
        chains(&sides, tally);
        candidates(&sides, passed, tally);
        let mut lifts = false;
        if passed[0] | passed[1] != 0 {
            passers::by_rank(passed, tally);
            lifts = passers::connected(passed, tally);
        }
        let files = [sides[0].files, sides[1].files];
        Self { pawns: 0, kings: 0, files, lifts, passed: passed[0] | passed[1] }
    }

    #[inline(always)]
    fn tally_kings<T: Tally>(&self, planes: &Planes, tally: &mut T) {
        if self.passed != 0 {
            let of = |color| self.passed & planes.color(color);
            passers::kings_near(planes, [of(Color::White), of(Color::Black)], tally);
        }
        king::shelter(planes, self.files, tally);
    }

    /// The score of pawns and kings, White positive.
    #[inline(always)]
    pub(super) fn score(&self) -> Pair {
        self.pawns.wrapping_add(self.kings)
    }

    /// Squares of the files without pawns of a colour.
    #[inline(always)]
    pub(super) fn files_without(&self, color: Color) -> Bitboard {
        u64::from(!self.files[color.index()]) * 0x0101_0101_0101_0101
    }
}

/// One colour's pawns and what follows from them.
#[derive(Clone, Copy)]
pub(super) struct PawnSide {
    pub pawns: Bitboard,
    /// What they could capture on.
    pub influence: Bitboard,
    /// The same, now or after stepping on.
    pub span: Bitboard,
    /// The squares before them on their files.
    pub front: Bitboard,
    /// Files with pawns, bit 0 the a-file.
    pub files: u8,
}

impl PawnSide {
    #[inline(always)]
    fn of(planes: &Planes, color: Color) -> Self {
        let pawns = planes.of(color, PieceType::Pawn);
        let front = ahead(color, fill_ahead(color, pawns));
        Self {
            pawns,
            influence: pawn_influence(color, pawns),
            span: east(front) | west(front),
            front,
            files: fill_ahead(Color::Black, pawns) as u8,
        }
    }

    /// Squares of the files beside those with own pawns.
    #[inline(always)]
    fn beside(&self) -> Bitboard {
        let files = u64::from(self.files);
        (((files << 1) | (files >> 1)) & RANK_1) * 0x0101_0101_0101_0101
    }
}

/// Doubled, isolated and backward pawns, and islands.
#[inline(always)]
fn weaknesses<T: Tally>(sides: &[PawnSide; 2], tally: &mut T) {
    let doubled = [doubled(&sides[0]), doubled(&sides[1])];
    tally.count(Weight::Doubled, doubled[0], doubled[1]);
    let isolated = [isolated(&sides[0]), isolated(&sides[1])];
    tally.count(Weight::Isolated, size(isolated[0]), size(isolated[1]));
    let backward = [backward(Color::White, sides), backward(Color::Black, sides)];
    tally.count(
        Weight::Backward,
        size(backward[0] & !isolated[0]),
        size(backward[1] & !isolated[1]),
    );
    tally.count(Weight::Island, islands(sides[0].files), islands(sides[1].files));
}

#[inline(always)]
fn doubled(side: &PawnSide) -> i32 {
    size(side.pawns & side.front)
}

#[inline(always)]
fn isolated(side: &PawnSide) -> Bitboard {
    side.pawns & !side.beside()
}

/// Pawns whose next square an enemy pawn influences and no own pawn ever can.
#[inline(always)]
fn backward(color: Color, sides: &[PawnSide; 2]) -> Bitboard {
    let (own, enemy) = (&sides[color.index()], &sides[(!color).index()]);
    own.pawns & behind(color, enemy.influence & !own.span)
}

#[inline(always)]
fn islands(files: u8) -> i32 {
    (files & !(files << 1)).count_ones() as i32
}

/// Pawns that defend each other or stand side by side.
#[inline(always)]
fn chains<T: Tally>(sides: &[PawnSide; 2], tally: &mut T) {
    let [white, black] = sides;
    tally.count(
        Weight::Supported,
        size(white.pawns & white.influence),
        size(black.pawns & black.influence),
    );
    tally.count(
        Weight::Phalanx,
        size(white.pawns & east(white.pawns)),
        size(black.pawns & east(black.pawns)),
    );
}

/// Pawns without an enemy pawn before them on their file, that are not passed yet, and whose next
/// square own pawns can contest.
#[inline(always)]
fn candidates<T: Tally>(sides: &[PawnSide; 2], passed: [Bitboard; 2], tally: &mut T) {
    let white = candidate(Color::White, sides) & !passed[0];
    let black = candidate(Color::Black, sides) & !passed[1];
    tally.count(Weight::Candidate, size(white), size(black));
}

#[inline(always)]
fn candidate(color: Color, sides: &[PawnSide; 2]) -> Bitboard {
    let (own, enemy) = (&sides[color.index()], &sides[(!color).index()]);
    let open = own.pawns & !enemy.front & !fill_behind(color, behind(color, own.pawns));
    open & behind(color, own.span & !(enemy.influence & !own.influence))
}
