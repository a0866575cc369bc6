//! The scanners of the level, entered with its token.

use super::Token;
use crate::kernels::call_with_token;
use crate::kernels::lists::{PieceList, SquareList};
use crate::kernels::scan::avx2;
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;

impl Token {
    /// [`crate::kernels::reference::scan`].
    #[inline(always)]
    pub fn scan(self, nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
        call_with_token!(self, avx2::scan, nucleus, mask, list)
    }

    /// [`crate::kernels::reference::scan_both`].
    #[inline(always)]
    pub fn scan_both(self, nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
        call_with_token!(self, avx2::scan_both, nucleus, lists)
    }

    /// [`crate::kernels::reference::squares`].
    #[inline(always)]
    pub fn squares(self, nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
        call_with_token!(self, avx2::squares, nucleus, mask, list)
    }
}

/// The routines as plain functions; they panic where the CPU lacks the level.
pub(in crate::kernels) mod checked {
    use super::*;

    fn token() -> Token {
        Token::detect().expect("the level was detected before its routines were handed out")
    }

    pub fn scan(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
        token().scan(nucleus, mask, list)
    }

    pub fn scan_both(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
        token().scan_both(nucleus, lists)
    }

    pub fn squares(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
        token().squares(nucleus, mask, list)
    }
}
