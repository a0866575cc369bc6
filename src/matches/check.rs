//! Checks of a match record on reading: impossible games are refused, and a score that does not follow
//! from the games is reported.

use std::path::Path;

use super::game_record::GameRecord;
use super::pgn;
use super::record::{MAX_GAMES, MatchRecord};
use super::runner;
use super::schedule::pair_of;
use nucleus_records::envelope::{Payload, RecordKind, demand};
use nucleus_records::output::journaled;

impl MatchRecord {
    /// Checks that a match can have produced this record: the games' numbers, colours and points.
    ///
    /// # Errors
    /// A sentence that names the contradiction.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=MAX_GAMES).contains(&self.games_wanted) {
            return Err(format!("no match has {} games; 1 to {MAX_GAMES}", self.games_wanted));
        }
        if self.engines.len() < 2 {
            return Err(format!("no match has {} engines", self.engines.len()));
        }
        let encounters = self.settings.tournament.encounters(self.engines.len());
        let mut last = 0;
        for game in &self.games {
            let number = game.number;
            let wrong = |what: String| Err(format!("game {number} of the record: {what}"));
            if number > self.games_wanted {
                return wrong(format!("there are {} games", self.games_wanted));
            }
            if number <= last {
                return wrong(format!("it follows game {last}"));
            }
            last = number;
            if game.white != usize::from(number % 2 == 0) {
                return wrong(format!("engine {} cannot have had White", game.white));
            }
            if game.pair != pair_of(number, &encounters) {
                let [first, second] = game.pair;
                return wrong(format!("engines {first} and {second} do not play it"));
            }
            if game.half_points > 2 {
                return wrong(format!("{} half points are more than a game has", game.half_points));
            }
            let mut seconds =
                game.sides.iter().flat_map(|side| [side.seconds, side.longest, side.nodes_seconds]);
            if let Some(bad) = seconds.find(|seconds| !(0.0..1e9).contains(seconds)) {
                return wrong(format!("{bad} is not a number of seconds"));
            }
            // Replays the moves, which checks that they are legal.
            pgn::game(self, game)?;
        }
        Ok(())
    }
}

impl Payload for MatchRecord {
    const KIND: RecordKind = RecordKind::Match;

    fn warn(&mut self, loss: String) {
        nucleus_base::tell!("warning: the record: {loss}");
    }

    fn settle(&mut self, file: &Path) -> Result<(), String> {
        for game in journaled::<GameRecord>(file, &self.started)? {
            let at = self.games.partition_point(|other| other.number < game.number);
            // A match that ended between writing the record and clearing its journal has the game in both.
            if self.games.get(at).is_none_or(|other| other.number != game.number) {
                self.games.insert(at, game);
            }
        }
        self.check()
    }

    fn errors(&self) -> Vec<String> {
        let mut anew = self.clone();
        runner::update(&mut anew);
        let mut errors = Vec::new();
        demand(&mut errors, anew.result == self.result, || {
            "its score is not that of its games".to_owned()
        });
        demand(&mut errors, anew.sprt == self.sprt, || {
            "its test does not match its games".to_owned()
        });
        demand(&mut errors, !self.complete || anew.complete, || {
            let (games, total) = (self.games.len(), self.games_wanted);
            format!("it is marked as complete, but has {games} of {total} games")
        });
        errors
    }

    fn content(&self) -> String {
        format!("{} games of {} engines", self.games.len(), self.engines.len())
    }
}
