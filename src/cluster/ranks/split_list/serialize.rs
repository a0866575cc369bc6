//! The node of a split point as bytes, for messages between ranks.

use std::sync::{Mutex, PoisonError};

use super::super::bytes::{ByteReader, ByteWriter};
use super::remote::RemoteSplitPoint;
use nucleus_core::board::{Board, Setup, fen};
use nucleus_core::eval::Evaluator;
use nucleus_core::types::Move;
use nucleus_search::ProfileName;
use nucleus_search::distributed::{
    AxonNode, DepthWindow, FullNode, PieceTo, RootFinding, SharedNode, SharedRoot, SplitPoint,
};

/// The part of a shared node that depends on the searcher, as bytes.
pub trait SerializedNode: Sized + Send + Sync + 'static {
    /// Tells it from those of other searchers.
    const TAG: u8;

    /// Appends it.
    fn write(&self, out: &mut ByteWriter);

    /// Reads it; the split point has its window, depth and ply.
    fn read(from: &mut ByteReader<'_>, at: DepthWindow) -> Option<Self>;
}

/// Returns the tag of the nodes below the root that a profile shares.
pub const fn node_tag(profile: ProfileName) -> u8 {
    match profile {
        ProfileName::Axon => AxonNode::TAG,
        _ => FullNode::TAG,
    }
}

/// Functions for split points of the running search, whose types only its threads know.
#[derive(Clone, Copy)]
pub struct SearcherFunctions {
    /// Returns the node of a split point as bytes.
    pub serialize: fn(&SplitPoint) -> Option<Vec<u8>>,
    /// Notes the result of a root move that another rank has searched; nothing at other nodes.
    pub note_root: fn(&SplitPoint, RootFinding),
    /// Returns the nodes below the moves of a root that were searched; zero at other nodes.
    pub root_nodes: fn(&SplitPoint) -> u64,
}

impl SearcherFunctions {
    /// The functions for a search on these boards.
    pub fn of<B: Board>() -> Self {
        Self { serialize: serialize::<B>, note_root: note_root::<B>, root_nodes: root_nodes::<B> }
    }
}

fn shared_root<B: Board>(split: &SplitPoint) -> Option<&SharedRoot> {
    split.payload::<SharedNode<B, SharedRoot>>().map(|shared| &shared.node)
}

fn note_root<B: Board>(split: &SplitPoint, finding: RootFinding) {
    if let Some(root) = shared_root::<B>(split) {
        root.note(finding);
    }
}

fn root_nodes<B: Board>(split: &SplitPoint) -> u64 {
    shared_root::<B>(split).map_or(0, SharedRoot::nodes)
}

/// Returns the node of a split point as bytes, the root's or another's.
fn serialize<B: Board>(split: &SplitPoint) -> Option<Vec<u8>> {
    serialize_as::<B, SharedRoot>(split)
        .or_else(|| serialize_as::<B, FullNode>(split))
        .or_else(|| serialize_as::<B, AxonNode>(split))
}

fn serialize_as<B: Board, N: SerializedNode>(split: &SplitPoint) -> Option<Vec<u8>> {
    let shared = split.payload::<SharedNode<B, N>>()?;
    let mut out = ByteWriter::default();
    out.u8(N::TAG);
    let position = shared.position.lock().unwrap_or_else(PoisonError::into_inner);
    let state = position.0.state();
    out.u64(state.key);
    out.flag(state.chess960);
    out.bytes(fen::format(position.0.planes(), state).as_bytes());
    drop(position);
    out.u16(shared.last_move.0);
    shared.previous.iter().for_each(|before| out.u16(before.bits()));
    shared.earlier.iter().for_each(|&score| out.i16(score));
    shared.killers.iter().for_each(|killer| out.u16(killer.0));
    out.i16(shared.evaluation);
    out.u32(shared.keys.len() as u32);
    shared.keys.iter().for_each(|&key| out.u64(key));
    out.u32(shared.root_depth as u32);
    out.u32(shared.verified_until as u32);
    out.flag(shared.pv);
    shared.node.write(&mut out);
    Some(out.0)
}

/// Reads the node of a remote split point, if nobody has. A node that cannot be read, or has
/// another tag and is not the root, is dropped: its move is not searched.
#[cold]
pub fn deserialize<B: Board>(
    kernel: B::Kernel,
    evaluator: &Evaluator<'_>,
    node_tag: u8,
    split: &SplitPoint,
) {
    let Some(bytes) = RemoteSplitPoint::unread_node(split) else { return };
    let mut from = ByteReader(bytes);
    // The root is below no other split point.
    let read = match from.u8() {
        Some(SharedRoot::TAG) if split.parent().is_none() => {
            deserialize_as::<B, SharedRoot>(kernel, evaluator, split, &mut from)
        }
        Some(tag) if tag != node_tag => None,
        Some(FullNode::TAG) => deserialize_as::<B, FullNode>(kernel, evaluator, split, &mut from),
        Some(AxonNode::TAG) => deserialize_as::<B, AxonNode>(kernel, evaluator, split, &mut from),
        _ => None,
    };
    if read.is_none() {
        split.cancel();
    }
}

fn deserialize_as<B: Board, N: SerializedNode>(
    kernel: B::Kernel,
    evaluator: &Evaluator<'_>,
    split: &SplitPoint,
    from: &mut ByteReader<'_>,
) -> Option<()> {
    split.set_payload(Box::new(read::<B, N>(kernel, evaluator, split.place, from)?));
    Some(())
}

fn read<B: Board, N: SerializedNode>(
    kernel: B::Kernel,
    evaluator: &Evaluator<'_>,
    at: DepthWindow,
    from: &mut ByteReader<'_>,
) -> Option<SharedNode<B, N>> {
    let key = from.u64()?;
    let chess960 = from.flag()?;
    let mut setup = Setup::from_fen(from.text()?).ok()?;
    setup.state.chess960 |= chess960;
    let board = B::new(&setup, kernel);
    if board.state().key != key {
        return None;
    }
    let accumulator = evaluator.accumulate(&board);
    let last_move = Move(from.u16()?);
    let previous = [PieceTo::from_bits(from.u16()?), PieceTo::from_bits(from.u16()?)];
    let earlier = [from.i16()?, from.i16()?, from.i16()?, from.i16()?];
    let killers = [Move(from.u16()?), Move(from.u16()?)];
    let evaluation = from.i16()?;
    let count = from.count(8)?;
    let keys = (0..count).map(|_| from.u64()).collect::<Option<Vec<_>>>()?;
    let (root_depth, verified_until) = (from.u32()? as usize, from.u32()? as usize);
    let pv = from.flag()?;
    let node = N::read(from, at)?;
    Some(SharedNode {
        position: Mutex::new((board, accumulator)),
        last_move,
        previous,
        earlier,
        killers,
        evaluation,
        keys,
        root_depth,
        verified_until,
        pv,
        node,
    })
}
