//! Answers to a page's questions: a position's matrix, a kernel's trace.

use form_urlencoded::{Serializer, parse};

use crate::ViewError;
use crate::json::{self, View};
use crate::kernels::{best, kernel_named, kernels};
use crate::look::Look;
use crate::terms;
use crate::timeline::Timeline;
use crate::trace::{self, KernelTrace, TracedKernel};
use nucleus_base::text::excerpt;
use nucleus_core::board::{Board, Setup};

/// The most moves that a request may have.
const MOST_MOVES: usize = 2_000;

/// A position, the moves that led to it, and the kernels that are shown: the page's address after
/// its `#`, and the query of each request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// FEN of the position before the first move.
    pub fen: String,
    /// The moves, in UCI's or standard algebraic notation.
    pub moves: Vec<String>,
    /// The position looked at, the last when left out.
    pub ply: Option<usize>,
    /// The kernel looked through, the best when empty.
    pub kernel: String,
    /// The one compared with.
    pub compare: Option<String>,
}

impl Place {
    /// Reads the part of an address after `?`.
    ///
    /// # Errors
    /// When a number is none, a name is unknown or there are too many moves.
    pub fn from_query(query: &str) -> Result<Self, String> {
        let mut place = Self { fen: "startpos".to_owned(), ..Self::default() };
        for (name, value) in parse(query.as_bytes()) {
            match &*name {
                "fen" => place.fen = value.into_owned(),
                "moves" => {
                    place.moves = value.split_whitespace().map(str::to_owned).collect();
                    if place.moves.len() > MOST_MOVES {
                        return Err(format!("more than {MOST_MOVES} moves"));
                    }
                }
                "ply" => {
                    let fault = |_| format!("ply: '{}' is no number of moves", excerpt(&value));
                    place.ply = Some(value.parse().map_err(fault)?);
                }
                "kernel" => place.kernel = value.into_owned(),
                "compare" if value.is_empty() => place.compare = None,
                "compare" => place.compare = Some(value.into_owned()),
                _ => return Err(format!("'{}' is nothing that can be asked for", excerpt(&name))),
            }
        }
        Ok(place)
    }

    /// The place as a part of an address.
    pub fn to_query(&self) -> String {
        let mut query = Serializer::new(String::new());
        query.append_pair("fen", &self.fen);
        if !self.moves.is_empty() {
            query.append_pair("moves", &self.moves.join(" "));
        }
        if let Some(ply) = self.ply.filter(|&ply| ply != self.moves.len()) {
            query.append_pair("ply", &ply.to_string());
        }
        if !self.kernel.is_empty() {
            query.append_pair("kernel", &self.kernel);
        }
        if let Some(other) = &self.compare {
            query.append_pair("compare", other);
        }
        query.finish()
    }

    /// The place without kernels that are not here, as in a link from another machine.
    pub fn with_known_kernels(self) -> Self {
        let kernels = kernels();
        let is_known = |name: &String| kernel_named(&kernels, name).is_ok();
        let kernel = Some(self.kernel).filter(is_known).unwrap_or_default();
        Self { kernel, compare: self.compare.filter(is_known), ..self }
    }

    /// Hands the position to `read`, seen through the kernels.
    fn see<T>(&self, read: impl FnOnce(&View<'_>) -> T) -> Result<T, ViewError> {
        let mut timeline = Timeline::new(&Setup::named(&self.fen)?);
        timeline.play_all(self.moves.iter().map(String::as_str), self.ply)?;
        let kernels = kernels();
        let named = |name: &str| kernel_named(&kernels, name).map(|at| &kernels[at]);
        let routines = named(if self.kernel.is_empty() { best() } else { &self.kernel })?;
        let other = self.compare.as_deref().map(named).transpose()?;
        let look = Look::new(&timeline, routines, other);
        let evaluate = terms::evaluation;
        Ok(read(&View { timeline: &timeline, kernels: &kernels, routines, look: &look, evaluate }))
    }
}

nucleus_base::named_enum! {
    /// Something that a page asks for.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Question {
        /// The matrix of the position, as `--json` prints it.
        Position = "position",
        /// The rebuild's work on the position.
        Rebuild = "rebuild",
        /// The scanner's.
        Scan = "scan",
    }
}

impl Question {
    /// The one of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|question| question.name() == name)
    }
}

/// The answer to a query, as JSON.
///
/// # Errors
/// A sentence, when the position, a move or a kernel cannot be had.
pub fn answer_query(question: Question, query: &str) -> Result<String, String> {
    let place = Place::from_query(query)?;
    answer(question, &place).map_err(|fault| fault.to_string())
}

/// Answers a page's question about a position, as JSON.
///
/// # Errors
/// When the position, a move or a kernel cannot be had.
pub fn answer(question: Question, place: &Place) -> Result<String, ViewError> {
    let kernel = match question {
        Question::Position => return place.see(|view| json::write(view) + "\n"),
        Question::Rebuild => TracedKernel::Rebuild,
        Question::Scan => TracedKernel::Scan,
    };
    place.see(|view| {
        let board = &view.timeline.current().board;
        let (fen, cells) = (view.timeline.fen(), &view.look.nucleus);
        let trace = KernelTrace::new(kernel, fen, board.planes(), board.side(), cells);
        trace::json(&trace) + "\n"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_was_written() {
        let place = Place {
            fen: nucleus_core::board::START_FEN.to_owned(),
            moves: ["e2e4", "e7e5"].map(str::to_owned).into(),
            ply: Some(1),
            kernel: "avx2+asm".to_owned(),
            compare: Some("reference".to_owned()),
        };
        assert_eq!(Place::from_query(&place.to_query()), Ok(place));
    }

    #[test]
    fn kernels_of_other_machines_are_left_out() {
        let place = |kernel: &str, compare: Option<&str>| Place {
            fen: "startpos".to_owned(),
            kernel: kernel.to_owned(),
            compare: compare.map(str::to_owned),
            ..Place::default()
        };
        let known = place("portable", Some("reference"));
        assert_eq!(known.clone().with_known_kernels(), known);
        assert_eq!(place("mmx", Some("mmx")).with_known_kernels(), place("", None));
    }

    #[test]
    fn what_cannot_be_answered_is_said() {
        for (query, fault) in [
            ("fen=8/8", "invalid FEN"),
            ("fen=", "invalid FEN"),
            ("moves=e2e5", "move 1: 'e2e5' is not legal"),
            ("ply=3", "there is no ply 3: the line has 0"),
            ("ply=-1", "ply: '-1' is no number of moves"),
            ("kernel=mmx", "no kernel 'mmx' on this CPU"),
            ("compare=mmx", "no kernel 'mmx' on this CPU"),
            ("file=/etc/passwd", "'file' is nothing that can be asked for"),
            ("%ff=%fe", "is nothing that can be asked for"),
        ] {
            for question in Question::ALL {
                let found = answer_query(question, query).expect_err(query);
                assert!(found.contains(fault), "{query}: {found}");
            }
        }
        let long = format!("moves={}", "g1f3 ".repeat(MOST_MOVES + 1));
        let found = answer_query(Question::Position, &long);
        assert_eq!(found, Err("more than 2000 moves".to_owned()));
    }
}
