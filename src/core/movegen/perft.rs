//! Perft: number of legal move paths of a given length, on one thread and without a table.

use super::count::CountMoves;
use super::generate::{self, generate};
use crate::kernels::{Kernel, LevelFn};
use crate::types::{Move, MoveList};

/// The method of counting the last plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftMode {
    /// Every leaf is made and its cells are written.
    Leaves,
    /// The last ply is counted without being made; every position that is made has its cells.
    Bulk,
}

const LEAVES: u8 = 0;
const BULK: u8 = 1;

/// Boards that count their move paths; the recursion is instantiated once per level.
pub trait Perft: CountMoves {
    /// Counts the paths of `depth` plies from `path[0]`, whose data must be up to date; 0 if `path`
    /// or `lists` is too short. The rest of both is scratch, one entry per ply.
    ///
    /// `kernel` proves that the CPU has the level. An empty `path` holds no board that could prove it.
    /// The function cannot be called without the token:
    ///
    /// ```compile_fail,E0061
    /// use nucleus_core::board::MatrixBoard;
    /// use nucleus_core::kernels::portable::Token;
    /// use nucleus_core::movegen::{Perft, PerftMode};
    /// <MatrixBoard<Token> as Perft>::paths(&mut [], &mut [], 1, PerftMode::Bulk);
    /// ```
    ///
    /// ```
    /// use nucleus_core::board::MatrixBoard;
    /// use nucleus_core::kernels::portable::Token;
    /// use nucleus_core::movegen::{Perft, PerftMode};
    /// let none = <MatrixBoard<Token> as Perft>::paths(Token, &mut [], &mut [], 1, PerftMode::Bulk);
    /// assert_eq!(none, 0);
    /// ```
    fn paths(
        kernel: Self::Kernel,
        path: &mut [Self],
        lists: &mut [MoveList],
        depth: usize,
        mode: PerftMode,
    ) -> u64;
}

/// Scratch boards and lists for [`Perft::paths`].
pub struct Scratch<B> {
    path: Vec<B>,
    lists: Vec<MoveList>,
}

impl<B: Perft> Scratch<B> {
    /// Returns scratch for paths of `depth` plies.
    pub fn new(root: &B, depth: usize) -> Self {
        Self { path: vec![root.clone(); depth + 1], lists: vec![MoveList::new(); depth + 1] }
    }

    /// Runs a perft from `root`.
    pub fn perft(&mut self, root: &B, depth: usize, mode: PerftMode) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.path[0] = root.clone();
        B::paths(root.kernel(), &mut self.path, &mut self.lists, depth, mode)
    }
}

/// Returns the number of legal move paths of `depth` plies from `root`.
pub fn perft<B: Perft>(root: &B, depth: usize, mode: PerftMode) -> u64 {
    Scratch::new(root, depth).perft(root, depth, mode)
}

/// Returns the perft after each legal move of `root`, in the order of generation.
pub fn divide<B: Perft>(root: &B, depth: usize, mode: PerftMode) -> Vec<(Move, u64)> {
    let mut list = MoveList::new();
    generate::<B, { generate::ALL }>(root, &mut list);
    list.iter()
        .map(|&chess_move| (chess_move, perft(&root.after(chess_move), depth - 1, mode)))
        .collect()
}

#[inline(always)]
fn walk<B: CountMoves, const MODE: u8>(
    path: &mut [B],
    lists: &mut [MoveList],
    depth: usize,
    recurse: impl Fn(&mut [B], &mut [MoveList], usize) -> u64,
) -> u64 {
    let ([board, below @ ..], [list, lists_below @ ..]) = (path, lists) else {
        return 0;
    };
    if MODE != LEAVES && depth == 1 {
        return board.count_moves(list);
    }
    if MODE == BULK
        && depth == 2
        && let ([child, ..], [rest, spare, ..]) = (&mut *below, &mut *lists_below)
        && let Some(total) = board.count_children(child, [&mut *list, rest, spare])
    {
        return total;
    }
    if MODE == LEAVES
        && depth == 1
        && let ([child, ..], [rest, ..]) = (&mut *below, &mut *lists_below)
        && let Some(total) = board.make_children(child, [&mut *list, rest])
    {
        return total;
    }
    list.clear();
    generate::<B, { generate::ALL }>(board, list);
    let mut total = 0;
    for index in 0..list.len() {
        let chess_move = list[index];
        let Some(child) = below.first_mut() else { return 0 };
        board.make(chess_move, child);
        if MODE != LEAVES && depth == 2 {
            let Some(spare) = lists_below.first_mut() else { return 0 };
            total += child.rebuild_and_count(spare);
            continue;
        }
        child.rebuild();
        if MODE == LEAVES && depth == 1 {
            total += 1;
        } else {
            total += recurse(below, lists_below, depth - 1);
        }
    }
    total
}

impl<B: CountMoves> Perft for B {
    fn paths(
        kernel: B::Kernel,
        path: &mut [B],
        lists: &mut [MoveList],
        depth: usize,
        mode: PerftMode,
    ) -> u64 {
        match mode {
            PerftMode::Leaves => kernel.call(Paths::<_, LEAVES>(kernel), path, lists, depth),
            PerftMode::Bulk => kernel.call(Paths::<_, BULK>(kernel), path, lists, depth),
        }
    }
}

/// The recursion in one mode.
struct Paths<K, const MODE: u8>(K);

impl<B: CountMoves, const MODE: u8> LevelFn<&mut [B], &mut [MoveList], usize, u64>
    for Paths<B::Kernel, MODE>
{
    #[inline(always)]
    fn run(self, path: &mut [B], lists: &mut [MoveList], depth: usize) -> u64 {
        walk::<B, MODE>(path, lists, depth, |path, lists, depth| {
            self.0.call(Self(self.0), path, lists, depth)
        })
    }
}
