//! From keys and the mouse to commands.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::app::{App, AppMode};
use super::cells::square_at;
use super::commands::AppCommand;
use crate::bits::Group;
use crate::look::Layer;
use nucleus_core::types::{PieceType, Square};

/// Keys and their effects, for the help.
pub const HELP: [(&str, &str); 20] = [
    ("arrows, click", "select a square (a click on a key presses it)"),
    ("n p, wheel", "next and previous position"),
    ("Home End", "first and last position"),
    ("[ ]", "previous and next game of the PGN file"),
    ("m", "type a move (Nf3 or g1f3)"),
    ("Enter, drag", "move: Enter on the piece, Enter on its target"),
    ("u", "take back"),
    ("l", "next kernel level"),
    ("c", "compare with another level, again: the next one"),
    ("1 … 6", "only pawns, knights, bishops, rooks, queens, kings"),
    ("0", "all pieces"),
    ("h", "heat map: how many pieces reach a square"),
    ("w b", "White's influence, Black's: on, off"),
    ("a s", "approaches, sensors: on, off"),
    ("f", "piece and figure bits: on, off"),
    ("d", "marks of what the last move changed: on, off"),
    ("x", "turn the board"),
    ("t", "trace: the rebuild ray by ray, then the scanner"),
    ("Tab", "next panel (Shift: previous)"),
    ("Esc q", "leave"),
];

/// Lets an event act on the view; false when nothing need be drawn again.
pub fn handle(app: &mut App, event: &Event) -> bool {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => handle_key(app, *key),
        Event::Mouse(mouse) => handle_mouse(app, *mouse),
        Event::Resize(..) => true,
        _ => false,
    }
}

fn handle_key(app: &mut App, key: KeyEvent) -> bool {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        if key.code == KeyCode::Char('c') {
            app.run(AppCommand::Quit);
        }
        return true;
    }
    if let AppMode::Prompt(text) = &mut app.mode {
        match key.code {
            KeyCode::Esc => app.mode = AppMode::Browse,
            KeyCode::Enter => {
                let text = std::mem::take(text);
                app.submit(&text);
            }
            KeyCode::Backspace => {
                text.pop();
            }
            // No move is longer; what is pasted by mistake stops here.
            KeyCode::Char(letter) if text.len() < 16 => text.push(letter),
            _ => return false,
        }
        return true;
    }
    match command(key.code) {
        Some(command) => app.run(command),
        None => return false,
    }
    true
}

fn command(code: KeyCode) -> Option<AppCommand> {
    Some(match code {
        KeyCode::Left => AppCommand::Walk(-1, 0),
        KeyCode::Right => AppCommand::Walk(1, 0),
        KeyCode::Up => AppCommand::Walk(0, 1),
        KeyCode::Down => AppCommand::Walk(0, -1),
        KeyCode::Enter => AppCommand::Enter,
        KeyCode::PageDown | KeyCode::Char('n' | ' ') => AppCommand::Next,
        KeyCode::PageUp | KeyCode::Backspace | KeyCode::Char('p') => AppCommand::Back,
        KeyCode::Char('[') => AppCommand::Game(-1),
        KeyCode::Char(']') => AppCommand::Game(1),
        KeyCode::Home => AppCommand::First,
        KeyCode::End => AppCommand::Last,
        KeyCode::Tab => AppCommand::Panel(1),
        KeyCode::BackTab => AppCommand::Panel(-1),
        KeyCode::Esc => AppCommand::Escape,
        KeyCode::Char('m') => AppCommand::Type,
        KeyCode::Char('u') => AppCommand::TakeBack,
        KeyCode::Char('l') => AppCommand::Level,
        KeyCode::Char('c') => AppCommand::Compare,
        KeyCode::Char('h') => AppCommand::Heat,
        KeyCode::Char('w') => AppCommand::Toggle(Group::WhiteInfluence),
        KeyCode::Char('b') => AppCommand::Toggle(Group::BlackInfluence),
        KeyCode::Char('a') => AppCommand::Toggle(Group::Approaches),
        KeyCode::Char('s') => AppCommand::Toggle(Group::Sensors),
        KeyCode::Char('f') => AppCommand::Toggle(Group::Figure),
        KeyCode::Char('d') => AppCommand::Changes,
        KeyCode::Char('x') => AppCommand::Flip,
        KeyCode::Char('t') => AppCommand::Trace,
        KeyCode::Char('?') | KeyCode::F(1) => AppCommand::Help,
        KeyCode::Char('q') => AppCommand::Quit,
        KeyCode::Char('0') => AppCommand::Layer(Layer::All),
        KeyCode::Char(digit @ '1'..='6') => {
            let kind = PieceType::from_index(digit as usize - '1' as usize);
            AppCommand::Layer(Layer::Only(kind))
        }
        _ => return None,
    })
}

/// The key of a name as the key line has it; none for names of several.
pub fn key(name: &str) -> Option<KeyCode> {
    let mut letters = name.chars();
    match (name, letters.next(), letters.next()) {
        ("Tab", ..) => Some(KeyCode::Tab),
        ("Esc", ..) => Some(KeyCode::Esc),
        ("Enter", ..) => Some(KeyCode::Enter),
        ("Home", ..) => Some(KeyCode::Home),
        ("End", ..) => Some(KeyCode::End),
        (_, Some(letter), None) => Some(KeyCode::Char(letter)),
        _ => None,
    }
}

fn handle_mouse(app: &mut App, mouse: MouseEvent) -> bool {
    let at = (mouse.column, mouse.row).into();
    let button = app.buttons.iter().find(|(area, _)| area.contains(at)).map(|&(_, code)| code);
    if let (MouseEventKind::Down(MouseButton::Left), Some(code)) = (mouse.kind, button) {
        return handle_key(app, KeyEvent::new(code, KeyModifiers::NONE));
    }
    let square = square_under(app, mouse.column, mouse.row);
    match (mouse.kind, square) {
        (MouseEventKind::Down(MouseButton::Left), Some(square)) => {
            app.run(AppCommand::Select(square));
            app.dragged = Some(square);
        }
        (MouseEventKind::Up(MouseButton::Left), Some(square)) => match app.dragged.take() {
            Some(from) if from != square => app.run(AppCommand::PlayBetween(from, square)),
            _ => return false,
        },
        (MouseEventKind::Up(MouseButton::Left), None) => app.dragged = None,
        (MouseEventKind::ScrollDown, _) => app.run(AppCommand::Next),
        (MouseEventKind::ScrollUp, _) => app.run(AppCommand::Back),
        _ => return false,
    }
    true
}

fn square_under(app: &App, column: u16, line: u16) -> Option<Square> {
    app.boards
        .iter()
        .filter(|(area, _)| area.contains((column, line).into()))
        .find_map(|&(area, size)| square_at(area, size, app.flipped, column, line))
}
