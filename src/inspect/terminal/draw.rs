//! The whole view: the layout of matrix and panels, and the lines at the edges.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::{Line, Span};
use ratatui_core::widgets::Widget;

use super::app::{App, AppMode, Section};
use super::cells::{MatrixView, Size};
use super::key_line::draw_keys;
use super::panels::{self, Panel};
use crate::bits::Group;
use crate::look::Layer;
use crate::trace::Mark;
use nucleus_core::board::Board;
use nucleus_core::matrix::cell;
use nucleus_core::types::{Color, Square};

/// Places of the view's parts.
struct Places {
    size: Size,
    boards: Vec<Rect>,
    /// Right of the boards.
    panel: Option<Rect>,
    /// Under the boards.
    strip: Option<Rect>,
}

impl Places {
    /// The places that are wide enough for panels, the one to fill first first.
    fn panels(&self) -> Vec<Rect> {
        let panel = self.panel.filter(|panel| panel.width >= PANEL);
        let mut areas: Vec<Rect> = panel.into_iter().chain(self.strip).collect();
        // Under two small boards there may be more room than beside them.
        if self.boards.len() > 1
            && self.strip.is_some_and(|strip| strip.height >= 12 && strip.width >= 60)
        {
            areas.reverse();
        }
        areas
    }
}

/// The narrowest panel that is worth its place.
const PANEL: u16 = 30;

/// Finds the largest size in which so many boards fit, leaving room for a panel if they are large.
fn arrange(body: Rect, count: u16) -> Option<Places> {
    // Two boards have their kernels' names over them.
    let top = if count > 1 { 1 } else { 0 };
    let body = Rect { y: body.y + top, height: body.height.saturating_sub(top), ..body };
    let size = Size::ALL.into_iter().find(|size| {
        let (width, height) = size.board();
        let wanted = match size {
            Size::Large | Size::Medium => PANEL + 2,
            Size::Small | Size::Narrow | Size::Tiny => 0,
        };
        height <= body.height && count * (width + 2) - 2 + wanted <= body.width
    })?;
    let (width, height) = size.board();
    let boards: Vec<Rect> = (0..count)
        .map(|index| Rect { x: body.x + index * (width + 2), y: body.y, width, height })
        .collect();
    let used = count * (width + 2);
    let side = body.width.saturating_sub(used);
    let beside = Rect { x: body.x + used, width: side, ..body };
    let under = Rect {
        y: body.y + height,
        height: body.height - height,
        width: if side >= PANEL { used - 2 } else { body.width },
        ..body
    };
    Some(Places {
        size,
        boards,
        panel: (side >= 8).then_some(beside),
        strip: (under.height >= 2).then_some(under),
    })
}

