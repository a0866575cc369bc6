//! The margins, depth limits and switches of the selective search: sets selected at run time, and
//! the margins that all sets share.

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
    /// Checks that lose nothing by static exchange evaluation.
    Sound,
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
    /// Reverse futility: the largest depth, 0 for off.
    pub reverse_depth: i32,
    /// Razoring: the largest depth, 0 for off.
    pub razor_depth: i32,
    /// Null move: on or off.
    pub null_move: bool,
    /// Internal iterative deepening: the smallest depth, `OFF` for off.
    pub iid_depth: i32,
    /// Internal iterative reduction: the smallest depth, `OFF` for off.
    pub iir_depth: i32,
    /// ProbCut: the smallest depth, `OFF` for off.
    pub probcut_depth: i32,
    /// Singular extension: the smallest depth, `OFF` for off.
    pub singular_depth: i32,
    /// Singular extension: a second ply if the other moves are worse by this many more centipawns.
    pub singular_double: i32,
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
    /// Late move pruning: the largest depth, 0 for off.
    pub late_depth: i32,
    /// Late move pruning, futility: keep checks of a king that has at most one flight square.
    pub keep_mating_checks: bool,
    /// Futility: the largest reduced depth, -1 for off.
    pub futility_depth: i32,
    /// Pruning by history: the largest reduced depth, -1 for off.
    pub history_depth: i32,
    /// Pruning by exchange: the largest depth, 0 for off.
    pub exchange_depth: i32,
    /// Late move reductions: the smallest depth, `OFF` for off.
    pub late_reduction_depth: i32,
    /// Quiescence: checks at its first ply.
    pub quiescence_checks: bool,
    /// The smallest depth at which the main search probes the table.
    pub table_depth: i32,
    /// Quiescence, delta pruning: centipawns added to the value of a capture's victim.
    pub delta: i32,
    /// Aspiration windows, or none.
    pub aspiration: Option<Aspiration>,
    /// Mate search: nodes of the main search per node of the mate search, 0 for off.
    pub mate_share: u64,
}

impl Parameters {
    /// The default set; each value was chosen by games.
    pub const TUNED: Self = Self {
        schemes: Schemes::Tuned,
        reverse_depth: 8,
        razor_depth: 0,
        null_move: true,
        iid_depth: OFF,
        iir_depth: 4,
        probcut_depth: OFF,
        singular_depth: OFF,
        singular_double: 20,
        multi_cut: true,
        singular_negative: 1,
        check_extension: CheckExtension::Mating,
        forced_replies: 2,
        recapture_depth: 0,
        recapture_pv: false,
        passed_depth: 0,
        late_depth: 8,
        keep_mating_checks: true,
        futility_depth: 3,
        history_depth: 4,
        exchange_depth: 7,
        late_reduction_depth: 3,
        quiescence_checks: true,
        table_depth: 2,
        delta: 180,
        aspiration: Some(Aspiration { half: 20, depth: 5 }),
        mate_share: 3,
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
        singular_depth: 8,
        // One ply, and no reduction if other moves are good as well.
        singular_double: 100_000,
        multi_cut: false,
        singular_negative: 0,
        check_extension: CheckExtension::All,
        forced_replies: 1,
        recapture_depth: i32::MAX,
        recapture_pv: true,
        passed_depth: i32::MAX,
        keep_mating_checks: false,
        // Not in the paper: late move pruning, pruning by history and by exchange.
        late_depth: 0,
        history_depth: -1,
        exchange_depth: 0,
        table_depth: 1,
        // Not in the paper: the mate search.
        mate_share: 0,
        ..Self::TUNED
    };
}

/// The margins of the selective search, compiled in and shared by every set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Reverse futility: centipawns per ply.
    pub reverse_margin: i32,
    /// Razoring: centipawns at depth zero.
    pub razor_base: i32,
    /// Razoring: centipawns per ply.
    pub razor_margin: i32,
    /// Null move: plies that are always reduced.
    pub null_base: i32,
    /// Null move: one more ply per this many plies of depth.
    pub null_divisor: i32,
    /// Null move: one more ply per this many centipawns above beta, up to three.
    pub null_step: i32,
    /// Null move: verified from this depth on, even without danger of zugzwang.
    pub null_verify: i32,
    /// ProbCut: centipawns above beta.
    pub probcut_margin: i32,
    /// Singular extension: centipawns per ply below the table's score.
    pub singular_margin: i32,
    /// Late move pruning: moves to search, plus the depth squared; halved if not improving.
    pub late_base: i32,
    /// Futility: centipawns at depth zero.
    pub futility_base: i32,
    /// Futility: centipawns per ply.
    pub futility_margin: i32,
    /// Pruning by history: the score per ply below which a quiet move is pruned.
    pub history_margin: i32,
    /// Pruning by exchange: centipawns per ply that a capture or a check may lose.
    pub exchange_capture: i32,
    /// Pruning by exchange: centipawns per ply that a quiet move may lose.
    pub exchange_quiet: i32,
    /// Late move reductions: true to reduce moves that give check.
    pub reduce_checks: bool,
    /// Late move reductions: true to reduce evasions.
    pub reduce_evasions: bool,
    /// Late move reductions: 1/1024 plies that are always reduced.
    pub reduction_base: i32,
    /// Late move reductions: divides the product of the logarithms, in 1/1024.
    pub reduction_divisor: i32,
    /// Late move reductions: history score that saves one ply.
    pub reduction_history: i32,
    /// Quiescence: the largest distance below alpha, in centipawns, at which checks are tried.
    pub checks_margin: i32,
}

/// The margins, each chosen by games.
pub const MARGINS: Margins = Margins {
    reverse_margin: 75,
    razor_base: 250,
    razor_margin: 150,
    null_base: 4,
    null_divisor: 4,
    null_step: 200,
    null_verify: 12,
    probcut_margin: 180,
    singular_margin: 2,
    late_base: 3,
    futility_base: 80,
    futility_margin: 90,
    history_margin: 2500,
    exchange_capture: 90,
    exchange_quiet: 60,
    reduce_checks: false,
    reduce_evasions: false,
    reduction_base: 700,
    reduction_divisor: 2300,
    reduction_history: 7000,
    checks_margin: 400,
};
