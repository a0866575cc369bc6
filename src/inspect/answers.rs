//! Answers to the questions of the inspector's HTML page: a position's matrix, a kernel's trace, a slice of a
//! search, a pasted game, a game as PGN.

use crate::ViewError;
use crate::engine;
use crate::json;
use crate::kernels::{best, kernel_named, kernels};
use crate::look::View;
use crate::timeline::Timeline;
use crate::trace::{KernelTrace, TracedKernel};
use nucleus_base::text::excerpt;
use nucleus_core::board::{Board, Setup, fen};
use nucleus_core::notation::pgn;
use serde::Serialize;

/// A position, the moves that lead to it, and the kernels to show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// FEN of the position before the first move, or `startpos`.
    pub fen: String,
    /// Moves from that position, in UCI's or standard algebraic notation.
    pub moves: Vec<String>,
    /// Number of plies before the shown position; all moves if `None`.
    pub ply: Option<usize>,
    /// Name of the kernel that writes the cells; the best one if empty.
    pub kernel: String,
    /// Name of a kernel to compare with.
    pub compare: Option<String>,
}

impl Place {
    /// Parses the lines of a question: FEN, moves, ply, kernel, kernel to compare with. All but the first may
    /// be empty or missing.
    ///
    /// # Errors
    /// If the ply is not a number.
    pub fn from_lines<'a>(mut lines: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut next = || lines.next().unwrap_or_default();
        let (fen, moves, ply, kernel, compare) = (next(), next(), next(), next(), next());
        let invalid = |_| format!("ply: '{}' is no number of moves", excerpt(ply));
        Ok(Self {
            fen: fen.to_owned(),
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            ply: (!ply.is_empty()).then(|| ply.parse().map_err(invalid)).transpose()?,
            kernel: kernel.to_owned(),
            compare: (!compare.is_empty()).then(|| compare.to_owned()),
        })
    }

    /// Removes kernels that this machine lacks; a link from another machine may name some.
    fn with_known_kernels(self) -> Self {
        let kernels = kernels();
        let is_known = |name: &String| kernel_named(&kernels, name).is_ok();
        let kernel = Some(self.kernel).filter(is_known).unwrap_or_default();
        Self { kernel, compare: self.compare.filter(is_known), ..self }
    }

    /// Returns the game up to the position; each tag is a line such as `White You`.
    fn game<'a>(&self, tags: impl Iterator<Item = &'a str>) -> Result<pgn::Game, ViewError> {
        let timeline = self.view()?.timeline;
        let tags = tags.filter_map(|tag| tag.split_once(' '));
        let ply = |chess_move| pgn::Ply { chess_move, ..pgn::Ply::default() };
        Ok(pgn::Game {
            tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            plies: timeline.moves().map(ply).collect(),
            outcome: timeline.ending().map(pgn::Outcome::from).unwrap_or_default(),
            ..pgn::Game::new(Setup::named(&self.fen)?)
        })
    }

    /// Returns the view of the position through the kernels.
    fn view(&self) -> Result<View, ViewError> {
        let mut timeline = Timeline::new(&Setup::named(&self.fen)?);
        timeline.play_all(self.moves.iter().map(String::as_str), self.ply)?;
        let kernel = if self.kernel.is_empty() { best() } else { &self.kernel };
        View::new(timeline, kernels(), kernel, self.compare.as_deref())
    }
}

/// Start and moves of a pasted game.
#[derive(Serialize)]
struct PastedPlace<'a> {
    fen: String,
    moves: Vec<&'a str>,
}

nucleus_base::named_enum! {
    /// A question that a page may send.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Question {
        /// The matrix of the position, as `--json` prints it.
        Position = "position",
        /// The trace of the rebuild.
        Rebuild = "rebuild",
        /// The trace of the scanner.
        Scan = "scan",
        /// A slice of the engine's search.
        Search = "search",
        /// The place of a position or game that is pasted as FEN or PGN.
        Paste = "paste",
        /// The game as PGN.
        Pgn = "pgn",
    }
}

/// Answers the text of a question as JSON. Its first line is the question's name; the lines of a [`Place`] follow,
/// then a search's settings or a game's tags. A pasted text has no place. Kernels that this machine lacks are
/// ignored.
///
/// # Errors
/// If the question, the position or a move is invalid: a message.
pub fn answer_text(text: &str) -> Result<String, String> {
    let (name, rest) = text.split_once('\n').unwrap_or((text, ""));
    let question = nucleus_base::text::named("question", &Question::ALL, name)?;
    if question == Question::Paste {
        return pasted(rest).map_err(|error| error.to_string());
    }
    let mut lines = rest.split('\n');
    let place = Place::from_lines(lines.by_ref())?.with_known_kernels();
    match question {
        Question::Search => return engine::search(place, lines.next().unwrap_or_default()),
        Question::Pgn => place.game(lines).map(|game| written(&game.to_string())),
        _ => answer(question, &place),
    }
    .map_err(|error| error.to_string())
}

