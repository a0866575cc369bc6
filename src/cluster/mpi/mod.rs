//! Several machines in one search, through MPI.
//!
//! | module | contents |
//! |---|---|
//! | `mpi` | messages through MPI |
//! | `input` | standard input that another thread can close |
//! | `launch` | `nucleus --cluster --ranks N`: starts the ranks with `mpirun` |
//! | `session` | `mpirun … nucleus --cluster`: rank 0 speaks UCI, the others help |

mod input;
mod launch;
mod mpi;
mod session;

pub use launch::{LaunchOptions, launch};
pub use session::{ClusterEnd, ClusterOptions, run};
