//! The evaluation, term by term: the output of `nucleus eval`.

use std::fmt;

use super::features::{Features, between, features};
use super::table::TABLE;
use super::tally::Trace;
use super::weights::{NAMED, Weight};
use super::{Accumulator, Options, Values, evaluate_with, fixed, placement};
use crate::board::Board;
use crate::types::{Color, PieceType};

/// Prefixes of names in the data table, with the terms and their sections.
const TERMS: [(&str, &str, &str); 11] = [
    ("material", "II.A", "Material"),
    ("trade", "II.A", "Trade when ahead"),
    ("placement", "III.C", "Piece-square matrices"),
    ("mobility", "III.A", "Mobility"),
    ("pair", "III.A", "Bishop pair"),
    ("king", "III.B", "King"),
    ("development", "III.D", "Development"),
    ("pawns", "IV", "Pawn structure"),
    ("passed", "IV", "Passed pawns"),
    ("trapped", "III.A", "Trapped pieces"),
    ("threats", "Umko 2.4", "Threats"),
];

/// One line of an explanation: a term, or one of its weights. Values are in centipawns, middlegame
/// first, positive if good for that colour.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TermLine {
    /// Name of the term.
    pub name: String,
    /// Section of the paper that describes the term.
    pub section: &'static str,
    /// White's units, then Black's, for a weight.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub units: Option<[i32; 2]>,
    /// White's value, middlegame and endgame.
    pub white: [i32; 2],
    /// Black's value, middlegame and endgame.
    pub black: [i32; 2],
    /// White's minus Black's, interpolated between middlegame and endgame.
    pub total: f64,
}

/// A position's evaluation, divided into its terms.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// One line for every term.
    pub terms: Vec<TermLine>,
    /// One line for the placement of each piece type, then one for every named weight.
    pub weights: Vec<TermLine>,
    /// Game phase, 0 (endgame) to 54 (middlegame).
    pub phase: i32,
    /// Material and trading, White positive.
    pub material: i32,
    /// All other terms, White positive, before the bound.
    pub position: i32,
    /// The bound that limited the positional part, if one did.
    pub bound: Option<i32>,
    /// True if strong passers lift the bound.
    pub lifted: bool,
    /// The part of the sum that remains if winning chances are small, in 64ths.
    pub winnable: i32,
    /// The known draw or win that replaced the sum, if any.
    pub known: Option<&'static str>,
    /// The result in centipawns, White positive.
    pub total: i32,
    /// The side to move, as in FEN.
    pub side: char,
}

/// Divides the evaluation of a rebuilt position into its terms.
pub fn explain<B: Board>(values: &Values, board: &B, options: &Options) -> Explanation {
    let accumulator = Accumulator::new(values, board.planes());
    let Features { trace, phase, lifted, known, winnable } = features(board);
    let mut sheet = Sheet { values, lines: Vec::with_capacity(NAMED), phase };
    sheet.add_placement(&trace);
    sheet.add_counts(&trace, options);
    let weights = sheet.lines;
    let terms: Vec<TermLine> = TERMS
        .iter()
        .map(|&(term, section, title)| gather(&weights, term, section, title))
        .collect();

    let value = evaluate_with(values, board, &accumulator, options);
    let total = i32::from(if board.side() == Color::White { value } else { -value });
    let of_material = |line: &&TermLine| matches!(term_of(&line.name), "material" | "trade");
    let add = |[first, second]: [i32; 2], TermLine { white, black, .. }: &TermLine| {
        [first + white[0] - black[0], second + white[1] - black[1]]
    };
    let material = between(weights.iter().filter(of_material).fold([0; 2], add), phase);
    let others = weights.iter().filter(|line| !of_material(line));
    let position = between(others.fold([0; 2], add), phase);
    let limit = i32::from(options.bound);
    let bounded = if lifted { position } else { position.clamp(-limit, limit) };
    let known = known.then_some(match total {
        0 => "theoretical draw",
        1.. => "won for White",
        _ => "won for Black",
    });
    Explanation {
        terms,
        weights,
        phase,
        material,
        position,
        bound: (bounded != position).then_some(bounded),
        lifted,
        winnable: winnable[usize::from(material + bounded <= 0)],
        known,
        total,
        side: board.side().letter(),
    }
}

