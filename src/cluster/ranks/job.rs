//! A search as ranks send it to each other: position, moves and options.

use serde::{Deserialize, Serialize};

use super::node::{bits_of, moves_of};
use nucleus_core::board::{Board, BoardType, RulesBoard, Setup, fen};
use nucleus_core::eval::MaterialSet;
use nucleus_core::eval::paper29::Paper29;
use nucleus_core::kernels::portable;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::Move;
use nucleus_engine::weights_file::{self, paper29};
use nucleus_search::EngineOptions;
use nucleus_search::distributed::SearchTask;

/// A search as it is sent to the ranks that share it, without the level: the tree is the same at
/// every level.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SentSearch {
    fen: String,
    chess960: bool,
    moves: Vec<u16>,
    hash: usize,
    profile: String,
    board: Option<String>,
    threads: usize,
    contempt: i16,
    material: String,
    bound: Option<i16>,
    weights: Option<String>,
    paper29: Option<String>,
    quiescence_checks: bool,
}

/// A search to share, as received.
pub struct RankJob {
    /// Start position of the game.
    pub setup: Setup,
    /// The legal moves played since the start position.
    pub moves: Vec<Move>,
    /// Options of the search; each rank keeps its own level.
    pub options: EngineOptions,
    /// Table size of every rank, in MiB.
    pub hash: usize,
}

impl SentSearch {
    /// Returns the message for a search that has begun at this rank.
    pub fn new(task: &SearchTask) -> Self {
        let SearchTask { setup, options, .. } = task;
        let set = options.material;
        let material = MaterialSet::ALL.iter().find(|(known, _)| *known == set);
        Self {
            fen: fen::format(&setup.planes, &setup.state),
            chess960: setup.state.chess960,
            moves: bits_of(&task.moves),
            hash: task.table.megabytes(),
            profile: options.profile.name().to_owned(),
            board: options.board.map(|board| board.name().to_owned()),
            threads: options.threads,
            contempt: options.contempt,
            material: material.map_or("", |(_, name)| name).to_owned(),
            bound: options.bound,
            weights: options.weights.as_deref().map(weights_file::write),
            paper29: options.paper29.as_deref().map(|p| paper29::write(p.weights(), "of rank 0")),
            quiescence_checks: options.quiescence_checks,
        }
    }

    /// Checks the message and returns the search.
    ///
    /// # Errors
    /// If this rank cannot search it: an illegal position or move, an unknown option.
    pub fn read(self) -> Result<RankJob, String> {
        let mut setup = Setup::from_fen(&self.fen).map_err(|error| error.to_string())?;
        setup.state.chess960 |= self.chess960;
        let moves = moves_of(&self.moves);
        check(&setup, &moves)?;
        let board = self.board.map(|name| name.parse::<BoardType>()).transpose();
        let weights = self.weights.map(|text| weights_file::parse(&text, "the weights of rank 0"));
        let paper29 = self.paper29.map(|text| paper29::parse(&text, "the weights of rank 0"));
        let options = EngineOptions {
            profile: self.profile.parse()?,
            board: board.map_err(|error| error.to_string())?,
            threads: self.threads,
            contempt: self.contempt,
            material: MaterialSet::named(&self.material)?,
            bound: self.bound,
            weights: weights.transpose().map_err(|error| error.to_string())?.map(Into::into),
            paper29: paper29
                .transpose()
                .map_err(|error| error.to_string())?
                .map(|weights| Paper29::new(weights).into()),
            quiescence_checks: self.quiescence_checks,
            ..EngineOptions::default()
        };
        Ok(RankJob { setup, moves, options, hash: self.hash })
    }
}

/// Checks that the moves are legal, one after the other.
fn check(setup: &Setup, moves: &[Move]) -> Result<(), String> {
    let mut board = RulesBoard::new(setup, portable::Token);
    for (index, &chess_move) in moves.iter().enumerate() {
        let list = legal_moves(&board);
        if !list.contains(&chess_move) {
            return Err(format!("move {} of the game is not legal", index + 1));
        }
        board = board.after(chess_move);
    }
    Ok(())
}
