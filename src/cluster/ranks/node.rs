//! A split point's node, as ranks send it to each other.

use std::any::Any;

use serde::{Deserialize, Serialize};

use nucleus_core::board::{Board, RulesBoard, Setup, fen};
use nucleus_core::kernels::portable;
use nucleus_core::types::Move;
use nucleus_search::ProfileName;
use nucleus_search::distributed::{
    AxonNode, DepthWindow, FullNode, Node, NodeState, PieceTo, SharedNode, SharedRoot, SplitPoint,
    pack, unpack,
};

/// Returns the encoding of moves in messages.
pub fn bits_of(moves: &[Move]) -> Vec<u16> {
    moves.iter().map(|chess_move| chess_move.0).collect()
}

/// Decodes moves of a message, without a check that they are legal.
pub fn moves_of(bits: &[u16]) -> Vec<Move> {
    bits.iter().copied().map(Move).collect()
}

/// A split point's node, with what a search needs to continue from it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SentNode {
    fen: String,
    chess960: bool,
    key: u64,
    last_move: u16,
    previous: [u16; 2],
    earlier: [i16; 4],
    killers: [u16; 2],
    evaluation: i16,
    keys: Vec<u64>,
    root_depth: usize,
    verified_until: usize,
    pv: bool,
    searcher: SentSearcher,
}

/// The part of a node that depends on the searcher.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum SentSearcher {
    #[default]
    Root,
    Axon,
    Full(Box<SentFullNode>),
}

/// The part of a node of profile `full` or `umko`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct SentFullNode {
    cut_node: bool,
    allow_null: bool,
    excluded: u16,
    known: Option<u64>,
    table_move: u16,
    table_score: i16,
    in_check: bool,
    evaluation: i32,
    improving: bool,
    before: [u16; 2],
    discoverers: u64,
    short_of_flights: bool,
    keeps_checks: bool,
    forced: bool,
    extension: i32,
    counter: u16,
}

impl SentNode {
    /// Returns the node of a split point of this process; `None` for an unknown kind of node.
    pub fn from_split_point(split: &SplitPoint) -> Option<Self> {
        if let Some(shared) = split.payload::<SharedNode<SharedRoot>>() {
            return Some(Self::new(shared, SentSearcher::Root));
        }
        if let Some(shared) = split.payload::<SharedNode<AxonNode>>() {
            return Some(Self::new(shared, SentSearcher::Axon));
        }
        let shared = split.payload::<SharedNode<FullNode>>()?;
        Some(Self::new(shared, SentSearcher::Full(Box::new(SentFullNode::new(&shared.node)))))
    }

    fn new<N>(shared: &SharedNode<N>, searcher: SentSearcher) -> Self {
        let state = &shared.setup.state;
        Self {
            fen: fen::format(&shared.setup.planes, state),
            chess960: state.chess960,
            key: state.key,
            last_move: shared.last_move.0,
            previous: shared.previous.map(PieceTo::bits),
            earlier: shared.earlier,
            killers: shared.killers.map(|killer| killer.0),
            evaluation: shared.evaluation,
            keys: shared.keys.clone(),
            root_depth: shared.root_depth,
            verified_until: shared.verified_until,
            pv: shared.pv,
            searcher,
        }
    }

    /// Returns the payload of a split point at this rank. `None` if the position is invalid, the node belongs
    /// to another searcher than `profile`, or it is a root below another split point.
    pub fn payload(
        self,
        at: DepthWindow,
        profile: ProfileName,
        is_below: bool,
    ) -> Option<Box<dyn Any + Send + Sync>> {
        let is_axon = profile == ProfileName::Axon;
        Some(match &self.searcher {
            SentSearcher::Root if !is_below => Box::new(self.shared(SharedRoot::default())?),
            SentSearcher::Axon if is_axon => Box::new(self.shared(AxonNode)?),
            SentSearcher::Full(full) if !is_axon => {
                let node = full.node(self.key, at);
                Box::new(self.shared(node)?)
            }
            _ => return None,
        })
    }

