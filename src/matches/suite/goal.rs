use nucleus_base::text::excerpt;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::portable;
use nucleus_core::notation::epd::Epd;
use nucleus_core::notation::uci_move;
use nucleus_core::types::score::mate_moves;
use nucleus_core::types::{Move, Score};

/// The goal of a position in a test suite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    /// Solved by any of these moves (`bm`).
    pub best: Vec<Move>,
    /// Not solved by any of these moves (`am`).
    pub avoid: Vec<Move>,
    /// Solved by a mate in exactly this number of moves (`dm`).
    pub mate: Option<u32>,
    /// Points of individual moves (`c9` names the moves, `c8` the points).
    pub points: Vec<(Move, u32)>,
}

impl Goal {
    /// Returns the goal of an EPD line.
    ///
    /// # Errors
    /// A sentence, if the line has no goal or an invalid one.
    pub fn from_epd(epd: &Epd) -> Result<Self, String> {
        let failed = |what: String| format!("line {}: {what}", epd.line);
        let distance = |text: &str| match text.parse() {
            Ok(moves) if moves > 0 => Ok(moves),
            _ => Err(failed(format!("dm: '{}' is not a number of moves", excerpt(text)))),
        };
        let mate = epd.text("dm").map(distance).transpose()?;
        let points = points(epd).map_err(|what| failed(format!("c8 and c9: {what}")))?;
        let moves = |name: &str| epd.moves(name).map_err(|error| error.to_string());
        let goal = Self { best: moves("bm")?, avoid: moves("am")?, mate, points };
        if goal.best.is_empty() && goal.avoid.is_empty() && goal.mate.is_none() {
            return Err(failed("no bm, am or dm: nothing to solve".to_owned()));
        }
        Ok(goal)
    }

    /// Returns `true` if a move with this score solves the position.
    ///
    /// A required mate distance alone decides: a mate of that length by another move counts as
    /// well.
    pub fn is_met(&self, chess_move: Move, score: Score) -> bool {
        if let Some(moves) = self.mate {
            return mate_moves(score).is_some_and(|found| found == moves as i32);
        }
        (self.best.is_empty() || self.best.contains(&chess_move))
            && !self.avoid.contains(&chess_move)
    }

    /// Returns the points of a move.
    pub fn worth(&self, chess_move: Move) -> u32 {
        self.points.iter().find(|(m, _)| *m == chess_move).map_or(0, |&(_, points)| points)
    }

    /// Returns the points of the best move.
    pub fn most(&self) -> u32 {
        self.points.iter().map(|&(_, points)| points).max().unwrap_or(0)
    }
}

/// Returns the moves of `c9` with the points of `c8`; empty without `c9`, or if either is an ordinary
/// comment.
fn points(epd: &Epd) -> Result<Vec<(Move, u32)>, String> {
    let (Some(points), Some(moves)) = (epd.text("c8"), epd.text("c9")) else {
        return Ok(Vec::new());
    };
    let Ok(numbers) = points.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>()
    else {
        return Ok(Vec::new());
    };
    let names: Vec<&str> = moves.split_whitespace().collect();
    if names.len() != numbers.len() {
        return Err(format!("{} points for {} moves", numbers.len(), names.len()));
    }
    let board = RulesBoard::new(&epd.setup, portable::Token);
    names
        .iter()
        .zip(numbers)
        .map(|(name, points)| {
            uci_move::parse(&board, name).map(|m| (m, points)).map_err(|error| error.to_string())
        })
        .collect()
}
