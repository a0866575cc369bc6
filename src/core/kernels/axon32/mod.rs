//! The routines of [`crate::board::Axon32Board`], by 32-bit operations on the cells as they lie:
//! what one piece influences, its moves, and the test for check, each in Rust and in `asm/`.
//!
//! - `steps`: how far each ray goes, and the squares of knights and kings
//! - `influence`: the influence of one piece, the approaches to a king, the sensors
//! - `moves`: the moves of one piece
//! - `check`: whether a square is attacked, from the pieces alone

mod check;
mod influence;
mod moves;
mod steps;

pub use check::{first_on_ray, is_attacked, slider_mask};
pub use influence::{write_influence, write_lines};
pub use moves::{
    ALL_RAYS, MOVES_ROOM, MoveWords, QUEEN_ROOM, WANT_CAPTURES, WANT_QUIETS, piece_moves,
};
pub use steps::{DIRECTION, EDGES, KING_STEPS, KNIGHT_STEPS, NO_DIRECTION, STEP, StepList};