/// Returns the place of a pasted FEN, or of the first game of a pasted PGN.
fn pasted(text: &str) -> Result<String, ViewError> {
    let text = text.trim();
    let timeline = match Setup::named(text) {
        Ok(setup) => Timeline::new(&setup),
        // A FEN has no dots.
        Err(_) if text.contains(['.', '[']) => Timeline::of_pgn(text, 1)?,
        Err(error) => return Err(error.into()),
    };
    let steps = timeline.steps();
    let start = &steps[0].board;
    let place = PastedPlace {
        fen: fen::format(start.planes(), start.state()),
        moves: steps[1..].iter().map(|step| step.uci.as_str()).collect(),
    };
    Ok(written(&place))
}

/// Answers a question about a position as JSON: its matrix, or a trace.
///
/// # Errors
/// If the position or a move is invalid, or this machine lacks a kernel.
pub fn answer(question: Question, place: &Place) -> Result<String, ViewError> {
    let view = place.view()?;
    Ok(match question {
        Question::Rebuild => KernelTrace::of_view(&view, TracedKernel::Rebuild).json(),
        Question::Scan => KernelTrace::of_view(&view, TracedKernel::Scan).json(),
        _ => json::write(&view),
    })
}

/// Returns a value as JSON.
fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers can be written as JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_from_lines() {
        let place = Place {
            fen: nucleus_core::board::START_FEN.to_owned(),
            moves: ["e2e4", "e7e5"].map(str::to_owned).into(),
            ply: Some(1),
            kernel: "avx2+asm".to_owned(),
            compare: Some("reference".to_owned()),
        };
        let lines = [&*place.fen, "e2e4 e7e5", "1", "avx2+asm", "reference"];
        assert_eq!(Place::from_lines(lines.into_iter()), Ok(place));
        let alone = Place { fen: "startpos".to_owned(), ..Place::default() };
        assert_eq!(Place::from_lines(["startpos"].into_iter()), Ok(alone));
    }

    #[test]
    fn kernels_of_other_machines_are_passed_over() {
        let known = answer_text("position\nstartpos\n\n\nportable\nreference").expect("an answer");
        assert!(known.contains("\"kernel\": \"portable\""), "{known:.200}");
        assert!(known.contains("\"compared_with\": \"reference\""), "{known:.200}");
        let unknown = answer_text("position\nstartpos\n\n\nmmx\nmmx").expect("an answer");
        assert!(unknown.contains(&format!("\"kernel\": \"{}\"", best())), "{unknown:.200}");
        assert!(unknown.contains("\"compared_with\": null"), "{unknown:.200}");
    }

    #[test]
    fn a_fault_is_answered_by_a_sentence() {
        for question in Question::ALL.into_iter().filter(|&question| question != Question::Paste) {
            for (lines, message) in [
                ("8/8", "invalid FEN"),
                ("", "invalid FEN"),
                ("startpos\ne2e5", "move 1: 'e2e5' is not legal"),
                ("startpos\n\n3", "there is no ply 3: the line has 0"),
                ("startpos\n\n-1", "ply: '-1' is no number of moves"),
            ] {
                let found = answer_text(&format!("{question}\n{lines}")).expect_err(lines);
                assert!(found.contains(message), "{lines}: {found}");
            }
        }
        let found = answer_text("search\nstartpos\n\n\n\n\nnodes=many").expect_err("no number");
        assert_eq!(found, "'nodes=many' is no setting of a search");
        let found = answer_text("file\nstartpos").expect_err("no such question");
        assert!(found.starts_with("unknown question 'file'"), "{found}");
    }

    /// A game is written as PGN, and read again as it was; a FEN is a game without moves.
    #[test]
    fn a_game_is_pasted_as_it_was_copied() {
        let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
        let pgn = answer_text(&format!("pgn\n{fen}\ng6g7\n\n\n\nWhite You")).expect("a game");
        let text: String = serde_json::from_str(&pgn).expect("text");
        assert!(text.contains("[White \"You\"]") && text.contains("1. Qg7# 1-0"), "{text}");
        for (text, moves) in [(&*text, r#"["g6g7"]"#), (fen, "[]")] {
            let place = answer_text(&format!("paste\n{text}")).expect("a place");
            assert_eq!(place, format!(r#"{{"fen":"{fen}","moves":{moves}}}"#));
        }
        let found = answer_text("paste\n8/8").expect_err("no position");
        assert!(found.starts_with("invalid FEN"), "{found}");
    }

    /// Slices of a search go on where they ended, to the depth that limits the search.
    #[test]
    fn a_search_goes_on_in_slices() {
        let slice = || answer_text("search\nstartpos\ne2e4\n\n\n\nnodes=2000 depth=8 lines=2");
        let slices = std::iter::repeat_with(|| -> serde_json::Value {
            serde_json::from_str(&slice().expect("an answer")).expect("JSON")
        });
        let slices: Vec<_> = slices.take_while(|report| report["done"] == false).take(99).collect();
        assert!((3..99).contains(&slices.len()), "{} slices", slices.len());
        for (number, report) in (1..).zip(&slices) {
            assert_eq!(report["nodes"], 2000 * number, "{report}");
            assert_eq!(report["lines"].as_array().map(Vec::len), Some(2), "{report}");
        }
        assert_eq!(slices[slices.len() - 1]["visited"]["cells"].as_array().map(Vec::len), Some(64));
    }
}
