//! The panels of the printed matrix.

use super::style::{Span, Spans, TextStyle};
use crate::bits::{Group, LAYOUT, PIECE_NAMES, label, letter};
use crate::drawing::{BitState, Drawing};
use crate::look::{Entry, View, scan};
use nucleus_core::matrix::{Matrix, cell};
use nucleus_core::types::{Color, Square};

/// Returns all panels in order: titles, with lines of at most this width.
pub fn all(
    view: &View,
    drawing: &Drawing<'_>,
    selected: Square,
    width: usize,
) -> Vec<(String, Vec<Spans>)> {
    let mut panels = vec![
        ("Bits".to_owned(), legend()),
        (format!("Square {selected}"), square(drawing, selected)),
    ];
    if let Some(heat) = drawing.heat {
        let title = format!("Heat map, {} pieces, White's:Black's", heat.layer.name());
        panels.push((title, heat_map(drawing)));
    }
    if let Some((other, cells)) = view.look.other {
        panels.push(("Differences".to_owned(), differences(drawing, other, &cells, width)));
    }
    panels.push(("Moves".to_owned(), moves(view, width)));
    panels.push(("Evaluation, centipawns for White".to_owned(), evaluation(view)));
    let title = format!("Scanner's list ({})", view.look.level);
    panels.push((title, scanner(view, selected, width)));
    panels
}

fn legend() -> Vec<Spans> {
    let row = |(bits, words): (&[u8; 8], &str)| {
        let letters =
            bits.iter().map(|&bit| Span::new(letter(bit), group_style(Group::from_bit(bit))));
        letters.chain([Span::plain(format!(" {words}"))]).collect()
    };
    let words = [
        "Black's influence; # piece",
        "Black's pieces; sensors x +",
        "White's pieces; approaches x +",
        "White's influence; L approach of a knight",
    ];
    let mut lines: Vec<Spans> = LAYOUT.iter().zip(words).map(row).collect();
    lines.push(vec![Span::new("last move: set bits reversed, o cleared", TextStyle::faint())]);
    lines
}

/// Returns the selected cell, enlarged: its bits in the usual layout, with their names.
fn square(drawing: &Drawing<'_>, square: Square) -> Vec<Spans> {
    /// Width of each column of names.
    const COLUMNS: [usize; 8] = [4, 6, 6, 6, 6, 5, 4, 6];
    /// Headings of the rows, at the left and the right edge.
    const HEADINGS: [(Group, Group); 4] = [
        (Group::BlackInfluence, Group::Figure),
        (Group::BlackMen, Group::Sensors),
        (Group::WhiteMen, Group::Approaches),
        (Group::WhiteInfluence, Group::Approaches),
    ];
    let mut lines = vec![heading(drawing, square)];
    for (row, (left, right)) in LAYOUT.into_iter().zip(HEADINGS) {
        let width = COLUMNS.iter().sum::<usize>() + COLUMNS.len() - 1;
        let room = width - right.name().len();
        let names = format!("{:<room$}{}", left.name(), right.name());
        lines.push(vec![Span::new(names, TextStyle::faint())]);
        let mut line = Spans::new();
        for (bit, width) in row.into_iter().zip(COLUMNS) {
            if !line.is_empty() {
                line.push(Span::plain(" "));
            }
            line.push(name(drawing, square, bit, width));
        }
        lines.push(line);
    }
    lines
}

/// Returns a square's piece, value and counts of the heat map, and its changed and differing bits.
fn heading(drawing: &Drawing<'_>, square: Square) -> Spans {
    let look = drawing.look;
    let value = look.cell(square);
    let piece = cell::piece(value).map_or_else(
        || "empty".to_owned(),
        |piece| format!("{} {}", piece.color, PIECE_NAMES[piece.kind.index()]),
    );
    let mut line = vec![
        Span::new(format!("{square} "), TextStyle::heading()),
        Span::plain(format!("{piece}, ")),
        Span::new(format!("{:04x}_{:04x}", value >> 16, value & 0xffff), TextStyle::faint()),
    ];
    if let Some(heat) = drawing.heat {
        let [white, black] = heat.at(square);
        line.push(Span::plain(format!(", reached {white}:{black}")));
    }
    if drawing.changes && look.changed(square) != 0 {
        let bits = count(look.changed(square).count_ones(), "bit");
        line.push(Span::new(format!(", {bits} changed"), TextStyle::faint()));
    }
    if look.differs(square) != 0 {
        let bits = count(look.differs(square).count_ones(), "bit");
        line.push(Span::new(format!(" {bits} differ "), TextStyle::alarm()));
    }
    line
}

