//! Answers to the page's requests: a position's matrix, a kernel's trace.

use form_urlencoded::{Serializer, parse};

use crate::InspectError;
use crate::terminal::{App, Theme};
use crate::timeline::Timeline;
use crate::trace::{self, TracedKernel};
use nucleus_core::board::Setup;
use nucleus_core::kernels::Level;

/// The most moves that a request may have; an address is no longer than [`super::server`] reads.
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
                    let fault = |_| format!("ply: '{value}' is no number of moves");
                    place.ply = Some(value.parse().map_err(fault)?);
                }
                "kernel" => place.kernel = value.into_owned(),
                "compare" if value.is_empty() => place.compare = None,
                "compare" => place.compare = Some(value.into_owned()),
                _ => return Err(format!("'{name}' is nothing that can be asked for")),
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

    fn app(&self) -> Result<App, InspectError> {
        let mut timeline = Timeline::new(&Setup::named(&self.fen)?);
        timeline.play_all(self.moves.iter().map(String::as_str), self.ply)?;
        let kernels = crate::kernels();
        let named = |name: &str| crate::kernel_named(&kernels, name);
        let best = Level::usable().last().map_or("portable", Level::name);
        let at = named(if self.kernel.is_empty() { best } else { &self.kernel })?;
        let other = self.compare.as_deref().map(named).transpose()?;
        Ok(App::new(timeline, kernels, at, other, Theme::Plain))
    }
}

/// The matrix of the position, as `--json` prints it.
///
/// # Errors
/// When the position, a move or a kernel cannot be had.
pub fn position(query: &str) -> Result<String, String> {
    let app = Place::from_query(query)?.app().map_err(|fault| fault.to_string())?;
    Ok(crate::json(&app) + "\n")
}

/// A kernel's work on the position.
///
/// # Errors
/// As [`position`].
pub fn trace(query: &str, kernel: TracedKernel) -> Result<String, String> {
    let app = Place::from_query(query)?.app().map_err(|fault| fault.to_string())?;
    Ok(trace::json(&crate::trace_of(&app, kernel)) + "\n")
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
            let found = position(query).expect_err(query);
            assert!(found.contains(fault), "{query}: {found}");
            assert!(trace(query, TracedKernel::Scan).is_err(), "{query}");
        }
        let long = format!("moves={}", "g1f3 ".repeat(MOST_MOVES + 1));
        assert_eq!(position(&long), Err("more than 2000 moves".to_owned()));
    }
}
