//! Merging of two books.

use std::collections::BTreeMap;

use super::error::BookFault;
use super::opening_book::OpeningBook;
use super::openx::{OpenxBook, OpenxPosition};
use super::polyglot::{PolyglotBook, PolyglotEntry};

/// Merges two books of one format. In Polyglot books, equal moves add their weights, and `learn` is the first
/// book's. In OPENX books, games and points add up, the deeper search stays, values are computed again.
///
/// # Errors
/// If the formats differ, or a position of an OPENX book is not playable.
pub fn merge(first: &OpeningBook, second: &OpeningBook) -> Result<OpeningBook, BookFault> {
    match (first, second) {
        (OpeningBook::Polyglot(a), OpeningBook::Polyglot(b)) => {
            Ok(OpeningBook::Polyglot(merge_polyglot(a, b)))
        }
        (OpeningBook::Openx(a), OpeningBook::Openx(b)) => merge_openx(a, b).map(OpeningBook::Openx),
        _ => Err(BookFault::TwoFormats),
    }
}

/// Returns entries with weights that fit the format. If a weight of a position is too large, all its weights
/// are reduced in proportion; a weight above 0 stays at least 1.
pub(super) fn scaled(entries: &BTreeMap<(u64, u16), (u64, u32)>) -> Vec<PolyglotEntry> {
    let mut greatest: BTreeMap<u64, u64> = BTreeMap::new();
    for (&(key, _), &(weight, _)) in entries {
        let most = greatest.entry(key).or_default();
        *most = weight.max(*most);
    }
    let most = u64::from(u16::MAX);
    entries
        .iter()
        .map(|(&(key, chess_move), &(weight, learn))| {
            let weight = match greatest[&key] {
                greatest if greatest > most => {
                    let share = u128::from(weight) * u128::from(most) / u128::from(greatest);
                    (share as u64).max(weight.min(1))
                }
                _ => weight,
            };
            PolyglotEntry { key, chess_move, weight: weight as u16, learn }
        })
        .collect()
}

fn merge_polyglot(first: &PolyglotBook, second: &PolyglotBook) -> PolyglotBook {
    let mut entries: BTreeMap<(u64, u16), (u64, u32)> = BTreeMap::new();
    for entry in first.entries().chain(second.entries()) {
        let (weight, _) = entries.entry((entry.key, entry.chess_move)).or_insert((0, entry.learn));
        *weight += u64::from(entry.weight);
    }
    PolyglotBook::new(scaled(&entries))
}

fn merge_openx(first: &OpenxBook, second: &OpenxBook) -> Result<OpenxBook, BookFault> {
    let mut positions: BTreeMap<u64, OpenxPosition> = BTreeMap::new();
    for position in first.positions().iter().chain(second.positions()) {
        positions
            .entry(position.key)
            .and_modify(|joined| {
                joined.games = joined.games.saturating_add(position.games);
                joined.half_points = joined.half_points.saturating_add(position.half_points);
                let depth = |p: &OpenxPosition| p.verdict.map_or(0, |verdict| verdict.depth);
                if depth(position) > depth(joined) {
                    joined.verdict = position.verdict;
                }
            })
            .or_insert(*position);
    }
    OpenxBook::new(positions.into_values().collect())
}
