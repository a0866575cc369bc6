//! Move generation on the board that is a record: its own list of pieces, moves counted as they come.

use super::count::CountMoves;
use super::pieces::{FromPlanes, ListPieces, Pieces};
use crate::board::Axon32Board;
use crate::kernels::{Kernel, Variant};

impl<K: Kernel> ListPieces for Axon32Board<K> {
    /// The record has its list, which a rebuild makes.
    type List = ();

    #[inline(always)]
    fn list_pieces(&self, _variant: Variant, _list: &mut ()) {}

    #[inline(always)]
    fn listed<'a>(&'a self, _list: &'a ()) -> impl Pieces {
        FromPlanes(self)
    }
}

impl<K: Kernel> CountMoves for Axon32Board<K> {}
