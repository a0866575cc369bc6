//! The panels beside the matrix, as lines of text.

use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::{Line, Span};

use super::app::{App, Section};
use super::input::HELP;
use super::spans::{count, flow, group_style, hang};
use super::square::{beside, square};
use super::theme::Theme;
use crate::bits::{Group, LAYOUT, letter};
use crate::look::{Entry, scan};
use crate::trace::KernelTrace;
use nucleus_core::matrix::cell;
use nucleus_core::types::{Color, Square};

/// A panel: a heading and lines.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The heading.
    pub title: String,
    /// Lines of the panel.
    pub lines: Vec<Line<'static>>,
}

/// The panel of a section for a place of this width and height.
pub fn panel(app: &App, section: Section, width: usize, height: usize) -> Panel {
    let (title, lines) = match section {
        Section::Square => {
            let title = format!("Square {}", app.selected);
            (title, square(app, width, height))
        }
        Section::Beside => (format!("Square {} in both", app.selected), beside(app, width)),
        Section::Heat => {
            let title = format!("Heat map, {} pieces, White's:Black's", app.layer.name());
            (title, heat(app))
        }
        Section::Differences => ("Differences".to_owned(), differences(app, width, height)),
        Section::Moves => ("Moves".to_owned(), moves(app, width)),
        Section::Evaluation => {
            ("Evaluation, centipawns for White".to_owned(), evaluation(app, width))
        }
        Section::Scanner => (format!("Scanner's list ({})", app.look.level), scanner(app, width)),
        Section::Legend => ("Bits".to_owned(), legend(app, width)),
    };
    Panel { title, lines }
}

/// White's and Black's count for each square, which colours alone cannot tell.
fn heat(app: &App) -> Vec<Line<'static>> {
    let Some(heat) = app.heat_map() else { return Vec::new() };
    let line = |row: u8| {
        let mut spans = Vec::new();
        for column in 0..8 {
            let square =
                if app.flipped { Square::at(7 - column, row) } else { Square::at(column, 7 - row) };
            let [white, black] = heat.at(square);
            let style = |count, group| match count {
                0 => app.theme.faint(),
                _ => group_style(app.theme, group),
            };
            if column == 0 {
                let rank = char::from(b'1' + square.rank());
                spans.push(Span::styled(rank.to_string(), app.theme.faint()));
            }
            if white + black == 0 {
                spans.push(Span::styled("  · ", app.theme.faint()));
                continue;
            }
            spans.push(Span::styled(format!("{white:>2}"), style(white, Group::WhiteInfluence)));
            spans.push(Span::styled(":", app.theme.faint()));
            spans.push(Span::styled(black.to_string(), style(black, Group::BlackInfluence)));
        }
        Line::from(spans)
    };
    let mut lines: Vec<Line<'static>> = (0..8).map(line).collect();
    let files = if app.flipped { "hgfedcba" } else { "abcdefgh" };
    let files: String = files.chars().map(|file| format!("  {file} ")).collect();
    lines.push(Line::from(Span::styled(format!(" {files}"), app.theme.faint())));
    lines
}

fn differences(app: &App, width: usize, height: usize) -> Vec<Line<'static>> {
    let Some((other, cells)) = app.look.other else { return Vec::new() };
    let differences = app.look.differences();
    if differences.is_empty() {
        return vec![Line::from(format!("{} and {other} agree in all 64 cells", app.look.level))];
    }
    let bits: u32 = differences.iter().map(|(_, bits)| bits.count_ones()).sum();
    let summary = format!(
        "{} and {other} differ in {} on {}",
        app.look.level,
        count(bits, "bit"),
        count(differences.len() as u32, "square")
    );
    let mut lines = vec![Line::from(Span::styled(summary, app.theme.heading()))];
    for (square, bits) in differences {
        let mut words = vec![Span::raw(square.to_string())];
        for bit in (0..32u8).rev().filter(|bit| bits >> bit & 1 == 1) {
            let theirs = cells.at(square) >> bit & 1;
            let text = format!("{} {}→{theirs}", cell::BIT_NAMES[usize::from(bit)], 1 - theirs);
            words.push(Span::styled(text, group_style(app.theme, Group::of(bit))));
        }
        lines.extend(hang(words, width, 3));
    }
    // The other panels keep some room even when everything differs.
    let room = height.saturating_sub(height / 3 + 1).max(3);
    if lines.len() > room {
        let rest = lines.len() + 1 - room;
        lines.truncate(room - 1);
        lines.push(Line::from(Span::styled(format!("… and {rest} more lines"), app.theme.faint())));
    }
    lines
}

fn moves(app: &App, width: usize) -> Vec<Line<'static>> {
    let steps = app.timeline.steps();
    let mut lines = Vec::new();
    if !app.timeline.title.is_empty() {
        lines.push(Line::from(app.timeline.title.clone()));
    }
    if steps.len() == 1 {
        lines.push(Line::from(Span::styled(
            "none yet: m types one, a drag plays one",
            app.theme.faint(),
        )));
        return lines;
    }
    let here = app.timeline.ply();
    let words: Vec<Span<'static>> = steps
        .iter()
        .enumerate()
        .skip(1)
        .map(|(ply, step)| {
            let number = app.timeline.number_of(ply).filter(|n| ply == 1 || !n.ends_with("..."));
            let text = number.map_or_else(|| step.san.clone(), |n| format!("{n}{}", step.san));
            let style = if ply == here {
                Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
            } else if ply > here {
                app.theme.faint()
            } else {
                Style::new()
            };
            Span::styled(text, style)
        })
        .collect();
    let flowed = flow(words, width);
    // A window of five lines around the move that led here.
    let current = flowed
        .iter()
        .position(|line| {
            line.spans.iter().any(|s| s.style.add_modifier.contains(Modifier::REVERSED))
        })
        .unwrap_or(0);
    let first = current.saturating_sub(2).min(flowed.len().saturating_sub(5));
    lines.extend(flowed.into_iter().skip(first).take(5));
    if let Some(comment) = &app.timeline.current().comment {
        let words = comment.split_whitespace().map(|word| Span::raw(word.to_owned())).collect();
        lines.extend(flow(words, width).into_iter().take(3));
    }
    lines
}

