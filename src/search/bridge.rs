//! A search as the thread sees it that speaks with the other ranks: moves that can be sent, moves
//! that came, what they came to.

use std::sync::{Arc, Weak};

use super::bytes::{ByteReader, ByteWriter};
use super::limits::{Deadlines, Limits, MAX_PLY};
use super::parallel::{
    ParallelSearch, RankSpeaker, RemoteResult, RemoteWaiter, SearchGroup, SplitPlace, SplitPoint,
    Turn,
};
use super::signals::Signals;
use super::statistics::Statistics;
use super::table::{TranspositionTable, pack, unpack};
use super::worker::Shared;
use nucleus_core::types::{Move, Score};

/// An entry of the table as ranks send it: its key and its packed data.
pub type PackedEntry = (u64, u64);

/// A search that ranks share, as the thread sees it that speaks with the others.
pub struct SplitBridge {
    pub(super) group: Arc<SearchGroup>,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) limits: Limits,
    pub(super) deadlines: Deadlines,
    pub(super) signals: Signals,
    pub(super) threads: usize,
}

/// Ends a search from outside.
pub struct SearchEnd(Arc<SearchGroup>);

impl SearchEnd {
    /// Ends the search in all threads here.
    pub fn finish(&self) {
        self.0.finish();
    }
}

/// A move of a split point that another rank searches.
pub struct Ticket {
    split: Arc<SplitPoint>,
    turn: Turn,
    /// The alpha that its rank was told.
    told: Score,
    /// Its rank has it in reserve and searches something else.
    reserve: bool,
}

impl Ticket {
    /// True while its rank searches something else.
    pub fn is_in_reserve(&self) -> bool {
        self.reserve
    }

    /// The plies left at its node.
    pub fn depth(&self) -> i32 {
        self.split.place.depth
    }

    /// Its rank has sent a result: it goes on with this one.
    pub fn begin(&mut self) {
        self.reserve = false;
    }
}

/// Split points whose owners wait for their end.
pub struct Awaited(Vec<Arc<SplitPoint>>);

impl Awaited {
    /// True when an owner waits for a move that its rank has in reserve: it could search it itself.
    pub fn has_in_reserve(&self, ticket: &Ticket) -> bool {
        ticket.reserve && self.0.iter().any(|own| Arc::ptr_eq(own, &ticket.split))
    }
}

/// A move of another rank's split point that is searched here.
#[derive(Clone)]
pub struct Mirror(Arc<SplitPoint>);

impl SplitBridge {
    /// Says who speaks with the other ranks.
    pub fn set_speaker(&self, speaker: Weak<dyn RankSpeaker>) {
        self.group.team.speaker.set(speaker);
    }

    /// What ends the search from outside.
    pub fn ender(&self) -> SearchEnd {
        SearchEnd(Arc::clone(&self.group))
    }

    /// Ends the search in all threads here.
    pub fn finish(&self) {
        self.group.finish();
    }

    /// True once the search has ended here.
    pub fn is_finished(&self) -> bool {
        self.group.is_finished()
    }

    /// Ends the search when a limit or a signal says so: the threads that would see it may all wait
    /// for other ranks.
    pub fn look_at_limits(&self) {
        let Self { group, table, limits, deadlines, signals, .. } = self;
        let (deadlines, group) = (*deadlines, Some(&**group));
        let shared = Shared { table, signals, limits, deadlines, group, tables: None };
        let spent = limits.nodes.is_some_and(|most| self.group.nodes() >= most);
        if spent || shared.has_to_end() {
            self.group.finish();
        }
    }

    /// The counts of the threads here.
    pub fn counts(&self) -> Statistics {
        self.group.statistics()
    }

    /// Notes the counts of the other ranks, by the place of a rank among them.
    pub fn note_counts(&self, place: usize, counts: &Statistics) {
        self.group.publish(self.threads + place, counts);
    }

