//! Keys, the mouse, and the command line's arguments.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use nucleus_core::types::Square;
use nucleus_inspect::terminal::app::AppMode;
use nucleus_inspect::terminal::{App, Theme, input, to_text};
use nucleus_inspect::{self, InspectOptions};

use super::{drawn, start, view};
use crate::support;

/// Presses one key after the other; arrows and ⏎ ⎋ ⇥ stand for theirs.
pub fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '⏎' => KeyCode::Enter,
            '←' => KeyCode::Left,
            '→' => KeyCode::Right,
            '↑' => KeyCode::Up,
            '↓' => KeyCode::Down,
            '⎋' => KeyCode::Esc,
            '⇥' => KeyCode::Tab,
            letter => KeyCode::Char(letter),
        };
        input::handle(app, &Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }
}

fn mouse(app: &mut App, kind: MouseEventKind, square: &str) {
    let square = Square::parse(square).unwrap();
    let &(area, size) = app.boards.first().expect("a board was drawn");
    let (width, height) = size.cell();
    let (file, row) = (u16::from(square.file()), u16::from(7 - square.rank()));
    let event = MouseEvent {
        kind,
        column: area.x + 2 + file * width + width / 2,
        row: area.y + row * height + height / 2,
        modifiers: KeyModifiers::NONE,
    };
    input::handle(app, &Event::Mouse(event));
}

#[test]
fn keys_play_step_and_take_back() {
    let mut app = start(&[]);
    press(&mut app, "me4⏎me7e5⏎mNf3⏎");
    let line: Vec<&str> = app.timeline.steps().iter().map(|step| step.san.as_str()).collect();
    assert_eq!(line, ["", "e4", "e5", "Nf3"]);
    assert_eq!(app.selected.to_string(), "f3");
    press(&mut app, "pp");
    assert_eq!(app.timeline.ply(), 1);
    // The move that the line has next is only stepped to; another one replaces the rest.
    press(&mut app, "me5⏎");
    assert_eq!(app.timeline.steps().len(), 4);
    press(&mut app, "mBc4⏎");
    assert_eq!(app.timeline.steps().last().unwrap().san, "Bc4");
    press(&mut app, "u");
    assert_eq!(app.timeline.steps().len(), 3);
    // A move that cannot be played is explained and changes nothing.
    press(&mut app, "mKe3⏎");
    assert!(app.message.starts_with("'Ke3' is not legal"), "{}", app.message);
    assert_eq!(app.timeline.steps().len(), 3);
    // From the start: the arrows, then Enter twice.
    let mut app = start(&[]);
    assert_eq!(app.selected.to_string(), "e1");
    press(&mut app, "↑⏎↑↑⏎");
    assert_eq!(app.timeline.current().san, "e4");
    press(&mut app, "q");
    assert!(app.ended);
}

#[test]
fn the_mouse_selects_plays_and_steps() {
    let left = MouseButton::Left;
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut app = start(&[]);
        drawn(&mut app, width, height);
        mouse(&mut app, MouseEventKind::Down(left), "g1");
        mouse(&mut app, MouseEventKind::Up(left), "g1");
        assert_eq!(app.selected.to_string(), "g1");
        assert_eq!(app.timeline.ply(), 0);
        mouse(&mut app, MouseEventKind::Down(left), "g1");
        mouse(&mut app, MouseEventKind::Up(left), "f3");
        assert_eq!(app.timeline.current().san, "Nf3");
        mouse(&mut app, MouseEventKind::ScrollUp, "a1");
        assert_eq!(app.timeline.ply(), 0);
        mouse(&mut app, MouseEventKind::ScrollDown, "a1");
        assert_eq!(app.timeline.ply(), 1);
    }
}

/// At 80×24 all keys are seen at once; in less, all of them by scrolling, and no further.
#[test]
fn the_explanation_of_the_keys_is_whole() {
    for (height, scrolls) in [(24, false), (12, true)] {
        let mut app = start(&[]);
        press(&mut app, "?");
        let mut seen = String::new();
        for _ in 0..30 {
            seen += &to_text(&drawn(&mut app, 80, height), Theme::Plain);
            press(&mut app, "↓");
        }
        for (keys, words) in input::HELP {
            assert!(seen.contains(&format!("{keys:<14} {words}")), "{keys} at {height}: {seen}");
        }
        assert_eq!(seen.contains("Keys, 2 to 9 of 20 lines (arrows)"), scrolls, "{seen}");
        let at_the_end = drawn(&mut app, 80, height);
        press(&mut app, "n");
        assert_eq!(drawn(&mut app, 80, height), at_the_end);
        press(&mut app, "p");
        assert_eq!(drawn(&mut app, 80, height) != at_the_end, scrolls);
        // Any other key ends it and does what it says.
        press(&mut app, "x");
        assert!(app.flipped && matches!(app.mode, AppMode::Browse));
    }
}