/// Returns a bit's name; capitals on a filled background if the bit is set.
fn name(drawing: &Drawing<'_>, square: Square, bit: u8, width: usize) -> Span {
    let BitState { set, changed, differs, .. } = drawing.bit(square, bit);
    let short = match label(bit) {
        "diagonal" => "diag",
        "orthogonal" => "orth",
        name => name,
    };
    let text = if set { short.to_uppercase() } else { short.to_owned() };
    let style = match (differs, set) {
        (true, _) => TextStyle::alarm(),
        (false, true) => TextStyle::block(Group::from_bit(bit).bright()).underlined(changed),
        (false, false) => TextStyle::faint().underlined(changed),
    };
    Span::new(format!("{text:<width$}"), style)
}

/// Returns White's and Black's count for each square; colours alone do not show the numbers.
fn heat_map(drawing: &Drawing<'_>) -> Vec<Spans> {
    let Some(heat) = drawing.heat else { return Vec::new() };
    let line = |row: u8| {
        let rank = char::from(drawing.square(row, 0).rank() + b'1');
        let mut line = vec![Span::new(rank, TextStyle::faint())];
        for column in 0..8 {
            let [white, black] = heat.at(drawing.square(row, column));
            let style =
                |count, group| if count == 0 { TextStyle::faint() } else { group_style(group) };
            if white + black == 0 {
                line.push(Span::new("  · ", TextStyle::faint()));
                continue;
            }
            line.push(Span::new(format!("{white:>2}"), style(white, Group::WhiteInfluence)));
            line.push(Span::new(":", TextStyle::faint()));
            line.push(Span::new(black.to_string(), style(black, Group::BlackInfluence)));
        }
        line
    };
    let mut lines: Vec<Spans> = (0..8).map(line).collect();
    let files = (0..8).map(|column| char::from(drawing.square(7, column).file() + b'a'));
    let files: String = files.map(|file| format!("  {file} ")).collect();
    lines.push(vec![Span::new(format!(" {files}"), TextStyle::faint())]);
    lines
}

fn differences(drawing: &Drawing<'_>, other: &str, theirs: &Matrix, width: usize) -> Vec<Spans> {
    let level = drawing.look.level;
    let differences = drawing.look.differences();
    if differences.is_empty() {
        return vec![vec![Span::plain(format!("{level} and {other} agree in all 64 cells"))]];
    }
    let bits: u32 = differences.iter().map(|(_, bits)| bits.count_ones()).sum();
    let squares = count(differences.len() as u32, "square");
    let summary = format!("{level} and {other} differ in {} on {squares}", count(bits, "bit"));
    let mut lines = vec![vec![Span::new(summary, TextStyle::heading())]];
    for (square, bits) in differences {
        let mut words = vec![Span::plain(square.to_string())];
        for bit in (0..32u8).rev().filter(|bit| bits >> bit & 1 == 1) {
            let theirs = theirs.at(square) >> bit & 1;
            let text = format!("{} {}→{theirs}", cell::BIT_NAMES[usize::from(bit)], 1 - theirs);
            words.push(Span::new(text, group_style(Group::from_bit(bit))));
        }
        lines.extend(flow(words, width, 3));
    }
    lines
}

