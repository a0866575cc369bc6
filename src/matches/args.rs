use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::limit::Limit;
use super::record::MAX_GAMES;

/// Games between two engines: score and Elo difference with their 95 % intervals.
///
/// An engine is NAME=COMMAND, or `nucleus` for this program, with a profile, a level and a variant
/// if need be: `nucleus:axon`, `new=nucleus:full,avx2`. Openings are played twice, colours
/// exchanged. Every move is checked; a crash, a stall, a move that is not legal and a loss on time
/// lose the game and are counted apart. Engines' own books are switched off unless --option says
/// otherwise.
///
/// Exit code 0 when all games were played, 1 when an engine could not be started or the run ended
/// early (what was played is kept), 2 for a command line that asks for what cannot be, an option
/// that an engine does not have among it, 130 after Ctrl-C.
#[derive(Debug, Clone, Args)]
#[command(group(ArgGroup::new("limit").required(true).args(["movetime", "tc", "depth", "nodes"])))]
pub struct MatchArgs {
    /// The first engine; the score is its
    #[arg(value_name = "A")]
    pub first: String,
    /// The second engine
    #[arg(value_name = "B")]
    pub second: String,
    /// A UCI option for one engine, as --option toga:OwnBook=true; repeat for several
    #[arg(long, value_name = "ENGINE:K=V")]
    pub option: Vec<String>,
    /// Games, two for each opening
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_GAMES)))]
    pub games: u32,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
    /// A clock, in seconds: each side's base time and what every move adds
    #[arg(long, value_name = "BASE+INC", value_parser = Limit::parse_clock)]
    pub tc: Option<Limit>,
    /// Plies a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=120))]
    pub depth: Option<u64>,
    /// Nodes a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Openings: positions (.epd) or games (.pgn) [default: built-in lines]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Plies of each game of a PGN file, or of each built-in line, that are the opening
    #[arg(long, value_name = "N", default_value_t = 16,
          value_parser = clap::value_parser!(u64).range(0..=1000))]
    pub plies: u64,
    /// The seed of the openings' order
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games at a time, each with its own engines
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// Transposition table of every engine that has one, MiB
    #[arg(long, value_name = "MIB", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: u32,
    /// Search threads of every engine that offers them
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: u32,
    /// Milliseconds that an engine may be late by: on its clock without losing, with --movetime
    /// without being counted
    #[arg(long, value_name = "MS", default_value_t = 50,
          value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub margin: u64,
    /// Seconds beyond its time (with --depth and --nodes, in all) after which an engine without a
    /// move has stalled [default: 10; 300 with --depth and --nodes]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub stall: Option<u64>,
    /// Adjudicate a loss when an engine's own score is CP below zero for MOVES of its moves
    #[arg(long, value_name = "CP,MOVES", value_parser = ResignRule::parse)]
    pub resign: Option<ResignRule>,
    /// Adjudicate a draw when both scores are within CP of zero for MOVES moves of each, from move
    /// FROM on
    #[arg(long, value_name = "CP,MOVES,FROM", value_parser = DrawRule::parse)]
    pub draw: Option<DrawRule>,
    /// Adjudicate a draw after so many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: Option<u32>,
    /// The games, written one by one
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// The record, written after each game
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Go on with the match of the record; its games are kept, --games may be more
    #[arg(long, requires = "json")]
    pub resume: bool,
}

impl MatchArgs {
    /// How long a move may take.
    pub fn limit(&self) -> Limit {
        match (self.movetime, self.tc, self.depth) {
            (Some(milliseconds), _, _) => Limit::Movetime { milliseconds },
            (_, Some(clock), _) => clock,
            (_, _, Some(plies)) => Limit::Depth { plies },
            _ => Limit::Nodes { nodes: self.nodes.unwrap_or(1) },
        }
    }

    /// Seconds after which an engine has stalled.
    pub fn stall(&self) -> u64 {
        self.stall.unwrap_or(match self.limit() {
            Limit::Movetime { .. } | Limit::Clock { .. } => 10,
            Limit::Depth { .. } | Limit::Nodes { .. } => 300,
        })
    }

    /// Ends agreed beforehand.
    pub fn adjudication(&self) -> Adjudication {
        Adjudication { resign: self.resign, draw: self.draw, max_plies: self.max_plies }
    }
}
