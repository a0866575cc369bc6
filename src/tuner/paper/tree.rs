//! 1-ply searches as trees of feature counts.
//!
//! Players differ in their weights alone. The moves and nodes of a 1-ply search and its quiescence
//! search do not depend on weights, so they are determined once. Each node keeps its counts. A
//! player's search multiplies them by the weights and takes the minimax of the products.

use rayon::prelude::*;

use super::positions::GamePosition;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::eval::paper29::{PAPER_ROWS, PAPER_TUNED, Paper29, PaperCounts, paper_counts};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::score::{DRAW, INFINITE, MATE};
use nucleus_core::types::{Color, Move, MoveList, PieceType};
use nucleus_search::{SearchBoard, exchange_gains};

nucleus_base::named_enum! {
    /// The evaluation of a 1-ply search's leaves.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Leaf {
        /// The static evaluation of the position after the move.
        Static = "static",
        /// A quiescence search: captures and promotions that lose nothing by static exchange, all evasions of
        /// checks.
        Quiescence = "quiescence",
        /// Quiescence, with quiet checks that lose nothing at its first ply: the paper's quiescence "takes
        /// into account the exchange of material and king's checks".
        #[default]
        Checks = "checks",
        /// `Checks`, with quiet pawn moves to the seventh rank at every ply of the quiescence search (section
        /// VI, future work).
        Pawns = "pawns",
    }
}

impl Leaf {
    /// Readings of the paper's own search, without its future work.
    pub const PAPER: [Self; 3] = [Self::Static, Self::Quiescence, Self::Checks];
}

/// Number of plies of the quiescence search. Without weights no bounds can cut it off, so longer lines of
/// captures are evaluated at this ply.
const QUIESCENCE_PLIES: u32 = 4;

/// A node: its value without a move, and its children.
#[derive(Clone, Copy, Debug)]
struct TreeNode {
    /// Index of the first child; a node's children are contiguous.
    first: u32,
    children: u16,
    /// Distance from the root of the 1-ply search, in plies.
    ply: u8,
    worth: NodeWorth,
}

/// The value of a node without a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeWorth {
    /// The static evaluation of the position.
    StandPat,
    /// No value: the side to move is in check and must move.
    MustMove,
    Mated,
    Stalemate,
}

/// The 1-ply search of a position.
#[derive(Clone, Debug)]
struct SearchTree {
    /// All nodes; the first ones are the root's moves.
    nodes: Vec<TreeNode>,
    /// Counts of each node, for its side to move.
    counts: Vec<PaperCounts>,
    /// Number of the root's moves.
    moves: u32,
    /// Index of the grandmaster's move.
    played: u32,
    /// True if the book's move is the grandmaster's; `None` without a book's move: a search runs.
    book: Option<bool>,
    leaf: Leaf,
}

/// Features of a leaf for each weight, for the side to move at the root.
pub(super) type LeafFeatures = [f64; PAPER_TUNED];

/// The 1-ply searches of a set of positions.
#[derive(Clone, Debug)]
pub struct SearchForest {
    trees: Vec<SearchTree>,
}