/// Draws the view into a buffer of any size.
pub fn draw(app: &mut App, area: Rect, buffer: &mut Buffer) {
    app.boards.clear();
    if area.height < 4 || area.width < 20 {
        buffer.set_stringn(area.x, area.y, "too small", area.width.into(), Style::new());
        return;
    }
    draw_title(app, Rect { height: 1, ..area }, buffer);
    draw_keys(app, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
    let message = Rect { y: area.bottom() - 2, height: 1, ..area };
    draw_message(app, message, buffer);
    let body = Rect { y: area.y + 1, height: area.height - 3, ..area };
    let count = if app.look.other.is_some() { 2 } else { 1 };
    // Where two boards do not fit, one of them with the differing bits marked.
    let places = arrange(body, count).or_else(|| arrange(body, 1));
    let areas = places.as_ref().map_or_else(Vec::new, Places::panels);
    if matches!(app.mode, AppMode::Help { .. }) && !help_fits(app, areas.first()) {
        return draw_help(app, body, buffer);
    }
    let Some(places) = places else { return draw_flat(app, body, buffer) };
    draw_boards(app, &places, buffer);
    let narrow = places.panel.filter(|panel| panel.width < PANEL);
    let hidden = draw_panels(app, &areas, buffer);
    draw_hidden(app, &hidden, message, buffer);
    if let Some(area) = narrow {
        draw_men(app, area, buffer);
    }
}

fn draw_boards(app: &mut App, places: &Places, buffer: &mut Buffer) {
    let heat = app.heat_map();
    let look = &app.look;
    let marks: &[Mark] = match &app.mode {
        AppMode::Trace { trace, at } => &trace.moments[*at].marks,
        _ => &[],
    };
    let view = MatrixView {
        look,
        size: places.size,
        theme: app.theme,
        layer: app.layer,
        shown: app.shown,
        heat: heat.as_ref(),
        selected: Some(app.selected),
        source: app.source,
        // Beside another kernel's cells only what differs is marked.
        changes: app.changes && look.other.is_none(),
        flipped: app.flipped,
        marks,
    };
    view.render(places.boards[0], buffer);
    if let (Some(&area), Some((level, cells))) = (places.boards.get(1), look.other) {
        let mut other = look.clone();
        other.other = Some((look.level, look.nucleus.cells));
        other.nucleus.cells = cells;
        other.level = level;
        MatrixView { look: &other, ..view }.render(area, buffer);
        for (area, name) in places.boards.iter().zip([look.level, level]) {
            let x = area.x + 2 + (area.width - 2).saturating_sub(name.len() as u16) / 2;
            buffer.set_string(x, area.y - 1, name, app.theme.heading());
        }
    }
    app.boards = places.boards.iter().map(|&area| (area, places.size)).collect();
}

/// Fills the panels' places with as many panels as fit; returns those that did not.
fn draw_panels(app: &App, areas: &[Rect], buffer: &mut Buffer) -> Vec<Section> {
    let mut areas = areas.iter().copied();
    let Some(mut area) = areas.next() else { return app.sections() };
    let mut hidden = Vec::new();
    let mut sections = app.sections().into_iter().peekable();
    match &app.mode {
        AppMode::Help { .. } => {
            area = draw_panel(app, panels::help(app.theme, area.width.into()), area, buffer);
        }
        AppMode::Trace { trace, at } => {
            let panel = panels::moment(trace, *at, app.theme, area.width.into());
            area = draw_panel(app, panel, area, buffer);
        }
        _ => {}
    }
    while sections.peek().is_some() {
        if area.height < 2 {
            match areas.next() {
                Some(next) => area = next,
                None => break,
            }
            continue;
        }
        let Some(section) = sections.next() else { break };
        let panel = panels::panel(app, section, area.width.into(), area.height.into());
        // A panel that starts is not worth much when half of it is cut off.
        let wanted = panel.lines.len() as u16 + 1;
        let first = Some(&section) == app.sections().first();
        if wanted > area.height && !first {
            hidden.push(section);
            continue;
        }
        area = draw_panel(app, panel, area, buffer);
    }
    hidden.extend(sections);
    hidden
}

/// True if all keys can be explained beside the board.
fn help_fits(app: &App, area: Option<&Rect>) -> bool {
    area.is_some_and(|area| {
        panels::help(app.theme, area.width.into()).lines.len() < usize::from(area.height)
    })
}

/// The keys in the place of the board, as many lines as there is room for from where they are
/// scrolled to.
fn draw_help(app: &mut App, area: Rect, buffer: &mut Buffer) {
    let mut panel = panels::help(app.theme, area.width.into());
    let (count, room) = (panel.lines.len(), usize::from(area.height).saturating_sub(1));
    let AppMode::Help { first } = &mut app.mode else { return };
    *first = (*first).min(count.saturating_sub(room));
    if count > room {
        panel.title =
            format!("Keys, {} to {} of {count} lines (arrows)", *first + 1, *first + room);
    }
    panel.lines.drain(..*first);
    draw_panel(app, panel, area, buffer);
}

/// Names the panels that found no room, at the end of the message line.
fn draw_hidden(app: &App, hidden: &[Section], area: Rect, buffer: &mut Buffer) {
    let names: Vec<&str> = hidden.iter().map(|section| section.name()).collect();
    let words = format!(" Tab: {}", names.join(", "));
    let width = words.chars().count() as u16;
    let used = (area.left()..area.right()).rev().find(|&x| buffer[(x, area.y)].symbol() != " ");
    let free = used.map_or(area.width, |x| area.right() - x - 1);
    let busy = matches!(app.mode, AppMode::Prompt(_) | AppMode::Trace { .. });
    if !hidden.is_empty() && !busy && width < free {
        buffer.set_string(area.right() - width, area.y, words, app.theme.faint());
    }
}

/// Draws a panel at the top of an area and returns what is left of it.
fn draw_panel(app: &App, panel: Panel, area: Rect, buffer: &mut Buffer) -> Rect {
    let width: usize = area.width.into();
    let rule = "─".repeat(width.saturating_sub(panel.title.chars().count() + 1));
    let heading = Line::from(vec![
        Span::styled(panel.title, app.theme.heading()),
        Span::raw(" "),
        Span::styled(rule, app.theme.faint()),
    ]);
    buffer.set_line(area.x, area.y, &heading, area.width);
    let mut y = area.y + 1;
    for line in panel.lines {
        if y >= area.bottom() {
            break;
        }
        buffer.set_line(area.x, y, &line, area.width);
        y += 1;
    }
    // A blank line before the next panel.
    let used = (y + 1).min(area.bottom()) - area.y;
    Rect { y: area.y + used, height: area.height - used, ..area }
}

/// The pieces alone, where there is room for eight letters a rank only.
fn draw_men(app: &App, area: Rect, buffer: &mut Buffer) {
    let spaced = area.width >= 15;
    for row in 0..8u8.min(area.height as u8) {
        for column in 0..8u8 {
            let square =
                if app.flipped { Square::at(7 - column, row) } else { Square::at(column, 7 - row) };
            let piece = cell::piece(app.look.cell(square));
            let letter = piece.map_or('·', |piece| piece.letter());
            let mut style = match piece.map(|piece| piece.color) {
                Some(Color::White) => app.theme.fg(Group::WhiteMen.bright()),
                Some(Color::Black) => app.theme.fg(Group::BlackMen.bright()),
                None => app.theme.faint(),
            };
            if app.look.differs(square) != 0 {
                style = app.theme.alarm();
            }
            if square == app.selected {
                style = style.add_modifier(Modifier::REVERSED | Modifier::UNDERLINED);
            }
            let x = area.x + u16::from(column) * if spaced { 2 } else { 1 };
            let y = area.y + u16::from(row);
            buffer[(x, y)].set_char(letter).set_style(style);
        }
    }
    let evaluation = (app.evaluate)(&app.timeline.current().board);
    let lines = [
        app.look.level.to_owned(),
        format!("eval {:+}", evaluation.total),
        format!("{} changed", app.look.changed_count()),
    ];
    for (index, line) in lines.iter().enumerate() {
        let y = area.y + 9 + index as u16;
        if y < area.bottom() {
            buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
        }
    }
}

/// The smallest drawing: the pieces alone, and as many panels as find room.
fn draw_flat(app: &mut App, body: Rect, buffer: &mut Buffer) {
    if body.height < 9 || body.width < 18 {
        let words = panels::panel(app, Section::Square, body.width.into(), 0);
        draw_panel(app, words, body, buffer);
        return;
    }
    draw_men(app, Rect { width: body.width.min(17), height: 8, ..body }, buffer);
    if body.width >= 40 {
        let beside = Rect { x: body.x + 18, width: body.width - 18, ..body };
        draw_panels(app, &[beside], buffer);
    } else {
        let under = Rect { y: body.y + 9, height: body.height - 9, ..body };
        draw_panels(app, &[under], buffer);
    }
}

fn draw_title(app: &App, area: Rect, buffer: &mut Buffer) {
    let board = &app.timeline.current().board;
    let (ply, last) = (app.timeline.ply(), app.timeline.steps().len() - 1);
    let mut spans = vec![Span::styled("nucleus inspect ", app.theme.heading())];
    if let Some(last_move) = app.timeline.last_move() {
        spans.push(Span::raw(format!("after {last_move} ({ply}/{last}), ")));
    }
    spans.push(Span::raw(format!("{} to move", board.side())));
    let level = match app.look.other {
        Some((other, _)) => format!(" · {} : {other}", app.look.level),
        None => format!(" · kernel {}", app.look.level),
    };
    spans.push(Span::styled(level, app.theme.faint()));
    if app.layer != Layer::All || app.heat {
        let heat = if app.heat { ", heat map" } else { "" };
        spans
            .push(Span::styled(format!(" · {} pieces{heat}", app.layer.name()), app.theme.faint()));
    }
    buffer.set_line(area.x, area.y, &Line::from(spans), area.width);
}

fn draw_message(app: &App, area: Rect, buffer: &mut Buffer) {
    let line = match &app.mode {
        AppMode::Prompt(text) => Line::from(vec![
            Span::styled("move: ", app.theme.heading()),
            Span::raw(text.clone()),
            Span::styled(" ", Style::new().add_modifier(Modifier::REVERSED)),
            Span::styled(format!("  {}", app.message), app.theme.faint()),
        ]),
        AppMode::Trace { trace, at } if app.message.is_empty() => {
            Line::from(Span::styled(trace.moments[*at].code.clone(), app.theme.faint()))
        }
        _ if !app.message.is_empty() => {
            Line::from(Span::styled(app.message.clone(), Style::new().add_modifier(Modifier::BOLD)))
        }
        _ => Line::from(Span::styled(app.timeline.fen(), app.theme.faint())),
    };
    buffer.set_line(area.x, area.y, &line, area.width);
}
