//! Reads files into [`TraceRows`]: quiet positions of stored games and PGN, all positions of EPD.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rayon::prelude::*;

use super::rows::{TraceEntry, TraceHead, TraceRows};
use crate::FileFault;
use crate::games::{IllegalMove, Shard, StoredGame, find_shards, replay};
use crate::quiet::is_quiet;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::eval::{Options, Values, features, fixed};
use nucleus_core::kernels::portable;
use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::epd::Epd;
use nucleus_core::notation::pgn::{self, Game, Outcome, decode};
use nucleus_core::types::{Color, Move, Random, Score};

/// Lines of EPD that are processed together.
const TOGETHER: usize = 4_096;
/// Opening plies of a PGN game, from which no position is taken.
const OPENING_PLIES: usize = 12;
/// The largest absolute search score of a position; beyond it, weights hardly change the expected result.
const HIGHEST_SCORE: Score = 1_000;

/// Options for reading files.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a> {
    /// Weights that decide which positions are quiet.
    pub values: &'a Values,
    /// Bound of the positional part, in centipawns.
    pub bound: Option<Score>,
    /// The most positions of a game, drawn from its quiet ones. They share its result, so they carry less
    /// information than positions of different games.
    pub per_game: usize,
    /// Seed of the draws.
    pub seed: u64,
    /// The most positions overall.
    pub most: usize,
}

/// The positions read, and counts of those left out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FitPositions {
    /// The positions, with their results and features.
    pub rows: TraceRows,
    /// Duplicates of positions in this file or an earlier one.
    pub duplicates: u64,
    /// Positions in check, which a static evaluation cannot judge.
    pub checks: u64,
    /// Positions of known endings, whose value no weight changes.
    pub known: u64,
    /// Positions and games without a result.
    pub without_result: u64,
    /// Lines and games that cannot be parsed, and games of Chess960.
    pub broken: ReadFaults,
    /// Positions without a game's name; each counts as a separate game.
    pub nameless: u64,
    /// True if there were more positions than allowed.
    pub more: bool,
    keys: HashSet<u64>,
    games: HashMap<String, u32>,
    /// Number of games so far.
    numbers: u32,
}

/// A position with its result.
struct Position {
    key: u64,
    head: TraceHead,
    entries: Vec<TraceEntry>,
}

/// The reason why a position is left out.
enum NoPosition {
    Check,
    Known,
    NoResult,
    Broken(String),
}

/// The game that a position belongs to.
enum OfGame<'a> {
    Number(u32),
    Named(&'a str),
    Nameless,
}

impl FitPositions {
    /// Adds the positions of a file. Its name decides the format: stored games (a folder, `.games`), PGN
    /// (`.pgn`), otherwise EPD with the result as `c9 "1-0"` and the game as `id`.
    ///
    /// # Errors
    /// If the file cannot be read, or a stored game is damaged.
    pub fn read(&mut self, path: &Path, options: &ReadOptions<'_>) -> Result<(), FileFault> {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        if path.is_dir() || ending.as_ref().is_some_and(|ending| ending == "games") {
            for shard in find_shards(&[path.to_owned()])? {
                let games = Shard::read(&shard)?.each(|game| quiet_of_stored(game, options))?;
                for positions in games {
                    self.add_game(&shard, positions, options.most);
                }
            }
            return Ok(());
        }
        let bytes = nucleus_base::files::read(path)
            .map_err(|error| FileFault::System { path: path.to_owned(), error })?;
        let text = decode(bytes);
        if ending.is_some_and(|ending| ending == "pgn") {
            self.read_pgn(path, &text, options);
        } else {
            self.read_epd(path, &text, options);
        }
        Ok(())
    }

    fn read_pgn(&mut self, path: &Path, text: &str, options: &ReadOptions<'_>) {
        let name = path.display().to_string();
        let mut games = Vec::new();
        for game in pgn::read(text) {
            match self.broken.keep(&name, game) {
                Some(game) if game.setup.state.chess960 => {
                    let message = format!("{name}: line {}: a game of Chess960", game.line);
                    self.broken.add(format!("{message}; skipped"));
                }
                Some(game) if game.outcome == Outcome::Unknown => self.without_result += 1,
                game => games.extend(game),
            }
        }
        let positions: Vec<_> = games.par_iter().map(|game| quiet_of_pgn(game, options)).collect();
        positions.into_iter().for_each(|positions| self.add_game(path, positions, options.most));
    }

    fn read_epd(&mut self, path: &Path, text: &str, options: &ReadOptions<'_>) {
        let lines: Vec<(usize, &str)> = text
            .trim_start_matches('\u{feff}')
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .collect();
        for lines in lines.chunks(TOGETHER) {
            let read =
                lines.par_iter().map(|&(number, line)| epd_line(line, number, options.bound));
            for (game, position) in read.collect::<Vec<_>>() {
                let game = game.as_deref().map_or(OfGame::Nameless, OfGame::Named);
                self.add(path, game, position, options.most);
            }
            if self.more {
                break;
            }
        }
    }

    fn add_game(&mut self, path: &Path, positions: Vec<Result<Position, NoPosition>>, most: usize) {
        let game = self.numbers;
        self.numbers += 1;
        for position in positions {
            self.add(path, OfGame::Number(game), position, most);
        }
    }

    fn add(
        &mut self,
        path: &Path,
        game: OfGame<'_>,
        position: Result<Position, NoPosition>,
        most: usize,
    ) {
        let position = match position {
            Ok(position) => position,
            Err(NoPosition::Check) => return self.checks += 1,
            Err(NoPosition::Known) => return self.known += 1,
            Err(NoPosition::NoResult) => return self.without_result += 1,
            Err(NoPosition::Broken(reason)) => {
                return self.broken.add(format!("{}: {reason}; skipped", path.display()));
            }
        };
        if self.rows.len() >= most {
            self.more = true;
            return;
        }
        if !self.keys.insert(position.key) {
            self.duplicates += 1;
            return;
        }
        let next = self.numbers;
        let game = match game {
            OfGame::Number(number) => number,
            // The same name in two files means two games.
            OfGame::Named(name) => {
                let name = format!("{}\n{name}", path.display());
                *self.games.entry(name).or_insert(next)
            }
            OfGame::Nameless => {
                self.nameless += 1;
                next
            }
        };
        self.numbers = next.max(game + 1);
        self.rows.push(TraceHead { game, ..position.head }, position.entries);
    }

    /// Describes the positions that were left out.
    pub fn left_out(&self) -> String {
        let Self { duplicates, checks, known, without_result, .. } = self;
        let broken = self.broken.count;
        format!(
            "skipped: {duplicates} duplicates, {checks} in check, {known} known endings, \
             {without_result} without a result, {broken} unreadable"
        )
    }
}

