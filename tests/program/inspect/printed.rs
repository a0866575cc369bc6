//! The printed matrix: its snapshot, its characters parsed again, and the effect of options.

use std::path::PathBuf;

use nucleus_core::board::{Board, BoardType, fen};
use nucleus_core::kernels::{Level, REFERENCE, Variant, reference};
use nucleus_core::matrix::cell;
use nucleus_core::types::{Color, Square};
use nucleus_inspect::bits::{Group, LAYOUT};
use nucleus_inspect::drawing::{Drawing, Heat, Layer};
use nucleus_inspect::look::View;
use nucleus_inspect::print::{self, Theme, WIDTH};
use nucleus_inspect::terms::{Evaluation, Term};
use nucleus_inspect::timeline::Timeline;
use nucleus_inspect::{self, InspectOptions};

use super::{MATE_IN_7, SPANISH, WRONG, slips, start, view};
use crate::support;

fn printed(view: &View, drawing: &Drawing<'_>, theme: Theme) -> String {
    print::write(view, drawing, view.last_square(), theme, WIDTH)
}

/// Returns the characters of a line, each with the escape sequence in effect.
fn characters(line: &str) -> Vec<(char, &str)> {
    let (mut found, mut style, mut rest) = (Vec::new(), "", line);
    while let Some(letter) = rest.chars().next() {
        if let Some(sequence) = rest.strip_prefix("\x1b[") {
            (style, rest) = sequence.split_once('m').expect("an end");
        } else {
            found.push((letter, style));
            rest = &rest[letter.len_utf8()..];
        }
    }
    found
}

/// Returns the character and the style of every bit.
fn read_board(text: &str) -> Vec<(Square, u8, char, String)> {
    let lines: Vec<_> = text.lines().skip(2).map(characters).collect();
    let mut read = Vec::new();
    for square in Square::all() {
        let (left, top) = (2 + 8 * usize::from(square.file()), 4 * usize::from(7 - square.rank()));
        for (row, bits) in LAYOUT.into_iter().enumerate() {
            for (column, bit) in bits.into_iter().enumerate() {
                let (letter, style) = lines[top + row].get(left + column).unwrap_or(&(' ', ""));
                read.push((square, bit, *letter, (*style).to_owned()));
            }
        }
    }
    read
}

/// Each character shows a bit in the colour of its group, and all bits are read back.
#[test]
fn every_letter_of_the_terminal_is_the_bit_of_its_cell() {
    for setup in support::game_positions(100, support::seed()) {
        let view = View::new(Timeline::new(&setup), vec![REFERENCE], "reference", None).unwrap();
        let cells = reference::cells(&setup.planes, setup.state.side);
        for theme in [Theme::Plain, Theme::Full] {
            let text = printed(&view, &Drawing::new(&view.look), theme);
            for (square, bit, letter, style) in read_board(&text) {
                let set = cells.at(square) >> bit & 1 == 1;
                assert_eq!(!matches!(letter, ' ' | '·'), set, "{square}, bit {bit}");
                let nucleus_report::draw::Rgb(r, g, b) = Group::from_bit(bit).bright();
                let colored = style.contains(&format!("8;2;{r};{g};{b}"));
                assert_eq!(colored, set && theme == Theme::Full, "{square}, bit {bit}: {style}");
            }
        }
    }
}

/// Exactly the differing bits are highlighted and listed.
#[test]
fn a_wrong_kernel_is_printed_with_exactly_its_wrong_bits() {
    for setup in support::game_positions(50, support::seed()) {
        let timeline = Timeline::new(&setup);
        let kernels = vec![REFERENCE, WRONG];
        let view = View::new(timeline, kernels, "reference", Some("wrong")).unwrap();
        let slips = slips(&setup.planes);
        let text = printed(&view, &Drawing::new(&view.look), Theme::Full);
        for (square, bit, _, style) in read_board(&text) {
            let differs = slips.get(&square).is_some_and(|bits| bits >> bit & 1 == 1);
            assert_eq!(style.contains("48;2;255;45;63"), differs, "{square}, bit {bit}");
        }
        let text = printed(&view, &Drawing::new(&view.look), Theme::Plain);
        let count: u32 = slips.values().map(|bits| bits.count_ones()).sum();
        let words = format!("reference and wrong differ in {count} bit");
        assert_eq!(text.contains(&words), count > 0, "{text}");
        for (square, bits) in slips {
            let bit = bits.ilog2();
            let was = view.look.cell(square) >> bit & 1;
            let words = format!("{square} {} {was}→{}", cell::BIT_NAMES[bit as usize], 1 - was);
            assert!(text.contains(&words), "{words} is missing in {text}");
        }
    }
}

