use std::path::PathBuf;

use clap::ArgGroup;
use nucleus_matches::{Adjudication, DrawRule, MoveLimit, ResignRule};

/// The limit of a move and the openings of games, for every command that plays some.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("limit").required(true).args(["movetime", "tc", "depth", "nodes"])))]
pub struct MoveArgs {
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// A clock, in seconds: each side's base time and what every move adds, as in 10+0.1; with
    /// MOVES/ before it the base time is for so many moves, as in 40/60
    #[arg(long, value_name = "[MOVES/]BASE+INC", value_parser = MoveLimit::parse_clock)]
    tc: Option<MoveLimit>,
    /// Plies a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=120))]
    depth: Option<u64>,
    /// Nodes a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Openings: positions (.epd), games (.pgn), or lines drawn from a book (.bin: Polyglot, .openx)
    /// [default: built-in lines]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Plies of each game of a PGN file, line of a book or built-in line, that are the opening
    #[arg(long, value_name = "N", default_value_t = 16,
          value_parser = clap::value_parser!(u64).range(0..=1000))]
    pub plies: u64,
}

impl MoveArgs {
    /// The limit of a move.
    pub fn limit(&self) -> MoveLimit {
        match (self.movetime, self.tc, self.depth) {
            (Some(milliseconds), _, _) => MoveLimit::Movetime { milliseconds },
            (_, Some(clock), _) => clock,
            (_, _, Some(plies)) => MoveLimit::Depth { plies },
            _ => MoveLimit::Nodes { nodes: self.nodes.unwrap_or(1) },
        }
    }

    /// Seconds beyond its time after which an engine has stalled, unless the command line says so.
    pub fn stall(&self) -> u64 {
        match self.limit() {
            MoveLimit::Movetime { .. } | MoveLimit::Clock { .. } => 10,
            MoveLimit::Depth { .. } | MoveLimit::Nodes { .. } => 300,
        }
    }
}

/// How games are played, one after another or at once.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// Games at a time, each with its own engines and, where the system allows, its own processors;
    /// not more than there are processors for
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// Play more games at a time than there are processors for
    #[arg(long)]
    pub oversubscribe: bool,
    /// Transposition table of every engine that has one, MiB
    #[arg(long, value_name = "MIB", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: u32,
    /// Milliseconds that an engine may be late by: on its clock without losing, with --movetime
    /// without being counted
    #[arg(long, value_name = "MS", default_value_t = 50,
          value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub margin: u64,
}

/// Games that end before mate or draw by the rules.
#[derive(clap::Args)]
pub struct AdjudicationArgs {
    /// Adjudicate a loss when an engine's own score is CP below zero for MOVES of its moves
    #[arg(long, value_name = "CP,MOVES", value_parser = ResignRule::parse)]
    resign: Option<ResignRule>,
    /// Adjudicate a draw when both scores are within CP of zero for MOVES moves of each, from move
    /// FROM on
    #[arg(long, value_name = "CP,MOVES,FROM", value_parser = DrawRule::parse)]
    draw: Option<DrawRule>,
    /// Adjudicate a draw after so many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
}

impl AdjudicationArgs {
    /// The rules that were asked for.
    pub fn rules(&self) -> Adjudication {
        let Self { resign, draw, max_plies } = *self;
        Adjudication { resign, draw, max_plies }
    }
}
