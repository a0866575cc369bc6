//! Forced mates at the root: a depth-first proof-number search (df-pn; Nagai 2002) between the
//! steps of iterative deepening.
//!
//! The attacker gives check, the defender has all evasions. A node's proof number is the smallest
//! number of leaves that prove a mate if they are mates, its disproof number the smallest number
//! that disprove the mate if they are none. The search follows the move with the smallest number.
//! In most positions the tree of checks ends after a few dozen nodes. If it is not tiny and has no
//! mate, a second search allows moves without check while the king has at most one flight square.

use std::collections::HashMap;

use super::checks::{discoverers, gives_check, is_short_of_flights};
use super::info::SearchLine;
use super::limits::Limits;
use super::worker::Worker;
use nucleus_core::movegen::{GenerateMoves, legal_moves};
use nucleus_core::types::score::{mate_in, mate_plies};
use nucleus_core::types::zobrist::KeyHash;
use nucleus_core::types::{Move, Score};

/// The lengths of mates to search for, in plies, in turn.
const PLIES: [u8; 5] = [3, 7, 13, 21, 31];
/// Moves without check that the attacker may make in a line of the second search.
const QUIET_MOVES: u8 = 3;
/// The second search runs only if the first had at least this number of nodes. Fewer nodes mean that the
/// attacker has hardly any checks.
const ATTACK: u64 = 4;
/// Number of nodes that either search visits before the other search continues.
const TURN: u64 = 512;
/// Number of nodes that are searched before the first iteration.
const AT_FIRST: u64 = 1024;
/// The most nodes of a search, about 10 MB of numbers.
const MOST: u64 = 200_000;
/// The initial proof number of a position after a move without check.
const QUIET_PROOF: u32 = 8;
/// A number that means infinity.
const NEVER: u32 = 1 << 20;
/// Plies without a capture or a pawn move after which the game is drawn.
const FIFTY_MOVES: u32 = 100;

/// The smallest numbers of leaves that decide a position for the side to move and for the other side. The
/// attacker succeeds by a mate, the defender by preventing it. If the attacker moves, these are the proof
/// number and the disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    own: u32,
    other: u32,
}

impl Numbers {
    /// The side to move succeeds.
    const WON: Self = Self { own: 0, other: NEVER };
    /// The opponent succeeds.
    const LOST: Self = Self { own: NEVER, other: 0 };
    /// Thresholds that only a decision reaches.
    const OPEN: Self = Self { own: NEVER, other: NEVER };

    /// Returns true if either number has reached its threshold.
    const fn reach(self, until: Self) -> bool {
        self.own >= until.own || self.other >= until.other
    }
}

/// Facts of a position that are stored once for all numbers of plies left.
#[derive(Clone, Copy, Default)]
struct Facts {
    /// Plies to a proven mate.
    mate: Option<u8>,
    /// Number of moves that the latest search of the position considered.
    moves: u32,
}

/// A move and the key of the position after it.
#[derive(Clone, Copy)]
struct Child {
    chess_move: Move,
    key: u64,
    /// True for a move of the attacker without check.
    quiet: bool,
}

/// The plies, and the moves without check, that remain in a line.
#[derive(Clone, Copy)]
struct Left {
    /// Remaining plies; odd if the attacker moves.
    plies: u8,
    /// Remaining moves of the attacker without check.
    quiet: u8,
}

impl Left {
    /// The largest values of any line at the root.
    const ALL: Self = Self { plies: PLIES[PLIES.len() - 1], quiet: QUIET_MOVES };

    /// Returns the largest values of any line at a ply.
    const fn at(ply: usize) -> Self {
        Self { plies: Self::ALL.plies - ply as u8, ..Self::ALL }
    }

    /// Returns true if the attacker moves.
    const fn attacks(self) -> bool {
        self.plies % 2 == 1
    }

    /// Returns the values after a move.
    const fn after(self, child: Child) -> Self {
        Self { plies: self.plies - 1, quiet: self.quiet - child.quiet as u8 }
    }

