use std::path::PathBuf;

use clap::ArgGroup;
use nucleus_matches::{Adjudication, DrawRule, MoveLimit, ResignRule};

/// The limit of a move and the openings, for `match` and `tune spsa`.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("limit").required(true).args(["movetime", "tc", "depth", "nodes"])))]
pub struct MoveArgs {
    /// Milliseconds per move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Clock in seconds, as in 10+0.1: each side's base time and the increment per move; as in 40/60, the
    /// base time is for 40 moves
    #[arg(long, value_name = "[MOVES/]BASE+INC", value_parser = MoveLimit::parse_clock)]
    tc: Option<MoveLimit>,
    /// Plies per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=120))]
    depth: Option<u64>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Openings: positions (.epd), games (.pgn), or lines drawn from a book (.bin: Polyglot, .openx)
    /// [default: built-in lines]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Plies of the opening in each PGN game, book line or built-in line
    #[arg(long, value_name = "N", default_value_t = 16,
          value_parser = clap::value_parser!(u64).range(0..=1000))]
    pub plies: u64,
}

impl MoveArgs {
    /// Returns the limit of a move.
    pub fn limit(&self) -> MoveLimit {
        match (self.movetime, self.tc, self.depth) {
            (Some(milliseconds), _, _) => MoveLimit::Movetime { milliseconds },
            (_, Some(clock), _) => clock,
            (_, _, Some(plies)) => MoveLimit::Depth { plies },
            _ => MoveLimit::Nodes { nodes: self.nodes.unwrap_or(1) },
        }
    }

    /// Returns the default of --stall: seconds beyond its time after which an engine has stalled.
    pub fn stall(&self) -> u64 {
        match self.limit() {
            MoveLimit::Movetime { .. } | MoveLimit::Clock { .. } => 10,
            MoveLimit::Depth { .. } | MoveLimit::Nodes { .. } => 300,
        }
    }
}

/// Options of running games: number at a time, processors, settings of the engines.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// Games at a time, each with its own engines and, where the system allows, its own processors; at most
    /// as many as the processors allow
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// Allow more games at a time than there are processors for
    #[arg(long)]
    pub oversubscribe: bool,
    /// Transposition table of every engine that has one, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: u32,
    /// Milliseconds by which an engine may be late: on its clock without losing, with --movetime without
    /// being counted
    #[arg(long, value_name = "MS", default_value_t = 50,
          value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub margin: u64,
}

/// Rules that end games before mate or a draw by the rules of chess.
#[derive(clap::Args)]
pub struct AdjudicationArgs {
    /// Adjudicate a loss when an engine's own score is CP below zero for MOVES of its moves
    #[arg(long, value_name = "CP,MOVES", value_parser = ResignRule::parse)]
    resign: Option<ResignRule>,
    /// Adjudicate a draw when both scores are within CP of zero for MOVES moves of each, from move FROM on
    #[arg(long, value_name = "CP,MOVES,FROM", value_parser = DrawRule::parse)]
    draw: Option<DrawRule>,
    /// Adjudicate a draw after N plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
}

impl AdjudicationArgs {
    /// Returns the rules given on the command line.
    pub fn rules(&self) -> Adjudication {
        let Self { resign, draw, max_plies } = *self;
        Adjudication { resign, draw, max_plies }
    }
}
