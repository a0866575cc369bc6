//! The chess engine of Nucleus around its search: UCI, opening books, endgame tablebases, weights
//! from files.
//!
//! | module | content |
//! |---|---|
//! | [`uci`] | the engine as GUIs and the harness speak to it |
//! | [`book`] | opening books: Polyglot, positions with minimax (OPENX) |
//! | [`tablebase`] | endgame tablebases: Syzygy, Gaviota |
//! | [`network_file`] | networks of the evaluation, read at run time |
//! | [`perft`] | leaves of the tree of moves, on a board and a level chosen at run time |
//! | [`weights_file`] | weights of the evaluation, read at run time |

pub mod book;
pub mod network_file;
pub mod perft;
pub mod tablebase;
pub mod uci;
pub mod weights_file;