fn moves(view: &View, width: usize) -> Vec<Spans> {
    let timeline = &view.timeline;
    let mut lines = Vec::new();
    if !timeline.title.is_empty() {
        lines.extend(flow(words(&timeline.title), width, 0));
    }
    if timeline.steps().len() == 1 {
        lines.push(vec![Span::new("none", TextStyle::faint())]);
    }
    let steps = timeline.steps().iter().enumerate().skip(1);
    let moves = steps.map(|(ply, step)| {
        let number = timeline.number_of(ply).filter(|n| ply == 1 || !n.ends_with("..."));
        let style = match ply.cmp(&timeline.ply()) {
            std::cmp::Ordering::Less => TextStyle::default(),
            std::cmp::Ordering::Equal => TextStyle::chosen(),
            std::cmp::Ordering::Greater => TextStyle::faint(),
        };
        Span::new(number.unwrap_or_default() + &step.san, style)
    });
    lines.extend(flow(moves.collect(), width, 0));
    if let Some(comment) = &timeline.current().comment {
        lines.extend(flow(words(comment), width, 0));
    }
    lines
}

fn evaluation(view: &View) -> Vec<Spans> {
    let mut evaluation = (view.evaluate)(view.board());
    // Removes terms that do not occur in this position.
    let nothing = |share: Option<[i32; 2]>| share.is_none_or(|share| share == [0, 0]);
    evaluation
        .terms
        .retain(|term| term.total != 0.0 || !nothing(term.white) || !nothing(term.black));
    let longest = evaluation.terms.iter().map(|term| term.name.chars().count()).max();
    let name = longest.unwrap_or_default().max(6);
    let share = |share: Option<[i32; 2]>| {
        share.map_or_else(String::new, |[middlegame, endgame]| format!("{middlegame}/{endgame}"))
    };
    let heading = format!("{:<name$}{:>8}{:>11}{:>11}", "", "total", "White", "Black");
    let mut lines = vec![vec![Span::new(heading, TextStyle::faint())]];
    for term in &evaluation.terms {
        let (white, black) = (share(term.white), share(term.black));
        let line = format!("{:<name$}{:>+8.0}{white:>11}{black:>11}", term.name, term.total);
        lines.push(vec![Span::plain(line)]);
    }
    let total = format!("{:<name$}{:>+8}", "result", evaluation.total);
    lines.push(vec![Span::new(total, TextStyle::heading())]);
    lines
}

fn scanner(view: &View, selected: Square, width: usize) -> Vec<Spans> {
    let mut lines = Vec::new();
    for color in Color::ALL {
        let entries = scan(&view.routines, &view.look.nucleus, color);
        let group = if color == Color::White { Group::WhiteMen } else { Group::BlackMen };
        let noun = if entries.len() == 1 { "entry" } else { "entries" };
        let heading = format!("{color}, {} {noun}", entries.len());
        lines.push(vec![Span::new(heading, group_style(group))]);
        let word = |entry: &Entry| {
            let letter = entry.piece.map_or('?', |piece| piece.letter());
            let is_selected = entry.square == selected;
            let style = if is_selected { TextStyle::heading() } else { TextStyle::default() };
            Span::new(format!("{letter}{}:{:05x}", entry.square, entry.word), style)
        };
        lines.extend(flow(entries.iter().map(word).collect(), width, 0));
    }
    lines
}

fn group_style(group: Group) -> TextStyle {
    TextStyle::letter(group.bright()).bold()
}

/// Returns a number with its noun: `1 bit`, `2 bits`.
fn count(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Returns the words of a text, without style.
pub fn words(text: &str) -> Vec<Span> {
    text.split_whitespace().map(Span::plain).collect()
}

/// Wraps words to lines of this width, indented from the second line; each word keeps its style.
pub fn flow(words: Vec<Span>, width: usize, indent: usize) -> Vec<Spans> {
    let mut lines: Vec<Spans> = Vec::new();
    let mut column = 0;
    for word in words {
        let length = word.text.chars().count();
        match lines.last_mut() {
            Some(line) if column + 1 + length <= width => {
                line.extend([Span::plain(" "), word]);
                column += 1 + length;
            }
            last => {
                let indent = if last.is_some() { indent } else { 0 };
                lines.push(vec![Span::plain(" ".repeat(indent)), word]);
                column = indent + length;
            }
        }
    }
    lines
}
