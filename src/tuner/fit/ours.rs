//! Positions of our evaluation: the counts of [`nucleus_core::eval::features`] in the positions of
//! a file.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rayon::prelude::*;

use super::FitError;
use super::rows::{TraceEntry, TraceHead, TraceRows};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::eval::{features, fixed};
use nucleus_core::kernels::portable;
use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::epd::Epd;
use nucleus_core::notation::pgn::{Outcome, decode};
use nucleus_core::types::{Color, Score};

/// Lines that are read together.
const TOGETHER: usize = 4_096;

/// Positions that were read, and counts of those left out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PositionsRead {
    /// The positions.
    pub rows: TraceRows,
    /// Duplicates of positions in this file or an earlier one.
    pub duplicates: u64,
    /// Positions whose side to move is in check: a static evaluation says nothing of them.
    pub checks: u64,
    /// Positions of known endings: no weight changes their value.
    pub known: u64,
    /// Positions without a result.
    pub without_result: u64,
    /// Lines that cannot be read.
    pub broken: ReadFaults,
    /// Positions without a game's name: each counts as a game of its own.
    pub nameless: u64,
    /// True when there were more than asked for.
    pub more: bool,
    keys: HashSet<u64>,
    games: HashMap<String, u32>,
    numbers: u32,
}

/// A line's position.
struct PositionLine {
    key: u64,
    game: Option<String>,
    head: TraceHead,
    entries: Vec<TraceEntry>,
}

/// Reason that a line gives no position.
enum NoPosition {
    Check,
    Known,
    NoResult,
    Broken(String),
}

/// Adds the positions of a file of EPD, at most `most` in all: the result is `c9`, as in `c9 "1-0"`,
/// the game `id`. The positional part is bounded as `bound` says.
///
/// # Errors
/// When the file cannot be read.
pub fn read_positions(
    path: &Path,
    bound: Option<Score>,
    most: usize,
    read: &mut PositionsRead,
) -> Result<(), FitError> {
    let bytes = nucleus_base::files::read(path)
        .map_err(|error| FitError::System { path: path.to_owned(), error })?;
    let text = decode(bytes);
    let file = path.display().to_string();
    let lines: Vec<(usize, &str)> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    for lines in lines.chunks(TOGETHER) {
        let counted: Vec<_> =
            lines.par_iter().map(|&(number, line)| position(line, number, bound)).collect();
        for counted in counted {
            read.add(&file, counted, most);
        }
        if read.more {
            break;
        }
    }
    Ok(())
}

impl PositionsRead {
    fn add(&mut self, file: &str, counted: Result<PositionLine, NoPosition>, most: usize) {
        let line = match counted {
            Ok(line) => line,
            Err(NoPosition::Check) => return self.checks += 1,
            Err(NoPosition::Known) => return self.known += 1,
            Err(NoPosition::NoResult) => return self.without_result += 1,
            Err(NoPosition::Broken(fault)) => {
                return self.broken.add(format!("{file}: {fault}; left out"));
            }
        };
        if self.rows.len() >= most {
            self.more = true;
            return;
        }
        if !self.keys.insert(line.key) {
            self.duplicates += 1;
            return;
        }
        let next = self.numbers;
        let game = match line.game {
            // Games of two files are different games.
            Some(name) => *self.games.entry(format!("{file}\n{name}")).or_insert(next),
            None => {
                self.nameless += 1;
                next
            }
        };
        self.numbers = self.numbers.max(game + 1);
        self.rows.push(TraceHead { game, ..line.head }, line.entries);
    }

    /// Describes the positions that were left out.
    pub fn left_out(&self) -> String {
        let Self { duplicates, checks, known, without_result, .. } = self;
        let broken = self.broken.count;
        format!(
            "left out: {duplicates} duplicates, {checks} in check, {known} known endings, \
             {without_result} without a result, {broken} that cannot be read"
        )
    }
}

