//! Terms that apply only in endings.

use super::accumulator::CellAccumulator;
use super::pawns::{distance, is_beside_another, passers};
use crate::eval::fixed;
use crate::eval::material::MaterialBalance;
use crate::eval::matrices::KING_ENDGAME;
use crate::eval::tally::{Sum, Tally};
use crate::eval::weights::Weight;
use crate::kernels::axon32::{STEP, STEPS};
use crate::matrix::cell;
use crate::matrix::record::CellRecord;
use crate::types::{Color, PieceType};

/// Adds the ending terms; returns true if one of them lifts the bound of the positional part.
#[inline(never)]
pub(in crate::eval) fn ending_terms(
    record: &CellRecord,
    kept: &CellAccumulator,
    material: MaterialBalance,
    sum: &mut Sum<'_>,
) -> bool {
    let decisive = Color::ALL.map(|color| is_decisive(record, kept, color));
    sum.count(Weight::Decisive, i32::from(decisive[0]), i32::from(decisive[1]));
    let mut lifted = decisive[0] | decisive[1];
    tally_centralization(record, kept, material, sum);
    if kept.both(PieceType::Queen) != 0 {
        let lines = Color::ALL.map(|color| open_lines(record, kept, color));
        sum.count(Weight::OpenKing, lines[0], lines[1]);
    }
    if material.pieces == 0 {
        let runners = Color::ALL.map(|color| unstoppable(record, kept, color));
        let [white, black] = runners.map(|count| count.min(fixed::MOST_UNSTOPPABLE));
        sum.count(Weight::Unstoppable, white, black);
        lifted |= runners[0] + runners[1] != 0;
    }
    lifted
}

/// Returns true if a colour has connected passers on the sixth or seventh rank, and the enemy has
/// at most one rook besides its pawns, and its king is more than two steps from each of them.
fn is_decisive(record: &CellRecord, kept: &CellAccumulator, color: Color) -> bool {
    let passed = kept.structure().passed[color.index()];
    let others = [PieceType::Knight, PieceType::Bishop, PieceType::Queen];
    if passed == 0
        || others.into_iter().any(|kind| kept.count(!color, kind) != 0)
        || kept.count(!color, PieceType::Rook) > 1
    {
        return false;
    }
    let king = record.king(!color);
    let mut any = false;
    for passer in passers(passed) {
        if passer.rank >= 5 && is_beside_another(passed, passer) {
            any = true;
            if distance(king, passer.square(color, 0)) <= 2 {
                return false;
            }
        }
    }
    any
}

/// Counts how central each king is, scaled down by the worth of the enemy's pieces.
fn tally_centralization(
    record: &CellRecord,
    kept: &CellAccumulator,
    material: MaterialBalance,
    sum: &mut Sum<'_>,
) {
    let pawns = |color| kept.count(color, PieceType::Pawn);
    let more = material.ahead - (pawns(Color::White) - pawns(Color::Black));
    let (white, black) = ((material.pieces + more) / 2, (material.pieces - more) / 2);
    let units = |color: Color, enemy: i32| {
        let square = record.king(color) ^ (56 * (1 - color as u32));
        let share = (fixed::CENTRALIZATION_LIMIT - enemy).max(0);
        KING_ENDGAME[(square & 63) as usize] * share
            / (fixed::CENTRALIZATION_UNIT * fixed::CENTRALIZATION_LIMIT)
    };
    sum.count(Weight::Centralization, units(Color::White, black), units(Color::Black, white));
}

/// Counts squares that no own piece defends and from which the enemy's queen would give check.
fn open_lines(record: &CellRecord, kept: &CellAccumulator, color: Color) -> i32 {
    if kept.count(!color, PieceType::Queen) == 0 {
        return 0;
    }
    let king = record.king(color);
    let held = cell::influence_mask(color) | cell::pieces_mask(color);
    let mut open = 0;
    for (ray, &step) in STEP.iter().enumerate() {
        let mut square = king as i32;
        for _ in 0..STEPS.edges[king as usize][ray] {
            square += step;
            let cell = record.cell(square as u32);
            open += i32::from(cell & held == 0);
            if cell & cell::FIGURE != 0 {
                break;
            }
        }
    }
    open
}

/// Counts passers that outrun the enemy's king, in a pawn ending, even if the enemy is to move.
fn unstoppable(record: &CellRecord, kept: &CellAccumulator, color: Color) -> i32 {
    let king = record.king(!color);
    let mut count = 0;
    for passer in passers(kept.structure().passed[color.index()]) {
        let path = 7 - passer.rank;
        let clear =
            (1..=path).all(|step| record.cell(passer.square(color, step)) & cell::FIGURE == 0);
        let steps = path.min(fixed::LONGEST_RUN);
        let goal = passer.square(color, path);
        count += i32::from(clear && distance(king, goal) > steps + fixed::HEAD_START);
    }
    count
}
