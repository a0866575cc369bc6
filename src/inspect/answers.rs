//! Answers to the questions of the inspector's HTML page: a position's matrix, or a kernel's trace.

use crate::ViewError;
use crate::json;
use crate::kernels::{best, kernel_named, kernels};
use crate::look::View;
use crate::timeline::Timeline;
use crate::trace::{KernelTrace, TracedKernel};
use nucleus_base::text::excerpt;
use nucleus_core::board::Setup;

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

    /// Returns the view of the position through the kernels.
    fn view(&self) -> Result<View, ViewError> {
        let mut timeline = Timeline::new(&Setup::named(&self.fen)?);
        timeline.play_all(self.moves.iter().map(String::as_str), self.ply)?;
        let kernel = if self.kernel.is_empty() { best() } else { &self.kernel };
        View::new(timeline, kernels(), kernel, self.compare.as_deref())
    }
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
    }
}

/// Answers the text of a question as JSON: its first line is the question's name, the others are the lines of
/// a [`Place`]. Kernels that this machine lacks are ignored.
///
/// # Errors
/// If the question, the position or a move is invalid: a message.
pub fn answer_text(text: &str) -> Result<String, String> {
    let mut lines = text.split('\n');
    let name = lines.next().unwrap_or_default();
    let question = nucleus_base::text::named("question", &Question::ALL, name)?;
    let place = Place::from_lines(lines)?.with_known_kernels();
    answer(question, &place).map_err(|error| error.to_string())
}

/// Answers a question about a position as JSON.
///
/// # Errors
/// If the position or a move is invalid, or this machine lacks a kernel.
pub fn answer(question: Question, place: &Place) -> Result<String, ViewError> {
    let view = place.view()?;
    let kernel = match question {
        Question::Position => return Ok(json::write(&view)),
        Question::Rebuild => TracedKernel::Rebuild,
        Question::Scan => TracedKernel::Scan,
    };
    Ok(KernelTrace::of_view(&view, kernel).json())
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
        for question in Question::ALL {
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
        let found = answer_text("file\nstartpos").expect_err("no such question");
        assert!(found.starts_with("unknown question 'file'"), "{found}");
    }
}
