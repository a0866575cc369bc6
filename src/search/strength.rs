//! Playing below full strength.
//!
//! A weak player overlooks things, everywhere and a little: it searches few nodes to a small depth
//! with an evaluation that misjudges positions ([`Noise`]). What it plays is the best move of that
//! search; it never takes a good move back for a bad one, which is how people do not play.

use super::limits::Limits;
use nucleus_core::eval::Noise;
use nucleus_core::types::Score;

/// A step of the ladder: what is left to an engine of a strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StrengthStep {
    /// The rating, of matches with the neighbours and with GNU Chess, whose public rating is the
    /// anchor; docs/STRENGTH.md has them.
    pub elo: u32,
    /// The nodes of a move.
    pub nodes: u64,
    /// The deepest iteration.
    pub depth: u32,
    /// The most that the evaluation is off, in centipawns.
    pub noise: Score,
}

/// The ladder, from a beginner up, in about equal steps of measured rating (`cargo xtask figures strengths`).
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

/// The least and the highest rating that can be asked for.
pub const ELO_RANGE: [u32; 2] = [LADDER[0].elo, LADDER[LADDER.len() - 1].elo];

/// The highest skill level, which is full strength.
pub const FULL_SKILL: u32 = 20;

/// The handicap of an engine: its strength, and the errors that it makes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handicap {
    /// The limits that are left to it.
    pub step: StrengthStep,
    /// Chooses the errors of the evaluation.
    pub seed: u64,
}

impl StrengthStep {
    /// A strength between two steps of the ladder: nodes by their logarithm, the rest in
    /// proportion. Ratings beyond the ladder are those of its ends.
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

    /// A skill level, 0 to 19, in equal steps of rating; none at full strength.
    pub fn of_skill(level: u32) -> Option<Self> {
        let [low, high] = ELO_RANGE;
        (level < FULL_SKILL).then(|| Self::of_elo(low + (high - low) * level / FULL_SKILL))
    }
}

impl Handicap {
    /// The limits of a search, and its own where they are narrower.
    pub fn limit(&self, limits: &Limits) -> Limits {
        let StrengthStep { nodes, depth, .. } = self.step;
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |asked| asked.min(nodes))),
            depth: Some(limits.depth.map_or(depth, |asked| asked.min(depth))),
            ..limits.clone()
        }
    }

    /// Returns by how much it misjudges positions.
    pub const fn noise(&self) -> Noise {
        Noise { amplitude: self.step.noise, seed: self.seed }
    }
}
