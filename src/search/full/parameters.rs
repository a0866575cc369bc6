//! Every margin, limit and switch of the selective search, in one table.

/// What the selective search may be told; a technique is switched off by its first field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// Reverse futility: the most depth, 0 for off.
    pub reverse_depth: i32,
    /// Reverse futility: centipawns a ply.
    pub reverse_margin: i32,
    /// Razoring: the most depth, 0 for off.
    pub razor_depth: i32,
    /// Razoring: centipawns at no depth.
    pub razor_base: i32,
    /// Razoring: centipawns a ply.
    pub razor_margin: i32,
    /// Null move: 1 for on.
    pub null: i32,
    /// Null move: plies that are always left out.
    pub null_base: i32,
    /// Null move: one ply more for so many plies of depth.
    pub null_divisor: i32,
    /// Null move: one ply more for so many centipawns above beta, up to three.
    pub null_step: i32,
    /// Null move: verified from this depth on where zugzwang does not threaten.
    pub null_verify: i32,
    /// Internal iterative reduction: the least depth, 99 for off.
    pub iir_depth: i32,
    /// ProbCut: the least depth, 99 for off.
    pub probcut_depth: i32,
    /// ProbCut: centipawns above beta.
    pub probcut_margin: i32,
    /// Singular extension: the least depth, 99 for off.
    pub singular_depth: i32,
    /// Singular extension: centipawns a ply below the table's score.
    pub singular_margin: i32,
    /// Singular extension: a second ply when the rest is worse by so many centipawns more.
    pub singular_double: i32,
    /// Singular extension: a node whose other moves are above beta as well is cut, 1 for on.
    pub singular_cut: i32,
    /// Singular extension: plies less when others seem good as well.
    pub singular_negative: i32,
    /// Check extension: 1 for checks that lose nothing, 2 for all, 0 for off.
    pub check_extension: i32,
    /// Single reply: 1 for on.
    pub single_reply: i32,
    /// Recapture extension: the most depth, 0 for off.
    pub recapture_depth: i32,
    /// Passed pawn to the seventh rank: the most depth, 0 for off.
    pub passed_depth: i32,
    /// Late move pruning: the most depth, 0 for off.
    pub late_depth: i32,
    /// Late move pruning: quiet moves that are always searched.
    pub late_base: i32,
    /// Futility: the most depth, 0 for off.
    pub futility_depth: i32,
    /// Futility: centipawns at no depth.
    pub futility_base: i32,
    /// Futility: centipawns a ply.
    pub futility_margin: i32,
    /// Pruning by history: the most depth, 0 for off.
    pub history_depth: i32,
    /// Pruning by history: the score a ply below which a quiet move goes.
    pub history_margin: i32,
    /// Pruning by exchange: the most depth, 0 for off.
    pub exchange_depth: i32,
    /// Pruning by exchange: centipawns a ply that a capture may lose.
    pub exchange_capture: i32,
    /// Pruning by exchange: centipawns a ply that a quiet move may lose.
    pub exchange_quiet: i32,
    /// Late move reductions: the least depth, 99 for off.
    pub late_reduction_depth: i32,
    /// Late move reductions: moves that give check, too, 1 for on.
    pub reduce_checks: i32,
    /// Late move reductions: evasions, too, 1 for on.
    pub reduce_evasions: i32,
    /// Late move reductions: 1/1024 plies that are always reduced.
    pub reduction_base: i32,
    /// Late move reductions: divides the product of the logarithms, in 1/1024.
    pub reduction_divisor: i32,
    /// Late move reductions: history for one ply less.
    pub reduction_history: i32,
    /// Quiescence: checks at its first ply, 1 for on.
    pub checks: i32,
    /// Quiescence: the most centipawns below alpha from which checks are tried.
    pub checks_margin: i32,
    /// The least depth at which the main search asks the table.
    pub table_depth: i32,
    /// Quiescence: what a capture must reach beyond its victim.
    pub delta: i32,
    /// Aspiration: half the first window, 0 for off.
    pub aspiration: i32,
    /// Aspiration: the least depth.
    pub aspiration_depth: i32,
}

/// What plays.
pub const PARAMETERS: Parameters = Parameters {
    reverse_depth: 8,
    reverse_margin: 75,
    razor_depth: 0,
    razor_base: 250,
    razor_margin: 150,
    null: 1,
    null_base: 4,
    null_divisor: 4,
    null_step: 200,
    null_verify: 12,
    iir_depth: 4,
    probcut_depth: 99,
    probcut_margin: 180,
    singular_depth: 99,
    singular_margin: 2,
    singular_double: 20,
    singular_cut: 1,
    singular_negative: 1,
    check_extension: 1,
    single_reply: 1,
    recapture_depth: 0,
    passed_depth: 0,
    late_depth: 8,
    late_base: 3,
    futility_depth: 3,
    futility_base: 80,
    futility_margin: 90,
    history_depth: 4,
    history_margin: 2500,
    exchange_depth: 7,
    exchange_capture: 90,
    exchange_quiet: 60,
    late_reduction_depth: 3,
    reduce_checks: 0,
    reduce_evasions: 0,
    reduction_base: 700,
    reduction_divisor: 2300,
    reduction_history: 7000,
    checks: 1,
    checks_margin: 400,
    table_depth: 2,
    delta: 180,
    aspiration: 20,
    aspiration_depth: 5,
};
