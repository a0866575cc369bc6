use std::collections::{BTreeMap, HashMap};

use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::pgn::{self, Game, Outcome, PgnError, PgnFault};
use nucleus_core::types::Color;

/// Players that are rated at once, at most.
pub const MOST_PLAYERS: usize = 100_000;
/// Games of a file that are read before that is told.
const TOLD_AFTER: u64 = 1_000;

/// The games of two players with these colours; a prior adds parts of draws.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PairTally {
    /// The player with White.
    pub white: usize,
    /// The player with Black.
    pub black: usize,
    /// Won by White.
    pub wins: f64,
    /// Drawn.
    pub draws: f64,
    /// Lost by White.
    pub losses: f64,
}

impl PairTally {
    /// Returns the number of games.
    pub fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// Results of games: players and scores.
#[derive(Clone, Debug, Default)]
pub struct GameResults {
    players: Vec<String>,
    by_name: HashMap<String, usize>,
    pairs: BTreeMap<(usize, usize), [u64; 3]>,
    /// Games with a result.
    pub games: u64,
    /// Games without one, which are left out.
    pub unfinished: u64,
    /// Games that name no player or no result, or say two things, and are left out.
    pub broken: u64,
    /// Games with a result whose moves cannot be read: they are counted by their tags.
    pub by_tags: u64,
    /// Descriptions of the first of both, each with its file and line, and what was done.
    pub faults: ReadFaults,
    /// A player was met beyond those that are rated at once.
    too_many: bool,
}

impl GameResults {
    /// True if there were more than [`MOST_PLAYERS`], of whom the rest is not here.
    pub fn too_many(&self) -> bool {
        self.too_many
    }

    /// The names of the players, as they first appeared.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Returns a player's number, adding a new player.
    pub fn player(&mut self, name: &str) -> usize {
        if let Some(&index) = self.by_name.get(name) {
            return index;
        }
        let index = self.players.len();
        self.players.push(name.to_owned());
        self.by_name.insert(name.to_owned(), index);
        index
    }

    /// Returns the number of a known player.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Adds a game between two players; one without an outcome counts as unfinished.
    ///
    /// # Errors
    /// When one plays itself, or there are more than [`MOST_PLAYERS`].
    pub fn add(&mut self, white: &str, black: &str, outcome: Outcome) -> Result<(), String> {
        if white == black {
            return Err(format!("`{white}` plays itself"));
        }
        let place = match outcome {
            Outcome::Win(Color::White) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Color::Black) => 2,
            Outcome::Unknown => {
                self.unfinished += 1;
                return Ok(());
            }
        };
        let fresh = [white, black].into_iter().filter(|&name| self.find(name).is_none()).count();
        if self.players.len() + fresh > MOST_PLAYERS {
            self.too_many = true;
            return Err(format!("more than {MOST_PLAYERS} players"));
        }
        let pair = (self.player(white), self.player(black));
        self.pairs.entry(pair).or_default()[place] += 1;
        self.games += 1;
        Ok(())
    }

    /// Adds the games of a PGN text, and tells how many of them have been read; `file` is its name in
    /// messages.
    pub fn add_pgn(&mut self, file: &str, text: &str, told: &mut dyn FnMut(u64)) {
        let mut games = pgn::read(text);
        let mut read: u64 = 0;
        while let Some(game) = games.next() {
            read += 1;
            if read.is_multiple_of(TOLD_AFTER) {
                told(read);
            }
            let fault = match game {
                Ok(game) => match self.add_game(&game) {
                    Ok(()) => continue,
                    Err(what) => format!("line {}: {what}; the game is left out", game.line),
                },
                Err(error) if self.add_by_tags(games.tags_at_fault(), &error) => {
                    self.by_tags += 1;
                    self.faults.add(format!("{file}: {error}; its result is counted by its tags"));
                    continue;
                }
                Err(error) => format!("{error}; the game is left out"),
            };
            self.broken += 1;
            self.faults.add(format!("{file}: {fault}"));
        }
    }

    /// Adds a game of which only the tags could be read, where they give the result; only names and
    /// results count. Where a tag itself is at fault none of them is believed; another game than
    /// chess is none.
    fn add_by_tags(&mut self, tags: &[(String, String)], error: &PgnError) -> bool {
        let value = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value);
        let named = |name: &str| value(name).map(|v| v.trim()).filter(|v| !matches!(*v, "" | "?"));
        let outcome = value("Result").and_then(|result| Outcome::parse(result));
        match (named("White"), named("Black"), outcome) {
            _ if matches!(error.fault, PgnFault::Tag(_) | PgnFault::Variant(_)) => false,
            (Some(white), Some(black), Some(outcome @ (Outcome::Win(_) | Outcome::Draw))) => {
                self.add(white, black, outcome).is_ok()
            }
            _ => false,
        }
    }

    fn add_game(&mut self, game: &Game) -> Result<(), String> {
        let name = |tag: &str| match game.tag(tag).map(str::trim) {
            None => Err(format!("the game has no tag {tag}")),
            Some("" | "?") => Err(format!("its tag {tag} names nobody")),
            Some(name) => Ok(name.to_owned()),
        };
        let (white, black) = (name("White")?, name("Black")?);
        let said = game.tag("Result").and_then(Outcome::parse).unwrap_or_default();
        let outcome = match (said, game.outcome) {
            (said, Outcome::Unknown) => said,
            (Outcome::Unknown, ends) => ends,
            (said, ends) if said == ends => ends,
            (said, ends) => {
                return Err(format!("its tag Result says {said}, its moves end with {ends}"));
            }
        };
        self.add(&white, &black, outcome)
    }

    /// The games as pairs with colours, without a prior.
    pub fn tallies(&self) -> Vec<PairTally> {
        let tally = |(&(white, black), &[wins, draws, losses]): (&(usize, usize), &[u64; 3])| {
            let [wins, draws, losses] = [wins, draws, losses].map(|count| count as f64);
            PairTally { white, black, wins, draws, losses }
        };
        self.pairs.iter().map(tally).collect()
    }

    /// The games with BayesElo's prior: each player gets half of `prior` draws, shared among its
    /// opponents by the games against each, with White as often as with Black.
    pub fn with_prior(&self, prior: f64) -> Vec<PairTally> {
        let mut tallies: BTreeMap<(usize, usize), PairTally> =
            self.tallies().into_iter().map(|tally| ((tally.white, tally.black), tally)).collect();
        if prior <= 0.0 {
            return tallies.into_values().collect();
        }
        let mut games = vec![0.0; self.players.len()];
        let mut together: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for tally in tallies.values() {
            let (white, black) = (tally.white, tally.black);
            games[white] += tally.games();
            games[black] += tally.games();
            *together.entry((white.min(black), white.max(black))).or_default() += tally.games();
        }
        for (&(a, b), &count) in &together {
            let draws = prior / 4.0 * (count / games[a] + count / games[b]);
            for (white, black) in [(a, b), (b, a)] {
                let fresh = PairTally { white, black, ..PairTally::default() };
                tallies.entry((white, black)).or_insert(fresh).draws += draws;
            }
        }
        tallies.into_values().collect()
    }
}
