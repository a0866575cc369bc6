//! A search as bytes: where, and how.

use super::bytes::{ByteReader, ByteWriter};
use nucleus_core::board::{Board, BoardType, RulesBoard, Setup, fen};
use nucleus_core::eval::MaterialSet;
use nucleus_core::eval::paper29::Paper29;
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{ALL, generate};
use nucleus_core::types::{Move, MoveList};
use nucleus_engine::weights_file::{self, paper29};
use nucleus_search::distributed::SearchTask;
use nucleus_search::{EngineOptions, ParallelSearch, ProfileName};

/// A search that is sent to ranks that shall share it.
#[derive(Clone, Debug)]
pub struct RankJob {
    /// Start position of the game.
    pub setup: Setup,
    /// The legal moves played since.
    pub moves: Vec<Move>,
    /// Options of the search; each rank has a level of its own.
    pub options: EngineOptions,
    /// The size of the table of every rank, in MiB.
    pub hash: usize,
}

impl RankJob {
    /// The job of a search that was begun here.
    pub fn of(task: &SearchTask<EngineOptions>) -> Self {
        let parallel = task.group.as_ref().map(|group| group.way);
        Self {
            setup: task.setup.clone(),
            moves: task.moves.clone(),
            options: EngineOptions { parallel, distributed: None, ..task.options.clone() },
            hash: task.table.megabytes(),
        }
    }
}

/// Writes a search. The level is not part of it: the tree is the same at all of them.
pub fn write(job: &RankJob) -> Vec<u8> {
    let mut out = ByteWriter::default();
    let state = &job.setup.state;
    out.bytes(fen::format(&job.setup.planes, state).as_bytes());
    out.flag(state.chess960);
    out.moves(&job.moves);
    out.u64(job.hash as u64);
    let options = &job.options;
    out.bytes(options.profile.name().as_bytes());
    out.bytes(options.board.map_or("", BoardType::name).as_bytes());
    out.u32(options.threads as u32);
    out.bytes(options.parallel.map_or("", ParallelSearch::name).as_bytes());
    out.i16(options.contempt);
    let set = options.material;
    let material = MaterialSet::ALL.iter().find(|(known, _)| *known == set);
    out.bytes(material.map_or("", |(_, name)| name).as_bytes());
    // A bound is not negative.
    out.i16(options.bound.unwrap_or(-1));
    let weights = options.weights.as_deref().map(weights_file::write);
    out.bytes(weights.unwrap_or_default().as_bytes());
    let paper29 = options.paper29.as_deref().map(|p| paper29::write(p.weights(), "of rank 0"));
    out.bytes(paper29.unwrap_or_default().as_bytes());
    out.flag(options.quiescence_checks);
    out.0
}

/// Reads a search.
pub fn read(bytes: &[u8]) -> Result<RankJob, String> {
    let mut from = ByteReader(bytes);
    let whole = "a search that is cut off";
    let line = from.text().ok_or(whole)?;
    let mut setup = Setup::from_fen(line).map_err(|fault| fault.to_string())?;
    setup.state.chess960 |= from.flag().ok_or(whole)?;
    let moves = from.moves().ok_or(whole)?;
    check(&setup, &moves)?;
    let hash = from.u64().ok_or(whole)? as usize;
    let mut options = EngineOptions {
        profile: from.text().ok_or(whole)?.parse::<ProfileName>()?,
        ..EngineOptions::default()
    };
    let board = from.text().ok_or(whole)?;
    if !board.is_empty() {
        options.board = Some(board.parse::<BoardType>().map_err(|fault| fault.to_string())?);
    }
    options.threads = from.u32().ok_or(whole)? as usize;
    let way = from.text().ok_or(whole)?;
    if !way.is_empty() {
        options.parallel = Some(way.parse()?);
    }
    options.contempt = from.i16().ok_or(whole)?;
    options.material = MaterialSet::named(from.text().ok_or(whole)?)?;
    options.bound = Some(from.i16().ok_or(whole)?).filter(|&bound| bound >= 0);
    let weights = from.text().ok_or(whole)?;
    if !weights.is_empty() {
        let values = weights_file::parse(weights, "the weights of rank 0");
        options.weights = Some(values.map_err(|fault| fault.to_string())?.into());
    }
    let weights = from.text().ok_or(whole)?;
    if !weights.is_empty() {
        let weights = paper29::parse(weights, "the weights of rank 0");
        let weights = weights.map_err(|fault| fault.to_string())?;
        options.paper29 = Some(Paper29::new(weights).into());
    }
    options.quiescence_checks = from.flag().ok_or(whole)?;
    Ok(RankJob { setup, moves, options, hash })
}

/// The moves are legal, one after the other.
fn check(setup: &Setup, moves: &[Move]) -> Result<(), String> {
    let mut board = RulesBoard::new(setup, portable::Token);
    for (index, &chess_move) in moves.iter().enumerate() {
        let mut list = MoveList::new();
        generate::<_, ALL>(&board, &mut list);
        if !list.contains(&chess_move) {
            return Err(format!("move {} of the game is not legal", index + 1));
        }
        board = board.after(chess_move);
    }
    Ok(())
}
