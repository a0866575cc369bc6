//! The margins, depth limits and switches of the selective search, in sets selected at run time.

use std::ops::RangeInclusive;

/// Aspiration windows: narrow windows around the last iteration's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspiration {
    /// Half the first window, in centipawns.
    pub half: i32,
    /// The smallest depth at which the window is narrow.
    pub depth: i32,
}

/// The smallest depth for a technique that is switched off.
pub const OFF: i32 = i32::MAX;

/// The checks that are extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CheckExtension {
    /// No checks.
    Off,
    /// Checks that lose nothing by static exchange evaluation; outside the principal variation only
    /// of a king with at most one flight square.
    Mating,
    /// All checks.
    All,
}

/// The order of moves, and the corresponding quiescence search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Schemes {
    /// The strongest in measurements: captures that are good by the cells alone come first, the
    /// counter-move after the killers, and the quiescence search does not probe the table.
    Tuned,
    /// Umko's four schemes, as in the paper (2.3).
    Umko,
}

/// The parameters of the selective search; the first field of a technique switches it off.
///
/// A set is a run-time value, so that the search is compiled once for all sets. A technique that is
/// off costs one comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// The order of moves.
    pub schemes: Schemes,
    /// Null move: on or off.
    pub null_move: bool,
    /// Internal iterative deepening: the smallest depth, `OFF` for off.
    pub iid_depth: i32,
    /// Internal iterative reduction: the smallest depth, `OFF` for off.
    pub iir_depth: i32,
    /// ProbCut: the smallest depth, `OFF` for off.
    pub probcut_depth: i32,
    /// Singular extension: a node whose other moves are above beta as well is cut (multi-cut).
    pub multi_cut: bool,
    /// Singular extension: plies of reduction if others seem good as well.
    pub singular_negative: i32,
    /// Check extension: the checks that are extended.
    pub check_extension: CheckExtension,
    /// Single reply extension: the largest number of evasions, 0 for off.
    pub forced_replies: usize,
    /// Recapture extension: the largest depth, 0 for off.
    pub recapture_depth: i32,
    /// Recapture extension: only in the principal variation.
    pub recapture_pv: bool,
    /// Passed pawn extension, to the seventh rank: the largest depth, 0 for off.
    pub passed_depth: i32,
    /// Late move pruning, futility: keep checks of a king that has at most one flight square.
    pub keep_mating_checks: bool,
    /// Late move reductions: the smallest depth, `OFF` for off.
    pub late_reduction_depth: i32,
    /// Quiescence: checks at its first ply.
    pub quiescence_checks: bool,
    /// The smallest depth at which the main search probes the table.
    pub table_depth: i32,
    /// Aspiration windows: the smallest depth, `OFF` for off.
    pub aspiration_depth: i32,
    /// Mate search: nodes of the main search per node of the mate search, 0 for off.
    pub mate_share: u64,
    /// The margins of the techniques.
    pub margins: Margins,
}

impl Parameters {
    /// The default set; each value was chosen by games.
    pub const TUNED: Self = Self {
        schemes: Schemes::Tuned,
        null_move: true,
        iid_depth: OFF,
        iir_depth: 4,
        probcut_depth: OFF,
        multi_cut: true,
        singular_negative: 1,
        check_extension: CheckExtension::Mating,
        forced_replies: 2,
        recapture_depth: 0,
        recapture_pv: false,
        passed_depth: 0,
        keep_mating_checks: true,
        late_reduction_depth: 3,
        quiescence_checks: true,
        table_depth: 2,
        aspiration_depth: 5,
        mate_share: 3,
        margins: Margins::TUNED,
    };

    /// The set of Umko's paper (section 2.2): aspiration windows, futility pruning of nodes and
    /// moves, null move, late move reductions, the table at every depth, internal iterative
    /// deepening, the singular, single reply, check, passed pawn and recapture extensions, and the
    /// schemes of move picking. The paper has no values; most are those of [`Parameters::TUNED`].
    /// Recaptures are extended in the principal variation, where they cost least.
    pub const UMKO: Self = Self {
        schemes: Schemes::Umko,
        iid_depth: 4,
        iir_depth: OFF,
        multi_cut: false,
        singular_negative: 0,
        check_extension: CheckExtension::All,
        forced_replies: 1,
        recapture_depth: i32::MAX,
        recapture_pv: true,
        passed_depth: i32::MAX,
        keep_mating_checks: false,
        table_depth: 1,
        // Not in the paper: the mate search.
        mate_share: 0,
        margins: Margins {
            singular_depth: 8,
            // One ply, and no reduction if other moves are good as well.
            singular_double: 100_000,
            // Not in the paper: late move pruning, pruning by history and by exchange.
            late_depth: 0,
            history_depth: -1,
            exchange_depth: 0,
            ..Margins::BY_HAND
        },
        ..Self::TUNED
    };
}