impl SearchForest {
    /// Builds the searches of these positions, each of which has its move among the legal ones.
    pub fn build(positions: &[GamePosition], leaf: Leaf) -> Self {
        let trees = positions.par_iter().map(|position| SearchTree::build(position, leaf));
        Self { trees: trees.collect() }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.trees.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// Returns true if a player plays the grandmaster's move, from the book or by its search. Of equal moves
    /// it plays the first in the generator's order.
    pub fn solves(&self, index: usize, player: &Paper29) -> bool {
        self.trees.get(index).is_some_and(|tree| tree.is_solved_by(player))
    }

    /// Returns the features of each move's leaf under a player's search, `None` where the game ends, and the
    /// index of the grandmaster's move.
    pub(super) fn leaves(
        &self,
        index: usize,
        player: &Paper29,
    ) -> (Vec<Option<LeafFeatures>>, usize) {
        let Some(tree) = self.trees.get(index) else { return (Vec::new(), 0) };
        let leaves = (0..tree.moves).map(|at| tree.features(tree.leaf_of(at, player).1?));
        (leaves.collect(), tree.played as usize)
    }
}

impl SearchTree {
    fn build(position: &GamePosition, leaf: Leaf) -> Self {
        let board = RulesBoard::new(&position.setup, portable::Token);
        let list = legal_moves(&board);
        let played = list.iter().position(|&m| m == position.chess_move).unwrap_or_default();
        let (moves, played) = (list.len() as u32, played as u32);
        let book = position.book_move.map(|supplied| supplied == position.chess_move);
        let mut tree = Self { nodes: Vec::new(), counts: Vec::new(), moves, played, book, leaf };
        tree.grow(&board, &list, 1);
        tree.nodes.shrink_to_fit();
        tree.counts.shrink_to_fit();
        tree
    }

    /// Adds the children of a board for these moves; returns the index of the first.
    fn grow<B: SearchBoard>(&mut self, board: &B, list: &[Move], ply: u8) -> u32 {
        let first = self.nodes.len();
        let empty = TreeNode { first: 0, children: 0, ply, worth: NodeWorth::StandPat };
        self.nodes.resize(first + list.len(), empty);
        self.counts.resize(first + list.len(), PaperCounts::default());
        for (index, &chess_move) in list.iter().enumerate() {
            let child = board.after(chess_move);
            let at = first + index;
            let mut counts = paper_counts(&child);
            if child.side() == Color::Black {
                counts.0 = counts.0.map(|count| -count);
            }
            self.counts[at] = counts;
            let (worth, below) = self.look(&child, ply);
            let (first, children) = (self.grow(&child, &below, ply + 1), below.len() as u16);
            self.nodes[at] = TreeNode { first, children, ply, worth };
        }
        first as u32
    }

    /// Returns the value of a node without a move, and the moves to search.
    fn look<B: SearchBoard>(&self, board: &B, ply: u8) -> (NodeWorth, MoveList) {
        let in_check = board.in_check();
        // The game may be over: in check, or after the root's move.
        if in_check || ply == 1 {
            let all = legal_moves(board);
            if all.is_empty() {
                let worth = if in_check { NodeWorth::Mated } else { NodeWorth::Stalemate };
                return (worth, MoveList::new());
            }
            if in_check && self.leaf != Leaf::Static && u32::from(ply) <= QUIESCENCE_PLIES {
                return (NodeWorth::MustMove, all);
            }
        }
        if self.leaf == Leaf::Static || u32::from(ply) > QUIESCENCE_PLIES || in_check {
            return (NodeWorth::StandPat, MoveList::new());
        }
        (NodeWorth::StandPat, worth_trying(board, self.leaf, ply == 1))
    }

    fn is_solved_by(&self, player: &Paper29) -> bool {
        if let Some(right) = self.book {
            return right;
        }
        let infinite = i32::from(INFINITE);
        let value = -self.value(self.played, player, -infinite, infinite);
        // Another move is played if it is better, or equal and earlier.
        (0..self.moves).filter(|&other| other != self.played).all(|other| {
            let beats = value + i32::from(other > self.played);
            -self.value(other, player, -beats, -beats + 1) < beats
        })
    }

    /// Minimax without bounds: returns the value for the side to move, and the node that has it; `None` where
    /// the game ends.
    fn leaf_of(&self, at: u32, player: &Paper29) -> (i32, Option<u32>) {
        let (node, counts) = (&self.nodes[at as usize], &self.counts[at as usize]);
        let mut best = match node.worth {
            NodeWorth::StandPat => (player.value(counts), Some(at)),
            NodeWorth::MustMove => (-i32::from(INFINITE), None),
            NodeWorth::Mated => return (i32::from(node.ply) - i32::from(MATE), None),
            NodeWorth::Stalemate => return (i32::from(DRAW), None),
        };
        for child in node.first..node.first + u32::from(node.children) {
            let (value, leaf) = self.leaf_of(child, player);
            if -value > best.0 {
                best = (-value, leaf);
            }
        }
        best
    }

