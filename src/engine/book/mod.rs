//! Opening books: Polyglot's, and books of positions (OPENX).
//!
//! [`polyglot`] reads and writes the format that most engines and GUIs share: a position's key, a move, a
//! weight. [`openx`] is a book of positions that contains every transposition; each position has its games, a
//! search and its minimax value. `docs/PLAYING.md` describes files and commands.
//!
//! ```
//! use nucleus_core::board::{Board, RulesBoard, Setup};
//! use nucleus_engine::book::polyglot::{PolyglotEntry, PolyglotBook, encode_move, polyglot_key};
//! use nucleus_core::kernels::portable;
//! use nucleus_core::notation::uci_move;
//!
//! let board = RulesBoard::new(&Setup::start(), portable::Token);
//! let e4 = uci_move::parse(&board, "e2e4").unwrap();
//! let key = polyglot_key(&board);
//! let entry = PolyglotEntry { key, chess_move: encode_move(&board, e4), weight: 7, learn: 0 };
//! let book = PolyglotBook::new(vec![entry]);
//! assert_eq!(PolyglotBook::parse(book.to_bytes()).unwrap().moves(&board), [(e4, entry)]);
//! ```

mod choice;
mod error;
mod make;
mod merge;
mod opening_book;
pub mod openx;
pub mod polyglot;

pub use choice::{BookMove, best_of, choose};
pub use error::{BookError, BookFault, LARGEST_BOOK};
pub use make::{BookMaker, Gathered, OpenxMaker, PolyglotMaker, gather};
pub use merge::merge;
pub use opening_book::OpeningBook;
