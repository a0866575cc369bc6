//! The board representations that a search can run on, and their names.

use std::fmt;
use std::str::FromStr;

use crate::kernels::LevelError;

/// The boards, all under the same search and evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum BoardType {
    /// [`super::MatrixBoard`]: 64 cells, rebuilt after every move.
    #[default]
    Matrix,
    /// [`super::MagicBoard`]: bitboards, attacks looked up.
    Magic,
}

impl BoardType {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Matrix, Self::Magic];

    /// The name used in options, tables and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Matrix => "matrix",
            Self::Magic => "magic",
        }
    }
}

impl FromStr for BoardType {
    type Err = LevelError;

    fn from_str(name: &str) -> Result<Self, LevelError> {
        Self::ALL.into_iter().find(|board| board.name().eq_ignore_ascii_case(name)).ok_or_else(
            || LevelError::Unknown {
                what: "board",
                name: name.to_owned(),
                expected: "matrix, magic",
            },
        )
    }
}

impl fmt::Display for BoardType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Runs an expression with a board at a position: of this type, at the level of a choice.
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
    ($choice:expr, $board_type:expr, $setup:expr, $board:ident => $body:expr) => {
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
        })
    };
}