fn evaluation(app: &App, width: usize) -> Vec<Line<'static>> {
    let mut evaluation = (app.evaluate)(&app.timeline.current().board);
    // Terms that this position does not have would only push the others off the screen.
    let nothing = |share: Option<[i32; 2]>| share.is_none_or(|share| share == [0, 0]);
    evaluation
        .terms
        .retain(|term| term.total != 0.0 || !nothing(term.white) || !nothing(term.black));
    let longest = evaluation.terms.iter().map(|term| term.name.chars().count()).max();
    let name = longest.unwrap_or_default().max(6);
    let split = width >= name + 8 + 22;
    let share = |share: Option<[i32; 2]>| match share {
        Some([middlegame, endgame]) if split => {
            format!("{:>11}", format!("{middlegame}/{endgame}"))
        }
        None if split => format!("{:>11}", ""),
        _ => String::new(),
    };
    let mut lines = Vec::new();
    if split {
        let heading = format!("{:<name$}{:>8}{:>11}{:>11}", "", "total", "White", "Black");
        lines.push(Line::from(Span::styled(heading, app.theme.faint())));
    }
    for term in &evaluation.terms {
        let shares = format!("{}{}", share(term.white), share(term.black));
        lines.push(Line::from(format!("{:<name$}{:>+8.0}{shares}", term.name, term.total)));
    }
    let total = format!("{:<name$}{:>+8}", "result", evaluation.total);
    lines.push(Line::from(Span::styled(total, app.theme.heading())));
    lines
}

fn scanner(app: &App, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for color in Color::ALL {
        let entries = scan(app.routines(), &app.look.nucleus, color);
        let group = if color == Color::White { Group::WhiteMen } else { Group::BlackMen };
        let heading = format!(
            "{color}, {}",
            count(entries.len() as u32, "entry").replace("entrys", "entries")
        );
        lines.push(Line::from(Span::styled(heading, group_style(app.theme, group))));
        let words = entries
            .iter()
            .map(|&entry| {
                let style =
                    if entry.square == app.selected { app.theme.heading() } else { Style::new() };
                Span::styled(entry_text(entry), style)
            })
            .collect();
        lines.extend(flow(words, width));
    }
    lines
}

fn entry_text(entry: Entry) -> String {
    let letter = entry.piece.map_or('?', |piece| piece.letter());
    format!("{letter}{}:{:05x}", entry.square, entry.word)
}

fn legend(app: &App, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (row, words) in LAYOUT.iter().zip([
        "Black's influence; # piece",
        "Black's pieces; sensors x +",
        "White's pieces; approaches x +",
        "White's influence; L approach of a knight",
    ]) {
        let mut spans: Vec<Span<'static>> = row
            .iter()
            .map(|&bit| {
                let group = Group::of(bit);
                let style = if app.shown & group.mask() == 0 {
                    app.theme.faint()
                } else {
                    group_style(app.theme, group)
                };
                Span::styled(letter(bit).to_string(), style)
            })
            .collect();
        let room = width.saturating_sub(9);
        let words: String = words.chars().take(room).collect();
        spans.push(Span::raw(format!(" {words}")));
        lines.push(Line::from(spans));
    }
    let changed = "last move: set bits reversed, o cleared";
    lines.push(Line::from(Span::styled(
        changed.chars().take(width).collect::<String>(),
        app.theme.faint(),
    )));
    lines
}

/// The keys explained.
pub fn help(theme: Theme, width: usize) -> Panel {
    let lines = HELP
        .iter()
        .flat_map(|(keys, words)| {
            let mut spans = vec![Span::raw((*keys).to_owned())];
            spans.extend(words.split(' ').map(|word| Span::raw(word.to_owned())));
            hang(spans, width, 15)
        })
        .map(|mut line| {
            line.spans[0].style = theme.heading();
            line
        })
        .collect();
    Panel { title: "Keys".to_owned(), lines }
}

/// A moment of a trace in words.
pub fn moment(trace: &KernelTrace, at: usize, theme: Theme, width: usize) -> Panel {
    let moment = &trace.moments[at];
    let words = |text: &str| text.split_whitespace().map(|w| Span::raw(w.to_owned())).collect();
    let mut lines = flow(words(&moment.text), width);
    if !moment.marks.is_empty() {
        lines.push(Line::default());
    }
    for mark in &moment.marks {
        let fresh = match mark.fresh.count_ones() {
            0 => String::new(),
            fresh => format!(", {fresh} new"),
        };
        lines.push(Line::from(vec![
            Span::styled("■ ", theme.fg(mark.color)),
            Span::raw(format!(
                "{}: {}{fresh}",
                mark.name,
                count(mark.squares.count_ones(), "square")
            )),
        ]));
    }
    if let Some(last) = moment.list.last() {
        lines.push(Line::from(format!("list: {} entries, the last {last}", moment.list.len())));
    }
    let (name, count) = (trace.kernel.name(), trace.moments.len());
    let title = format!("{name} {}/{count}, {}: {}", at + 1, moment.chapter, moment.title);
    Panel { title, lines }
}
