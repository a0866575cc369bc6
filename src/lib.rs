//! Nucleus: a chess engine core on one 8×8 matrix of 32-bit cells, and the harness that measures it.
//!
//! The layers, each using only those before it:
//!
//! ```text
//! types → matrix → kernels → board → movegen → eval → search → uci
//!                                                       ↘ harness → report
//! ```
//!
//! The core, which builds without default features and depends on no other crate:
//!
//! | module | what |
//! |---|---|
//! | [`types`] | squares, pieces, moves, scores, bitboards |
//! | [`matrix`] | the 8×8 matrix: its cells, bit by bit; planes; influence |
//! | [`kernels`] | whole-board routines, one file per instruction set; levels and their detection |
//! | [`board`] | a position: making moves, attacks, FEN, keys, the rules |
//! | [`movegen`] | legal moves; perft |
//! | [`mod@eval`] | the evaluation: terms over one table of weights |
//! | [`search`] | iterative deepening, the profiles `axon`, `full` and `umko`, the transposition table |
//! | [`notation`] | moves, positions and games as text: UCI, SAN, EPD, PGN |
//! | [`mod@text`] | what is done with a text that a stranger wrote |
//! | [`lines`] | lines read into bounded memory, output that may be closed |
//!
//! What stands on it, each behind a feature of its name, all on by default:
//!
//! | module | what |
//! |---|---|
//! | `book` | opening books: Polyglot, positions with minimax (OPENX) |
//! | `tablebase` | endgame tablebases: Syzygy, Gaviota |
//! | `uci` | the engine as GUIs and the harness speak to it |
//! | `weights_file` | weights of the evaluation, read at run time |
//! | `processors` | the processors that may be used, and threads that stay on one |
//! | `harness` | drives engines over UCI and measures them; the machine record |
//! | `report` | tables and charts from records |
//! | `rating` | ratings of players from their games |
//! | `matches` | games between engines |
//! | `suite` | test suites |
//! | `tuner` | weights of the evaluation, found by experiment |
//! | `inspect` | the matrix in the terminal and as a picture |
//! | `inspect::web` | the same as a page in the browser; feature `web` |
//! | `draw` | what charts and pictures are made with: a scene, SVG, PNG |
//!
//! Two more are off by default: `ranks`, a search that several processes share by messages, and
//! `cluster`, which sends these through MPI.
//!
//! The core has three features of its own, on by default too: `magic`, the second board, `umko`,
//! the third profile, and `paper29`, the evaluation of the tuning paper. The command line, feature `cli`, belongs to the program. `docs/ARCHITECTURE.md` follows a
//! position through all of this.

pub mod board;
#[cfg(feature = "book")]
pub mod book;
#[cfg(feature = "cluster")]
pub mod cluster;
#[cfg(feature = "draw")]
pub mod draw;
pub mod eval;
#[cfg(feature = "harness")]
pub mod harness;
#[cfg(feature = "inspect")]
pub mod inspect;
pub mod kernels;
pub mod lines;
#[cfg(feature = "matches")]
pub mod matches;
pub mod matrix;
pub mod movegen;
pub mod notation;
#[cfg(feature = "processors")]
pub mod processors;
#[cfg(feature = "ranks")]
pub mod ranks;
#[cfg(feature = "rating")]
pub mod rating;
#[cfg(feature = "report")]
pub mod report;
pub mod search;
#[cfg(feature = "suite")]
pub mod suite;
#[cfg(feature = "tablebase")]
pub mod tablebase;
pub mod text;
#[cfg(feature = "tuner")]
pub mod tuner;
pub mod types;
#[cfg(feature = "uci")]
pub mod uci;
#[cfg(feature = "weights_file")]
pub mod weights_file;