    /// What each waiting thread here is bound to: the tickets for one of which it waits, or none.
    /// `tickets` are those that one rank has.
    pub fn waiting<'a>(
        &self,
        tickets: impl Iterator<Item = (u64, &'a Ticket)> + Clone,
    ) -> Vec<(bool, Vec<u64>)> {
        let team = &self.group.team;
        let bonds = team.bonds().into_iter().map(|bond| (false, bond));
        let bonds = bonds.chain(team.reserve_bonds().into_iter().map(|bond| (true, bond)));
        let below = |own: Arc<SplitPoint>| {
            let found = tickets.clone().filter(|(_, t)| t.split.is_at_or_below(&own));
            found.map(|(id, _)| id).collect::<Vec<_>>()
        };
        // A bound thread that waits for nothing of that rank's cannot help it.
        bonds
            .map(|(reserve, bond)| (reserve, bond.map(below)))
            .filter(|(_, bond)| bond.as_ref().is_none_or(|ids| !ids.is_empty()))
            .map(|(reserve, bond)| (reserve, bond.unwrap_or_default()))
            .collect()
    }

    /// Notes a rank's waiting threads: for each the mirrors for one of which it waits, or none.
    pub fn set_waiting(&self, rank: usize, waiters: Vec<(bool, Vec<Mirror>)>) {
        let waiters = waiters.into_iter().map(|(reserve, below)| RemoteWaiter {
            rank,
            reserve,
            below: below.into_iter().map(|mirror| mirror.0).collect(),
        });
        self.group.team.set_remote(rank, waiters.collect());
    }

    /// Takes a move for a waiting thread of a rank, and writes it as [`SplitBridge::accept`] reads
    /// it.
    pub fn take_for(&self, rank: usize) -> Option<(Ticket, Vec<u8>)> {
        if self.is_finished() {
            return None;
        }
        let (split, turn, reserve) = self.group.team.take_for(rank)?;
        let ticket = Ticket { told: turn.alpha, split, turn, reserve };
        let Some(node) = self.group.exchange.fold(&ticket.split) else {
            self.give_back(&ticket);
            return None;
        };
        let mut out = ByteWriter::default();
        let SplitPlace { ply, depth, beta } = ticket.split.place;
        out.u32(ply as u32);
        out.i32(depth);
        out.i16(beta);
        out.u16(turn.chess_move.0);
        out.flag(turn.losing);
        out.i16(turn.alpha);
        out.i16(turn.best);
        out.u32(turn.count as u32);
        out.bytes(&node);
        Some((ticket, out.0))
    }

    /// The lowest mirror, of those given, below which a ticket's split point was opened.
    pub fn above<'a, T>(
        &self,
        ticket: &Ticket,
        mirrors: impl Iterator<Item = (T, &'a Mirror)>,
    ) -> Option<T> {
        let above = mirrors.filter(|(_, mirror)| ticket.split.is_at_or_below(&mirror.0));
        above.max_by_key(|(_, mirror)| mirror.0.place.ply).map(|(id, _)| id)
    }

    /// Opens another rank's split point here, below that of one of our own tickets or nowhere; none
    /// when no thread waits for it, or it cannot be read.
    pub fn accept(&self, below: Option<&Ticket>, bytes: &[u8]) -> Option<Mirror> {
        let mut from = ByteReader(bytes);
        let ply = usize::try_from(from.u32()?).ok().filter(|&ply| ply < MAX_PLY)?;
        let place = SplitPlace { ply, depth: from.i32()?, beta: from.i16()? };
        let turn = Turn {
            chess_move: Move(from.u16()?),
            losing: from.flag()?,
            alpha: from.i16()?,
            best: from.i16()?,
            count: from.u32()? as usize,
        };
        let node = from.bytes()?.to_vec();
        let parent = below.map(|ticket| Arc::clone(&ticket.split));
        let mirror = Arc::new(SplitPoint::mirror(parent, place, node, &turn));
        let accepted = !self.is_finished() && self.group.team.accept(&mirror);
        accepted.then_some(Mirror(mirror))
    }

