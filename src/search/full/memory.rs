use super::reductions::Reductions;
use crate::search::MAX_PLY;
use crate::search::frame::UNKNOWN;
use crate::types::{Color, Move, PieceType, Score, Square};

/// A kind of man and where it went: kind × 64 + square, seen from the mover's side; a null move
/// and the root have the kind after the king's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played(u16);

impl Played {
    /// No move.
    pub const NOTHING: Self = Self(6 << 6);

    /// A man's move to a square.
    #[inline(always)]
    pub fn new(kind: PieceType, to: Square, side: Color) -> Self {
        Self((kind.index() << 6 | to.relative(side).index()) as u16)
    }

    #[inline(always)]
    const fn index(self) -> usize {
        (self.0 & 511) as usize
    }
}

/// What a ply leaves behind for those below it.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    /// The move made from it.
    pub played: Played,
    /// Its static evaluation; [`UNKNOWN`] when in check.
    pub evaluation: Score,
}

impl Trail {
    const NONE: Self = Self { played: Played::NOTHING, evaluation: UNKNOWN };
}

/// How good a move was after another one: both as [`Played`].
struct Continuation(Box<[i16; 1 << 18]>);

impl Continuation {
    fn new() -> Self {
        let table = vec![0; 1 << 18].into_boxed_slice();
        Self(table.try_into().unwrap_or_else(|_| unreachable!("the length is the array's")))
    }

    #[inline(always)]
    fn get(&self, before: Played, played: Played) -> i32 {
        i32::from(self.0[before.index() << 9 | played.index()])
    }

    #[inline(always)]
    fn add(&mut self, before: Played, played: Played, bonus: i32) {
        approach(&mut self.0[before.index() << 9 | played.index()], bonus);
    }
}

/// No history score goes beyond this.
const LIMIT: i32 = 8192;

/// Moves a score towards its limit, the slower the closer it is.
#[inline(always)]
fn approach(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// The most plies that a search may be deeper than its iteration, as a factor of the iteration.
const STRETCH: usize = 2;

/// What the selective search remembers beyond killers and the history heuristic.
pub struct Memory {
    /// The quiet move that refuted a move.
    counters: Box<[Move; 512]>,
    /// How good captures were, by what moves where and what it takes.
    captures: Box<[[i16; 8]; 512]>,
    /// How good quiet moves were after the opponent's last move, and after the own one before.
    continuations: [Continuation; 2],
    /// What the plies above left behind; the first two stand for what came before the root.
    trail: [Trail; MAX_PLY + 3],
    /// Plies by which late moves are reduced.
    pub reductions: Reductions,
    /// The depth of the iteration.
    pub root_depth: usize,
    /// No null move above this ply: a failed-high one is being verified.
    pub verified_until: usize,
}

impl Memory {
    /// Nothing is known.
    pub fn new() -> Self {
        Self {
            counters: Box::new([Move::NONE; 512]),
            captures: Box::new([[0; 8]; 512]),
            continuations: [Continuation::new(), Continuation::new()],
            trail: [Trail::NONE; MAX_PLY + 3],
            reductions: Reductions::new(),
            root_depth: 0,
            verified_until: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.counters.fill(Move::NONE);
        self.captures.fill([0; 8]);
        for table in &mut self.continuations {
            table.0.fill(0);
        }
        self.begin(0);
    }

    /// Starts an iteration.
    pub fn begin(&mut self, depth: usize) {
        self.trail.fill(Trail::NONE);
        self.root_depth = depth;
        self.verified_until = 0;
    }

    /// True when a line may still be extended at this ply.
    #[inline(always)]
    pub fn may_extend(&self, ply: usize) -> bool {
        ply < STRETCH * self.root_depth + 4
    }

    /// What the ply `back` plies above left behind.
    #[inline(always)]
    pub fn above(&self, ply: usize, back: usize) -> Trail {
        self.trail[(ply + 2 - back).min(MAX_PLY + 2)]
    }

    /// Notes a ply's static evaluation.
    #[inline(always)]
    pub fn note_evaluation(&mut self, ply: usize, evaluation: Score) {
        self.trail[(ply + 2).min(MAX_PLY + 2)].evaluation = evaluation;
    }

    /// Notes the move made from a ply.
    #[inline(always)]
    pub fn note_move(&mut self, ply: usize, played: Played) {
        self.trail[(ply + 2).min(MAX_PLY + 2)].played = played;
    }

    /// The two moves before a ply.
    #[inline(always)]
    pub fn before(&self, ply: usize) -> [Played; 2] {
        [self.above(ply, 1).played, self.above(ply, 2).played]
    }

    /// The quiet move that refuted the last one.
    #[inline(always)]
    pub fn counter(&self, before: [Played; 2]) -> Move {
        self.counters[before[0].index()]
    }

    /// Remembers a refutation.
    #[inline(always)]
    pub fn set_counter(&mut self, before: [Played; 2], reply: Move) {
        self.counters[before[0].index()] = reply;
    }

    /// How good quiet moves were after the two moves before: rows of 64 targets as the mover sees
    /// them, one for each kind of man.
    #[inline(always)]
    pub fn continuation_rows(&self, before: [Played; 2]) -> [&[[i16; 64]; 8]; 2] {
        let rows = |table: usize| {
            let tables: &[[[i16; 64]; 8]] = self.continuations[table].0.as_chunks().0.as_chunks().0;
            &tables[before[table].index()]
        };
        [rows(0), rows(1)]
    }

    /// How good a quiet move was after the two moves before.
    #[inline(always)]
    pub fn continuation(&self, before: [Played; 2], played: Played) -> i32 {
        self.continuations[0].get(before[0], played) + self.continuations[1].get(before[1], played)
    }

    /// Makes a quiet move better or worse after the two moves before.
    #[inline(always)]
    pub fn add_continuation(&mut self, before: [Played; 2], played: Played, bonus: i32) {
        for (table, earlier) in self.continuations.iter_mut().zip(before) {
            if earlier != Played::NOTHING {
                table.add(earlier, played, bonus);
            }
        }
    }

    /// How good a capture was.
    #[inline(always)]
    pub fn capture(&self, played: Played, taken: PieceType) -> i32 {
        i32::from(self.captures[played.index()][taken.index() & 7])
    }

    /// Makes a capture better or worse.
    #[inline(always)]
    pub fn add_capture(&mut self, played: Played, taken: PieceType, bonus: i32) {
        approach(&mut self.captures[played.index()][taken.index() & 7], bonus);
    }
}
