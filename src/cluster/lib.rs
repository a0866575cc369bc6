//! A search that several processes share by messages: a rank each ([`ranks`]), and the messages of
//! MPI that carry it (`mpi`, with that feature).

#[cfg(feature = "mpi")]
pub mod mpi;
pub mod ranks;
