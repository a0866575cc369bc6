use super::arbiter::Arbiter;
use nucleus_core::board::Setup;
use nucleus_core::types::Move;

/// The start of a pair of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The opening's name, or its moves.
    pub name: String,
    /// The position from which `moves` are played.
    pub setup: Setup,
    /// The moves played from `setup` before the engines take over.
    pub moves: Vec<Move>,
}

impl Opening {
    /// Checks that a game can be played from this opening.
    ///
    /// # Errors
    /// A sentence with the reason.
    pub fn check(&self) -> Result<(), String> {
        let mut arbiter = Arbiter::new(&self.setup);
        self.moves.iter().for_each(|&chess_move| arbiter.play(chess_move));
        match arbiter.ending() {
            Some(ending) => Err(format!("the game is over before it begins: {ending:?}")),
            None => Ok(()),
        }
    }
}
