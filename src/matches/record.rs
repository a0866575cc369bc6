use serde::{Deserialize, Serialize};

use super::adjudication::Adjudication;
use super::endgames::SyzygySettings;
use super::game_record::GameRecord;
use super::limit::MoveLimit;
use super::sprt::{Sprt, SprtState};
use super::statistics::ScoreEstimate;
use super::tournament::Tournament;
use nucleus_records::envelope::difference;
use nucleus_records::record::EngineRecord;

/// The version of the record's form that this build writes and reads.
pub const SCHEMA: u32 = 1;

/// Games of a match, at most.
pub const MAX_GAMES: u32 = 1_000_000;

/// Settings of a match; a record is only resumed by a match with the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchSettings {
    /// Limit of a move.
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
    /// Number of openings.
    pub openings: usize,
    /// Plies of each opening, at most.
    pub plies: u64,
    /// The seed of their order.
    pub seed: u64,
    /// The pairings.
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

/// Record of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchRecord {
    /// The version of this form, see [`SCHEMA`].
    pub schema: u32,
    /// The program that wrote it.
    pub tool: String,
    /// Start of the match, UTC.
    pub started: String,
    /// Time of the last write, UTC.
    pub written: String,
    /// True when all games that were asked for have been played, or a test has been decided.
    pub complete: bool,
    /// Number of games to play.
    pub games_wanted: u32,
    /// Settings of the match.
    pub settings: MatchSettings,
    /// The engines; of two the score is the first one's.
    pub engines: Vec<EngineRecord>,
    /// The games, by their numbers.
    pub games: Vec<GameRecord>,
    /// The score of a match of two, computed from the games.
    pub result: Option<ScoreEstimate>,
    /// State of the test, computed from the games.
    #[serde(default)]
    pub sprt: Option<SprtState>,
}

impl MatchRecord {
    /// True if the test, if there is one, has accepted a hypothesis.
    pub fn decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.accepted.is_some())
    }

    /// The name of an engine.
    pub fn name(&self, engine: usize) -> &str {
        self.engines.get(engine).map_or("?", |engine| engine.name.as_str())
    }

    /// Returns the first difference between the settings of this match and another's; `None` when
    /// they agree.
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
        difference(here, there)
    }
}

fn options(options: &[(String, String)]) -> String {
    let all: Vec<String> = options.iter().map(|(k, v)| format!("{k}={v}")).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(" ") }
}
