//! The engines of `nucleus compare --boards`: ours on the matrix board and on the magic board.
//! Profile `axon` adds the record board (`axon32`) at levels where that board has its own code.
//!
//! The boards of a level and a profile form a group. Its blocks are A B B A, or A B C C B A with
//! the record board, and no other engine runs between them.

use std::path::Path;

use super::references::{self, EngineSpec};
use nucleus_core::board::BoardType;
use nucleus_core::kernels::Level;
use nucleus_core::profiles::ProfileName;

/// Returns our engine in profile `axon` on the record board, in each variant, at those of the given
/// levels where that board has its own code.
pub fn of_the_record<'a>(
    program: &Path,
    levels: impl Iterator<Item = &'a String>,
    has_asm: bool,
) -> Vec<EngineSpec> {
    let variants: &[Option<&str>] = if has_asm { &[None, Some("asm")] } else { &[None] };
    let on_record = |level: &String, variant| {
        let profile = ProfileName::Axon.name();
        references::ours_on(BoardType::Axon32, program, level, variant, profile)
    };
    levels
        .filter(|level| !runs_scalar_code(level))
        .flat_map(|level| variants.iter().map(move |&variant| on_record(level, variant)))
        .collect()
}

/// Returns true for a level at which `axon32` has no code of its own.
fn runs_scalar_code(level: &str) -> bool {
    [Level::Popcnt, Level::Neon].iter().any(|scalar| level == scalar.name())
}

/// Returns the groups, ordered by profile, then by level. Other boards are paired with the magic
/// board. In profile `axon` the record board is the third, except at popcnt and neon, where it has
/// no code of its own. Perft has the same code in all profiles and runs only in the first.
pub fn pairs(program: &Path, profiles: &[ProfileName], levels: &[&str]) -> Vec<EngineSpec> {
    let mut specs = Vec::new();
    let mut group = 0;
    for (index, profile) in profiles.iter().enumerate() {
        for level in levels {
            let name = |board: BoardType| format!("{profile}-{level}-{board}");
            let shares_code = runs_scalar_code(level);
            let has_record = *profile == ProfileName::Axon && !shares_code;
            let boards = [BoardType::Matrix, BoardType::Magic, BoardType::Axon32];
            for board in boards.into_iter().take(if has_record { 3 } else { 2 }) {
                let mut spec = references::ours_on(board, program, level, None, profile.name());
                spec.record.headline = specs.is_empty();
                spec.record.paired_with =
                    (board != BoardType::Magic).then(|| name(BoardType::Magic));
                spec.record.name = name(board);
                if *profile == ProfileName::Full {
                    // A network reads only the planes; the boards differ in the hand-written evaluation.
                    spec.record.options.push(("Evaluation".to_owned(), "classical".to_owned()));
                }
                (spec.group, spec.without_perft) = (group, index > 0);
                specs.push(spec);
            }
            group += 1;
        }
    }
    specs
}
