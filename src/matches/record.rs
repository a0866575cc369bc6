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

/// The maximum number of games of a match.
pub const MAX_GAMES: u32 = 1_000_000;

/// The settings of a match; a record is only resumed with the same settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchSettings {
    /// The limit of a move.
    pub limit: MoveLimit,
    /// Limits in place of the common one: an engine's name and the words of `go`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_limits: Vec<(String, String)>,
    /// The time in milliseconds by which an engine may exceed its limit.
    pub margin_milliseconds: u64,
    /// The time in seconds beyond its limit after which an engine has stalled.
    pub stall_seconds: u64,
    /// The rules that end a game before its end on the board.
    pub adjudication: Adjudication,
    /// The transposition table of every engine that has one, in MiB.
    pub hash_mib: u32,
    /// The number of search threads of every engine that offers the option.
    pub threads: u32,
    /// The number of concurrent games.
    pub concurrency: u32,
    /// The SHA-256 of the openings file; `None` for the built-in lines.
    pub openings_sha256: Option<String>,
    /// The number of openings.
    pub openings: usize,
    /// The maximum number of plies of an opening.
    pub plies: u64,
    /// The seed of the openings' order.
    pub seed: u64,
    /// The pairings: round robin or gauntlet.
    #[serde(default)]
    pub tournament: Tournament,
    /// The sequential test that ends the match when it is decided.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// `true` if engines think on the opponent's time.
    #[serde(default)]
    pub ponder: bool,
    /// The endgame tables that adjudicate games.
    #[serde(default)]
    pub syzygy: Option<SyzygySettings>,
}

impl MatchSettings {
    /// Returns the limit of a move and engines' own limits, for a title.
    pub fn limits(&self) -> String {
        let own = self.own_limits.iter().map(|(engine, words)| format!(", {engine} {words}"));
        format!("{}{}", self.limit, own.collect::<String>())
    }
}

/// The record of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchRecord {
    /// The version of this form, see [`SCHEMA`].
    pub schema: u32,
    /// The program that wrote the record, with its version.
    pub tool: String,
    /// The start time of the match, UTC.
    pub started: String,
    /// The time of the last write, UTC.
    pub written: String,
    /// `true` if all games have been played or the test has been decided.
    pub complete: bool,
    /// The number of games to play.
    pub games_wanted: u32,
    /// The settings of the match.
    pub settings: MatchSettings,
    /// The engines; of two engines, the score is that of the first.
    pub engines: Vec<EngineRecord>,
    /// The games, ordered by number.
    pub games: Vec<GameRecord>,
    /// The score of a match of two engines, computed from the games.
    pub result: Option<ScoreEstimate>,
    /// The state of the test, computed from the games.
    #[serde(default)]
    pub sprt: Option<SprtState>,
}

impl MatchRecord {
    /// Returns `true` if the test, if any, has accepted a hypothesis.
    pub fn decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.accepted.is_some())
    }

    /// Returns the name of an engine by its index, `?` if there is none.
    pub fn name(&self, engine: usize) -> &str {
        self.engines.get(engine).map_or("?", |engine| engine.name.as_str())
    }

    /// Returns the first difference between this match's settings and another's; `None` if they
    /// agree.
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
