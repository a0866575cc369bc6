use super::fault::FileFault;
use super::options::SelfPlayOptions;
use super::tally::GamesTally;
use nucleus_search::{SearchEngine, Signals};

/// A store of the games of a run, in the order of their numbers.
pub trait GamesStore {
    /// The part of a game that is kept.
    type Game: Send;

    /// Plays the game of a number, in any thread; `None` when a signal ended it.
    fn play(
        options: &SelfPlayOptions,
        engine: &mut SearchEngine,
        number: u32,
        signals: &Signals,
    ) -> Option<Self::Game>;

    /// The counts of the games that are kept.
    fn tally(&self) -> &GamesTally;

    /// Keeps the next game.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&mut self, game: &Self::Game) -> Result<(), FileFault>;
}