/// Draws quiet positions of a stored game whose scores are at most [`HIGHEST_SCORE`].
fn quiet_of_stored(
    game: &StoredGame<'_>,
    options: &ReadOptions<'_>,
) -> Result<Vec<Result<Position, NoPosition>>, IllegalMove> {
    let mut quiet = Vec::new();
    replay(game, |board, ply| {
        if ply.score.abs() <= HIGHEST_SCORE && may_be_judged(board, ply.chess_move, options) {
            quiet.push(*board);
        }
    })?;
    Ok(drawn(quiet, game.number, game.outcome, options))
}

/// Draws quiet positions of a PGN game, which has no scores, after the opening.
fn quiet_of_pgn(game: &Game, options: &ReadOptions<'_>) -> Vec<Result<Position, NoPosition>> {
    let mut board = RulesBoard::new(&game.setup, portable::Token);
    let mut quiet = Vec::new();
    for (ply, chess_move) in game.moves().enumerate() {
        if ply >= OPENING_PLIES && may_be_judged(&board, chess_move, options) {
            quiet.push(board);
        }
        board = board.after(chess_move);
    }
    drawn(quiet, game.line as u32, game.outcome, options)
}

/// Returns true if the move neither captures nor promotes, and the position is quiet.
fn may_be_judged(board: &RulesBoard, chess_move: Move, options: &ReadOptions<'_>) -> bool {
    let bound = options.bound.unwrap_or(Options::UNBOUNDED);
    let evaluation = Options { bound, ..Options::default() };
    !chess_move.is_capture()
        && !chess_move.is_promotion()
        && is_quiet(options.values, board, &evaluation)
}

/// Draws some of a game's positions with equal probability, in their order.
fn drawn(
    mut boards: Vec<RulesBoard>,
    game: u32,
    outcome: Outcome,
    options: &ReadOptions<'_>,
) -> Vec<Result<Position, NoPosition>> {
    let mut random = Random::new(Random::new(options.seed ^ u64::from(game) << 32).bits());
    while boards.len() > options.per_game {
        boards.remove(random.below(boards.len()));
    }
    boards.iter().map(|board| position(board, outcome, options.bound)).collect()
}

/// Parses the game and the position of a line of EPD.
fn epd_line(
    line: &str,
    number: usize,
    bound: Option<Score>,
) -> (Option<String>, Result<Position, NoPosition>) {
    let epd = match Epd::parse(line, number) {
        Ok(epd) => epd,
        Err(error) => return (None, Err(NoPosition::Broken(error.to_string()))),
    };
    let outcome = epd.text("c9").and_then(Outcome::parse).unwrap_or_default();
    let board = RulesBoard::new(&epd.setup, portable::Token);
    (epd.text("id").map(str::to_owned), position(&board, outcome, bound))
}

