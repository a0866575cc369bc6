//! The terminal view: its snapshots, its characters read back, its sizes.

use nucleus_core::board::{BoardType, fen};
use nucleus_core::kernels::{Level, REFERENCE, Variant, reference};
use nucleus_core::types::{PieceType, Square};
use nucleus_inspect::InspectOptions;
use nucleus_inspect::bits::LAYOUT;
use nucleus_inspect::look::Layer;
use nucleus_inspect::terminal::cells::Size;
use nucleus_inspect::terminal::commands::AppCommand;
use nucleus_inspect::terminal::{App, Theme, print, to_text};
use nucleus_inspect::timeline::Timeline;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::keys::press;
use super::{MATE_IN_7, SIZES, SPANISH, compare_snapshot, drawn, snapshot, start, view};
use crate::support;

#[test]
fn the_view_is_drawn_as_before() {
    for (width, height) in SIZES {
        for (name, mut app) in [
            ("castled", start(&SPANISH)),
            ("mate7", view(MATE_IN_7, &[], Theme::Full)),
            ("plain", view(MATE_IN_7, &["g5f6"], Theme::Plain)),
        ] {
            let buffer = drawn(&mut app, width, height);
            compare_snapshot(
                &format!("{name}-{width}x{height}.txt"),
                &snapshot(&buffer, name == "castled"),
            );
        }
        for (name, command) in [
            ("compare", AppCommand::Compare),
            ("trace", AppCommand::Trace),
            ("help", AppCommand::Help),
            ("queens", AppCommand::Layer(Layer::Only(PieceType::Queen))),
        ] {
            let mut app = start(&SPANISH);
            app.run(command);
            (0..20).for_each(|_| {
                if name == "trace" {
                    app.run(AppCommand::Next)
                }
            });
            let buffer = drawn(&mut app, width, height);
            compare_snapshot(&format!("{name}-{width}x{height}.txt"), &snapshot(&buffer, false));
        }
    }
}

/// In the medium size a character is a bit: read them all back.
#[test]
fn every_letter_of_the_terminal_is_the_bit_of_its_cell() {
    for setup in support::game_positions(200, support::seed()) {
        let mut app = App::new(Timeline::new(&setup), vec![REFERENCE], 0, None, Theme::Plain);
        app.changes = false;
        let buffer = drawn(&mut app, 120, 40);
        let &(area, _) = app.boards.first().expect("a board was drawn");
        let cells = reference::cells(&setup.planes, setup.state.side);
        for square in Square::all() {
            let left = area.x + 2 + 8 * u16::from(square.file());
            let top = area.y + 4 * u16::from(7 - square.rank());
            let mut read = 0;
            for (row, line) in (0..).zip(LAYOUT) {
                for (column, bit) in (0..).zip(line) {
                    let symbol = buffer[(left + column, top + row)].symbol();
                    read |= u32::from(!matches!(symbol, " " | "·")) << bit;
                }
            }
            assert_eq!(read, cells.at(square), "{square}");
        }
    }
}

/// In the small and the narrow size two bits share a character.
#[test]
fn half_blocks_are_the_bits_of_their_cells() {
    for setup in support::game_positions(200, support::seed()) {
        let mut app = App::new(Timeline::new(&setup), vec![REFERENCE], 0, None, Theme::Plain);
        app.changes = false;
        let cells = reference::cells(&setup.planes, setup.state.side);
        for (width, height, expected) in [(80, 24, Size::Small), (50, 40, Size::Narrow)] {
            let buffer = drawn(&mut app, width, height);
            let &(area, size) = app.boards.first().expect("a board was drawn");
            assert_eq!(size, expected);
            for square in Square::all() {
                assert_eq!(read_halves(&buffer, area, size, square), cells.at(square), "{square}");
            }
        }
    }
}