    /// What the move of a mirror came to, once it is searched. An error when its node could not be
    /// read.
    pub fn result(&self, mirror: &Mirror) -> Option<Result<RemoteResult, ()>> {
        if !mirror.0.is_over() || self.is_finished() {
            return None;
        }
        self.group.team.close(&mirror.0, &mut 0);
        let read = mirror.0.folded().is_none();
        Some(if read { Ok(self.group.exchange.result(&mirror.0)) } else { Err(()) })
    }

    /// Ends the search of a mirror's move.
    pub fn cancel(&self, mirror: &Mirror) {
        mirror.0.cancel();
        self.group.team.close(&mirror.0, &mut 0);
    }

    /// Alpha of a ticket's node, where it was raised since its rank was last told.
    pub fn better_bound(&self, ticket: &mut Ticket) -> Option<Score> {
        let alpha = ticket.split.alpha(&mut 0);
        let better = alpha > ticket.told;
        ticket.told = alpha;
        better.then_some(alpha)
    }

    /// Raises alpha of a mirror's node to what its owner has told.
    pub fn raise(&self, mirror: &Mirror, alpha: Score) {
        mirror.0.raise_alpha(alpha);
    }

    /// Notes what a ticket's move came to.
    pub fn note(&self, ticket: &Ticket, result: RemoteResult) {
        let Ticket { split, turn, .. } = ticket;
        let RemoteResult { searched, score, line, skip_quiets, nodes } = result;
        if skip_quiets {
            split.skip_quiets(&mut 0);
        }
        if searched && !split.is_cut() {
            let raised = split.finish_move(turn.chess_move, score, &line, &mut 0);
            let raised = raised.then_some((score, line));
            self.group.exchange.note(split, turn.chess_move, nodes, raised);
        }
        split.leave_remotely();
    }

    /// Gives the move of a ticket back: its rank does not search it.
    pub fn give_back(&self, ticket: &Ticket) {
        ticket.split.give_back(&ticket.turn);
        ticket.split.leave_remotely();
    }

    /// True while a thread here waits, for whatever.
    pub fn is_waited(&self) -> bool {
        !self.group.team.bonds().is_empty()
    }

    /// The split points here whose owners wait for their end.
    pub fn awaited(&self) -> Awaited {
        Awaited(self.group.team.bonds().into_iter().flatten().collect())
    }

    /// True when what a ticket's move comes to does not matter any more; its rank has then left.
    pub fn is_needless(&self, ticket: &Ticket) -> bool {
        let cut = ticket.split.is_cut();
        if cut {
            ticket.split.leave_remotely();
        }
        cut
    }

    /// Entries of the table that the other ranks were not told yet.
    pub fn take_entries(&self) -> Vec<PackedEntry> {
        let entries = self.group.exchange.take_entries();
        entries.into_iter().map(|(key, entry)| (key, pack(entry, 0))).collect()
    }

    /// Stores entries that another rank tells, unless more is known here.
    pub fn store(&self, entries: &[PackedEntry]) {
        for &(key, _) in entries {
            self.table.prefetch(key);
        }
        for &(key, packed) in entries {
            let entry = unpack(packed);
            if self.table.probe(key).is_none_or(|known| known.depth <= entry.depth) {
                self.table.store(key, entry);
            }
        }
    }

    /// Says that entries have come: some may be of nodes that are searched here.
    pub fn note_arrival(&self) {
        self.group.presence.note_arrival();
    }

    /// What other ranks that search the same root are told: what the leading rank searches, and the
    /// keys of the nodes on the path here. None where the moves are handed out.
    pub fn path(&self) -> Option<(u64, Vec<u64>)> {
        (self.group.way == ParallelSearch::Lazy).then(|| self.group.presence.own())
    }

    /// Notes where another rank is, and what the leading one searches when it is that one.
    pub fn set_path(&self, rank: usize, call: u64, path: Vec<u64>) {
        self.group.presence.set_other(rank, path);
        if rank == 0 && call != 0 {
            self.group.presence.set_call(call);
        }
    }
}