/// Returns a position's result and feature counts, or the reason why the position is left out.
fn position(
    board: &RulesBoard,
    outcome: Outcome,
    bound: Option<Score>,
) -> Result<Position, NoPosition> {
    let result = match outcome {
        Outcome::Win(Color::White) => 1.0,
        Outcome::Win(Color::Black) => 0.0,
        Outcome::Draw => 0.5,
        Outcome::Unknown => return Err(NoPosition::NoResult),
    };
    if board.in_check() {
        return Err(NoPosition::Check);
    }
    let counted = features(board);
    if counted.known {
        return Err(NoPosition::Known);
    }
    let part = |number: i32, of: i32| number as f32 / of as f32;
    let head = TraceHead {
        game: 0,
        result,
        phase: part(counted.phase, fixed::FULL_PHASE),
        scale: counted.winnable.map(|left| part(left, fixed::WINNABLE)),
        bound: bound.filter(|_| !counted.lifted).map_or(f32::INFINITY, f32::from),
    };
    let units = counted.trace.counts.iter().map(|[white, black]| white - black);
    let entries = units.enumerate().filter(|(_, units)| *units != 0).map(|(feature, units)| {
        // A feature counts at most 64 squares, so the difference fits.
        TraceEntry { feature: feature as u16, units: units as i16 }
    });
    Ok(Position { key: board.state().key, head, entries: entries.collect() })
}

#[cfg(test)]
mod tests {
    use super::super::loss::ResultLoss;
    use super::super::weights::FitWeights;
    use super::*;
    use nucleus_core::board::Setup;
    use nucleus_core::eval::evaluate;

    const OPTIONS: ReadOptions<'_> =
        ReadOptions { values: Values::compiled(), bound: None, per_game: 24, seed: 1, most: 1_000 };

    fn read(name: &str, text: &str, options: &ReadOptions<'_>) -> FitPositions {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let mut read = FitPositions::default();
        read.read(&path, options).unwrap();
        read
    }

    /// Positions for different terms: middlegames, a bound that applies, opposite bishops, passed pawns.
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
            let read = read("p.epd", &lines.concat(), &ReadOptions { bound, ..OPTIONS });
            assert_eq!(read.rows.len(), FENS.len(), "{}", read.left_out());
            let loss = ResultLoss::new(&read.rows, 0.005);
            let weights = FitWeights::new(Values::compiled()).start;
            let options =
                Options { bound: bound.unwrap_or(Options::UNBOUNDED), ..Options::default() };
            for (number, fen) in (0..).zip(FENS) {
                // Solves −ln p of a won game for the value.
                let value = -loss.mean(&[number], &weights).exp_m1().ln() / loss.scale;
                let setup = Setup::from_fen(fen).unwrap();
                let board = RulesBoard::new(&setup, portable::Token);
                let engine = f64::from(evaluate(Values::compiled(), &board, &options));
                let white = if board.side() == Color::White { engine } else { -engine };
                // The engine rounds twice: after tapering, and after the draw rules.
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
        let all = read("p.epd", &text, &OPTIONS);
        assert_eq!((all.rows.len(), all.nameless), (2, 1));
        assert_eq!((all.duplicates, all.checks, all.known), (1, 1, 1));
        assert_eq!((all.without_result, all.broken.count), (1, 1));
        assert!(all.broken.first[0].contains("p.epd: line 4: "));
        assert_ne!(all.rows.row(0).head.game, all.rows.row(1).head.game);
        let one = read("p.epd", &text, &ReadOptions { most: 1, ..OPTIONS });
        assert!(one.more && one.rows.len() == 1);
    }

    #[test]
    fn quiet_positions_of_games_have_their_result() {
        const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 \
                            8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";
        // Invalid text ends at the next game's first tag.
        let games = [GAME, " 1-0", GAME, " *", "1. e4 e4", " 1-0", GAME, " 1/2-1/2"];
        let games = games.chunks(2).map(|game| format!("[Event \"E\"]\n\n{}\n\n", game.concat()));
        let text: String = games.collect();
        let all = read("a.pgn", &text, &OPTIONS);
        assert_eq!((all.without_result, all.broken.count), (1, 1));
        assert!(all.broken.first[0].contains("a.pgn: line 11: "), "{:?}", all.broken);
        // The last game has no new position.
        let positions = all.rows.len() as u64;
        assert!((4..=8).contains(&positions) && all.duplicates == positions, "{all:?}");
        assert!(all.rows.iter().all(|row| row.head.result == 1.0 && row.head.game == 0));
        let some = read("a.PGN", &text, &ReadOptions { per_game: 2, ..OPTIONS });
        assert_eq!(some.rows.len() as u64 + some.duplicates, 4);
        let again = read("a.PGN", &text, &ReadOptions { per_game: 2, ..OPTIONS });
        assert_eq!(some.rows, again.rows, "of one seed");
    }
}
