//! What is shared of a node of this searcher, as bytes for another rank.

use super::recursion::Node;
use super::share::FullNode;
use super::state::NodeState;
use crate::bytes::{ByteReader, ByteWriter};
use crate::folding::FoldedNode;
use crate::limits::MAX_PLY;
use crate::ordering::PieceTo;
use crate::table::{pack, unpack};
use nucleus_core::types::Move;

impl FoldedNode for FullNode {
    const TAG: u8 = 1;

    fn write(&self, out: &mut ByteWriter) {
        let Node { alpha, beta, depth, ply, cut_node, allow_null, excluded } = self.node;
        out.i16(alpha);
        out.i16(beta);
        out.i32(depth);
        out.u32(ply as u32);
        out.flag(cut_node);
        out.flag(allow_null);
        out.u16(excluded.0);
        let NodeState { key, known, table_move, table_score, .. } = self.state;
        let NodeState { in_check, evaluation, improving, before, .. } = self.state;
        let NodeState { discoverers, short_of_flights, keeps_checks, forced, .. } = self.state;
        let extension = self.state.extension;
        out.u64(key);
        out.flag(known.is_some());
        out.u64(known.map_or(0, |entry| pack(entry, 0)));
        out.u16(table_move.0);
        out.i16(table_score);
        out.flag(in_check);
        out.i32(evaluation);
        out.flag(improving);
        before.iter().for_each(|piece_to| out.u16(piece_to.bits()));
        out.u64(discoverers);
        out.flag(short_of_flights);
        out.flag(keeps_checks);
        out.flag(forced);
        out.i32(extension);
        out.u16(self.counter.0);
        out.flag(self.pv);
    }

    fn read(from: &mut ByteReader<'_>) -> Option<Self> {
        let node = Node {
            alpha: from.i16()?,
            beta: from.i16()?,
            depth: from.i32()?,
            ply: usize::try_from(from.u32()?).ok().filter(|&ply| ply < MAX_PLY)?,
            cut_node: from.flag()?,
            allow_null: from.flag()?,
            excluded: Move(from.u16()?),
        };
        let key = from.u64()?;
        let is_known = from.flag()?;
        let known = from.u64()?;
        let state = NodeState {
            key,
            known: is_known.then(|| unpack(known)),
            table_move: Move(from.u16()?),
            table_score: from.i16()?,
            in_check: from.flag()?,
            evaluation: from.i32()?,
            improving: from.flag()?,
            before: [PieceTo::of_bits(from.u16()?), PieceTo::of_bits(from.u16()?)],
            discoverers: from.u64()?,
            short_of_flights: from.flag()?,
            keeps_checks: from.flag()?,
            forced: from.flag()?,
            extension: from.i32()?,
        };
        Some(Self { node, state, counter: Move(from.u16()?), pv: from.flag()? })
    }
}
