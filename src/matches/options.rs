use std::path::PathBuf;

use super::adjudication::Adjudication;
use super::limit::MoveLimit;
use super::sprt::Sprt;
use super::tournament::Tournament;

/// The options of a match.
#[derive(Debug, Clone)]
pub struct MatchOptions {
    /// The engines, each a command, NAME=COMMAND or `nucleus` with its arguments. Of two engines, the score
    /// is that of the first.
    pub engines: Vec<String>,
    /// The pairings: round robin or gauntlet.
    pub tournament: Tournament,
    /// UCI options of single engines, each ENGINE:K=V.
    pub option: Vec<String>,
    /// Limits of single engines in place of the common one: `ENGINE:depth=N` or `ENGINE:nodes=N`.
    pub own_limits: Vec<String>,
    /// The number of games of each pair of engines; each opening is played twice.
    pub games: u32,
    /// The limit of a move.
    pub limit: MoveLimit,
    /// The openings: positions (.epd), games (.pgn) or a book (.bin, .openx); `None` for the built-in lines.
    pub openings: Option<PathBuf>,
    /// The number of plies of a PGN game or built-in line that form the opening.
    pub plies: u64,
    /// The seed of the openings' order.
    pub seed: u64,
    /// The number of concurrent games, each with its own engine processes.
    pub concurrency: u32,
    /// Allow more concurrent games than there are processors for.
    pub oversubscribe: bool,
    /// Engines think on the opponent's time.
    pub ponder: bool,
    /// The sequential test that ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// The transposition table of every engine that has one, in MiB.
    pub hash: u32,
    /// The number of search threads of every engine that offers the option.
    pub threads: u32,
    /// The time in milliseconds by which an engine may exceed its limit.
    pub margin: u64,
    /// The time in seconds after which an engine without a move has stalled.
    pub stall: u64,
    /// The rules that end a game before its end on the board.
    pub adjudication: Adjudication,
    /// Folders of Syzygy tables that adjudicate games; may be empty.
    pub syzygy: Vec<PathBuf>,
    /// The PGN file, which gets each game when it ends.
    pub pgn: Option<PathBuf>,
    /// The record file, written after each game.
    pub json: Option<PathBuf>,
    /// Resume the match of the record.
    pub resume: bool,
}
