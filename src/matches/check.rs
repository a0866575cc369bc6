//! Checks of a record that is read: impossible games are refused, and a score that does not follow
//! from its games is reported.

use std::path::Path;

use super::journal::Journal;
use super::pgn;
use super::record::{MAX_GAMES, MatchRecord, SCHEMA};
use super::runner;
use super::schedule::pair_of;
use nucleus_base::text::line;
use nucleus_records::json::RawRecord;

impl MatchRecord {
    /// Reads a record, and the games that the journal beside it has beyond it.
    ///
    /// # Errors
    /// A sentence, when it cannot be read, is no record of this version, or holds what no match
    /// can have written.
    pub fn read(path: &Path) -> Result<Self, String> {
        let said = |what: String| format!("{}: {what}", path.display());
        let text =
            nucleus_base::files::read_to_string(path).map_err(|error| said(error.to_string()))?;
        let no_record = |error| said(line(&format!("no record of a match: {error}")));
        let raw = RawRecord::parse(&text).map_err(no_record)?;
        match raw.number("schema") {
            Some(schema) if schema == u64::from(SCHEMA) => {}
            Some(schema) => {
                return Err(said(format!("schema {schema}, where {SCHEMA} is known")));
            }
            None => return Err(said("no record of a match: it has no schema".to_owned())),
        }
        if let Some(loss) = raw.loss.clone() {
            nucleus_base::tell!("warning: {}", said(loss));
        }
        let mut record: Self = raw.typed().map_err(no_record)?;
        for game in Journal::of(path).games(&record.started)? {
            let at = record.games.partition_point(|other| other.number < game.number);
            // A match that ended between the record and the end of its journal has it twice.
            if record.games.get(at).is_none_or(|other| other.number != game.number) {
                record.games.insert(at, game);
            }
        }
        record.check().map_err(said)?;
        Ok(record)
    }

    /// Checks that a match can have written this: the numbers of the games, the colours, the
    /// points.
    ///
    /// # Errors
    /// A sentence that says what cannot be.
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
                return wrong(format!("it stands behind game {last}"));
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
                return wrong(format!("{bad} is no number of seconds"));
            }
            // Its moves are played again: they are legal, or it is no game.
            pgn::game(self, game)?;
        }
        Ok(())
    }

    /// Returns the contradictions in the record. That its games can have been played is looked at
    /// when it is read.
    pub fn faults(&self) -> Vec<String> {
        let mut anew = self.clone();
        runner::update(&mut anew);
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
