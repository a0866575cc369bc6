//! The chess engine of Nucleus except for the search: UCI, opening books, endgame tablebases,
//! weights from files.
//!
//! | module | content |
//! |---|---|
//! | [`uci`] | the protocol between the engine and GUIs or the harness |
//! | [`book`] | opening books: Polyglot, and OPENX (positions with minimax values) |
//! | [`tablebase`] | endgame tablebases: Syzygy, Gaviota |
//! | [`networks`] | networks of the evaluation: the built-in one, and files |
//! | [`perft`] | number of leaves of the move tree, on a board and a level chosen at run time |
//! | [`weights_file`] | weights of the evaluation, read at run time |

pub mod book;
pub mod networks;
pub mod perft;
pub mod tablebase;
pub mod uci;
pub mod weights_file;