    /// Returns the key of a position's numbers, which depend on the values left.
    const fn key(self, position: u64) -> u64 {
        let left = (self.plies as u64) << 8 | self.quiet as u64;
        position ^ (left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

type ByKey<T> = HashMap<u64, T, KeyHash>;

/// One of the two searches: with checks only, or with other moves as well.
#[derive(Clone, Copy, Default)]
struct Attempt {
    /// Moves without check that the attacker may make in a line.
    quiet: u8,
    /// Index into `PLIES` of the current length.
    stage: usize,
    nodes: u64,
    done: bool,
}

/// The search for a mate at one root, which continues between iterations.
pub struct MateSearch<B: GenerateMoves> {
    /// Boards of the longest line from the root, plus one for the moves whose keys are computed.
    boards: Vec<B>,
    numbers: ByKey<Numbers>,
    facts: ByKey<Facts>,
    attempts: [Attempt; 2],
    /// The longest mate, in plies, that is still searched for.
    most: u8,
    /// True if a line of checks in this stage has ended for lack of plies.
    cut_short: bool,
    /// Number of nodes so far, and the number at which to pause.
    nodes: u64,
    pause: u64,
    /// Number of nodes of the main search per node of the mate search.
    share: u64,
    /// The shortest mate so far.
    found: Option<SearchLine>,
}

impl<B: GenerateMoves> MateSearch<B> {
    /// Returns a search of this position that searches one node per `share` nodes of the main search. If the
    /// main search has a node limit, fewer nodes are searched before its first iteration.
    pub fn new(root: &B, share: u64, limits: &Limits) -> Self {
        let limit = limits.nodes.or(limits.soft_nodes);
        let fifty_moves = FIFTY_MOVES.saturating_sub(root.halfmove()) as u8;
        Self {
            boards: vec![root.clone(); 2],
            numbers: ByKey::default(),
            facts: ByKey::default(),
            attempts: [0, QUIET_MOVES].map(|quiet| Attempt { quiet, ..Attempt::default() }),
            // The plies of a mate are odd.
            most: Left::ALL.plies.min(fifty_moves.saturating_sub(1) | 1),
            cut_short: false,
            nodes: 0,
            pause: limit.map_or(AT_FIRST, |limit| AT_FIRST.min(limit / 8)),
            share,
            found: None,
        }
    }

    /// Returns the proven mate, if there is one: a lower bound of the root's score.
    pub const fn found(&self) -> Option<&SearchLine> {
        self.found.as_ref()
    }

    /// Continues for its share of nodes, given the score of the main search; returns true if it found a mate,
    /// or a shorter one.
    pub fn go_on(&mut self, worker: &mut Worker<'_>, score: Score) -> bool {
        if score > 0
            && let Some(plies) = mate_plies(score)
        {
            self.only_below(plies.unsigned_abs() as usize);
        }
        let others = worker.statistics.nodes.saturating_sub(self.nodes);
        let end = self.pause.max(others / self.share).min(MOST);
        while self.nodes < end && !worker.stopped {
            let Some(index) = self.next_attempt() else { break };
            self.pause = end.min(self.nodes + TURN);
            let before = self.nodes;
            let left = self.left_of(self.attempts[index]);
            self.search(worker, 0, left, Numbers::OPEN);
            self.attempts[index].nodes += self.nodes - before;
            // If no line of checks was cut short, longer ones do not exist.
            let ends = !self.cut_short && self.attempts[1].nodes == 0;
            match self.numbers_of(self.boards[0].key(), left, Numbers { own: 1, other: 1 }) {
                Numbers::WON => {
                    let line = self.line(worker);
                    self.only_below(line.len());
                    self.found = Some(SearchLine::exact(mate_in(line.len()), line));
                    return true;
                }
                Numbers::LOST if ends || left.plies == self.most => {
                    self.attempts[index].done = true;
                }
                Numbers::LOST => {
                    self.attempts[index].stage += 1;
                    self.cut_short = false;
                }
                _ => self.attempts[index].done = self.nodes == before,
            }
        }
        self.pause = end;
        false
    }

    /// Restricts the search to mates in fewer plies.
    fn only_below(&mut self, plies: usize) {
        if plies <= usize::from(self.most) {
            self.most = plies.saturating_sub(2) as u8;
        }
    }

    /// Returns the attempt whose turn it is: checks only at first, then both in turn if there is an attack.
    fn next_attempt(&self) -> Option<usize> {
        let [checks, others] = &self.attempts;
        let checks_next = checks.nodes < AT_FIRST || checks.nodes <= others.nodes;
        if self.most == 0 {
            None
        } else if !checks.done && (checks_next || others.done) {
            Some(0)
        } else if !others.done && checks.nodes >= ATTACK {
            Some(1)
        } else {
            None
        }
    }

    /// Returns the values of an attempt at the root.
    fn left_of(&self, attempt: Attempt) -> Left {
        Left { plies: PLIES[attempt.stage].min(self.most), quiet: attempt.quiet }
    }

    /// Returns the numbers of a position: the stored ones, those of a proven mate within the plies
    /// left, or `least`, with `other` at least the number of moves.
    fn numbers_of(&self, key: u64, left: Left, least: Numbers) -> Numbers {
        if let Some(&numbers) = self.numbers.get(&left.key(key)) {
            return numbers;
        }
        let Some(facts) = self.facts.get(&key) else { return least };
        match facts.mate {
            Some(plies) if plies > left.plies => least,
            Some(_) if left.attacks() => Numbers::WON,
            Some(_) => Numbers::LOST,
            None => Numbers { other: least.other.max(facts.moves), ..least },
        }
    }

    /// Returns the moves of the position at a ply that are searched: all of the defender's, the
    /// attacker's checks, and other moves if the line and the king allow some.
    fn children(&mut self, ply: usize, left: Left) -> Vec<Child> {
        if self.boards.len() < ply + 2 {
            self.boards.push(self.boards[0].clone());
        }
        let [board, next, ..] = &mut self.boards[ply..] else { return Vec::new() };
        let discoverers = discoverers(board);
        let all = !left.attacks() || left.quiet > 0 && left.plies > 1 && is_short_of_flights(board);
        let mut children = Vec::new();
        for &chess_move in legal_moves(board).iter() {
            let quiet = left.attacks() && !gives_check(board, chess_move, discoverers);
            if all || !quiet {
                board.make(chess_move, next);
                children.push(Child { chess_move, key: next.key(), quiet });
            }
        }
        self.facts.entry(board.key()).or_default().moves = children.len() as u32;
        children
    }

    /// Makes the move to a child and rebuilds it.
    fn make(&mut self, ply: usize, child: Child) {
        let [board, next, ..] = &mut self.boards[ply..] else { return };
        board.make(child.chess_move, next);
        next.rebuild();
    }

    /// Counts a position that was made.
    fn count(&mut self, worker: &mut Worker<'_>) {
        self.nodes += 1;
        worker.statistics.rebuilds += 1;
        worker.enter(0);
    }

    /// Searches the position at a ply until a number reaches its threshold, and stores its numbers.
    fn search(&mut self, worker: &mut Worker<'_>, ply: usize, left: Left, until: Numbers) {
        let board = &self.boards[ply];
        let (key, in_check) = (board.key(), board.in_check());
        if ply > 0 && worker.was_twice_in_game(board) {
            let drawn = if left.attacks() { Numbers::LOST } else { Numbers::WON };
            self.numbers.insert(left.key(key), drawn);
            return;
        }
        let children = self.children(ply, left);
        if !left.attacks() {
            if children.is_empty() && in_check {
                self.numbers.insert(left.key(key), Numbers::LOST);
                self.facts.entry(key).or_default().mate = Some(0);
                return;
            }
            self.cut_short |= left.plies == 0;
            if children.is_empty() || left.plies == 0 {
                self.numbers.insert(left.key(key), Numbers::WON);
                return;
            }
        }
        loop {
            let mut numbers = Numbers { own: NEVER, other: 0 };
            let (mut best, mut second) = (None, NEVER);
            for &child in &children {
                let least = Numbers { own: 1, other: if child.quiet { QUIET_PROOF } else { 1 } };
                let below = self.numbers_of(child.key, left.after(child), least);
                numbers.other = (numbers.other + below.own).min(NEVER);
                if below.other < numbers.own {
                    second = numbers.own;
                    numbers.own = below.other;
                    best = Some(BestChild { child, own: below.own });
                } else {
                    second = second.min(below.other);
                }
            }
            let is_over = self.nodes >= self.pause || worker.stopped;
            let Some(best) = best.filter(|_| !is_over && !numbers.reach(until)) else {
                return self.store(key, left, numbers, &children);
            };
            self.make(ply, best.child);
            self.count(worker);
            let until = Numbers {
                own: until.other.saturating_sub(numbers.other - best.own),
                // A quarter more than the second best, so that the search does not alternate between the two.
                other: until.own.min(second + 1 + second / 4),
            };
            self.search(worker, ply + 1, left.after(best.child), until);
        }
    }

    /// Stores the numbers of a position and, if a mate is proven, the plies to it: by the
    /// attacker's shortest and the defender's longest move.
    fn store(&mut self, key: u64, left: Left, numbers: Numbers, children: &[Child]) {
        let numbers = match numbers {
            Numbers { own: 0, .. } => Numbers::WON,
            Numbers { other: 0, .. } => Numbers::LOST,
            _ => numbers,
        };
        self.numbers.insert(left.key(key), numbers);
        let mates = children
            .iter()
            .filter_map(|child| self.plies_to_mate(child.key))
            .filter(|&plies| plies < left.plies);
        let mate = match left.attacks() {
            true if numbers == Numbers::WON => mates.min(),
            false if numbers == Numbers::LOST => mates.max(),
            _ => None,
        };
        if let Some(plies) = mate {
            let known = &mut self.facts.entry(key).or_default().mate;
            *known = Some(known.map_or(plies + 1, |known| known.min(plies + 1)));
        }
    }

    fn plies_to_mate(&self, key: u64) -> Option<u8> {
        self.facts.get(&key)?.mate
    }

    /// Returns the line of the proven mate: the attacker's moves and the longest defence.
    fn line(&mut self, worker: &mut Worker<'_>) -> Vec<Move> {
        let mut settled = ByKey::default();
        let mut plies = self.settle(worker, 0, &mut settled);
        let mut line = Vec::with_capacity(usize::from(plies));
        while plies > 0 {
            let ply = line.len();
            let children = self.children(ply, Left::at(ply));
            plies -= 1;
            let is_next = |child: &&Child| settled.get(&child.key) == Some(&plies);
            let Some(&child) = children.iter().find(is_next) else { break };
            self.make(ply, child);
            line.push(child.chess_move);
        }
        line
    }

    /// Returns the plies to a proven mate by the attacker's current best moves. After the mate was stored, a
    /// shorter way may have been found from a later position.
    fn settle(&mut self, worker: &mut Worker<'_>, ply: usize, settled: &mut ByKey<u8>) -> u8 {
        let key = self.boards[ply].key();
        if let Some(&plies) = settled.get(&key) {
            return plies;
        }
        let left = Left::at(ply);
        let mut children = self.children(ply, left);
        if left.attacks() {
            let best = children
                .iter()
                .filter_map(|&child| Some((self.plies_to_mate(child.key)?, child)))
                .min_by_key(|&(plies, _)| plies);
            children = best.map(|(_, child)| child).into_iter().collect();
        }
        let mut plies = 0;
        for child in children {
            self.make(ply, child);
            self.count(worker);
            plies = plies.max(1 + self.settle(worker, ply + 1, settled));
        }
        settled.insert(key, plies);
        plies
    }
}

/// The child that the search follows, with its number.
struct BestChild {
    child: Child,
    own: u32,
}
