//! A search that several processes share: [`ranks`] defines the ranks and their messages; `mpi`
//! (feature `mpi`) sends the messages through MPI.

#[cfg(feature = "mpi")]
pub mod mpi;
pub mod ranks;
