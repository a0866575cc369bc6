//! The board representations that a search can run on, and their names.

use std::str::FromStr;

use crate::kernels::LevelError;
use crate::types::named;

nucleus_base::named_enum! {
    /// The boards, with the same search and evaluation; the default first.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
    pub enum BoardType {
        /// [`super::MatrixBoard`]: 64 cells, rebuilt after every move.
        #[default]
        Matrix = "matrix",
        /// [`super::MagicBoard`]: bitboards, with the attacks of sliders from tables.
        Magic = "magic",
        /// [`super::Axon32Board`]: the paper's record of 32-bit words alone; for profile `axon`.
        Axon32 = "axon32",
    }
}

impl FromStr for BoardType {
    type Err = LevelError;

    fn from_str(name: &str) -> Result<Self, LevelError> {
        named("board", "", &Self::ALL, name).map_err(LevelError)
    }
}

/// Runs an expression with a board of this type at a position, at the level of a choice.
///
/// ```
/// use nucleus_core::board::{BoardType, Setup};
/// use nucleus_core::kernels::Choice;
/// use nucleus_core::movegen::{PerftMode, perft};
/// for board_type in BoardType::ALL {
///     let moves = nucleus_core::with_board!(Choice::best(), board_type, &Setup::start(), board => {
///         perft(&board, 3, PerftMode::Bulk)
///     });
///     assert_eq!(moves, 8902);
/// }
/// ```
#[macro_export]
macro_rules! with_board {
    // For the boards with planes, without code for the record. Panics if the type is `axon32`.
    (planes: $choice:expr, $board_type:expr, $setup:expr, $board:ident => $body:expr) => {
        $crate::with_token!($choice, token => match $board_type {
            $crate::board::BoardType::Matrix => {
                let $board = $crate::board::Board::new($setup, token);
                let $board: $crate::board::MatrixBoard<_> = $board;
                $body
            }
            $crate::board::BoardType::Magic if $crate::kernels::is_pext_fast() => {
                let $board = $crate::board::fast_magic_board($setup, token);
                $body
            }
            $crate::board::BoardType::Magic => {
                let $board = $crate::board::slow_magic_board($setup, token);
                $body
            }
            $crate::board::BoardType::Axon32 => unreachable!("a board without planes"),
        })
    };
    // For the axon32 board, in the variant of the choice.
    (axon32: $choice:expr, $setup:expr, $board:ident => $body:expr) => {
        $crate::with_token!($choice, token => {
            let $board = $crate::board::axon32_board($setup, token, $choice.variant);
            $body
        })
    };
    ($choice:expr, $board_type:expr, $setup:expr, $board:ident => $body:expr) => {
        match $board_type {
            $crate::board::BoardType::Axon32 => {
                $crate::with_board!(axon32: $choice, $setup, $board => $body)
            }
            board => $crate::with_board!(planes: $choice, board, $setup, $board => $body),
        }
    };
}
