//! Playing below full strength.
//!
//! A weak player makes small errors everywhere: it searches few nodes to a small depth with an
//! evaluation that misjudges positions ([`Noise`]). It plays the best move of that search, and
//! never replaces a good move by a bad one, as people do not play that way.

use super::limits::Limits;
use nucleus_core::eval::Noise;
use nucleus_core::types::Score;

/// A step of the ladder: the limits of an engine with a given strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StrengthStep {
    /// The rating, from matches with the neighbouring steps and with GNU Chess, whose public rating
    /// is the anchor; see docs/PLAYING.md.
    pub elo: u32,
    /// Number of nodes per move.
    pub nodes: u64,
    /// The largest depth, in plies.
    pub depth: u32,
    /// The largest error of the evaluation, in centipawns.
    pub noise: Score,
}

/// The ladder from a beginner up, in about equal steps of rating (`cargo xtask figures strengths` measures
/// it).
pub const LADDER: [StrengthStep; 8] = [
    StrengthStep { elo: 150, nodes: 64, depth: 3, noise: 300 },
    StrengthStep { elo: 430, nodes: 118, depth: 4, noise: 239 },
    StrengthStep { elo: 730, nodes: 210, depth: 4, noise: 190 },
    StrengthStep { elo: 1030, nodes: 390, depth: 5, noise: 146 },
    StrengthStep { elo: 1290, nodes: 759, depth: 7, noise: 113 },
    StrengthStep { elo: 1580, nodes: 1_566, depth: 8, noise: 85 },
    StrengthStep { elo: 1890, nodes: 3_499, depth: 9, noise: 62 },
    StrengthStep { elo: 2180, nodes: 8_989, depth: 10, noise: 42 },
];

/// The lowest and the highest rating.
pub const ELO_RANGE: [u32; 2] = [LADDER[0].elo, LADDER[LADDER.len() - 1].elo];

/// The highest skill level, which is full strength.
pub const FULL_SKILL: u32 = 20;

/// The handicap of an engine: its limits, and the seed of its errors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handicap {
    /// Limits of the strength.
    pub step: StrengthStep,
    /// Seed of the evaluation's errors.
    pub seed: u64,
}

impl StrengthStep {
    /// Returns a strength between two steps of the ladder: nodes are interpolated by their
    /// logarithm, the rest linearly. Ratings beyond the ladder are clamped to its ends.
    pub fn of_elo(elo: u32) -> Self {
        let [low, high] = ELO_RANGE;
        let elo = elo.clamp(low, high);
        let above = LADDER.iter().position(|step| step.elo >= elo).unwrap_or(LADDER.len() - 1);
        let (from, to) = (LADDER[above.saturating_sub(1)], LADDER[above]);
        if to.elo == elo {
            return to;
        }
        let share = f64::from(elo - from.elo) / f64::from(to.elo - from.elo);
        let between = |from: f64, to: f64| from + (to - from) * share;
        Self {
            elo,
            nodes: between((from.nodes as f64).ln(), (to.nodes as f64).ln()).exp().round() as u64,
            depth: between(from.depth.into(), to.depth.into()).round() as u32,
            noise: between(from.noise.into(), to.noise.into()).round() as Score,
        }
    }

    /// Returns the strength of a skill level, 0 to 19. The levels are equal steps of rating. `None` for
    /// [`FULL_SKILL`] and above, which is full strength.
    pub fn of_skill(level: u32) -> Option<Self> {
        let [low, high] = ELO_RANGE;
        (level < FULL_SKILL).then(|| Self::of_elo(low + (high - low) * level / FULL_SKILL))
    }
}

impl Handicap {
    /// Returns the stricter of a search's limits and the handicap's.
    pub fn limit(&self, limits: &Limits) -> Limits {
        let StrengthStep { nodes, depth, .. } = self.step;
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
            depth: Some(limits.depth.map_or(depth, |limit| limit.min(depth))),
            ..limits.clone()
        }
    }

    /// Returns the error of the engine's evaluation.
    pub const fn noise(&self) -> Noise {
        Noise { amplitude: self.step.noise, seed: self.seed }
    }
}
