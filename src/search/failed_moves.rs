//! Moves that failed low, told from rank to rank: what another rank has searched in vain is not
//! searched again.
//!
//! They stand in the table beside the positions, each under a key of its own. The entry of the position
//! after the move is of less use to another rank: how deep that has to be depends on how far the move
//! is reduced there, and so on what the rank has learnt about moves.

use super::table::{TableBound, TableEntry, TranspositionTable, from_table, holds_at, to_table};
use nucleus_core::types::{Move, Score};

/// The key under which the table keeps what a move of a node came to.
pub const fn key_of_move(node: u64, chess_move: Move) -> u64 {
    node ^ (chess_move.0 as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The entry of a move that failed low with this score, at a node of so many plies left and from the root.
pub fn failure_entry(score: Score, (depth, ply): (i32, usize)) -> TableEntry {
    TableEntry {
        best: Move::NONE,
        score: to_table(score, ply),
        evaluation: 0,
        depth: depth.min(127) as i8,
        bound: TableBound::Upper,
    }
}

/// What a move, of this key, was found to be worth at most at a node at least as deep; `halfmove` is the
/// clock of the fifty-move rule.
pub fn stored_failure(
    table: &TranspositionTable,
    key: u64,
    (depth, ply): (i32, usize),
    halfmove: u8,
) -> Option<Score> {
    let stored = table.probe(key)?;
    let holds = i32::from(stored.depth) >= depth
        && stored.bound == TableBound::Upper
        && holds_at(stored.score, halfmove);
    holds.then(|| from_table(stored.score, ply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::types::score::mated_in;

    #[test]
    fn what_failed_low_is_known_of_that_move_to_that_depth() {
        let table = TranspositionTable::new(1).unwrap();
        let (one, other) = (Move(0x0123), Move(0x0124));
        let node = 0x1234_5678_9ABC_DEF0;
        let key = key_of_move(node, one);
        assert!(key != node && key != key_of_move(node, other) && key != key_of_move(!node, one));
        table.store(key, failure_entry(-35, (12, 3)));
        for (depth, expected) in [(11, Some(-35)), (12, Some(-35)), (13, None)] {
            assert_eq!(stored_failure(&table, key, (depth, 5), 0), expected, "depth {depth}");
        }
        assert_eq!(stored_failure(&table, key, (12, 3), 99), None, "the draw is near");
        assert_eq!(stored_failure(&table, key_of_move(node, other), (1, 3), 0), None);
        // A position of that key says nothing of a move.
        let exact = TableEntry { bound: TableBound::Exact, ..failure_entry(-35, (12, 3)) };
        table.store(key, exact);
        assert_eq!(stored_failure(&table, key, (12, 3), 0), None);
        // Mates are counted from the node.
        table.store(key, failure_entry(mated_in(9), (14, 3)));
        assert_eq!(stored_failure(&table, key, (14, 5), 0), Some(mated_in(11)));
    }
}
