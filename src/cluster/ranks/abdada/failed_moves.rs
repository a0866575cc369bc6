//! Moves that failed low, reported from rank to rank, so that no other rank searches them again.
//!
//! They stand in the table beside the positions, each under a key of its own. The entry of the position
//! after the move is of less use to another rank: how deep that has to be depends on how far the move
//! is reduced there, and so on what the rank has learnt about moves.

use nucleus_core::types::{Move, Score};
use nucleus_search::TranspositionTable;
use nucleus_search::distributed::{
    NodePlace, TableBound, TableEntry, from_table, holds_at, to_table,
};

/// Returns the key under which the table keeps the result of a node's move.
const fn key_of_move(node: u64, chess_move: Move) -> u64 {
    node ^ (chess_move.0 as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns the key and the entry under which the table keeps that a move of a node has failed low.
pub fn failed_move(place: NodePlace, chess_move: Move, score: Score) -> (u64, TableEntry) {
    let entry = TableEntry {
        best: Move::NONE,
        score: to_table(score, place.ply),
        evaluation: 0,
        depth: place.depth.min(127) as i8,
        bound: TableBound::Upper,
    };
    (key_of_move(place.key, chess_move), entry)
}

/// Returns an upper bound of a move's score from a search at least as deep.
pub fn stored_failure(
    table: &TranspositionTable,
    place: NodePlace,
    chess_move: Move,
) -> Option<Score> {
    let stored = table.probe(key_of_move(place.key, chess_move))?;
    let holds = i32::from(stored.depth) >= place.depth
        && stored.bound == TableBound::Upper
        && holds_at(stored.score, place.halfmove);
    holds.then(|| from_table(stored.score, place.ply))
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
        let place = |depth, ply| NodePlace { key: node, halfmove: 0, depth, ply };
        let store = |(key, entry)| table.store(key, entry);
        store(failed_move(place(12, 3), one, -35));
        for (depth, expected) in [(11, Some(-35)), (12, Some(-35)), (13, None)] {
            assert_eq!(stored_failure(&table, place(depth, 5), one), expected, "depth {depth}");
        }
        let late = NodePlace { halfmove: 99, ..place(12, 3) };
        assert_eq!(stored_failure(&table, late, one), None, "the draw is near");
        assert_eq!(stored_failure(&table, place(1, 3), other), None);
        // A position of that key says nothing of a move.
        let (key, entry) = failed_move(place(12, 3), one, -35);
        store((key, TableEntry { bound: TableBound::Exact, ..entry }));
        assert_eq!(stored_failure(&table, place(12, 3), one), None);
        // Mates are counted from the node.
        store(failed_move(place(14, 3), one, mated_in(9)));
        assert_eq!(stored_failure(&table, place(14, 5), one), Some(mated_in(11)));
    }
}
