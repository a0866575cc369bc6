//! Move generation on the magic board: pieces from the planes, moves counted as they come.

use super::count::CountMoves;
use super::pieces::{FromPlanes, ListPieces, Pieces};
use crate::board::MagicBoard;
use crate::board::magic::Lookup;
use crate::kernels::{Kernel, Variant};

impl<K: Kernel, L: Lookup<K>> ListPieces for MagicBoard<K, L> {
    type List = ();

    #[inline(always)]
    fn list_pieces(&self, _variant: Variant, _list: &mut ()) {}

    #[inline(always)]
    fn listed<'a>(&'a self, _list: &'a ()) -> impl Pieces {
        FromPlanes(self)
    }
}

impl<K: Kernel, L: Lookup<K>> CountMoves for MagicBoard<K, L> {}
