//! Games for tests.

use super::{GameRecord, Reason, SideRecord};

/// A drawn game of this number.
pub fn game(number: u32) -> GameRecord {
    GameRecord {
        number,
        opening: "none".to_owned(),
        fen: None,
        pair: [0, 1],
        white: usize::from(number.is_multiple_of(2)),
        half_points: 1,
        reason: Reason::Agreement,
        detail: "agreed".to_owned(),
        failure: None,
        started: String::new(),
        moves: vec!["e2e4 +0.20/1 0.001s".to_owned()],
        sides: [SideRecord::default(); 2],
    }
}