/// Returns the part of a weight's name before the dot.
fn term_of(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Returns a term's line, from those of its weights.
fn gather(weights: &[TermLine], term: &str, section: &'static str, title: &str) -> TermLine {
    let mut line = TermLine {
        name: title.to_owned(),
        section,
        units: None,
        white: [0; 2],
        black: [0; 2],
        total: 0.0,
    };
    for weight in weights.iter().filter(|weight| term_of(&weight.name) == term) {
        for phase in 0..2 {
            line.white[phase] += weight.white[phase];
            line.black[phase] += weight.black[phase];
        }
        line.total += weight.total;
    }
    line
}

/// The lines of all weights, while they are filled in.
struct Sheet<'a> {
    values: &'a Values,
    lines: Vec<TermLine>,
    phase: i32,
}

impl Sheet<'_> {
    fn add(&mut self, name: &str, units: Option<[i32; 2]>, white: [i32; 2], black: [i32; 2]) {
        let term = term_of(name);
        let section = TERMS.iter().find(|known| known.0 == term).map_or("", |known| known.1);
        let full = f64::from(fixed::FULL_PHASE);
        let share = f64::from(self.phase) / full;
        let total =
            f64::from(white[0] - black[0]) * share + f64::from(white[1] - black[1]) * (1.0 - share);
        self.lines.push(TermLine { name: name.to_owned(), section, units, white, black, total });
    }

    /// Adds one line for each piece type.
    fn add_placement(&mut self, trace: &Trace) {
        for kind in PieceType::ALL {
            let rows = placement::rows(kind);
            let name = TABLE[rows.start].name.trim_end_matches(".a1");
            let mut worth = [[0; 2]; 2];
            for (counts, value) in trace.counts[rows.clone()].iter().zip(&self.values.rows()[rows])
            {
                for (worth, units) in worth.iter_mut().zip(counts) {
                    *worth = [worth[0] + value[0] * units, worth[1] + value[1] * units];
                }
            }
            self.add(name, None, worth[0], worth[1]);
        }
    }

    fn add_counts(&mut self, trace: &Trace, options: &Options) {
        let more = |row: usize| {
            let is_of =
                |kind: &PieceType| Weight::material(*kind).is_some_and(|w| w as usize == row);
            let kind = PieceType::ALL.into_iter().find(is_of);
            kind.map_or(0, |kind| options.material.difference(kind))
        };
        for (row, counts) in trace.counts.iter().enumerate().take(NAMED) {
            let value = self.values.rows()[row].map(|value| value + more(row));
            let [white, black] = counts.map(|units| value.map(|value| value * units));
            self.add(TABLE[row].name, Some(*counts), white, black);
        }
    }
}

impl Explanation {
    /// Returns the table of terms, or of the weights with a non-zero value for either side.
    pub fn table(&self, weights: bool) -> String {
        let lines = if weights { &self.weights } else { &self.terms };
        let sides = ["White   ", "Black   ", "Total   "];
        let mut text = format!("{:<40}", "");
        sides.iter().for_each(|side| text += &format!(" {side:>13}"));
        text += &format!(" {:>8}\n{:<30} {:<9}", "", "Term", "Section");
        sides.iter().for_each(|_| text += &format!(" {:>6} {:>6}", "mg", "eg"));
        text.push('\n');
        for line in lines {
            if weights && line.white == [0; 2] && line.black == [0; 2] {
                continue;
            }
            let total = [0, 1].map(|phase| line.white[phase] - line.black[phase]);
            text += &format!("{:<30} {:<9}", line.name, line.section);
            for [middlegame, endgame] in [line.white, line.black, total] {
                text += &format!(" {middlegame:>6} {endgame:>6}");
            }
            text += &format!(" {:>+8.1}\n", line.total);
        }
        text
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Phase       {} of {} (middlegame)", self.phase, fixed::FULL_PHASE)?;
        writeln!(f, "Material    {:+}", self.material)?;
        write!(f, "Position    {:+}", self.position)?;
        match (self.bound, self.lifted) {
            (Some(bound), _) => writeln!(f, ", bounded to {bound:+}")?,
            (None, true) => writeln!(f, ", bound lifted by passers")?,
            (None, false) => writeln!(f)?,
        }
        if self.winnable != fixed::WINNABLE {
            writeln!(f, "Winnable    {}/{}", self.winnable, fixed::WINNABLE)?;
        }
        if let Some(known) = self.known {
            writeln!(f, "Known       {known}")?;
        }
        let side = if self.side == 'w' { "White" } else { "Black" };
        write!(f, "Evaluation  {:+} centipawns for White, {side} to move", self.total)
    }
}
