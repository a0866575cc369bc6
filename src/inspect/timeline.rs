//! The positions that an inspection steps through: a start position and the moves from it.

use super::ViewError;
use nucleus_base::text;
use nucleus_core::board::{Board, RulesBoard, Setup, fen};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{Ending, legal_moves};
use nucleus_core::notation::{MoveError, pgn, san, uci_move};
use nucleus_core::types::{Color, Move};

/// A position and the move that led to it.
#[derive(Clone, Debug)]
pub struct TimelineStep {
    /// The position after the move.
    pub board: RulesBoard,
    /// The move that led to the position; [`Move::NONE`] at the start.
    pub chess_move: Move,
    /// The move in UCI's notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The annotator's comment on the move.
    pub comment: Option<String>,
}

/// A line of positions, one of which is current.
#[derive(Clone, Debug)]
pub struct Timeline {
    steps: Vec<TimelineStep>,
    at: usize,
    /// Title, for example the players of a game.
    pub title: String,
    /// Corrections made to the given position, see [`Setup::corrections`].
    pub corrections: Vec<String>,
    /// Number of characters removed from the game's tags and comments, see [`pgn::Game::lost`].
    pub lost: usize,
}

impl Timeline {
    /// Creates a timeline of a single position.
    pub fn new(setup: &Setup) -> Self {
        let board = RulesBoard::new(setup, portable::Token);
        let first = TimelineStep {
            board,
            chess_move: Move::NONE,
            uci: String::new(),
            san: String::new(),
            comment: None,
        };
        let corrections = setup.corrections.clone();
        Self { steps: vec![first], at: 0, title: String::new(), corrections, lost: 0 }
    }

    /// Creates the timeline of a game, at its first position.
    pub fn of_game(game: &pgn::Game) -> Self {
        let mut timeline = Self::new(&game.setup);
        timeline.steps[0].comment = game.comment.clone();
        for ply in &game.plies {
            timeline.push(ply.chess_move, ply.comment.clone());
        }
        timeline.at = 0;
        let name = |tag| text::name(game.tag(tag).unwrap_or("?"));
        timeline.lost = game.lost;
        timeline.title = format!("{} – {}, {}", name("White"), name("Black"), name("Date"));
        timeline
    }

    /// Parses game `number`, from 1, of a PGN text.
    ///
    /// # Errors
    /// If there is no such game, or it is invalid.
    pub fn of_pgn(text: &str, number: usize) -> Result<Self, ViewError> {
        let mut count = 0;
        for game in pgn::read(text) {
            count += 1;
            if count == number {
                return Ok(Self::of_game(&game.map_err(ViewError::Pgn)?));
            }
        }
        Err(ViewError::NoGame { number, count })
    }

    fn push(&mut self, chess_move: Move, comment: Option<String>) {
        let board = &self.steps[self.at].board;
        let (uci, san) = (uci_move::format(board, chess_move), san::format(board, chess_move));
        let board = board.after(chess_move);
        self.steps.truncate(self.at + 1);
        self.steps.push(TimelineStep { board, chess_move, uci, san, comment });
        self.at += 1;
    }

    /// Plays a move in UCI's or standard algebraic notation; it replaces the moves after the
    /// current position.
    ///
    /// # Errors
    /// If the move is not legal: the error of the notation that the text resembles.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let board = &self.current().board;
        let chess_move = uci_move::parse(board, text).or_else(|uci| {
            san::parse(board, text).map_err(|san| match uci {
                MoveError::Malformed { .. } => san,
                _ => uci,
            })
        })?;
        self.push(chess_move, None);
        Ok(())
    }

    /// Plays moves in order, then goes to position `ply`, if given.
    ///
    /// # Errors
    /// If a move is not legal, or there are fewer positions.
    pub fn play_all<'a>(
        &mut self,
        moves: impl Iterator<Item = &'a str>,
        ply: Option<usize>,
    ) -> Result<(), ViewError> {
        for (index, text) in moves.enumerate() {
            self.play(text).map_err(|error| ViewError::Move { number: index + 1, error })?;
        }
        let count = self.steps.len() - 1;
        match ply {
            Some(ply) if ply > count => return Err(ViewError::NoPly { ply, count }),
            Some(ply) => self.at = ply,
            None => {}
        }
        Ok(())
    }

    /// Returns the legal moves, each in UCI's and in standard algebraic notation.
    pub fn legal_moves(&self) -> Vec<(String, String)> {
        let board = &self.current().board;
        let both = |&legal: &Move| (uci_move::format(board, legal), san::format(board, legal));
        let list = legal_moves(board);
        list.iter().map(both).collect()
    }

    /// Returns the end of the game at the current position by the rules, if it has ended.
    pub fn ending(&self) -> Option<Ending> {
        let keys = self.steps[..=self.at].iter().map(|step| step.board.key());
        Ending::new(&self.current().board, keys)
    }

    /// Returns the moves before the current position.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.steps[1..=self.at].iter().map(|step| step.chess_move)
    }

    /// Returns the number of moves before the current position.
    pub fn ply(&self) -> usize {
        self.at
    }

    /// Returns all positions, from the start.
    pub fn steps(&self) -> &[TimelineStep] {
        &self.steps
    }

    /// Returns the current position with its move.
    pub fn current(&self) -> &TimelineStep {
        &self.steps[self.at]
    }

    /// Returns the position before the current one.
    pub fn previous(&self) -> Option<&TimelineStep> {
        self.at.checked_sub(1).map(|before| &self.steps[before])
    }

    /// Returns the FEN of the current position.
    pub fn fen(&self) -> String {
        let board = &self.current().board;
        fen::format(board.planes(), board.state())
    }

    /// Returns the move that led to the current position with its number, as in `12. Nf3` or `12... Nc6`.
    pub fn last_move(&self) -> Option<String> {
        Some(format!("{} {}", self.number_of(self.at)?, self.current().san))
    }

    /// Returns the number of the move that led to a position, with its dots.
    pub fn number_of(&self, ply: usize) -> Option<String> {
        let state = self.steps.get(ply.checked_sub(1)?)?.board.state();
        let dots = if state.side == Color::White { "." } else { "..." };
        Some(format!("{}{dots}", state.fullmove))
    }
}
