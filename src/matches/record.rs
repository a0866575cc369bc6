use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::adjudication::Adjudication;
use super::endgames::SyzygySettings;
use super::journal::Journal;
use super::limit::MoveLimit;
use super::pgn;
use super::schedule::pair_of;
use super::sprt::{Sprt, SprtState};
use super::statistics::ScoreEstimate;
use super::tournament::Tournament;
use nucleus_core::text::line;
use nucleus_records::json::RawRecord;
use nucleus_records::record::{EngineRecord, FailureRecord};

/// The version of the record's form that this build writes and reads.
pub const SCHEMA: u32 = 1;

/// Games of a match, at most.
pub const MAX_GAMES: u32 = 1_000_000;

/// What a match depends on; a record is only resumed by a match with the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatchSettings {
    /// How long a move may take.
    pub limit: MoveLimit,
    /// Milliseconds that an engine may be late by.
    pub margin_milliseconds: u64,
    /// Seconds beyond its time after which an engine has stalled.
    pub stall_seconds: u64,
    /// Ends agreed beforehand.
    pub adjudication: Adjudication,
    /// Transposition table of every engine that has one, MiB.
    pub hash_mib: u32,
    /// Search threads of every engine that offers them.
    pub threads: u32,
    /// Games at a time.
    pub concurrency: u32,
    /// The SHA-256 of the file of openings; none for the built-in lines.
    pub openings_sha256: Option<String>,
    /// How many openings there are.
    pub openings: usize,
    /// Plies of each opening, at most.
    pub plies: u64,
    /// The seed of their order.
    pub seed: u64,
    /// Who plays whom.
    #[serde(default)]
    pub tournament: Tournament,
    /// A test that ends the match when it is decided.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// Engines think while the other one does.
    #[serde(default)]
    pub ponder: bool,
    /// Endgame tables that decide games.
    #[serde(default)]
    pub syzygy: Option<SyzygySettings>,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The loser is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Nobody can mate any more.
    DeadPosition,
    /// The same position for the third time.
    Repetition,
    /// Fifty moves without a capture or a pawn's move.
    FiftyMoves,
    /// Adjudicated: the loser said for long enough that it was lost.
    Resignation,
    /// Adjudicated: both said for long enough that it was even.
    Agreement,
    /// Adjudicated: too many plies.
    Length,
    /// Adjudicated: endgame tables know how it ends.
    Tablebase,
    /// The loser's clock ran out.
    Time,
    /// The loser's move was not legal.
    IllegalMove,
    /// The loser's program ended.
    Crash,
    /// The loser's program gave no move and did not end.
    Stall,
}

impl Reason {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 13] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::DeadPosition,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Resignation,
        Self::Agreement,
        Self::Length,
        Self::Tablebase,
        Self::Time,
        Self::IllegalMove,
        Self::Crash,
        Self::Stall,
    ];

    /// A few words for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead position",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "fifty moves",
            Self::Resignation => "adjudicated as lost",
            Self::Agreement => "adjudicated as drawn",
            Self::Length => "too many plies",
            Self::Tablebase => "decided by endgame tables",
            Self::Time => "loss on time",
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::Stall => "stall",
        }
    }

    /// True when an engine failed.
    pub fn is_fault(self) -> bool {
        matches!(self, Self::Time | Self::IllegalMove | Self::Crash | Self::Stall)
    }

    /// The value of PGN's tag `Termination`.
    pub fn termination(self) -> &'static str {
        match self {
            Self::Resignation | Self::Agreement | Self::Length | Self::Tablebase => "adjudication",
            Self::Time => "time forfeit",
            Self::IllegalMove => "rules infraction",
            Self::Crash => "abandoned",
            Self::Stall => "stalled connection",
            _ => "normal",
        }
    }
}

/// What one engine did in a game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SideRecord {
    /// Moves it found.
    pub moves: u32,
    /// Seconds it thought, by our clock.
    pub seconds: f64,
    /// The longest of its moves, in seconds.
    pub longest: f64,
    /// Moves later than `movetime` and the margin allow.
    pub late: u32,
    /// Moves with a depth.
    pub depths: u32,
    /// Their sum.
    pub depth_sum: u64,
    /// Nodes of the moves that had a node count.
    pub nodes: u64,
    /// Seconds of those.
    pub nodes_seconds: f64,
}

