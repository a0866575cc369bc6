//! The routines of [`crate::board::Axon32Board`], by 32-bit operations on the cells as they lie:
//! what one piece influences, its moves, and the test for check, each in Rust and in `asm/`.
//!
//! - `steps`: how far each ray goes, and the squares of knights and kings
//! - `influence`: the influence of one piece, the approaches to a king, the sensors
//! - `moves`: the moves of one piece
//! - `check`: whether a square is attacked, from the pieces alone
//! - `twin`: the routines that a variant has; `routines`: both variants; `asm`: those in assembly

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod asm;
mod check;
mod influence;
mod moves;
mod routines;
mod steps;
mod twin;

pub use check::{first_on_ray, slider_mask};
pub use moves::{ALL_RAYS, MOVES_ROOM, MoveWords, QUEEN_ROOM, WALK_ROOM, Walk};
pub use routines::{TWINS, routines};
pub use steps::{DIRECTION, NO_DIRECTION, STEP, STEPS, StepList, Steps};
pub use twin::TwinRoutines;
