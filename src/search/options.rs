//! The options of an engine.

use super::parallel::ParallelSearch;
use super::parameters::Parameters;
use super::profile::ProfileName;
use super::strength::Handicap;
use super::tables::Tablebases;
use super::task::DistributedSearch;
use nucleus_core::board::BoardType;
use nucleus_core::eval::{self, Evaluator, MaterialSet, Values};
use nucleus_core::kernels::Choice;
use nucleus_core::types::Score;

/// The most threads that a search may have.
pub const MAX_THREADS: usize = 1024;

/// The options of an engine, which may change between searches.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Which kernels run.
    pub choice: Choice,
    /// Which board they run on, `None` for the profile's own; the tree is the same. See
    /// [`EngineOptions::board_type`].
    pub board: Option<BoardType>,
    /// The searcher.
    pub profile: ProfileName,
    /// The techniques of profile `full`, `None` for those that it plays with; see
    /// [`super::switch_techniques`]. Scores in the table are of these too.
    pub techniques: Option<Parameters>,
    /// The number of variations that are reported (MultiPV).
    pub multipv: usize,
    /// The number of threads that search, 1 to [`MAX_THREADS`].
    pub threads: usize,
    /// The way in which threads share a search; `None` for the profile's own
    /// ([`ProfileName::parallel`]).
    pub parallel: Option<ParallelSearch>,
    /// Called in every thread of a search, with the thread's number, before it searches: to pin the
    /// thread to a processor, which this library cannot by itself.
    pub place_thread: Option<fn(usize)>,
    /// The other processes that share the searches, if there are any.
    pub distributed: Option<std::sync::Arc<dyn DistributedSearch<Self>>>,
    /// The contempt: the cost of a draw to the side to move at the root, in centipawns.
    pub contempt: Score,
    /// Below full strength: what is left to the engine, which then searches as `full` does, in one
    /// thread. `None` for full strength. Scores in the table are of this too.
    pub handicap: Option<Handicap>,
    /// Automatic depth control: the depth is chosen before a search so that it fits the time, and
    /// nothing but that depth and the hard deadline ends it.
    pub automatic_depth: bool,
    /// The values of the pieces. Scores in the table are of the options they were searched with:
    /// [`super::SearchEngine::clear`] when these change.
    pub material: MaterialSet,
    /// The bound of the positional part, `None` for the profile's own ([`ProfileName::bound`]).
    /// Scores in the table are of this too.
    pub bound: Option<Score>,
    /// The weights of the evaluation, `None` for the profile's own ([`ProfileName::values`]). Scores in
    /// the table are of these too.
    pub weights: Option<std::sync::Arc<eval::Values>>,
    /// The tuning paper's evaluation with its weights, in the place of the engine's own. Below full
    /// strength it is not used. Scores in the table are of these too.
    pub paper29: Option<std::sync::Arc<eval::paper29::Paper29>>,
    /// The network that profile `full` evaluates with in the place of the additive evaluation; below full
    /// strength it is not used. Scores in the table are of it too.
    pub network: Option<std::sync::Arc<eval::network::Network>>,
    /// Profile `axon` with the tuning paper's evaluation tries quiet checks at the first ply of the
    /// quiescence search.
    pub quiescence_checks: bool,
    /// Endgame tables; profile `axon` does not use them. Scores in the table are of these too.
    pub tables: Option<std::sync::Arc<dyn Tablebases>>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            choice: Choice::best(),
            board: None,
            profile: ProfileName::default(),
            techniques: None,
            multipv: 1,
            threads: 1,
            parallel: None,
            place_thread: None,
            distributed: None,
            contempt: 0,
            handicap: None,
            automatic_depth: false,
            material: MaterialSet::default(),
            bound: None,
            weights: None,
            paper29: None,
            network: None,
            quiescence_checks: false,
            tables: None,
        }
    }
}

impl EngineOptions {
    /// The board that runs: the one chosen, else the profile's. Where [`EngineOptions::check_board`]
    /// refuses the one chosen, it is the profile's.
    pub fn board_type(&self) -> BoardType {
        self.board.filter(|_| self.check_board().is_ok()).unwrap_or_else(|| self.profile.board())
    }

