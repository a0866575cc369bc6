//! The inspector: what it draws is what the cells say.
//!
//! `NUCLEUS_RENEW=1` writes the snapshots and the pictures of the docs anew before it compares.

#[cfg(unix)]
mod browser;
mod keys;
mod pictures;
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
mod pty;
mod traces;
mod views;

use std::path::PathBuf;

use nucleus_core::board::Setup;
use nucleus_core::kernels::{REFERENCE, Routines, portable};
use nucleus_inspect::terminal::{App, Theme, show, to_text};
use nucleus_inspect::terms::{Evaluation, Term};
use nucleus_inspect::timeline::Timeline;
use ratatui_core::backend::TestBackend;
use ratatui_core::buffer::Buffer;
use ratatui_core::terminal::Terminal;

const MATE_IN_7: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
const PORTABLE: Routines = Routines { name: "portable", rebuild: portable::rebuild, ..REFERENCE };

/// The view through the portable kernel, which every machine has.
fn view(fen: &str, moves: &[&str], theme: Theme) -> App {
    let mut timeline = Timeline::new(&Setup::from_fen(fen).expect(fen));
    for text in moves {
        timeline.play(text).expect(text);
    }
    let mut app = App::new(timeline, vec![REFERENCE, PORTABLE], 1, None, theme);
    // Snapshots are of the view, not of the weights.
    app.evaluate = |_| Evaluation {
        terms: vec![
            Term {
                name: "split".to_owned(),
                white: Some([120, 80]),
                black: Some([100, 90]),
                total: 5.0,
            },
            Term { name: "not split".to_owned(), white: None, black: None, total: -17.4 },
        ],
        total: -12,
    };
    app
}

fn start(moves: &[&str]) -> App {
    view(nucleus_core::board::START_FEN, moves, Theme::Full)
}

fn drawn(app: &mut App, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("in memory");
    terminal.draw(|frame| show(app, frame)).expect("in memory");
    terminal.backend().buffer().clone()
}

/// The letters of the buffer, then a second drawing with a letter for each style, and what the
/// letters stand for.
fn snapshot(buffer: &Buffer, styles: bool) -> String {
    let mut out = to_text(buffer, Theme::Plain);
    if !styles {
        return out;
    }
    let mut known: Vec<String> = Vec::new();
    out += "--- styles\n";
    for row in buffer.content.chunks(usize::from(buffer.area.width)) {
        let mut line = String::new();
        for cell in row {
            let style = format!("{} on {} {:?}", cell.fg, cell.bg, cell.modifier);
            let index = known.iter().position(|known| *known == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            line.push(style_letter(index));
        }
        out += &line;
        out.push('\n');
    }
    for (index, style) in known.iter().enumerate() {
        out += &format!("{} {style}\n", style_letter(index));
    }
    out
}

fn style_letter(index: usize) -> char {
    ('!'..='~').chain('À'..='ɏ').nth(index).expect("there are not that many styles")
}

fn compare_snapshot(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/inspect").join(name);
    if std::env::var_os("NUCLEUS_RENEW").is_some() {
        std::fs::write(&path, found).expect("the snapshot can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let differing = found.lines().zip(expected.lines()).position(|(a, b)| a != b);
    assert!(
        found == expected,
        "{name} differs first in line {:?}; NUCLEUS_RENEW=1 renews it\n{found}",
        differing.map(|line| line + 1)
    );
}

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];
const SPANISH: [&str; 9] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"];
