use std::path::{Path, PathBuf};

use hmac_sha256::Hash;
use thiserror::Error;

use super::arbiter::Arbiter;
use super::book_lines;
use super::opening::Opening;
use nucleus_core::board::Setup;
use nucleus_core::notation::{epd, pgn, san};
use nucleus_core::text;
use nucleus_core::types::Random;
use nucleus_engine::book::OpeningBook;

/// The lines that games begin with when no file is given: a name, a colon, moves.
const BUILT_IN: &str = include_str!("openings.txt");

/// Reason that openings cannot be played.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// No kind of file that openings are read from.
    #[error("{0}: openings are read from files that end in .epd, .pgn, .bin or .openx")]
    Kind(PathBuf),
    /// Something in it is at fault.
    #[error("{path}: {fault}")]
    Fault {
        /// The file.
        path: PathBuf,
        /// The line, and what is wrong.
        fault: String,
    },
    /// There is none.
    #[error("{0}: no opening in it")]
    Empty(PathBuf),
}

/// The built-in lines, each up to so many plies.
///
/// # Errors
/// A sentence, when the data of this build are at fault.
pub fn built_in(plies: usize) -> Result<Vec<Opening>, String> {
    let lines = BUILT_IN.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let fault = |fault: String| format!("built-in opening, line {}: {fault}", index + 1);
            let (name, moves) =
                line.split_once(": ").ok_or_else(|| fault("no name and colon".into()))?;
            let setup = Setup::start();
            let mut arbiter = Arbiter::new(&setup);
            let mut read = Vec::new();
            for text in moves.split_whitespace().take(plies) {
                let chess_move =
                    san::parse(arbiter.board(), text).map_err(|error| fault(error.to_string()))?;
                arbiter.play(chess_move);
                read.push(chess_move);
            }
            Ok(Opening { name: name.to_owned(), setup, moves: read })
        })
        .collect()
}

/// The openings of a file, each game of a PGN file up to so many plies, and the file's SHA-256. Of a
/// book, Polyglot or OPENX, lines are drawn by the seed.
///
/// # Errors
/// When the file cannot be read, or something in it cannot be played: nothing is passed over.
pub fn read(path: &Path, plies: usize, seed: u64) -> Result<(Vec<Opening>, String), OpeningError> {
    let bytes =
        std::fs::read(path).map_err(|error| OpeningError::Read { path: path.to_owned(), error })?;
    let sha256 = nucleus_core::text::hex(&Hash::hash(&bytes));
    let fault = |fault: String| OpeningError::Fault { path: path.to_owned(), fault };
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    if matches!(extension.as_str(), "bin" | "openx") {
        let book = OpeningBook::parse(bytes).map_err(|what| fault(what.to_string()))?;
        let openings = book_lines::drawn(&book, plies, seed);
        return match openings.is_empty() {
            true => Err(OpeningError::Empty(path.to_owned())),
            false => Ok((openings, sha256)),
        };
    }
    let content = pgn::decode(bytes);
    let mut lost = 0;
    let openings: Result<Vec<(usize, Opening)>, String> = match extension.as_str() {
        "epd" => epd::read(&content)
            .map(|epd| epd.map_err(|e| e.to_string()))
            .map(|epd| epd.inspect(|epd| lost += epd.lost).map(of_epd))
            .collect(),
        "pgn" => pgn::read(&content)
            .map(|game| game.map_err(|e| e.to_string()))
            .map(|game| game.inspect(|game| lost += game.lost).map(|game| of_game(&game, plies)))
            .collect(),
        _ => return Err(OpeningError::Kind(path.to_owned())),
    };
    if lost > 0 {
        nucleus_core::tell!("warning: {}: {}", path.display(), text::left_out(lost));
    }
    let openings = openings.map_err(&fault)?;
    if openings.is_empty() {
        return Err(OpeningError::Empty(path.to_owned()));
    }
    for (line, opening) in &openings {
        opening.check().map_err(|what| fault(format!("line {line}: {what}")))?;
    }
    Ok((openings.into_iter().map(|(_, opening)| opening).collect(), sha256))
}

fn of_epd(epd: epd::Epd) -> (usize, Opening) {
    let name = epd.text("id").map_or_else(|| format!("line {}", epd.line), text::name);
    (epd.line, Opening { name, setup: epd.setup, moves: Vec::new() })
}

fn of_game(game: &pgn::Game, plies: usize) -> (usize, Opening) {
    let name = match (game.tag("Opening"), game.tag("White"), game.tag("Black")) {
        (Some(name), ..) => text::name(name),
        (None, Some(white), Some(black)) => text::name(&format!("{white} – {black}")),
        _ => format!("line {}", game.line),
    };
    let moves = game.moves().take(plies).collect();
    (game.line, Opening { name, setup: game.setup.clone(), moves })
}

/// The order in which openings are played: each once, by a seed, before any comes again.
pub fn order(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut random = Random::new(seed);
    for last in (1..count).rev() {
        order.swap(last, random.below(last + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::Board;
    use std::collections::HashSet;

    #[test]
    fn the_built_in_lines_are_many_legal_and_different() {
        let openings = built_in(100).unwrap();
        assert!(openings.len() >= 50, "{}", openings.len());
        let mut positions = HashSet::new();
        let mut names = HashSet::new();
        for opening in &openings {
            let plies = opening.moves.len();
            assert!((6..=12).contains(&plies) && plies % 2 == 0, "{}: {plies}", opening.name);
            opening.check().unwrap();
            let mut arbiter = Arbiter::new(&opening.setup);
            opening.moves.iter().for_each(|&m| arbiter.play(m));
            assert!(positions.insert(arbiter.board().state().key), "{} again", opening.name);
            assert!(names.insert(&opening.name), "{} again", opening.name);
        }
        assert!(built_in(4).unwrap().iter().all(|opening| opening.moves.len() == 4));
    }

    #[test]
    fn an_order_is_a_permutation_that_a_seed_repeats() {
        let order_of = |seed| order(60, seed);
        assert_eq!(order_of(1), order_of(1));
        assert_ne!(order_of(1), order_of(2));
        let mut sorted = order_of(3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..60).collect::<Vec<_>>());
    }

    #[test]
    fn files_are_read_and_their_faults_named() {
        let folder = tempfile::tempdir().unwrap();
        let read_as = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            read(&path, 3, 1).map_err(|error| error.to_string())
        };
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n";
        let (openings, sha256) = read_as("a.epd", epd).unwrap();
        assert_eq!((openings[0].name.as_str(), openings[0].moves.len()), ("start", 0));
        assert_eq!(sha256.len(), 64);
        let pgn = "[Opening \"Spanish\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n";
        let (openings, _) = read_as("a.pgn", pgn).unwrap();
        assert_eq!((openings[0].name.as_str(), openings[0].moves.len()), ("Spanish", 3));
        for (name, text, said) in [
            ("b.txt", epd, "end in .epd, .pgn, .bin or .openx"),
            ("b.epd", "\n# nothing\n", "no opening"),
            ("c.epd", "8/8 w - -\n", "c.epd: line 1"),
            ("d.epd", "7k/6Q1/6K1/8/8/8/8/8 b - -\n", "line 1: the game is over"),
            ("e.bin", "half an entry", "e.bin: 13 bytes"),
            ("d.pgn", "1. e4 e5 2. Ke3 *\n", "line 1"),
        ] {
            let error = read_as(name, text).unwrap_err();
            assert!(error.contains(said), "{name}: {error}");
        }
        let missing = read(Path::new("none.epd"), 3, 1).unwrap_err().to_string();
        assert!(missing.starts_with("none.epd: "), "{missing}");
    }
}
