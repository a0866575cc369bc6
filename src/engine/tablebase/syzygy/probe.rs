//! Probes the tables for the value of a position. If the best move is a capture, a table may hold any value,
//! since that compresses better. So captures, including en passant, are searched first.

use super::table::SyzygyKind;
use super::{Syzygy, TableFault};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::{Move, PieceType};

/// Value of a position, −2 to 2 as in [`super::SyzygyTable::wdl`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Worth {
    value: i8,
    /// True if a capture wins with this value, or if every legal move is a capture.
    by_capture: bool,
}

/// Returns the distance to the next capture or pawn move if the next move is one, for a WDL value from −2 to
/// 2. The distance is 100 plies longer if the fifty-move rule turns the result into a draw.
const fn next_ply(worth: i8) -> i32 {
    match worth {
        2 => 1,
        1 => 101,
        0 => 0,
        -1 => -101,
        _ => -1,
    }
}

fn is_pawn_move(board: &RulesBoard, chess_move: Move) -> bool {
    board.kind_on(chess_move.from()) == PieceType::Pawn
}

impl Syzygy {
    /// Returns the value of a position with the fifty-move counter at 0: −2 lost, −1 lost but drawn by the
    /// fifty-move rule, 0 drawn, 1 won but drawn by that rule, 2 won. `None` if a table is missing or a king
    /// may castle.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn wdl(&self, board: &RulesBoard) -> Result<Option<i8>, TableFault> {
        if !self.covers(board) {
            return Ok(None);
        }
        Ok(self.worth(board, -2, 2)?.map(|worth| worth.value))
    }

    /// Returns the distance to the next capture or pawn move in plies, positive if the side to move wins. Its
    /// magnitude exceeds 100 if the fifty-move rule turns the result into a draw. It is 0 for a draw, and −1
    /// if the side to move is mated. The true distance may be one ply longer if a table counts moves instead
    /// of plies.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn dtz(&self, board: &RulesBoard) -> Result<Option<i32>, TableFault> {
        if self.covers(board) { self.distance(board) } else { Ok(None) }
    }

    fn covers(&self, board: &RulesBoard) -> bool {
        board.state().castling.0 == 0 && board.planes().occupied().count_ones() <= self.men
    }

    /// Returns the value within a window; searches the captures first, then reads the table.
    fn worth(&self, board: &RulesBoard, low: i8, high: i8) -> Result<Option<Worth>, TableFault> {
        let moves = legal_moves(board);
        let captures = moves.iter().filter(|chess_move| chess_move.is_capture());
        let (mut best, mut tried) = (-3, 0);
        for &chess_move in captures {
            let Some(reply) = self.worth(&board.after(chess_move), -high, -low.max(best))? else {
                return Ok(None);
            };
            best = best.max(-reply.value);
            tried += 1;
            if best >= high {
                return Ok(Some(Worth { value: best, by_capture: true }));
            }
        }
        // All legal moves are captures; the table's value assumes that another move exists.
        if tried > 0 && tried == moves.len() {
            return Ok(Some(Worth { value: best, by_capture: true }));
        }
        let Some(value) = self.stored(board)? else { return Ok(None) };
        Ok(Some(if best >= value {
            Worth { value: best, by_capture: best > 0 }
        } else {
            Worth { value, by_capture: false }
        }))
    }

    /// Returns the value stored in the WDL table.
    fn stored(&self, board: &RulesBoard) -> Result<Option<i8>, TableFault> {
        let planes = board.planes();
        if planes.occupied().count_ones() == 2 {
            return Ok(Some(0));
        }
        let Some(table) = self.table(planes, SyzygyKind::Wdl)? else { return Ok(None) };
        table.wdl(planes, board.side()).map(Some)
    }

    fn distance(&self, board: &RulesBoard) -> Result<Option<i32>, TableFault> {
        let Some(worth) = self.worth(board, -2, 2)? else { return Ok(None) };
        let value = worth.value;
        if value == 0 || worth.by_capture {
            return Ok(Some(next_ply(value)));
        }
        let moves = legal_moves(board);
        if value > 0 {
            let pawn_moves = moves.iter().filter(|m| !m.is_capture() && is_pawn_move(board, **m));
            for &chess_move in pawn_moves {
                let Some(reply) = self.worth(&board.after(chess_move), -2, 2)? else {
                    return Ok(None);
                };
                if -reply.value == value {
                    return Ok(Some(next_ply(value)));
                }
            }
        }
        let planes = board.planes();
        let Some(table) = self.table(planes, SyzygyKind::Dtz)? else { return Ok(None) };
        if let Some(plies) = table.dtz(planes, board.side(), value)? {
            let plies = plies as i32;
            return Ok(Some(next_ply(value) + if value > 0 { plies } else { -plies }));
        }
        // The table has values for the other side to move only, so the search goes one ply further.
        let quiet = moves.iter().filter(|m| !m.is_capture() && !is_pawn_move(board, **m));
        let mut best = if value > 0 { None } else { Some(next_ply(value)) };
        for &chess_move in quiet {
            let after = board.after(chess_move);
            let Some(reply) = self.distance(&after)? else { return Ok(None) };
            let mates = reply == -1 && after.in_check() && legal_moves(&after).is_empty();
            let plies = match -reply {
                1 if mates => 1,
                plies if plies > 0 && value > 0 => plies + 1,
                plies if plies < 0 && value < 0 => plies - 1,
                _ => continue,
            };
            best = Some(best.map_or(plies, |best| best.min(plies)));
        }
        // If a won position has no winning move, the tables contradict each other.
        best.map(Some).ok_or(TableFault::Value(0))
    }

    /// Returns the distance of each move as in [`Syzygy::dtz`], including the move itself.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn move_distances(
        &self,
        board: &RulesBoard,
    ) -> Result<Option<Vec<(Move, i32)>>, TableFault> {
        let mut distances = Vec::new();
        for &chess_move in legal_moves(board).iter() {
            let after = board.after(chess_move);
            let distance = if chess_move.is_capture() || is_pawn_move(board, chess_move) {
                self.wdl(&after)?.map(|worth| next_ply(-worth))
            } else {
                self.dtz(&after)?.map(|plies| {
                    let mated = plies == -1 && after.in_check() && legal_moves(&after).is_empty();
                    if mated { 1 } else { -plies + (-plies).signum() }
                })
            };
            let Some(distance) = distance else { return Ok(None) };
            distances.push((chess_move, distance));
        }
        Ok(Some(distances))
    }
}
