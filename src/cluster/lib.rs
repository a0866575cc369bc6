//! A search that several processes share by messages: a rank each ([`ranks`]), and the messages of
//! MPI that carry it (`mpi`, with that feature); runs of the tuner shared among them ([`evolution`]).

pub mod evolution;
#[cfg(feature = "mpi")]
pub mod mpi;
pub mod ranks;
