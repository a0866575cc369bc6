use std::fmt::Display;
use std::path::Path;

use hmac_sha256::Hash;

use super::arbiter::Arbiter;
use super::book_lines;
use super::opening::Opening;
use nucleus_base::files;
use nucleus_base::text;
use nucleus_core::board::Setup;
use nucleus_core::notation::{ReadFaults, epd, pgn, san};
use nucleus_core::types::Random;
use nucleus_engine::book::OpeningBook;

/// The built-in lines, each a name, a colon and moves.
const BUILT_IN: &str = include_str!("openings.txt");
/// The error for a file without openings.
const NONE: &str = "no opening in it";

/// Returns the built-in lines, each cut to `plies` plies.
///
/// # Errors
/// A sentence, if the data compiled into this build is invalid.
pub fn built_in(plies: usize) -> Result<Vec<Opening>, String> {
    let lines = BUILT_IN.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let failed = |error: String| format!("built-in opening, line {}: {error}", index + 1);
            let (name, moves) =
                line.split_once(": ").ok_or_else(|| failed("no name and colon".into()))?;
            let setup = Setup::start();
            let mut arbiter = Arbiter::new(&setup);
            let mut read = Vec::new();
            for text in moves.split_whitespace().take(plies) {
                let chess_move =
                    san::parse(arbiter.board(), text).map_err(|error| failed(error.to_string()))?;
                arbiter.play(chess_move);
                read.push(chess_move);
            }
            Ok(Opening { name: name.to_owned(), setup, moves: read })
        })
        .collect()
}

/// Returns the openings of a file and the file's SHA-256. Each game of a PGN file gives up to `plies`
/// plies; from a book (Polyglot or OPENX) lines are drawn with the seed. If one opening is Chess960,
/// all are read as such, because `UCI_Chess960` is set once per engine.
///
/// # Errors
/// If the file cannot be read or has no playable opening. An invalid line or game is skipped with a
/// warning.
pub fn read(path: &Path, plies: usize, seed: u64) -> Result<(Vec<Opening>, String), String> {
    let failed = |what: &dyn Display| format!("{}: {what}", path.display());
    let bytes = files::read(path).map_err(|error| failed(&error))?;
    let sha256 = text::hex(&Hash::hash(&bytes));
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    if matches!(extension.as_str(), "bin" | "openx") {
        let book = OpeningBook::parse(bytes).map_err(|what| failed(&what))?;
        let openings = book_lines::drawn(&book, plies, seed);
        return match openings.is_empty() {
            true => Err(failed(&NONE)),
            false => Ok((openings, sha256)),
        };
    }
    let content = pgn::decode(bytes);
    let (mut lost, mut left) = (0, ReadFaults::default());
    let all: Vec<Result<(usize, Opening), String>> = match extension.as_str() {
        "epd" => {
            let standard: Vec<_> = epd::read(&content).collect();
            let chess960 = standard.iter().flatten().any(|epd| epd.setup.state.chess960);
            let all = if chess960 { epd::read_chess960(&content).collect() } else { standard };
            all.into_iter()
                .map(|epd| epd.map_err(|e| e.to_string()))
                .map(|epd| epd.inspect(|epd| lost += epd.lost).map(of_epd))
                .collect()
        }
        "pgn" => pgn::read(&content)
            .map(|game| game.map_err(|e| e.to_string()))
            .map(|game| game.inspect(|game| lost += game.lost).map(|game| of_game(&game, plies)))
            .collect(),
        _ => {
            let kinds = "openings are read from files that end in .epd, .pgn, .bin or .openx";
            return Err(failed(&kinds));
        }
    };
    if lost > 0 {
        nucleus_base::tell!("warning: {}: {}", path.display(), text::left_out(lost));
    }
    let checked = |(line, opening): (usize, Opening)| {
        opening.check().map_err(|what| format!("line {line}: {what}")).map(|()| opening)
    };
    let readable = all.into_iter().map(|read| read.and_then(checked));
    let mut openings: Vec<_> =
        readable.filter_map(|read| left.keep(&path.display().to_string(), read)).collect();
    left.warn();
    if openings.is_empty() {
        return Err(failed(&NONE));
    }
    let is_chess960 = openings.iter().any(|opening| opening.setup.state.chess960);
    openings.iter_mut().for_each(|opening| opening.setup.state.chess960 = is_chess960);
    Ok((openings, sha256))
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

/// Returns a random order of the openings: a permutation that depends on the seed.
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

    #[test]
    fn an_order_is_a_permutation_that_a_seed_repeats() {
        let order_of = |seed| order(60, seed);
        assert_eq!(order_of(1), order_of(1));
        assert_ne!(order_of(1), order_of(2));
        let mut sorted = order_of(3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..60).collect::<Vec<_>>());
    }
}
