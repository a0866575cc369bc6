use super::game_record::GameRecord;
use super::record::MatchRecord;
use nucleus_core::board::Setup;
use nucleus_core::notation::pgn::{Game, Outcome, Ply};
use nucleus_core::types::Color;

use super::arbiter::Arbiter;

/// The event tag of every game, which names the program that ran the match.
const EVENT: &str = "Nucleus match";

/// Returns the result of a game of the record, by colour.
pub fn outcome(game: &GameRecord) -> Outcome {
    match (game.half_points, game.white) {
        (1, _) => Outcome::Draw,
        (2, 0) | (0, 1) => Outcome::Win(Color::White),
        _ => Outcome::Win(Color::Black),
    }
}

/// Converts a game of the record to PGN.
///
/// # Errors
/// A sentence, if the record was edited so that the game is invalid.
pub fn game(record: &MatchRecord, game: &GameRecord) -> Result<Game, String> {
    let failed = |what: String| format!("game {} of the record: {what}", game.number);
    let setup = match &game.fen {
        Some(fen) => Setup::from_fen(fen).map_err(|error| failed(error.to_string()))?,
        None => Setup::start(),
    };
    let mut arbiter = Arbiter::new(&setup);
    let mut text = Game::new(setup);
    for written in &game.moves {
        let (chess_move, comment) = written.split_once(' ').unwrap_or((written, ""));
        let chess_move = arbiter
            .legal(chess_move)
            .ok_or_else(|| failed(format!("`{chess_move}` is not a legal move")))?;
        arbiter.play(chess_move);
        let comment = (!comment.is_empty()).then(|| comment.to_owned());
        text.plies.push(Ply { chess_move, comment, glyphs: Vec::new() });
    }
    // The reason for the result follows the last move.
    let last = text.plies.last_mut().map_or(&mut text.comment, |ply| &mut ply.comment);
    *last = Some(match last.take() {
        Some(comment) => format!("{comment}, {}", game.detail),
        None => game.detail.clone(),
    });
    text.outcome = outcome(game);
    let [white, black] = game.colours().map(|engine| record.name(engine).to_owned());
    let date = game.started.get(..10).unwrap_or("????.??.??").replace('-', ".");
    let time = game.started.get(11..19).unwrap_or("??:??:??").to_owned();
    let round = format!("{}.{}", game.number.div_ceil(2), 2 - game.number % 2);
    text.tags = [
        ("Event", EVENT.to_owned()),
        ("Site", "?".to_owned()),
        ("Date", date),
        ("Round", round),
        ("White", white),
        ("Black", black),
        ("UTCTime", time),
        ("Opening", game.opening.clone()),
        ("TimeControl", record.settings.limit.pgn()),
        ("PlyCount", game.moves.len().to_string()),
        ("Termination", game.reason.termination().to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    Ok(text)
}

/// Returns `true` if a game of a PGN file may belong to this match; tags may be missing.
pub fn belongs(record: &MatchRecord, tags: &[(String, String)]) -> bool {
    let tag = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value);
    let ours = |name: Option<&String>| {
        name.is_none_or(|name| record.engines.iter().any(|engine| engine.name == *name))
    };
    tag("Event").is_some_and(|event| event == EVENT) && ours(tag("White")) && ours(tag("Black"))
}