/// A divisor as a factor, because a multiplication is faster than a division.
#[derive(Clone, Copy, Debug)]
pub struct Reciprocal(u64);

impl Reciprocal {
    /// Returns the reciprocal of a divisor from 16 to 16,384.
    pub const fn of(divisor: i32) -> Self {
        Self((1 << 40) / divisor as u64 + 1)
    }

    /// Divides a number of at most 26 bits, exactly, towards zero.
    #[inline(always)]
    pub const fn divide(self, number: i32) -> i32 {
        let quotient = ((number.unsigned_abs() as u64 * self.0) >> 40) as i32;
        if number < 0 { -quotient } else { quotient }
    }
}

/// The divisors of late move reductions.
#[derive(Clone, Copy, Debug)]
pub struct ReductionDivisors {
    /// [`Margins::reduction_divisor`].
    pub logarithms: Reciprocal,
    /// [`Margins::reduction_history`].
    pub history: Reciprocal,
}

impl Margins {
    /// Returns the divisors of late move reductions.
    pub const fn reduction_divisors(&self) -> ReductionDivisors {
        ReductionDivisors {
            logarithms: Reciprocal::of(self.reduction_divisor),
            history: Reciprocal::of(self.reduction_history),
        }
    }
}

/// Defines [`Margins`]. A margin has a name, a value in each set, and a range.
macro_rules! margins {
    ($($(#[$doc:meta])* $field:ident, $name:literal: $by_hand:expr, $tuned:expr, $range:expr;)*) => {
        /// The margins of the selective search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Margins {
            $($(#[$doc])* pub $field: i32,)*
        }

        impl Margins {
            /// The margins of the hand-written evaluation and of [`Parameters::UMKO`], chosen by games with it.
            pub const BY_HAND: Self = Self { $($field: $by_hand,)* };
            /// The margins of [`Parameters::TUNED`], chosen by games with the network.
            pub const TUNED: Self = Self { $($field: $tuned,)* };
            /// Name and range of each margin.
            pub const ALL: &[(&str, RangeInclusive<i32>)] = &[$(($name, $range),)*];

            /// Returns the value of a margin of [`Self::ALL`].
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }

        }
    };
}

impl Margins {
    /// Sets a margin, whose name may be in upper case.
    ///
    /// # Errors
    /// If there is no such margin, or the value is not a number of its range.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let same = |margin: &str| margin.eq_ignore_ascii_case(name);
        let Some((name, range)) = Self::ALL.iter().find(|(margin, _)| same(margin)) else {
            let names: Vec<_> = Self::ALL.iter().map(|(name, _)| *name).collect();
            return Err(format!("no margin `{name}`: there are {}", names.join(", ")));
        };
        match (value.parse(), self.get_mut(name)) {
            (Ok(value), Some(margin)) if range.contains(&value) => *margin = value,
            _ => {
                let (low, top) = (range.start(), range.end());
                return Err(format!("{name}: '{value}' is not a number from {low} to {top}"));
            }
        }
        Ok(())
    }
}

margins! {
    /// Reverse futility: centipawns per ply.
    reverse_margin, "reverse-margin": 75, 47, 20..=200;
    /// Reverse futility: the largest depth.
    reverse_depth, "reverse-depth": 8, 5, 0..=64;
    /// Null move: plies that are always reduced.
    null_base, "null-base": 4, 3, 2..=6;
    /// Null move: one more ply per this many plies of depth.
    null_divisor, "null-divisor": 4, 4, 2..=8;
    /// Null move: one more ply per this many centipawns above beta, up to three.
    null_step, "null-step": 200, 304, 50..=500;
    /// Null move: verified from this depth on, even without danger of zugzwang.
    null_verify, "null-verify": 12, 12, 6..=30;
    /// ProbCut: centipawns above beta.
    probcut_margin, "probcut-margin": 180, 180, 50..=400;
    /// Singular extension: centipawns per ply below the table's score.
    singular_margin, "singular-margin": 2, 3, 1..=6;
    /// Singular extension: the smallest depth.
    singular_depth, "singular-depth": OFF, 7, 4..=OFF;
    /// Singular extension: a second ply if the other moves are worse by this many more centipawns.
    singular_double, "singular-double": 20, 20, 0..=100_000;
    /// Late move pruning: the largest depth.
    late_depth, "late-depth": 8, 10, 0..=64;
    /// Late move pruning: moves to search, plus the depth squared; halved if not improving.
    late_base, "late-base": 3, 8, 1..=20;
    /// Futility: the largest reduced depth.
    futility_depth, "futility-depth": 3, 3, -1..=64;
    /// Futility: centipawns at depth zero.
    futility_base, "futility-base": 80, 3, 0..=300;
    /// Futility: centipawns per ply.
    futility_margin, "futility-margin": 90, 109, 20..=250;
    /// Pruning by history: the largest reduced depth.
    history_depth, "history-depth": 4, 5, -1..=64;
    /// Pruning by history: the score per ply below which a quiet move is pruned.
    history_margin, "history-margin": 2500, 2226, 500..=6000;
    /// Pruning by exchange: the largest depth.
    exchange_depth, "exchange-depth": 7, 10, 0..=64;
    /// Pruning by exchange: centipawns per ply that a capture or a check may lose.
    exchange_capture, "exchange-capture": 90, 78, 20..=250;
    /// Pruning by exchange: centipawns per ply that a quiet move may lose.
    exchange_quiet, "exchange-quiet": 60, 33, 10..=200;
    /// Late move reductions: 1/1024 plies that are always reduced.
    reduction_base, "reduction-base": 700, 771, 0..=2000;
    /// Late move reductions: divides the product of the logarithms, in 1/1024.
    reduction_divisor, "reduction-divisor": 2300, 2163, 1000..=4500;
    /// Late move reductions: history score that saves one ply.
    reduction_history, "reduction-history": 7000, 5241, 2000..=14000;
    /// Late move reductions: 1 if the history saves whole plies only.
    reduction_whole, "reduction-whole": 1, 0, 0..=1;
    /// Late move reductions: 1/1024 plies less in the principal variation.
    reduction_pv, "reduction-pv": 1024, 552, 0..=3072;
    /// Late move reductions: 1/1024 plies more in a node that is expected to fail high.
    reduction_cut, "reduction-cut": 1024, 733, 0..=3072;
    /// Late move reductions: 1/1024 plies more if the position is not improving.
    reduction_worse, "reduction-worse": 1024, 850, 0..=3072;
    /// Late move reductions: 1/1024 plies less for a killer or the counter-move.
    reduction_refutation, "reduction-refutation": 1024, 1126, 0..=3072;
    /// Late move reductions: 1/1024 plies less in a node that was in a principal variation.
    reduction_table_pv, "reduction-table-pv": 0, 394, 0..=3072;
    /// Reductions in hindsight: centipawns by which the evaluation rises at a reduced node that is searched a ply
    /// less deep; one whose evaluation falls is searched a ply deeper. 0 for off.
    hindsight, "hindsight": 0, 170, 0..=1000;
    /// Quiescence: the largest distance below alpha, in centipawns, at which checks are tried.
    checks_margin, "checks-margin": 400, 530, 0..=1000;
    /// Quiescence, delta pruning: centipawns added to the value of a capture's victim.
    delta, "delta": 180, 289, 20..=1_048_576;
    /// Aspiration: half the first window, in centipawns.
    window, "window": 20, 20, 4..=100;
    /// History bonus of a cut-off: for the square of the depth.
    bonus_square, "bonus-square": 8, 5, 0..=40;
    /// History bonus of a cut-off: for each ply of depth.
    bonus_slope, "bonus-slope": 24, 79, 0..=400;
    /// History bonus of a cut-off: the largest.
    bonus_most, "bonus-most": 1400, 706, 300..=4000;
    /// History bonus of a move by the rise of the evaluation, per centipawn, in hundredths.
    bonus_difference, "bonus-difference": 0, 158, 0..=1000;
}
