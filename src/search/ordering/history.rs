//! History tables: the success of moves elsewhere in the tree.

use nucleus_core::types::{Color, Move, PieceType, Square};

/// The largest absolute value of a history score.
const LIMIT: i32 = 8192;

/// Changes a score by a bonus, less the closer it is to its limit (history gravity).
#[inline(always)]
fn update(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// A piece type and its target: type × 64 + square, from the mover's view. The type after the
/// king's means a null move, or a move at or before the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// No move.
    pub const NONE: Self = Self(6 << 6);

    /// Returns the value of a piece's move to a square.
    #[inline(always)]
    pub fn new(kind: PieceType, to: Square, side: Color) -> Self {
        Self((kind.index() << 6 | to.relative(side).index()) as u16)
    }

    /// Returns the value as a number.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the piece and target of a number, the inverse of [`PieceTo::bits`].
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 511)
    }

    #[inline(always)]
    const fn index(self) -> usize {
        (self.0 & 511) as usize
    }
}

/// The history heuristic: the success of each quiet move, by side, by whether the enemy threatens
/// its piece, by origin and target.
pub struct QuietHistory(Box<[[[[i16; 64]; 64]; 2]; 2]>);

impl QuietHistory {
    /// Returns the scores of the moves from a square, by target.
    #[inline(always)]
    pub fn from(&self, side: Color, threatened: bool, from: Square) -> &[i16; 64] {
        &self.0[side.index()][usize::from(threatened)][from.index()]
    }

    /// Returns a move's score.
    #[inline(always)]
    pub fn score(&self, side: Color, threatened: bool, chess_move: Move) -> i16 {
        self.from(side, threatened, chess_move.from())[chess_move.to().index()]
    }

    /// Raises or lowers a move's score.
    #[inline(always)]
    pub fn add(&mut self, side: Color, threatened: bool, chess_move: Move, bonus: i32) {
        let (from, to) = (chess_move.from().index(), chess_move.to().index());
        update(&mut self.0[side.index()][usize::from(threatened)][from][to], bonus);
    }
}

/// Continuation history: the success of a move after another one, both as [`PieceTo`].
struct Continuation(Box<[i16; 1 << 18]>);

impl Continuation {
    fn new() -> Self {
        let table = vec![0; 1 << 18].into_boxed_slice();
        Self(table.try_into().unwrap_or_else(|_| unreachable!("the length is the array's")))
    }

    #[inline(always)]
    fn get(&self, before: PieceTo, piece_to: PieceTo) -> i32 {
        i32::from(self.0[before.index() << 9 | piece_to.index()])
    }

    #[inline(always)]
    fn add(&mut self, before: PieceTo, piece_to: PieceTo, bonus: i32) {
        update(&mut self.0[before.index() << 9 | piece_to.index()], bonus);
    }
}

/// All history tables of one thread; they persist between searches.
pub struct Histories {
    /// History of quiet moves by origin and target.
    pub quiets: QuietHistory,
    /// The quiet move that refuted each move.
    counters: Box<[Move; 512]>,
    /// The capture history, by piece type and target, and by the captured piece type.
    captures: Box<[[i16; 8]; 512]>,
    /// The continuation histories: after the opponent's last move, and after the own move before it.
    continuations: [Continuation; 2],
}

impl Histories {
    /// Returns empty tables.
    pub fn new() -> Self {
        Self {
            quiets: QuietHistory(Box::new([[[[0; 64]; 64]; 2]; 2])),
            counters: Box::new([Move::NONE; 512]),
            captures: Box::new([[0; 8]; 512]),
            continuations: [Continuation::new(), Continuation::new()],
        }
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        *self.quiets.0 = [[[[0; 64]; 64]; 2]; 2];
        self.counters.fill(Move::NONE);
        self.captures.fill([0; 8]);
        for table in &mut self.continuations {
            table.0.fill(0);
        }
    }

    /// Returns the quiet move that refuted the last move (counter-move).
    #[inline(always)]
    pub fn counter(&self, before: [PieceTo; 2]) -> Move {
        self.counters[before[0].index()]
    }

    /// Records a counter-move.
    #[inline(always)]
    pub fn set_counter(&mut self, before: [PieceTo; 2], reply: Move) {
        self.counters[before[0].index()] = reply;
    }

    /// Returns the continuation histories of the two moves before: rows of 64 targets from the
    /// mover's view, one for each piece type.
    #[inline(always)]
    pub fn continuation_rows(&self, before: [PieceTo; 2]) -> [&[[i16; 64]; 8]; 2] {
        let rows = |table: usize| {
            let tables: &[[[i16; 64]; 8]] = self.continuations[table].0.as_chunks().0.as_chunks().0;
            &tables[before[table].index()]
        };
        [rows(0), rows(1)]
    }

    /// Returns the continuation history of a quiet move after the two moves before.
    #[inline(always)]
    pub fn continuation(&self, before: [PieceTo; 2], piece_to: PieceTo) -> i32 {
        self.continuations[0].get(before[0], piece_to)
            + self.continuations[1].get(before[1], piece_to)
    }

    /// Raises or lowers a quiet move's score after the two moves before.
    #[inline(always)]
    pub fn add_continuation(&mut self, before: [PieceTo; 2], piece_to: PieceTo, bonus: i32) {
        for (table, earlier) in self.continuations.iter_mut().zip(before) {
            if earlier != PieceTo::NONE {
                table.add(earlier, piece_to, bonus);
            }
        }
    }

    /// Returns the capture history of a move.
    #[inline(always)]
    pub fn capture(&self, piece_to: PieceTo, captured: PieceType) -> i32 {
        i32::from(self.captures[piece_to.index()][captured.index() & 7])
    }

    /// Raises or lowers a capture's score.
    #[inline(always)]
    pub fn add_capture(&mut self, piece_to: PieceTo, captured: PieceType, bonus: i32) {
        update(&mut self.captures[piece_to.index()][captured.index() & 7], bonus);
    }
}

impl Default for Histories {
    fn default() -> Self {
        Self::new()
    }
}

/// The histories as seen from a node, with the two moves before it.
#[derive(Clone, Copy)]
pub struct HistoryView<'a> {
    /// Tables of the thread.
    pub histories: &'a Histories,
    /// The two moves before the node, the opponent's first.
    pub before: [PieceTo; 2],
}

impl HistoryView<'_> {
    /// Returns the score of a quiet move by a piece of this type.
    #[inline(always)]
    pub fn quiet(&self, side: Color, threatened: bool, chess_move: Move, kind: PieceType) -> i32 {
        let piece_to = PieceTo::new(kind, chess_move.to(), side);
        i32::from(self.histories.quiets.score(side, threatened, chess_move))
            + self.histories.continuation(self.before, piece_to)
    }
}
