//! Whether the score of a record follows from its games.

use super::hall;
use super::record::MatchRecord;

impl MatchRecord {
    /// What does not follow; nothing where all does. That its games can have been played is looked
    /// at when it is read.
    pub fn faults(&self) -> Vec<String> {
        let mut anew = self.clone();
        hall::update(&mut anew);
        let mut faults = Vec::new();
        if anew.result != self.result {
            faults.push("its score is not that of its games".to_owned());
        }
        if anew.sprt != self.sprt {
            faults.push("its test does not stand as its games have it".to_owned());
        }
        if self.complete && !anew.complete {
            let (games, wanted) = (self.games.len(), self.games_wanted);
            faults.push(format!("it says that it is complete, with {games} of {wanted} games"));
        }
        faults
    }
}
