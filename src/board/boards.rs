//! Which board to run on.

use std::fmt;
use std::str::FromStr;

use super::magic::{Lookup, Magics, Pext};
use super::{Board, MagicBoard, Setup};
use crate::kernels::{Kernel, LevelError, portable};

/// The boards, all under the same search and evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum BoardType {
    /// [`super::MatrixBoard`]: 64 cells, rebuilt after every move.
    #[default]
    Matrix,
    /// [`MagicBoard`]: bitboards, attacks looked up.
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

/// The lookups of the magic board at a level.
pub trait MagicLevel: Kernel {
    /// Where the CPU is fast at PEXT.
    type Fast: Lookup<Self>;
    /// Where it is not. The same as `Fast` where one way is enough.
    type Slow: Lookup<Self>;
}

impl MagicLevel for portable::Token {
    type Fast = Magics;
    type Slow = Magics;
}

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod x86_64 {
    use super::{MagicLevel, Magics, Pext};
    use crate::kernels::{avx2, avx512, popcnt};

    impl MagicLevel for popcnt::Token {
        type Fast = Magics;
        type Slow = Magics;
    }

    impl MagicLevel for avx2::Token {
        type Fast = Pext;
        type Slow = Magics;
    }

    // Every CPU with the avx512 level is fast at PEXT.
    impl MagicLevel for avx512::Token {
        type Fast = Pext;
        type Slow = Pext;
    }
}

/// The magic board for a CPU that is fast at PEXT.
pub fn fast_magic_board<K: MagicLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Fast> {
    MagicBoard::new(setup, kernel)
}

/// The magic board for a CPU that is not.
pub fn slow_magic_board<K: MagicLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Slow> {
    MagicBoard::new(setup, kernel)
}

/// Runs an expression with a board at a position: of this type, at the level of a choice.
///
/// ```
/// use nucleus::board::{BoardType, Setup};
/// use nucleus::kernels::Choice;
/// use nucleus::movegen::{PerftMode, perft};
/// for board_type in BoardType::ALL {
///     let moves = nucleus::with_board!(Choice::best(), board_type, &Setup::start(), board => {
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