    fn shared<N>(self, node: N) -> Option<SharedNode<N>> {
        let mut setup = Setup::from_fen(&self.fen).ok()?;
        setup.state.chess960 |= self.chess960;
        setup.state.key = RulesBoard::new(&setup, portable::Token).state().key;
        (setup.state.key == self.key).then(|| SharedNode {
            setup,
            last_move: Move(self.last_move),
            previous: self.previous.map(PieceTo::from_bits),
            earlier: self.earlier,
            killers: self.killers.map(Move),
            evaluation: self.evaluation,
            keys: self.keys,
            root_depth: self.root_depth,
            verified_until: self.verified_until,
            pv: self.pv,
            node,
        })
    }
}

impl SentFullNode {
    fn new(full: &FullNode) -> Self {
        let FullNode { node, state } = full;
        Self {
            cut_node: node.cut_node,
            allow_null: node.allow_null,
            excluded: node.excluded.0,
            known: state.known.map(|entry| pack(entry, 0)),
            table_move: state.table_move.0,
            table_score: state.table_score,
            in_check: state.in_check,
            evaluation: state.evaluation,
            improving: state.improving,
            before: state.before.map(PieceTo::bits),
            discoverers: state.discoverers,
            short_of_flights: state.short_of_flights,
            keeps_checks: state.keeps_checks,
            forced: state.forced,
            extension: state.extension,
            counter: state.counter.0,
        }
    }

    fn node(&self, key: u64, at: DepthWindow) -> FullNode {
        let node = Node {
            at,
            cut_node: self.cut_node,
            allow_null: self.allow_null,
            excluded: Move(self.excluded),
        };
        let state = NodeState {
            key,
            known: self.known.map(unpack),
            table_move: Move(self.table_move),
            table_score: self.table_score,
            in_check: self.in_check,
            evaluation: self.evaluation,
            improving: self.improving,
            before: self.before.map(PieceTo::from_bits),
            discoverers: self.discoverers,
            short_of_flights: self.short_of_flights,
            keeps_checks: self.keeps_checks,
            forced: self.forced,
            extension: self.extension,
            counter: Move(self.counter),
        };
        FullNode { node, state }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::MatrixBoard;
    use nucleus_search::distributed::{NodeResult, SplitProgress, Window};

    #[test]
    fn a_node_is_read_where_it_is_one_of_this_search() {
        let setup = Setup::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 3 9").unwrap();
        let key = MatrixBoard::new(&setup, portable::Token).state().key;
        let at = DepthWindow { window: Window::OPEN, depth: 11, ply: 2 };
        let full = SentFullNode { counter: 7, ..SentFullNode::default() };
        let node = |searcher| SentNode {
            fen: fen::format(&setup.planes, &setup.state),
            key,
            keys: vec![5, key],
            searcher,
            ..SentNode::default()
        };
        let full = node(SentSearcher::Full(Box::new(full)));
        let read = |node: &SentNode, profile, is_below| {
            let payload = node.clone().payload(at, profile, is_below)?;
            SentNode::from_split_point(&SplitPoint::external(
                None,
                at,
                payload,
                Vec::new(),
                SplitProgress::new(at.window, NodeResult::EMPTY),
            ))
        };
        assert_eq!(read(&full, ProfileName::Umko, true).as_ref(), Some(&full));
        assert_eq!(read(&full, ProfileName::Axon, true), None, "another searcher's");
        let other = SentNode { key: 3, ..full.clone() };
        assert_eq!(read(&other, ProfileName::Full, true), None, "another position");
        let root = node(SentSearcher::Root);
        assert_eq!(read(&root, ProfileName::Axon, false).as_ref(), Some(&root));
        assert_eq!(read(&root, ProfileName::Axon, true), None, "a root below a node");
    }
}