#[test]
fn the_printed_view_has_every_part() {
    let mut view = view(MATE_IN_7, &["g5f6"]);
    // A fixed evaluation, so that the snapshot does not depend on the weights.
    view.evaluate = |_| {
        let term =
            |name: &str, white, black, total| Term { name: name.to_owned(), white, black, total };
        let terms = vec![
            term("split", Some([120, 80]), Some([100, 90]), 5.0),
            term("not split", None, None, -17.4),
        ];
        Evaluation { terms, total: -12 }
    };
    let drawing = Drawing::new(&view.look);
    let text = printed(&view, &drawing, Theme::Plain);
    assert!(!text.contains('\x1b'));
    assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/inspect/printed.txt");
    if std::env::var_os("NUCLEUS_RENEW").is_some() {
        std::fs::write(&path, &text).expect("the snapshot can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(text == expected, "NUCLEUS_RENEW=1 renews {}\n{text}", path.display());
    // A bit that the last move cleared is an o, unless changes are not marked.
    let cleared = |text| read_board(text).iter().any(|(_, _, letter, _)| *letter == 'o');
    let unmarked = Drawing { changes: false, ..drawing.clone() };
    assert!(cleared(&text) && !cleared(&printed(&view, &unmarked, Theme::Plain)));
    // In a narrow terminal the same panels follow below the board.
    let narrow = print::write(&view, &drawing, view.last_square(), Theme::Plain, 80);
    assert!(narrow.lines().skip(1).all(|line| line.chars().count() <= 80), "{narrow}");
    for part in ["Bits", "Square f6", "Moves\n1.Qf6+", "result", "Black, 6 entries"] {
        assert!(narrow.contains(part), "{part} is missing in {narrow}");
    }
}

/// The number of pieces that reach a square is readable without colours.
#[test]
fn the_heat_map_has_numbers() {
    let view = view(MATE_IN_7, &["g5f6"]);
    let heat = Heat::new(view.board().planes(), Layer::All);
    for (flipped, row) in [
        // The seventh rank: Black's rook reaches b7, the king f7 and h7; White's queen reaches e7
        // to g7.
        (false, "7  ·  0:1  ·   ·  1:0 1:1 1:0 0:1"),
        (true, "7 0:1 1:0 1:1 1:0  ·   ·  0:1  ·"),
    ] {
        let drawing = Drawing { heat: Some(heat), flipped, ..Drawing::new(&view.look) };
        let text = printed(&view, &drawing, Theme::Plain);
        assert!(text.contains(row), "{text}");
        assert!(text.contains("8080_4202, reached 1:1"), "{text}");
    }
}

#[test]
fn heat_counts_pieces() {
    let view = start(&SPANISH);
    let planes = view.board().planes();
    let heat = Heat::new(planes, Layer::Knight);
    let at = |name: &str| heat.at(Square::parse(name).unwrap());
    assert_eq!((at("e5"), at("d4"), at("d2"), at("h8")), ([1, 1], [1, 1], [2, 0], [0, 0]));
    // Every type's flag is set exactly if its count is not zero.
    let cells = reference::cells(planes, Color::White);
    let bits = [1 << 6, 1 << 5, 1 << 4, 3 << 2, 1 << 1, 1u32];
    for (layer, bits) in Layer::ALL.into_iter().skip(1).zip(bits) {
        let heat = Heat::new(planes, layer);
        for color in Color::ALL {
            let influence = bits << cell::influence_shift(color);
            assert_eq!(layer.mask() & cell::influence_mask(color), influence, "{layer}");
            for square in Square::all() {
                let flag = cells.at(square) & influence != 0;
                assert_eq!(heat.at(square)[color.index()] > 0, flag, "{layer} {square}");
            }
        }
    }
}

/// The axon32 board has the cells of the matrix, by each of its kernels.
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
                let view = nucleus_inspect::view(&options).expect("a view");
                let runs = if level == Level::Popcnt { Level::Portable } else { level };
                let asm = if variant == Variant::Asm { "+asm" } else { "" };
                assert_eq!(view.look.level, format!("axon32-{runs}{asm}"));
                let cells = reference::cells(&setup.planes, setup.state.side);
                assert_eq!(view.look.nucleus.cells, cells, "{}", view.look.level);
            }
        }
    }
}

#[test]
fn arguments_choose_what_is_seen() {
    let of_moves = |moves: &[&str]| InspectOptions {
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        game: 1,
        ..InspectOptions::default()
    };
    for moves in [&["1. e4 e5 2. Nf3"][..], &["1.e4", "e5", "2.", "Nf3"], &["e2e4 e7e5", "g1f3"]] {
        for ply in [None, Some(1)] {
            let options = InspectOptions { ply, ..of_moves(moves) };
            let view = nucleus_inspect::view(&options).unwrap();
            let line: Vec<&str> = view.timeline.steps().iter().map(|step| &*step.san).collect();
            assert_eq!(line, ["", "e4", "e5", "Nf3"]);
            assert_eq!(view.timeline.ply(), ply.unwrap_or(3));
        }
    }
    let Some(pgn) = support::data("pgn/gm2600_linares.pgn") else { return };
    let of_game = |game| InspectOptions { pgn: Some(pgn.clone()), game, ..of_moves(&[]) };
    let view = nucleus_inspect::view(&of_game(2)).unwrap();
    assert_eq!(view.timeline.title, "Portisch, Lajos – Karpov, Anatoly, 1981.??.??");
    assert_eq!((view.timeline.ply(), view.timeline.steps().len()), (0, 75));
    let error = nucleus_inspect::view(&of_game(893)).unwrap_err().to_string();
    assert!(error.ends_with("linares.pgn: there is no game 893: the file has 892"), "{error}");
}
