//! The part of a serialized node that depends on the searcher.

use super::super::bytes::{ByteReader, ByteWriter};
use super::serialize::SerializedNode;
use nucleus_core::types::Move;
use nucleus_search::distributed::{
    AxonNode, DepthWindow, FullNode, Node, NodeState, PieceTo, SharedRoot, pack, unpack,
};

impl SerializedNode for SharedRoot {
    const TAG: u8 = 0;

    fn write(&self, _: &mut ByteWriter) {}

    fn read(_: &mut ByteReader<'_>, _: DepthWindow) -> Option<Self> {
        Some(Self::default())
    }
}

impl SerializedNode for AxonNode {
    const TAG: u8 = 2;

    fn write(&self, _: &mut ByteWriter) {}

    fn read(_: &mut ByteReader<'_>, _: DepthWindow) -> Option<Self> {
        Some(Self)
    }
}

impl SerializedNode for FullNode {
    const TAG: u8 = 1;

    fn write(&self, out: &mut ByteWriter) {
        let Node { cut_node, allow_null, excluded, .. } = self.node;
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
        out.u16(self.state.counter.0);
    }

    fn read(from: &mut ByteReader<'_>, at: DepthWindow) -> Option<Self> {
        let node = Node {
            at,
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
            before: [PieceTo::from_bits(from.u16()?), PieceTo::from_bits(from.u16()?)],
            discoverers: from.u64()?,
            short_of_flights: from.flag()?,
            keeps_checks: from.flag()?,
            forced: from.flag()?,
            extension: from.i32()?,
            counter: Move(from.u16()?),
        };
        Some(Self { node, state })
    }
}