fn read_halves(buffer: &Buffer, area: Rect, size: Size, square: Square) -> u32 {
    let (width, height) = size.cell();
    let left = area.x + 2 + width * u16::from(square.file());
    let top = area.y + height * u16::from(7 - square.rank());
    let mut read = 0;
    for line in 0..height {
        for column in 0..width {
            let bits = match buffer[(left + column, top + line)].symbol() {
                " " => [0, 0],
                "▀" | "▌" => [1, 0],
                "▄" | "▐" => [0, 1],
                "█" => [1, 1],
                other => panic!("{other} is no block"),
            };
            let (line, column) = (usize::from(line), usize::from(column));
            let places = match size {
                Size::Small => [LAYOUT[2 * line][column], LAYOUT[2 * line + 1][column]],
                _ => [LAYOUT[line][2 * column], LAYOUT[line][2 * column + 1]],
            };
            read |= bits[0] << places[0] | bits[1] << places[1];
        }
    }
    read
}

/// Whatever size the terminal has and whatever is pressed: a drawing, never a panic.
#[test]
fn every_size_and_every_key_is_survived() {
    let mut random = support::Random(support::seed());
    let keys: Vec<char> = "npmulchwbasfdxt?0123456⏎←→↑↓⇥⎋e4NO-".chars().collect();
    for (width, height) in [
        (1, 1),
        (5, 3),
        (19, 4),
        (20, 8),
        (30, 12),
        (40, 20),
        (66, 20),
        (80, 24),
        (100, 30),
        (140, 50),
        (300, 90),
    ] {
        let mut app = start(&SPANISH);
        for _ in 0..150 {
            let key = keys[random.below(keys.len() as u64) as usize];
            press(&mut app, &key.to_string());
            app.ended = false;
            drawn(&mut app, width, height);
        }
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    let mut app = view(MATE_IN_7, &["g5f6"], Theme::Plain);
    for keys in ["", "c", "3", "h", "t", "?"] {
        press(&mut app, keys);
        for (width, height) in SIZES {
            let buffer = drawn(&mut app, width, height);
            for cell in &buffer.content {
                assert_eq!((cell.fg, cell.bg), Default::default(), "{keys}");
            }
        }
    }
    assert!(!print(&app).contains('\x1b'));
}

#[test]
fn the_printed_view_has_every_part() {
    let app = view(MATE_IN_7, &["g5f6"], Theme::Plain);
    let text = print(&app);
    let fen = app.timeline.fen();
    for part in [&fen, "Scanner's list", "Evaluation", "Square f6", "1.Qf6+"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 124));
    compare_snapshot("printed.txt", &text);
}

/// Two boards that do not fit beside each other: one is left, and tells what differs.
#[test]
fn a_narrow_terminal_still_compares() {
    let mut app = start(&SPANISH);
    app.run(AppCommand::Compare);
    for (width, height, boards) in [(120, 40, 2), (70, 24, 2), (60, 24, 1), (40, 20, 1)] {
        drawn(&mut app, width, height);
        assert_eq!(app.boards.len(), boards, "{width}×{height}");
    }
}

/// The number of pieces that reach a square can be read without seeing a colour.
#[test]
fn the_heat_map_has_numbers() {
    let mut app = view(MATE_IN_7, &["g5f6"], Theme::Plain);
    press(&mut app, "h");
    for (width, height) in [(120, 40), (200, 60)] {
        let text = to_text(&drawn(&mut app, width, height), Theme::Plain);
        // The seventh rank: Black's rook over b7, the queen on e7 to g7, the king beside it.
        assert!(text.contains("7  ·  0:1  ·   ·  1:0 1:1 1:0 0:1"), "{text}");
        assert!(text.contains("8080_4202, reached 1:1"), "{text}");
    }
}

/// The paper's record has the cells of the matrix, by each of its kernels.
#[test]
fn the_record_s_cells_are_the_matrix_s() {
    for level in Level::usable() {
        for variant in Variant::usable() {
            for setup in support::game_positions(2, support::seed()) {
                let options = InspectOptions {
                    fen: vec![fen::format(&setup.planes, &setup.state)],
                    board: Some(BoardType::Axon32),
                    level: Some(level),
                    variant: Some(variant),
                    ..InspectOptions::default()
                };
                let app = nucleus_inspect::app(&options).expect("a view");
                let runs = if level == Level::Popcnt { Level::Portable } else { level };
                let asm = if variant == Variant::Asm { "+asm" } else { "" };
                assert_eq!(app.look.level, format!("axon32-{runs}{asm}"));
                let cells = reference::cells(&setup.planes, setup.state.side);
                assert_eq!(app.look.nucleus.cells, cells, "{}", app.look.level);
            }
        }
    }
}