    /// Returns the counts of a node for each weight, for the side to move at the root.
    fn features(&self, at: u32) -> Option<LeafFeatures> {
        let (node, counts) = (self.nodes.get(at as usize)?, self.counts.get(at as usize)?);
        let sign = if node.ply % 2 == 0 { 1.0 } else { -1.0 };
        Some(std::array::from_fn(|feature| {
            sign * f64::from(counts.0[feature]) / f64::from(PAPER_ROWS[feature].units)
        }))
    }

    /// Minimax with bounds: returns the value for the side to move, exact if it lies between them.
    fn value(&self, at: u32, player: &Paper29, mut alpha: i32, beta: i32) -> i32 {
        let (node, counts) = (&self.nodes[at as usize], &self.counts[at as usize]);
        let mut best = match node.worth {
            NodeWorth::StandPat => player.value(counts),
            NodeWorth::MustMove => -i32::from(INFINITE),
            NodeWorth::Mated => return i32::from(node.ply) - i32::from(MATE),
            NodeWorth::Stalemate => return i32::from(DRAW),
        };
        alpha = alpha.max(best);
        for child in node.first..node.first + u32::from(node.children) {
            if best >= beta {
                break;
            }
            best = best.max(-self.value(child, player, -beta, -alpha));
            alpha = alpha.max(best);
        }
        best
    }
}

/// Returns captures and promotions to queens that lose nothing, most valuable victim first, then the quiet
/// moves of `leaf` that lose nothing: checks at the first ply, pawn moves to the seventh rank. The side to
/// move must not be in check.
fn worth_trying<B: SearchBoard>(board: &B, leaf: Leaf, first: bool) -> MoveList {
    let all = legal_moves(board);
    let victim = |m: Move| match m.is_capture() && !m.is_en_passant() {
        true => board.kind_on(m.to()).index() + 1,
        false => 1,
    };
    let is_noisy = |m: Move| match m.promotion() {
        Some(kind) => kind == PieceType::Queen,
        None => m.is_capture(),
    };
    let mut noisy: Vec<Move> = all.iter().copied().filter(|&m| is_noisy(m)).collect();
    noisy.retain(|&m| exchange_gains(board, m, 0));
    noisy.sort_by_key(|&m| std::cmp::Reverse(victim(m)));
    let mut list = MoveList::new();
    noisy.iter().for_each(|&chess_move| list.push(chess_move));
    let mut quiet = MoveList::new();
    if first && matches!(leaf, Leaf::Checks | Leaf::Pawns) {
        board.generate_checks(&mut quiet);
    }
    if leaf == Leaf::Pawns {
        let seventh = if board.side() == Color::White { 6 } else { 1 };
        for &m in all.iter().filter(|m| m.to().rank() == seventh && !m.is_capture()) {
            if board.kind_on(m.from()) == PieceType::Pawn && !quiet.contains(&m) {
                quiet.push(m);
            }
        }
    }
    quiet.iter().filter(|&&m| exchange_gains(board, m, 0)).for_each(|&m| list.push(m));
    list
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use nucleus_core::board::Setup;
    use nucleus_core::eval::paper29::{PAPER_ROWS, PaperPreset};
    use nucleus_core::types::Random;

    const FENS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
        "4k3/P6P/8/8/8/2q5/8/1K6 b - - 0 1",
    ];

    /// Returns a position in which this move was played.
    pub fn position(fen: &str, played: &str) -> GamePosition {
        let setup = Setup::from_fen(fen).expect("a valid FEN");
        let board = RulesBoard::new(&setup, portable::Token);
        let chess_move =
            *legal_moves(&board).iter().find(|m| m.to_string() == played).expect("legal");
        GamePosition { setup, chess_move, book_move: None }
    }

    fn board(fen: &str) -> RulesBoard {
        RulesBoard::new(&Setup::from_fen(fen).expect("a valid FEN"), portable::Token)
    }

