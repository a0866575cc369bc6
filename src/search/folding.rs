//! A node that is shared, as bytes: what ranks send each other of split points.

use super::bytes::{ByteReader, ByteWriter};
use super::instance::Instance;
use super::ordering::PieceTo;
use super::parallel::SplitPoint;
use super::sharing::{SharedNode, SharedNodeOf};
use super::worker::Worker;
use nucleus_core::board::{Board, Setup, fen};
use nucleus_core::eval::Evaluator;
use nucleus_core::types::Move;

/// What a searcher adds to a shared node, as bytes.
pub trait FoldedNode: Sized + Send + Sync + 'static {
    /// Tells it from others that the same search may share. 0 is the root's, which is tried first.
    const TAG: u8;

    /// Appends it.
    fn write(&self, out: &mut ByteWriter);

    /// Reads it.
    fn read(from: &mut ByteReader<'_>) -> Option<Self>;
}

/// The node of a split point as bytes, when the searcher added this to it.
pub fn fold<I: Instance, N: FoldedNode>(split: &SplitPoint) -> Option<Vec<u8>> {
    let shared = split.payload::<SharedNodeOf<I, N>>()?;
    let mut out = ByteWriter::default();
    out.u8(N::TAG);
    let (key, line, chess960) = shared.with_board(|board: &I::Board| {
        let state = board.state();
        (state.key, fen::format(board.planes(), state), state.chess960)
    });
    out.u64(key);
    out.flag(chess960);
    out.bytes(line.as_bytes());
    out.u16(shared.last_move.0);
    shared.previous.iter().for_each(|before| out.u16(before.bits()));
    shared.earlier.iter().for_each(|&score| out.i16(score));
    shared.killers.iter().for_each(|killer| out.u16(killer.0));
    out.i16(shared.evaluation);
    out.u32(shared.keys.len() as u32);
    shared.keys.iter().for_each(|&key| out.u64(key));
    out.u32(shared.root_depth as u32);
    out.u32(shared.verified_until as u32);
    shared.node.write(&mut out);
    Some(out.0)
}

/// Reads the node of another rank's split point, if nobody has, and if the searcher added this.
/// What cannot be read is left: its move is not searched.
#[cold]
pub fn unfold<I: Instance, N: FoldedNode>(
    worker: &Worker<'_, I>,
    kernel: <I::Board as Board>::Kernel,
    split: &SplitPoint,
) {
    let Some((&tag, bytes)) = split.folded().and_then(<[u8]>::split_first) else { return };
    if tag != N::TAG && N::TAG == 0 {
        return;
    }
    let read = || read::<I, N>(worker, kernel, &mut ByteReader(bytes));
    match (tag == N::TAG).then(read).flatten() {
        Some(shared) => split.unfold(Box::new(shared)),
        None => split.cancel(),
    }
}

fn read<I: Instance, N: FoldedNode>(
    worker: &Worker<'_, I>,
    kernel: <I::Board as Board>::Kernel,
    from: &mut ByteReader<'_>,
) -> Option<SharedNodeOf<I, N>> {
    let key = from.u64()?;
    let chess960 = from.flag()?;
    let mut setup = Setup::from_fen(from.text()?).ok()?;
    setup.state.chess960 |= chess960;
    let board = I::Board::new(&setup, kernel);
    if board.state().key != key {
        return None;
    }
    let accumulator = worker.evaluator.accumulate(board.planes());
    let last_move = Move(from.u16()?);
    let previous = [PieceTo::of_bits(from.u16()?), PieceTo::of_bits(from.u16()?)];
    let earlier = [from.i16()?, from.i16()?, from.i16()?, from.i16()?];
    let killers = [Move(from.u16()?), Move(from.u16()?)];
    let evaluation = from.i16()?;
    let count = from.count(8)?;
    let keys = (0..count).map(|_| from.u64()).collect::<Option<Vec<_>>>()?;
    let (root_depth, verified_until) = (from.u32()? as usize, from.u32()? as usize);
    let node = N::read(from)?;
    let position = std::sync::Mutex::new((board, accumulator));
    Some(SharedNode {
        position,
        last_move,
        previous,
        earlier,
        killers,
        evaluation,
        keys,
        root_depth,
        verified_until,
        node,
    })
}
