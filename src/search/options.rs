//! The options of an engine.

use super::parallel::ParallelSearch;
use super::parameters::{Margins, Parameters};
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
    /// Level and variant of the kernels.
    pub choice: Choice,
    /// Board to search on, `None` for the profile's default. The search tree does not depend on it. See
    /// [`EngineOptions::board_type`].
    pub board: Option<BoardType>,
    /// Searcher to use.
    pub profile: ProfileName,
    /// Parameters of profile `full`, `None` for its default; see [`super::switch_techniques`]. A
    /// change invalidates the scores in the table.
    pub techniques: Option<Parameters>,
    /// Number of variations that are reported (MultiPV).
    pub multipv: usize,
    /// The number of threads that search, 1 to [`MAX_THREADS`].
    pub threads: usize,
    /// Method by which threads share a search; `None` for the profile's default
    /// ([`ProfileName::parallel`]).
    pub parallel: Option<ParallelSearch>,
    /// Called in every thread of a search, with the thread's number, before the thread searches. It may pin
    /// the thread to a processor, which this library cannot do itself.
    pub place_thread: Option<fn(usize)>,
    /// The other processes that share the searches, if there are any.
    pub distributed: Option<std::sync::Arc<dyn DistributedSearch>>,
    /// The contempt: the cost of a draw to the side to move at the root, in centipawns.
    pub contempt: Score,
    /// Handicap for play below full strength; the engine then searches as `full` in one thread.
    /// `None` for full strength. A change invalidates the scores in the table.
    pub handicap: Option<Handicap>,
    /// Automatic depth control: the depth is chosen before a search to fit the time. The chosen
    /// depth replaces the soft deadline.
    pub automatic_depth: bool,
    /// The values of the pieces. A change invalidates the scores in the table: call
    /// [`super::SearchEngine::clear`] after it.
    pub material: MaterialSet,
    /// The bound of the positional part, `None` for the profile's default ([`ProfileName::bound`]).
    /// A change invalidates the scores in the table.
    pub bound: Option<Score>,
    /// The weights of the evaluation, `None` for the profile's default ([`ProfileName::values`]). A
    /// change invalidates the scores in the table.
    pub weights: Option<std::sync::Arc<eval::Values>>,
    /// The tuning paper's evaluation with its weights, used instead of the engine's own except
    /// below full strength. A change invalidates the scores in the table.
    pub paper29: Option<std::sync::Arc<eval::paper29::Paper29>>,
    /// The network of profile `full`, used instead of the additive evaluation except below full
    /// strength and with `paper29`. A change invalidates the scores in the table.
    pub network: Option<std::sync::Arc<eval::network::Network>>,
    /// True if profile `axon` with the tuning paper's evaluation tries quiet checks at the first
    /// ply of the quiescence search.
    pub quiescence_checks: bool,
    /// Endgame tables; profile `axon` does not use them. A change invalidates the scores in the table.
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
    /// Returns the board in use: the selected one or, if none is selected or
    /// [`EngineOptions::check_board`] refuses it, the profile's.
    pub fn board_type(&self) -> BoardType {
        self.board.filter(|_| self.check_board().is_ok()).unwrap_or_else(|| self.profile.board())
    }

    /// Returns the parallel search for this number of threads: the selected one, else the profile's.
    pub fn way(&self, threads: usize) -> ParallelSearch {
        self.parallel.unwrap_or(self.profile.parallel(threads))
    }

    /// Returns the number of threads that search, out of `threads`: at most
    /// [`ParallelSearch::most_threads`].
    pub fn used_of(&self, threads: usize) -> usize {
        threads.min(self.way(threads).most_threads())
    }

    /// Checks that the searcher supports the selected board.
    ///
    /// # Errors
    /// If the board is `axon32` and the searcher is not `axon`: the board has code for `axon` only.
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

    /// Returns the weights in use: the selected ones, else the profile's. Below full strength, the
    /// paper's replace the profile's, since the ladder of strengths was measured with them.
    pub fn values(&self) -> &Values {
        if let Some(values) = &self.weights {
            return values;
        }
        if self.handicap.is_some() { Values::compiled() } else { self.profile.values() }
    }

    /// Returns the options of the evaluation other than its weights. Below full strength the
    /// default bound is the paper's, like the weights.
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
            // The ladder of strengths was measured without the mate search.
            (ProfileName::Full, None) if self.handicap.is_some() => {
                Parameters { mate_share: 0, margins: Margins::BY_HAND, ..Parameters::TUNED }
            }
            // The tuned margins fit the network's scores.
            (ProfileName::Full, None) if self.network.is_none() => {
                Parameters { margins: Margins::BY_HAND, ..Parameters::TUNED }
            }
            (ProfileName::Full, Some(parameters)) => parameters,
            (ProfileName::Umko, _) => Parameters::UMKO,
            // Profile axon does not read the parameters.
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

    /// Returns the profile that searches: below full strength always `full`.
    pub const fn searcher(&self) -> ProfileName {
        if self.handicap.is_some() { ProfileName::Full } else { self.profile }
    }
}

#[cfg(test)]
mod tests {
    use super::super::strength::LADDER;
    use super::*;

    /// The ladder of strengths was measured with the paper's weights and bound, whatever the
    /// profile uses at full strength.
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
