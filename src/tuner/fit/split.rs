//! The split into training, validation and test games.

use super::rows::TraceRows;
use nucleus_core::types::Random;

/// Of ten games, about one is for validation, which selects the best pass, and one for the test,
/// which decides nothing.
const PARTS: usize = 10;

/// Indices of positions by use; all positions of a game have the same use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameSplit {
    /// Positions that weights are fitted to.
    pub training: Vec<u32>,
    /// Positions that select the best pass.
    pub validation: Vec<u32>,
    /// Positions that results are reported on.
    pub test: Vec<u32>,
    /// Number of games of each use.
    pub games: [usize; 3],
}

impl GameSplit {
    /// Splits the games.
    ///
    /// # Errors
    /// If a part would be empty because there are too few games.
    pub fn checked(rows: &TraceRows, seed: u64) -> Result<Self, String> {
        let split = Self::new(rows, seed);
        match split.games.contains(&0) {
            true => Err(format!(
                "{} games are too few to be split into training, validation and test games",
                split.games.iter().sum::<usize>()
            )),
            false => Ok(split),
        }
    }

    /// Splits by a hash of each game's number and the seed.
    pub fn new(rows: &TraceRows, seed: u64) -> Self {
        let mut split = Self::default();
        let mut games = [const { Vec::new() }; 3];
        for (number, row) in rows.iter().enumerate() {
            let game = row.head.game;
            let mut random = Random::new(Random::new(seed ^ u64::from(game) << 32).bits());
            let (part, index) = match random.below(PARTS) {
                0 => (&mut split.validation, 1),
                1 => (&mut split.test, 2),
                _ => (&mut split.training, 0),
            };
            part.push(number as u32);
            games[index].push(game);
        }
        split.games = games.map(|mut games| {
            games.sort_unstable();
            games.dedup();
            games.len()
        });
        split
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::TraceHead;
    use super::*;

    #[test]
    fn games_are_whole_and_a_tenth_is_a_tenth() {
        let mut rows = TraceRows::default();
        for position in 0..20_000 {
            rows.push(TraceHead { game: position % 4_000, ..TraceHead::default() }, []);
        }
        let split = GameSplit::new(&rows, 3);
        assert_eq!(split, GameSplit::new(&rows, 3));
        assert_ne!(split, GameSplit::new(&rows, 4));
        assert_eq!(split.games.iter().sum::<usize>(), 4_000, "no game is in two parts");
        for (part, games) in [(&split.validation, split.games[1]), (&split.test, split.games[2])] {
            assert!((300..500).contains(&games), "{games}");
            assert_eq!(part.len(), 5 * games);
        }
        assert_eq!(split.training.len() + split.validation.len() + split.test.len(), 20_000);
    }
}
