//! Every margin, limit and switch of the selective search: sets that are chosen by value, and the
//! margins that all of them have.

/// Aspiration windows: narrow windows around the last iteration's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspiration {
    /// Half the first window, in centipawns.
    pub half: i32,
    /// The least depth.
    pub depth: i32,
}

/// The least depth of a technique that is switched off.
pub const OFF: i32 = i32::MAX;

/// Which checks are extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckExtension {
    /// None.
    Off,
    /// Those that lose nothing by static exchange evaluation; outside the principal variation of a
    /// king that has one flight square at most.
    Mating,
    /// Those that lose nothing by static exchange evaluation.
    Sound,
    /// All.
    All,
}

/// The order of moves, and the quiescence search that goes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schemes {
    /// The one that measures best: captures that the cells alone call good first, the counter-move
    /// after the killers, and the quiescence search asks no table.
    Tuned,
    /// Umko's four schemes, exactly (2.3).
    Umko,
}

/// The parameters of the selective search; a technique is switched off by its first field.
///
/// A set is a value that is read at run time, so that the search is compiled once for all sets. What
/// is off costs a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// The order of moves.
    pub schemes: Schemes,
    /// Reverse futility: the most depth, 0 for off.
    pub reverse_depth: i32,
    /// Razoring: the most depth, 0 for off.
    pub razor_depth: i32,
    /// Null move: on or off.
    pub null_move: bool,
    /// Internal iterative deepening: the least depth, `OFF` for off.
    pub iid_depth: i32,
    /// Internal iterative reduction: the least depth, `OFF` for off.
    pub iir_depth: i32,
    /// ProbCut: the least depth, `OFF` for off.
    pub probcut_depth: i32,
    /// Singular extension: the least depth, `OFF` for off.
    pub singular_depth: i32,
    /// Singular extension: a second ply when the rest is worse by so many centipawns more.
    pub singular_double: i32,
    /// Singular extension: a node whose other moves are above beta as well is cut (multi-cut).
    pub multi_cut: bool,
    /// Singular extension: plies less when others seem good as well.
    pub singular_negative: i32,
    /// Check extension: which checks are extended.
    pub check_extension: CheckExtension,
    /// Single reply extension: the most evasions that there may be, 0 for off.
    pub forced_replies: usize,
    /// Recapture extension: the most depth, 0 for off.
    pub recapture_depth: i32,
    /// Recapture extension: in the principal variation alone.
    pub recapture_pv: bool,
    /// Passed pawn extension, to the seventh rank: the most depth, 0 for off.
    pub passed_depth: i32,
    /// Late move pruning: the most depth, 0 for off.
    pub late_depth: i32,
    /// Late move pruning, futility: checks of a king that has one flight square at most are kept.
    pub keep_mating_checks: bool,
    /// Futility: the most reduced depth, -1 for off.
    pub futility_depth: i32,
    /// Pruning by history: the most reduced depth, -1 for off.
    pub history_depth: i32,
    /// Pruning by exchange: the most depth, 0 for off.
    pub exchange_depth: i32,
    /// Late move reductions: the least depth, `OFF` for off.
    pub late_reduction_depth: i32,
    /// Quiescence: checks at its first ply.
    pub quiescence_checks: bool,
    /// The least depth at which the main search probes the table.
    pub table_depth: i32,
    /// Quiescence: what a capture must reach beyond its victim.
    pub delta: i32,
    /// Aspiration windows, or none.
    pub aspiration: Option<Aspiration>,
    /// Mate search: one of its nodes for so many others, 0 for off.
    pub mate_share: u64,
}

impl Parameters {
    /// The set that plays and is measured: each value chosen by games.
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

    /// The set of Umko's paper (section 2.2), and nothing else: futility pruning of nodes and moves,
    /// null move, late move reductions, the transposition table at every depth, internal iterative
    /// deepening, and the singular, single reply, check, passed pawn and recapture extensions, with
    /// its schemes of move picking. The paper gives no values: those of [`Parameters::TUNED`] stand
    /// where both have a technique, and recaptures are extended in the principal variation, where
    /// they cost least.
    pub const UMKO: Self = Self {
        schemes: Schemes::Umko,
        iid_depth: 4,
        iir_depth: OFF,
        singular_depth: 8,
        // One ply, and no conclusions from the others being good as well.
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
        // Not in the paper either.
        mate_share: 0,
        ..Self::TUNED
    };
}

/// The margins of the selective search. They are the same in every set and compiled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Reverse futility: centipawns a ply.
    pub reverse_margin: i32,
    /// Razoring: centipawns at no depth.
    pub razor_base: i32,
    /// Razoring: centipawns a ply.
    pub razor_margin: i32,
    /// Null move: plies that are always left out.
    pub null_base: i32,
    /// Null move: one ply more for so many plies of depth.
    pub null_divisor: i32,
    /// Null move: one ply more for so many centipawns above beta, up to three.
    pub null_step: i32,
    /// Null move: verified from this depth on where zugzwang does not threaten.
    pub null_verify: i32,
    /// ProbCut: centipawns above beta.
    pub probcut_margin: i32,
    /// Singular extension: centipawns a ply below the table's score.
    pub singular_margin: i32,
    /// Late move pruning: quiet moves that are always searched.
    pub late_base: i32,
    /// Futility: centipawns at no depth.
    pub futility_base: i32,
    /// Futility: centipawns a ply.
    pub futility_margin: i32,
    /// Pruning by history: the score a ply below which a quiet move goes.
    pub history_margin: i32,
    /// Pruning by exchange: centipawns a ply that a capture may lose.
    pub exchange_capture: i32,
    /// Pruning by exchange: centipawns a ply that a quiet move may lose.
    pub exchange_quiet: i32,
    /// Late move reductions: moves that give check, too.
    pub reduce_checks: bool,
    /// Late move reductions: evasions, too.
    pub reduce_evasions: bool,
    /// Late move reductions: 1/1024 plies that are always reduced.
    pub reduction_base: i32,
    /// Late move reductions: divides the product of the logarithms, in 1/1024.
    pub reduction_divisor: i32,
    /// Late move reductions: history for one ply less.
    pub reduction_history: i32,
    /// Quiescence: the most centipawns below alpha from which checks are tried.
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
