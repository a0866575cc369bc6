//! `nucleus compare --boards`: our engine alone, on the matrix, on the magic board, and in profile `axon` on the record in turn, at
//! every level in every profile.
//!
//! The boards of a level and a profile are a group: their blocks are A B B A, or A B C C B A where the
//! record is a third, and nobody else runs in between.

use std::path::Path;

use super::references::{self, EngineSpec};
use nucleus_core::board::BoardType;
use nucleus_core::kernels::Level;
use nucleus_core::profiles::ProfileName;

/// Our engine in profile `axon` on the board that is a record, which is the machine that the paper's
/// claim is about: at levels that have code of their own for it, in each variant.
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
        .filter(|level| *level != Level::Popcnt.name())
        .flat_map(|level| variants.iter().map(move |&variant| on_record(level, variant)))
        .collect()
}

/// The pairs, the profiles in their order and in each the levels in the order given. In profile `axon`
/// the board that is a record is a third, paired with the magic board as the matrix is; it has no code
/// of its own at popcnt and neon. Perft is the first profile's: it is the same code in all.
pub fn pairs(program: &Path, profiles: &[ProfileName], levels: &[&str]) -> Vec<EngineSpec> {
    let mut specs = Vec::new();
    let mut group = 0;
    for (index, profile) in profiles.iter().enumerate() {
        for level in levels {
            let name = |board: BoardType| format!("{profile}-{level}-{board}");
            let shares_code =
                [Level::Popcnt, Level::Neon].iter().any(|shared| *level == shared.name());
            let has_record = *profile == ProfileName::Axon && !shares_code;
            let boards = [BoardType::Matrix, BoardType::Magic, BoardType::Axon32];
            for board in boards.into_iter().take(if has_record { 3 } else { 2 }) {
                let mut spec = references::ours_on(board, program, level, None, profile.name());
                spec.record.headline = specs.is_empty();
                spec.record.paired_with =
                    (board != BoardType::Magic).then(|| name(BoardType::Magic));
                spec.record.name = name(board);
                if *profile == ProfileName::Full {
                    // A network reads the planes alone: what the boards differ in is read by hand.
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
