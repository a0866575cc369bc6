use std::sync::Arc;

use nucleus_core::eval::Values;
use nucleus_core::kernels::Choice;
use nucleus_core::types::Score;
use nucleus_search::{EngineOptions, Limits, ProfileName};

/// The options that determine the games of a run: the same options give the same games on every machine and
/// with any number of threads.
#[derive(Clone, Debug)]
pub struct SelfPlayOptions {
    /// Seed of the openings.
    pub seed: u64,
    /// The most nodes of a search.
    pub nodes: u64,
    /// Number of nodes after which a search begins no new iteration.
    pub soft_nodes: Option<u64>,
    /// Size of each game's transposition table, in MiB.
    pub hash: usize,
    /// The least and the most random opening moves.
    pub random_plies: [usize; 2],
    /// The moves of a hundred, after the opening, that are random ones instead of the engine's.
    pub random_moves: u32,
    /// The games of a hundred that begin with a Chess960 position.
    pub chess960: u32,
    /// The largest absolute search score of a balanced opening, in centipawns.
    pub balance: Score,
    /// Weights of the engine; `None` for the profile's own.
    pub weights: Option<Arc<Values>>,
    /// Bound of the positional part, in centipawns; `None` for the profile's own.
    pub bound: Option<Score>,
    /// Kernels of the engine; they do not change the games.
    pub choice: Choice,
}

impl Default for SelfPlayOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            nodes: 12_000,
            soft_nodes: Some(1_200),
            hash: 2,
            random_plies: [6, 10],
            random_moves: 0,
            chess960: 10,
            balance: 120,
            weights: None,
            bound: None,
            choice: Choice::best(),
        }
    }
}

impl SelfPlayOptions {
    /// Returns the limits of a search.
    pub fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes), soft_nodes: self.soft_nodes, ..Limits::default() }
    }

    /// Returns the options that determine the games, as text.
    pub fn words(&self) -> String {
        let Self { seed, nodes, hash, random_plies: [least, most], balance, .. } = self;
        // Without a share the text is that of earlier versions, so that their games can be continued.
        let share = |name, percent| match percent {
            0 => String::new(),
            percent => format!(", {name} {percent} %"),
        };
        let (shuffled, random) =
            (share("Chess960", self.chess960), share("random moves", self.random_moves));
        let soft = self.soft_nodes.map_or(String::new(), |soft| format!(", soft nodes {soft}"));
        let player = self.engine();
        let rows = player.values().rows().as_flattened().iter();
        let weights = rows.fold(0xcbf2_9ce4_8422_2325_u64, |hash, &value| {
            (hash ^ u64::from(value as u32)).wrapping_mul(0x0100_0000_01b3)
        });
        let bound = player.evaluation().bound;
        format!(
            "seed {seed}, nodes {nodes}{soft}, hash {hash}, random plies {least} to {most}{random}{shuffled}, \
             balance {balance}, weights {weights:016x}, bound {bound}"
        )
    }

    /// Returns the options of the engine that plays.
    pub fn engine(&self) -> EngineOptions {
        EngineOptions {
            choice: self.choice,
            profile: ProfileName::Full,
            bound: self.bound,
            weights: self.weights.clone(),
            ..EngineOptions::default()
        }
    }
}

/// Adjudication: decided games end early. The scores of both sides count.
pub(super) mod agreed {
    use nucleus_core::types::Score;

    /// The minimum absolute score of a won game, in centipawns.
    pub const WON: Score = 1_200;
    /// The number of consecutive plies with scores of at least [`WON`] that end a won game.
    pub const WON_PLIES: usize = 6;
    /// The maximum absolute score of a drawn game, in centipawns.
    pub const EVEN: Score = 8;
    /// The number of consecutive plies with scores of at most [`EVEN`] that end a drawn game.
    pub const EVEN_PLIES: usize = 12;
    /// The first ply whose score counts towards a draw.
    pub const EVEN_FROM: usize = 80;
    /// Number of plies after which a game is drawn.
    pub const MOST_PLIES: usize = 400;
}
