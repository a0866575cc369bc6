use super::arbiter::Arbiter;
use nucleus_core::board::Setup;
use nucleus_core::types::Move;

/// Start position of a pair of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Name of the opening, or its line.
    pub name: String,
    /// The position it starts from.
    pub setup: Setup,
    /// The moves that are played from there before the engines take over.
    pub moves: Vec<Move>,
}

impl Opening {
    /// Refuses an opening from which no game can be played.
    ///
    /// # Errors
    /// A sentence that says why.
    pub fn check(&self) -> Result<(), String> {
        let mut arbiter = Arbiter::new(&self.setup);
        self.moves.iter().for_each(|&chess_move| arbiter.play(chess_move));
        match arbiter.ending() {
            Some(ending) => Err(format!("the game is over before it begins: {ending:?}")),
            None => Ok(()),
        }
    }
}
