use std::path::PathBuf;

use super::adjudication::Adjudication;
use super::limit::MoveLimit;
use super::sprt::Sprt;
use super::tournament::Tournament;

/// Options of a match.
#[derive(Debug, Clone)]
pub struct MatchOptions {
    /// The engines, each a command, NAME=COMMAND or `nucleus` with its arguments; of two the score is the
    /// first one's.
    pub engines: Vec<String>,
    /// The pairings.
    pub tournament: Tournament,
    /// UCI options for one engine, each ENGINE:K=V.
    pub option: Vec<String>,
    /// Games of each two engines that play, two for each opening.
    pub games: u32,
    /// Limit of a move.
    pub limit: MoveLimit,
    /// Openings: positions (.epd), games (.pgn) or a book (.bin, .openx); built-in lines without.
    pub openings: Option<PathBuf>,
    /// Plies of each game of a PGN file, or of each built-in line, that are the opening.
    pub plies: u64,
    /// The seed of the openings' order.
    pub seed: u64,
    /// Games at a time, each with its own engines.
    pub concurrency: u32,
    /// More games at a time than there are processors for.
    pub oversubscribe: bool,
    /// Engines think while the other one does.
    pub ponder: bool,
    /// A test that ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// Transposition table of every engine that has one, MiB.
    pub hash: u32,
    /// Search threads of every engine that offers them.
    pub threads: u32,
    /// Milliseconds that an engine may be late by.
    pub margin: u64,
    /// Seconds after which an engine without a move has stalled.
    pub stall: u64,
    /// Ends agreed beforehand.
    pub adjudication: Adjudication,
    /// Folders of Syzygy tables that decide games; none when there are none.
    pub syzygy: Vec<PathBuf>,
    /// The games, written one by one.
    pub pgn: Option<PathBuf>,
    /// The record, written after each game.
    pub json: Option<PathBuf>,
    /// Go on with the match of the record.
    pub resume: bool,
}