    /// The parallel search of this number of threads: the one chosen, else the profile's.
    pub fn way(&self, threads: usize) -> ParallelSearch {
        self.parallel.unwrap_or(self.profile.parallel(threads))
    }

    /// The number of threads that search where there are this many: at most
    /// [`ParallelSearch::most_threads`].
    pub fn used_of(&self, threads: usize) -> usize {
        threads.min(self.way(threads).most_threads())
    }

    /// Checks that the searcher plays on the board that is chosen.
    ///
    /// # Errors
    /// When it is `axon32` and the searcher not `axon`: the board is compiled for that one alone.
    pub fn check_board(&self) -> Result<(), String> {
        let axon32 = BoardType::Axon32;
        if self.board != Some(axon32) || self.searcher() == ProfileName::Axon {
            return Ok(());
        }
        let searcher = match self.handicap {
            Some(_) => "play below full strength".to_owned(),
            None => format!("profile {}", self.profile),
        };
        Err(format!(
            "board {axon32} is for profile {} alone, not for {searcher}",
            ProfileName::Axon
        ))
    }

    /// The weights that are played with: those that are given, else the profile's; below full
    /// strength the paper's, since the ladder of strengths was measured with them.
    pub fn values(&self) -> &Values {
        if let Some(values) = &self.weights {
            return values;
        }
        if self.handicap.is_some() { Values::compiled() } else { self.profile.values() }
    }

    /// Returns the options of the evaluation beside its weights. Below full strength the bound is the
    /// paper's unless another is given, as the weights are.
    pub fn evaluation(&self) -> eval::Options {
        let own = || match self.handicap {
            Some(_) => eval::Options::BOUND,
            None => self.profile.bound(),
        };
        eval::Options { material: self.material, bound: self.bound.unwrap_or_else(own) }
    }

    /// Returns the parameters of the selective search.
    pub fn parameters(&self) -> Parameters {
        match (self.searcher(), self.techniques) {
            // The ladder of strengths was measured without it.
            (ProfileName::Full, None) if self.handicap.is_some() => {
                Parameters { mate_share: 0, ..Parameters::TUNED }
            }
            (ProfileName::Full, Some(parameters)) => parameters,
            (ProfileName::Umko, _) => Parameters::UMKO,
            // Profile axon reads none.
            _ => Parameters::TUNED,
        }
    }

    /// Returns the evaluation of a search with these options.
    pub fn evaluator(&self) -> Evaluator<'_> {
        let (values, options) = (self.values(), self.evaluation());
        let network = self.network.as_ref().filter(|_| self.profile == ProfileName::Full);
        match (&self.handicap, &self.paper29, network) {
            (Some(handicap), ..) => Evaluator::noisy(values, options, handicap.noise()),
            (None, Some(paper29), _) => Evaluator::paper29(paper29),
            (None, None, Some(network)) => Evaluator::network(network, values, options),
            (None, None, None) => Evaluator::additive(values, options),
        }
    }

    /// The profile that searches: below full strength it is always `full`.
    pub const fn searcher(&self) -> ProfileName {
        if self.handicap.is_some() { ProfileName::Full } else { self.profile }
    }
}

#[cfg(test)]
mod tests {
    use super::super::strength::LADDER;
    use super::*;

    /// The ladder of strengths was measured with the paper's weights and bound, whatever the profile
    /// plays with at full strength.
    #[test]
    fn below_full_strength_the_paper_s_evaluation_plays() {
        for profile in ProfileName::ALL {
            let own = EngineOptions { profile, ..EngineOptions::default() };
            assert_eq!(own.values(), profile.values());
            assert_eq!(own.evaluation().bound, profile.bound());
            let handicap = Some(Handicap { step: LADDER[3], seed: 1 });
            let weak = EngineOptions { handicap, ..own };
            assert_eq!(weak.values(), Values::compiled());
            assert_eq!(weak.evaluation(), eval::Options::default());
            let bound = Some(70);
            assert_eq!(EngineOptions { bound, ..weak }.evaluation().bound, 70, "what is asked for");
        }
    }
}