    /// Returns some moves of some positions, each as the move played.
    pub fn positions() -> Vec<GamePosition> {
        let played = |fen: &&str| {
            let some: Vec<_> = legal_moves(&board(fen)).iter().step_by(5).copied().collect();
            some.iter().map(|m| position(fen, &m.to_string())).collect::<Vec<_>>()
        };
        FENS.iter().flat_map(played).collect()
    }

    fn random_players(count: usize) -> Vec<Paper29> {
        let mut random = Random::new(7);
        let mut player = || {
            Paper29::new(PAPER_ROWS.map(|row| {
                let [low, high] = row.range;
                low + random.below((high - low) as usize + 1) as i32
            }))
        };
        (0..count).map(|_| player()).collect()
    }

    /// Searches on boards, without bounds and without a tree; the tree's search must equal it.
    fn searched<B: SearchBoard>(board: &B, player: &Paper29, leaf: Leaf, ply: i32) -> i32 {
        let all = legal_moves(board);
        let in_check = board.in_check();
        if all.is_empty() && (in_check || ply == 1) {
            return if in_check { ply - i32::from(MATE) } else { 0 };
        }
        let deep = leaf != Leaf::Static && ply <= QUIESCENCE_PLIES as i32;
        let white = player.value(&paper_counts(board));
        let standing = if board.side() == Color::White { white } else { -white };
        let tried = match (deep, in_check) {
            (false, _) => return standing,
            (true, true) => all,
            (true, false) => worth_trying(board, leaf, ply == 1),
        };
        let below = tried.iter().map(|&m| -searched(&board.after(m), player, leaf, ply + 1));
        let best = below.max().unwrap_or(i32::MIN);
        if in_check { best } else { best.max(standing) }
    }

    #[test]
    fn a_tree_plays_what_a_search_on_boards_plays() {
        for (leaf, fen) in Leaf::ALL.into_iter().flat_map(|leaf| FENS.map(|fen| (leaf, fen))) {
            let (board, all) = (board(fen), legal_moves(&board(fen)));
            for player in random_players(5) {
                let value = |m: &&Move| searched(&board.after(**m), &player, leaf, 1);
                // The first of the best moves, and another move.
                let best = all.iter().min_by_key(value).expect("a move");
                let other = all.iter().find(|m| *m != best).expect("another");
                let played = [best, other].map(|m| position(fen, &m.to_string()));
                let forest = SearchForest::build(&played, leaf);
                let solved = [0, 1].map(|index| forest.solves(index, &player));
                assert_eq!(solved, [true, false], "{leaf} {fen}");
            }
        }
    }

    #[test]
    fn mates_and_exchanges_are_seen() {
        let solves = |position: &GamePosition, leaf: Leaf, player: &Paper29| {
            SearchForest::build(std::slice::from_ref(position), leaf).solves(0, player)
        };
        let player = Paper29::new(PaperPreset::Refined.weights());
        let mate = position(FENS[4], "b1b8");
        assert!(Leaf::ALL.into_iter().all(|leaf| solves(&mate, leaf, &player)), "mate in one");
        // Only without quiescence does capturing a defended pawn with the queen look good.
        let mut takes = position("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1", "d3d6");
        let material = Paper29::new(PAPER_ROWS.map(|row| {
            if row.name.starts_with("material") { row.refined } else { row.range[0].max(0) }
        }));
        assert!(solves(&takes, Leaf::Static, &material));
        assert!(!solves(&takes, Leaf::Quiescence, &material));
        // A book takes precedence over the search, right or wrong.
        takes.book_move = Some(takes.chess_move);
        assert!(solves(&takes, Leaf::Quiescence, &material));
        let board = RulesBoard::new(&takes.setup, portable::Token);
        takes.book_move = legal_moves(&board).iter().copied().find(|&m| m != takes.chess_move);
        assert!(!solves(&takes, Leaf::Static, &material));
    }
}
