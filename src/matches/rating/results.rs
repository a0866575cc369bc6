use std::collections::{BTreeMap, HashMap};

use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::pgn::{self, Game, Outcome, PgnError, PgnFault};
use nucleus_core::types::Color;

/// The maximum number of players rated at once.
pub const MOST_PLAYERS: usize = 100_000;
/// The number of games read between two progress reports.
const TOLD_AFTER: u64 = 1_000;

/// The results of two players with given colours; a prior adds fractions of draws.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PairTally {
    /// The number of the player with White.
    pub white: usize,
    /// The number of the player with Black.
    pub black: usize,
    /// Games won by White.
    pub wins: f64,
    /// Games drawn.
    pub draws: f64,
    /// Games lost by White.
    pub losses: f64,
}

impl PairTally {
    /// Returns the number of games.
    pub fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// The results of a set of games, by pair of players.
#[derive(Clone, Debug, Default)]
pub struct GameResults {
    players: Vec<String>,
    by_name: HashMap<String, usize>,
    pairs: BTreeMap<(usize, usize), [u64; 3]>,
    /// The number of games with a result.
    pub games: u64,
    /// The number of games without a result, which are left out.
    pub unfinished: u64,
    /// The number of invalid games, such as without a player's name, which are left out.
    pub broken: u64,
    /// The number of games with a result but unreadable moves, which are counted by their tags.
    pub by_tags: u64,
    /// The first errors of broken games and of games by tags, each with file, line and treatment.
    pub errors: ReadFaults,
    /// `true` if players beyond [`MOST_PLAYERS`] were found.
    too_many: bool,
}

impl GameResults {
    /// Returns `true` if there were more than [`MOST_PLAYERS`]; the games of the excess are left out.
    pub fn too_many(&self) -> bool {
        self.too_many
    }

    /// Returns the names of the players in order of appearance.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Returns a player's number, and adds the player if it is new.
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

    /// Adds a game of two players; one without an outcome counts as unfinished.
    ///
    /// # Errors
    /// If a player plays itself, or there are more than [`MOST_PLAYERS`].
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

    /// Adds the games of a PGN text; `report` receives the number of games read so far, and `file` is the
    /// name used in messages.
    pub fn add_pgn(&mut self, file: &str, text: &str, report: &mut dyn FnMut(u64)) {
        let mut games = pgn::read(text);
        let mut read: u64 = 0;
        while let Some(game) = games.next() {
            read += 1;
            if read.is_multiple_of(TOLD_AFTER) {
                report(read);
            }
            let message = match game {
                Ok(game) => match self.add_game(&game) {
                    Ok(()) => continue,
                    Err(what) => format!("line {}: {what}; the game is skipped", game.line),
                },
                Err(error) if self.add_by_tags(games.tags_at_fault(), &error) => {
                    self.by_tags += 1;
                    self.errors.add(format!("{file}: {error}; its result is counted by its tags"));
                    continue;
                }
                Err(error) => format!("{error}; the game is skipped"),
            };
            self.broken += 1;
            self.errors.add(format!("{file}: {message}"));
        }
    }

    /// Adds a game of which only the tags are readable, if they give players and a result. A game
    /// with an invalid tag, or of another variant than chess, is not added.
    fn add_by_tags(&mut self, tags: &[(String, String)], error: &PgnError) -> bool {
        let value = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value);
        let named = |name: &str| value(name).map(|v| v.trim()).filter(|v| !matches!(*v, "" | "?"));
        let outcome = value("Result").and_then(|result| Outcome::parse(result));
        match (named("White"), named("Black"), outcome) {
            _ if matches!(error.kind, PgnFault::Tag(_) | PgnFault::Variant(_)) => false,
            (Some(white), Some(black), Some(outcome @ (Outcome::Win(_) | Outcome::Draw))) => {
                self.add(white, black, outcome).is_ok()
            }
            _ => false,
        }
    }

    fn add_game(&mut self, game: &Game) -> Result<(), String> {
        let name = |tag: &str| match game.tag(tag).map(str::trim) {
            None => Err(format!("the game has no tag {tag}")),
            Some("" | "?") => Err(format!("its tag {tag} has no name")),
            Some(name) => Ok(name.to_owned()),
        };
        let (white, black) = (name("White")?, name("Black")?);
        let tag = game.tag("Result").and_then(Outcome::parse).unwrap_or_default();
        let outcome = match (tag, game.outcome) {
            (tag, Outcome::Unknown) => tag,
            (Outcome::Unknown, ends) => ends,
            (tag, ends) if tag == ends => ends,
            (tag, ends) => {
                return Err(format!("its tag Result is {tag}, but its moves end with {ends}"));
            }
        };
        self.add(&white, &black, outcome)
    }

    /// Returns the games as pairs with colours, without a prior.
    pub fn tallies(&self) -> Vec<PairTally> {
        let tally = |(&(white, black), &[wins, draws, losses]): (&(usize, usize), &[u64; 3])| {
            let [wins, draws, losses] = [wins, draws, losses].map(|count| count as f64);
            PairTally { white, black, wins, draws, losses }
        };
        self.pairs.iter().map(tally).collect()
    }

    /// Returns the games with BayesElo's prior: half of `prior` draws per player, shared among its
    /// opponents in proportion to their games, half of them with White.
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