fn position(line: &str, number: usize, bound: Option<Score>) -> Result<PositionLine, NoPosition> {
    let epd = Epd::parse(line, number).map_err(|fault| NoPosition::Broken(fault.to_string()))?;
    let result = match epd.text("c9").and_then(Outcome::parse) {
        Some(Outcome::Win(Color::White)) => 1.0,
        Some(Outcome::Win(Color::Black)) => 0.0,
        Some(Outcome::Draw) => 0.5,
        Some(Outcome::Unknown) | None => return Err(NoPosition::NoResult),
    };
    let board = RulesBoard::new(&epd.setup, portable::Token);
    if board.in_check() {
        return Err(NoPosition::Check);
    }
    let counted = features(&board);
    if counted.known {
        return Err(NoPosition::Known);
    }
    let bound = bound.filter(|_| !counted.lifted).map_or(f32::INFINITY, f32::from);
    let part = |number: i32, of: i32| number as f32 / of as f32;
    let head = TraceHead {
        game: 0,
        result,
        phase: part(counted.phase, fixed::FULL_PHASE),
        offset: 0.0,
        scale: counted.winnable.map(|left| part(left, fixed::WINNABLE)),
        bound,
    };
    let units = counted.trace.counts.iter().map(|[white, black]| white - black);
    let entries = units.enumerate().filter(|(_, units)| *units != 0).map(|(feature, units)| {
        // Sixty-four squares bound every count.
        TraceEntry { feature: feature as u16, units: units as i16 }
    });
    let game = epd.text("id").map(str::to_owned);
    Ok(PositionLine { key: board.state().key, game, head, entries: entries.collect() })
}

#[cfg(test)]
mod tests {
    use super::super::loss::ResultLoss;
    use super::super::model::LinearModel;
    use super::*;
    use nucleus_core::board::Setup;
    use nucleus_core::eval::{Options, Values, evaluate};

    fn read(text: &str, bound: Option<Score>) -> PositionsRead {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.epd");
        std::fs::write(&path, text).unwrap();
        let mut read = PositionsRead::default();
        read_positions(&path, bound, 1_000, &mut read).unwrap();
        read
    }

    /// Middlegames, a bound that cuts, an ending of opposite bishops, passers.
    const FENS: [&str; 6] = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -",
        "r2q1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NQPN2/PP3PPP/R4RK1 w - -",
        "rnbqkbnr/pppp1ppp/8/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -",
        "8/5k2/3b2p1/8/3B2P1/4K3/5P2/8 w - -",
        "8/1P3k2/2P5/8/3r4/4K3/8/8 w - -",
        "3r2k1/5ppp/8/8/8/8/5PPP/1R4K1 b - -",
    ];

    #[test]
    fn values_are_those_of_the_evaluation() {
        for bound in [None, Some(40), Some(Options::BOUND)] {
            let lines = FENS.map(|fen| format!("{fen} c9 \"1-0\"; id \"{fen}\";\n"));
            let read = read(&lines.concat(), bound);
            assert_eq!(read.rows.len(), FENS.len(), "{}", read.left_out());
            let model = LinearModel::of_table(Values::compiled());
            let loss = ResultLoss::new(&read.rows, &model, 0.005);
            let numbers: Vec<u32> = (0..read.rows.len() as u32).collect();
            let values = loss.values(&numbers, &model.start());
            let options =
                Options { bound: bound.unwrap_or(Options::UNBOUNDED), ..Options::default() };
            for (fen, value) in FENS.iter().zip(values) {
                let setup = Setup::from_fen(fen).unwrap();
                let board = RulesBoard::new(&setup, portable::Token);
                let engine = f64::from(evaluate(Values::compiled(), &board, &options));
                let white = if board.side() == Color::White { engine } else { -engine };
                // The engine rounds twice: between middlegame and endgame, and the draw rules.
                assert!((white - value).abs() < 2.0, "{fen}: {white}, {value}");
            }
        }
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let good = "4k3/pp6/8/8/8/8/PP6/4K3 w - - c9 \"1/2-1/2\";";
        let text = format!(
            "# a comment\n{good} id \"1\";\n{good}\n8/8 w - -\n\
             4k3/8/8/8/8/8/8/4K3 w - - c9 \"1/2-1/2\";\n4k3/pp6/8/8/8/8/PP6/4K3 b - - bm a5;\n\
             4k3/pp6/8/8/8/8/PP2r3/4K3 w - - c9 \"0-1\";\n4k3/pp6/8/8/8/8/PPP5/4K3 w - - c9 \"1-0\";\n"
        );
        let read = read(&text, None);
        assert_eq!((read.rows.len(), read.nameless), (2, 1));
        assert_eq!((read.duplicates, read.checks, read.known), (1, 1, 1));
        assert_eq!((read.without_result, read.broken.count), (1, 1));
        assert!(read.broken.first[0].contains("p.epd: line 4: "));
        assert_ne!(read.rows.row(0).head.game, read.rows.row(1).head.game);
    }
}
