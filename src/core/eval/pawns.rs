//! Pawn structure (section IV), and other terms of pawns and kings alone.
//!
//! The accumulator holds all of it. It is recomputed only after a pawn has moved or was captured;
//! the parts that depend on the kings also after a king move.

use super::groups::SetGroup;
use super::king;
use super::passers;
use super::tally::{Sum, Tally};
use super::values::Values;
use super::weights;
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::Planes;
use crate::types::bitboard::{FILE_A, RANK_1};
use crate::types::{Bitboard, Color, PieceType};

/// The pawn structure's score, and the sets that other terms read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// Value of the pawns alone.
    pawns: weights::PackedScore,
    /// Value of the pawns and the kings together.
    kings: weights::PackedScore,
    /// Files with pawns of a colour, bit 0 the a-file.
    pub(super) files: [u8; 2],
    /// True if passers are strong enough to lift the bound of the positional part.
    pub(super) lifts: bool,
    /// Passed pawns of both colours.
    pub(super) passed: Bitboard,
}

impl Structure {
    /// Computes the structure from the planes.
    #[inline(always)]
    pub(super) fn new<K: Kernel>(values: &Values, kernel: K, planes: &Planes) -> Self {
        let mut pawns = Sum::new(values);
        let structure = Self::tally_pawns(kernel, planes, &mut pawns);
        Self { pawns: pawns.total, ..structure }.with_kings(values, kernel, planes)
    }

    /// Returns the structure after a king move, which changes only the part with the kings.
    #[inline(always)]
    pub(super) fn with_kings<K: Kernel>(self, values: &Values, kernel: K, planes: &Planes) -> Self {
        let mut kings = Sum::new(values);
        self.tally_kings(kernel, planes, &mut kings);
        Self { kings: kings.total, ..self }
    }

    /// Reports every feature to a tally; the scores stay zero.
    pub(super) fn tally<K: Kernel, T: Tally>(kernel: K, planes: &Planes, tally: &mut T) -> Self {
        let structure = Self::tally_pawns(kernel, planes, tally);
        structure.tally_kings(kernel, planes, tally);
        structure
    }

    #[inline(always)]
    fn tally_pawns<K: Kernel, T: Tally>(kernel: K, planes: &Planes, tally: &mut T) -> Self {
        let pawns = Pawns::from_planes(kernel, planes);
        let passed = pawns.passed();
        let isolated = pawns.isolated();
        let first_rank = kernel.pair(RANK_1, RANK_1);
        let backward = pawns.backward() & !isolated;
        let weaknesses = [pawns.doubled(), isolated, backward, pawns.islands() & first_rank];
        let candidates = pawns.candidates() & !passed;
        let strengths = [pawns.supported(), pawns.phalanx(), candidates, passed];
        tally.pairs::<K::Pair, 2>([
            (tally.group(SetGroup::Weaknesses), Pair::beside(weaknesses)),
            (tally.group(SetGroup::Strengths), Pair::beside(strengths)),
        ]);
        let passed = passed.values();
        let mut lifts = false;
        if passed[0] | passed[1] != 0 {
            passers::by_rank(passed, tally);
            lifts = passers::connected(passed, tally);
        }
        let files = pawns.columns.values().map(|columns| columns as u8);
        Self { pawns: 0, kings: 0, files, lifts, passed: passed[0] | passed[1] }
    }

    #[inline(always)]
    fn tally_kings<K: Kernel, T: Tally>(&self, kernel: K, planes: &Planes, tally: &mut T) {
        if self.passed != 0 {
            let passed = |color| self.passed & planes.color(color);
            passers::kings_near(planes, [passed(Color::White), passed(Color::Black)], tally);
        }
        let own = kernel.pair_at(planes.colors());
        let pair = |kind| {
            let men = planes.kind(kind);
            own & kernel.pair(men, men)
        };
        let no_pawns = [Color::White, Color::Black].map(|color| self.files_without(color));
        let no_pawns = kernel.pair_at(&no_pawns);
        king::shelter(pair(PieceType::King), pair(PieceType::Pawn), no_pawns, tally);
    }

    /// Returns the score of pawns and kings, White positive.
    #[inline(always)]
    pub(super) fn score(&self) -> weights::PackedScore {
        self.pawns.wrapping_add(self.kings)
    }

    /// Returns the squares of the files without pawns of a colour.
    #[inline(always)]
    pub(super) fn files_without(&self, color: Color) -> Bitboard {
        u64::from(!self.files[color.index()]) * FILE_A
    }
}

/// The pawns of both colours and sets derived from them.
struct Pawns<P> {
    pawns: P,
    /// Squares that the pawns could capture on.
    influence: P,
    /// Squares that the pawns could capture on, now or after advancing.
    span: P,
    /// The squares before the pawns on their files.
    front: P,
    /// The squares behind the pawns on their files.
    rear: P,
    /// All squares of the pawns' files.
    columns: P,
}

impl<P: Pair> Pawns<P> {
    #[inline(always)]
    fn from_planes<K: Kernel<Pair = P>>(kernel: K, planes: &Planes) -> Self {
        let men = planes.kind(PieceType::Pawn);
        let pawns = kernel.pair_at(planes.colors()) & kernel.pair(men, men);
        let front = pawns.filled_ahead().ahead();
        let rear = pawns.filled_back().back();
        Self {
            pawns,
            influence: (pawns.east() | pawns.west()).ahead(),
            span: front.east() | front.west(),
            front,
            rear,
            columns: pawns | front | rear,
        }
    }

    /// Returns the passed pawns, the foremost of each file.
    #[inline(always)]
    fn passed(&self) -> P {
        self.pawns & !((self.front | self.span).swapped() | self.rear)
    }

    /// Returns the doubled pawns: those with another one behind.
    #[inline(always)]
    fn doubled(&self) -> P {
        self.pawns & self.front
    }

    /// Returns the isolated pawns: those without own pawns on adjacent files.
    #[inline(always)]
    fn isolated(&self) -> P {
        self.pawns & !(self.columns.east() | self.columns.west())
    }

    /// Returns the backward pawns: those whose next square an enemy pawn influences and no own pawn
    /// ever can.
    #[inline(always)]
    fn backward(&self) -> P {
        self.pawns & (self.influence.swapped() & !self.span).back()
    }

    /// Returns the first file of each group of files with pawns.
    #[inline(always)]
    fn islands(&self) -> P {
        self.columns & !self.columns.east()
    }

    /// Returns the pawns that another pawn defends.
    #[inline(always)]
    fn supported(&self) -> P {
        self.pawns & self.influence
    }

    /// Returns the pawns with an own pawn next to them on the west: one pawn of each adjacent pair.
    #[inline(always)]
    fn phalanx(&self) -> P {
        self.pawns & self.pawns.east()
    }

    /// Returns the candidate passed pawns: the foremost without an enemy pawn before them on their
    /// file, whose next square own pawns can contest.
    #[inline(always)]
    fn candidates(&self) -> P {
        let open = self.pawns & !(self.front.swapped() | self.rear);
        open & (self.span & !(self.influence.swapped() & !self.influence)).back()
    }
}
