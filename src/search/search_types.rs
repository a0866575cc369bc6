//! The types that a search is compiled for.

use std::marker::PhantomData;

use super::hooks::{NoHooks, SearchHooks};
use super::instance::SearchBoard;
use nucleus_core::board::Board;

/// The types that a search is compiled for; what else it may be told is a value.
pub trait SearchTypes {
    /// The positions.
    type Board: SearchBoard;
    /// The hooks of a thread.
    type Hooks: SearchHooks;
}

/// A search on this board, of one process or with hooks.
pub struct Local<B, H = NoHooks>(PhantomData<(B, H)>);

impl<B: SearchBoard, H: SearchHooks> SearchTypes for Local<B, H> {
    type Board = B;
    type Hooks = H;
}

/// The level of a search, as its token.
pub type TokenOf<I> = <<I as SearchTypes>::Board as Board>::Kernel;
