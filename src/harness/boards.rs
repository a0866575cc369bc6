//! `nucleus compare --boards`: our engine alone, on the matrix and on the magic board in turn, at
//! every level in every profile.
//!
//! The two boards of a level and a profile are a pair: their blocks are A B B A, and nobody else
//! runs in between.

use std::path::Path;

use super::references::{self, EngineSpec};
use nucleus_core::board::BoardType;
use nucleus_core::profiles::ProfileName;

/// The pairs, the profiles in their order and in each the levels in the order given. Perft is the
/// first profile's: it is the same code in all.
pub fn pairs(program: &Path, profiles: &[ProfileName], levels: &[&str]) -> Vec<EngineSpec> {
    let mut specs = Vec::new();
    for (index, profile) in profiles.iter().enumerate() {
        for level in levels {
            let group = specs.len() as u32 / 2;
            let names = [BoardType::Matrix, BoardType::Magic]
                .map(|board| (board, format!("{profile}-{level}-{board}")));
            let other = names[1].1.clone();
            for (board, name) in names {
                let mut spec = references::ours_on(board, program, level, None, profile.name());
                spec.record.headline = specs.is_empty();
                spec.record.paired_with = (board == BoardType::Matrix).then(|| other.clone());
                spec.record.name = name;
                (spec.group, spec.without_perft) = (group, index > 0);
                specs.push(spec);
            }
        }
    }
    specs
}
