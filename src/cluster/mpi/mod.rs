//! Several machines through MPI: a search that they share, a fleet that measures itself.
//!
//! | module | what |
//! |---|---|
//! | `mpi` | messages through MPI |
//! | `fleet` | `mpirun … nucleus compare --cluster`: every host measures itself |
//! | `ranks` | any other work that ranks share by messages |
//! | `input` | standard input that another thread can close |
//! | `launch` | `nucleus --cluster --ranks N`: starts the ranks by `mpirun` |
//! | `session` | `mpirun … nucleus --cluster`: rank 0 speaks UCI, the others help |

mod fleet;
mod input;
mod launch;
mod mpi;
mod ranks;
mod session;

pub use fleet::{FleetRun, run_fleet};
pub use launch::{LaunchOptions, launch};
pub use ranks::run_ranks;
pub use session::{ClusterEnd, ClusterOptions, run};