impl SideRecord {
    /// Adds another game's.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.longest = self.longest.max(other.longest);
        self.late += other.late;
        self.depths += other.depths;
        self.depth_sum += other.depth_sum;
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.nodes_seconds += other.nodes_seconds;
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameRecord {
    /// Its number, from 1; 1 and 2 are a pair, and so on.
    pub number: u32,
    /// The name of its opening.
    pub opening: String,
    /// Where it starts, when that is not the usual position.
    pub fen: Option<String>,
    /// The two engines, by their places in the record.
    #[serde(default = "first_two")]
    pub pair: [usize; 2],
    /// Which of the two has White: 0 the first, 1 the second.
    pub white: usize,
    /// The first one's points, doubled: 0 lost, 1 drawn, 2 won.
    pub half_points: u32,
    /// Why it is over.
    pub reason: Reason,
    /// What happened, in a sentence.
    pub detail: String,
    /// What is known of the engine that failed, if one did by itself.
    pub failure: Option<FailureRecord>,
    /// When it began, UTC.
    pub started: String,
    /// The moves in UCI's notation; behind each, after a blank, its comment.
    pub moves: Vec<String>,
    /// What each of the two did.
    pub sides: [SideRecord; 2],
}

/// The engines of a record that does not say who played: there were two.
fn first_two() -> [usize; 2] {
    [0, 1]
}

impl GameRecord {
    /// The engines that had White and Black, by their places in the record.
    pub fn colours(&self) -> [usize; 2] {
        let [first, second] = self.pair;
        if self.white == 0 { [first, second] } else { [second, first] }
    }

    /// The engine that lost, by its place in the record.
    pub fn loser(&self) -> Option<usize> {
        match self.half_points {
            0 => Some(self.pair[0]),
            1 => None,
            _ => Some(self.pair[1]),
        }
    }
}

/// What a match leaves behind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatchRecord {
    /// The version of this form, see [`SCHEMA`].
    pub schema: u32,
    /// The program that wrote it.
    pub tool: String,
    /// When the match began, UTC.
    pub started: String,
    /// When the record was last written, UTC.
    pub written: String,
    /// True when all games that were asked for have been played, or a test has been decided.
    pub complete: bool,
    /// How many games were asked for.
    pub games_wanted: u32,
    /// What it depends on.
    pub settings: MatchSettings,
    /// The engines; of two the score is the first one's.
    pub engines: Vec<EngineRecord>,
    /// The games, by their numbers.
    pub games: Vec<GameRecord>,
    /// The score of a match of two, computed from the games.
    pub result: Option<ScoreEstimate>,
    /// How its test stands, computed from the games.
    #[serde(default)]
    pub sprt: Option<SprtState>,
}

impl MatchRecord {
    /// Whether its test, if it has one, has accepted a hypothesis.
    pub fn decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.accepted.is_some())
    }

    /// The name of an engine.
    pub fn name(&self, engine: usize) -> &str {
        self.engines.get(engine).map_or("?", |engine| engine.name.as_str())
    }

    /// Reads a record, and the games that the journal beside it has beyond it.
    ///
    /// # Errors
    /// A sentence, when it cannot be read, is no record of this version, or holds what no match
    /// can have written.
    pub fn read(path: &Path) -> Result<Self, String> {
        let said = |what: String| format!("{}: {what}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| said(error.to_string()))?;
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
            nucleus_core::tell!("warning: {}", said(loss));
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

    /// Whether a match can have written this: the numbers of the games, whose moves they are, what
    /// they are worth.
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

    /// What another match would have to share to be this one, and does not; `None` when it does.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.engines.len() != other.engines.len() {
            let [here, there] = [self, other].map(|record| record.engines.len());
            return Some(format!("it had {here} engines, not {there}"));
        }
        for (here, there) in self.engines.iter().zip(&other.engines) {
            let name = &here.name;
            let what = if here.name != there.name {
                format!("its engine is `{name}`, not `{}`", there.name)
            } else if here.command != there.command {
                format!("the command of `{name}` was `{}`, not `{}`", here.command, there.command)
            } else if here.options != there.options {
                let [here, there] = [here, there].map(|engine| options(&engine.options));
                format!("the options of `{name}` were {here}, not {there}")
            } else if here.file_sha256 != there.file_sha256 {
                format!("the program of `{name}` is another file")
            } else if here.id_name != there.id_name {
                format!("`{name}` calls itself another name")
            } else {
                continue;
            };
            return Some(what);
        }
        let [here, there] = [&self.settings, &other.settings];
        if here.limit != there.limit {
            return Some(format!("its limit was {}, not {}", here.limit, there.limit));
        }
        let [here, there] = [here, there].map(serde_json::to_value);
        let (here, there) = (here.ok()?, there.ok()?);
        let differing = here.as_object()?.iter().find(|(key, value)| there.get(key) != Some(value));
        differing.map(|(key, value)| {
            format!("its {} was {value}, not {}", key.replace('_', " "), there[key])
        })
    }
}

fn options(options: &[(String, String)]) -> String {
    let all: Vec<String> = options.iter().map(|(k, v)| format!("{k}={v}")).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(" ") }
}