#[test]
fn a_promotion_is_asked_for() {
    let mut app = view("7k/4P3/8/8/8/8/8/K7 w - - 0 1", &[], Theme::Full);
    drawn(&mut app, 120, 40);
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), "e7");
    mouse(&mut app, MouseEventKind::Up(MouseButton::Left), "e8");
    assert_eq!(app.timeline.ply(), 0);
    assert_eq!(app.message, "which promotion? add n, b, r or q");
    press(&mut app, "r⏎");
    assert_eq!(app.timeline.current().san, "e8=R+");
}

#[test]
fn arguments_choose_what_is_seen() {
    let args = |fen: &str, moves: &[&str]| InspectOptions {
        fen: fen.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        game: 1,
        ..InspectOptions::default()
    };
    let app = nucleus_inspect::app(&args("", &["e2e4", "e5"])).unwrap();
    assert_eq!(app.timeline.ply(), 2);
    let app = nucleus_inspect::app(&InspectOptions { ply: Some(1), ..args("", &["e2e4", "e5"]) })
        .unwrap();
    assert_eq!(app.timeline.ply(), 1);
    for (bad, fault) in [
        (args("8/8/8 w", &[]), "invalid FEN"),
        (args("", &["e2e4", "e2e4"]), "move 2: 'e2e4' is not legal"),
        (InspectOptions { ply: Some(3), ..args("", &["e4"]) }, "there is no ply 3: the line has 1"),
        (
            InspectOptions { compare: Some("mmx".into()), ..args("", &[]) },
            "no kernel 'mmx' on this CPU",
        ),
        (InspectOptions { pgn: Some("none.pgn".into()), ..args("", &[]) }, "none.pgn: "),
    ] {
        let found = nucleus_inspect::app(&bad).unwrap_err().to_string();
        assert!(found.starts_with(fault), "{found}");
    }
    let Some(pgn) = support::data("pgn/gm2600_linares.pgn") else { return };
    let of_game = |game| InspectOptions { pgn: Some(pgn.clone()), game, ..args("", &[]) };
    let app = nucleus_inspect::app(&of_game(2)).unwrap();
    assert_eq!(app.timeline.title, "Portisch, Lajos – Karpov, Anatoly, 1981.??.??");
    assert_eq!((app.timeline.ply(), app.timeline.steps().len()), (0, 75));
    let fault = nucleus_inspect::app(&of_game(893)).unwrap_err().to_string();
    assert!(fault.ends_with("linares.pgn: there is no game 893: the file has 892"), "{fault}");
    // From game to game, and not past the ends.
    let mut app = app;
    press(&mut app, "]]nn");
    assert_eq!((app.games.as_ref().unwrap().number(), app.timeline.ply()), (4, 2));
    press(&mut app, "[[");
    assert_eq!(app.timeline.title, "Portisch, Lajos – Karpov, Anatoly, 1981.??.??");
    press(&mut app, "[[[");
    assert_eq!(app.games.as_ref().unwrap().number(), 1);
    let mut app = nucleus_inspect::app(&of_game(892)).unwrap();
    press(&mut app, "]");
    assert_eq!(app.message, "there is no game 893: the file has 892");
    assert_eq!(app.games.as_ref().unwrap().number(), 892);
}

#[test]
fn moves_may_be_written_as_in_a_game() {
    for moves in [&["1. e4 e5 2. Nf3"][..], &["1.e4", "e5", "2.", "Nf3"], &["e2e4 e7e5", "g1f3"]] {
        let args = InspectOptions {
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
            game: 1,
            ..InspectOptions::default()
        };
        let app = nucleus_inspect::app(&args).unwrap();
        let line: Vec<&str> = app.timeline.steps().iter().map(|step| step.san.as_str()).collect();
        assert_eq!(line, ["", "e4", "e5", "Nf3"]);
    }
}

/// The keys on screen can be clicked.
#[test]
fn the_mouse_presses_keys() {
    let mut app = start(&["e4", "e5"]);
    let buffer = drawn(&mut app, 120, 40);
    let line: String = (0..120).map(|x| buffer[(x, 39)].symbol().to_owned()).collect();
    let click = |app: &mut App, words: &str, offset: usize| {
        let event = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: (line.find(words).expect("the key is shown") + offset) as u16,
            row: 39,
            modifiers: KeyModifiers::NONE,
        };
        input::handle(app, &Event::Mouse(event));
    };
    click(&mut app, "n p step", 2);
    assert_eq!(app.timeline.ply(), 1);
    click(&mut app, "n p step", 0);
    assert_eq!(app.timeline.ply(), 2);
    click(&mut app, "h heat", 4);
    assert!(app.heat);
    click(&mut app, "q quit", 3);
    assert!(app.ended);
}
