//! SVG, JSON and the data embedded in a page, parsed again.

use std::collections::BTreeMap;
use std::path::PathBuf;

use nucleus_core::board::{Board, Setup};
use nucleus_core::kernels::{REFERENCE, reference};
use nucleus_core::matrix::cell;
use nucleus_core::types::{Color, Piece, PieceType, Square};
use nucleus_inspect::bits::{Group, LAYOUT};
use nucleus_inspect::drawing::Drawing;
use nucleus_inspect::look::{self, Look, View};
use nucleus_inspect::picture::{board, close_up, piece as piece_alone, title};
use nucleus_inspect::timeline::Timeline;
use nucleus_inspect::{json, page};
use nucleus_report::draw::{Item, svg};

use super::{MATE_IN_7, PORTABLE, SPANISH, WRONG, slips, start, view};
use crate::program::nucleus;
use crate::support;

/// Returns positions of random games: 50, or 200 in the long mode.
fn positions() -> Vec<Setup> {
    support::game_positions(if support::long() { 200 } else { 50 }, support::seed())
}

fn board_of(look: &Look) -> String {
    svg::write(&board(&Drawing::new(look), "A < B & \"C\"", ""))
}

/// Parses the rectangles of an SVG: for each square the bits drawn as set, and separately those marked as
/// different. Checks their positions against the layout.
fn read_svg(text: &str) -> BTreeMap<String, (u32, u32)> {
    let document = roxmltree::Document::parse(text).expect("well-formed XML");
    let mut squares = BTreeMap::new();
    let size = document.root_element().attribute("viewBox").expect("a size").split(' ');
    let size: Vec<f32> = size.map(|number| number.parse().expect("a number")).collect();
    for group in document.descendants().filter(|node| node.attribute("class") == Some("cell")) {
        let square = group.attribute("data-square").expect("a cell names its square");
        let (mut set, mut differs) = (0, 0);
        let mut places: Vec<(u8, f32, f32)> = Vec::new();
        for node in group.descendants().filter(|node| node.attribute("data-bit").is_some()) {
            let number = |name| -> f32 { node.attribute(name).unwrap().parse().unwrap() };
            let bit: u8 = node.attribute("data-bit").unwrap().parse().unwrap();
            let fill = node.attribute("fill").expect("a bit has a colour");
            set |= u32::from(fill == Group::from_bit(bit).color().hex()) << bit;
            differs |= u32::from(node.attribute("stroke") == Some("#e01020")) << bit;
            let (x, y) = (number("x"), number("y"));
            let inside = x + number("width") <= size[2] && y + number("height") <= size[3];
            assert!(x >= 0.0 && y >= 0.0 && inside, "{square}, bit {bit}: out of the picture");
            places.push((bit, x, y));
        }
        places.sort_by(|a, b| (a.2, a.1).partial_cmp(&(b.2, b.1)).unwrap());
        let order: Vec<u8> = places.iter().map(|place| place.0).collect();
        assert_eq!(order, LAYOUT.concat(), "{square}: the bits stand where the layout says");
        squares.insert(square.to_owned(), (set, differs));
    }
    squares
}

/// Returns the bits that a JSON list names.
fn bits(names: &serde_json::Value) -> u32 {
    let bit = |name| cell::BIT_NAMES.iter().position(|known| name == known).expect("a name");
    names.as_array().expect("a list").iter().fold(0, |set, name| set | 1 << bit(name))
}

#[test]
fn every_bit_of_the_svg_is_the_bit_of_its_cell() {
    for setup in positions() {
        let timeline = Timeline::new(&setup);
        let look = Look::new(&timeline, &PORTABLE, None);
        let cells = reference::cells(&setup.planes, setup.state.side);
        let read = read_svg(&board_of(&look));
        assert_eq!(read.len(), 64);
        for square in Square::all() {
            assert_eq!(read[&square.to_string()], (cells.at(square), 0), "{square}");
        }
        let some = ["d4", "e4", "d5", "e5", "a1"].map(|name| Square::parse(name).unwrap());
        let read = read_svg(&svg::write(&close_up(&Drawing::new(&look), &some, "", "")));
        assert_eq!(read.len(), 5);
        for square in some {
            assert_eq!(read[&square.to_string()], (cells.at(square), 0), "{square}");
        }
    }
}

#[test]
fn a_wrong_kernel_is_shown_with_exactly_its_wrong_bits() {
    for setup in positions() {
        let expected: Vec<(Square, u32)> = slips(&setup.planes).into_iter().collect();
        let timeline = Timeline::new(&setup);
        let look = Look::new(&timeline, &REFERENCE, Some(&WRONG));
        assert_eq!(look.differences(), expected);
        let read = read_svg(&board_of(&look));
        for square in Square::all() {
            let differs = expected.iter().find(|(s, _)| *s == square).map_or(0, |(_, bits)| *bits);
            assert_eq!(read[&square.to_string()], (look.cell(square), differs), "{square}");
        }
        let view = View::new(timeline, vec![REFERENCE, WRONG], "reference", Some("wrong")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json::write(&view)).unwrap();
        for square in Square::all() {
            let read = bits(&json["cells"][square.index()]["differs"]);
            assert_eq!(read, slips(&setup.planes).get(&square).copied().unwrap_or(0), "{square}");
        }
    }
}

#[test]
fn json_says_what_the_cells_say() {
    let view = start(&SPANISH);
    let json: serde_json::Value = serde_json::from_str(&json::write(&view)).unwrap();
    let board = view.board();
    let cells = reference::cells(board.planes(), board.side());
    for (index, report) in json["cells"].as_array().unwrap().iter().enumerate() {
        let value = cells.0[index];
        assert_eq!(report["value"], value);
        assert_eq!(report["hex"], format!("{value:08x}"));
        assert_eq!(bits(&report["bits"]), value);
    }
    assert_eq!(json["scanner"]["white"].as_array().unwrap().len(), 16);
    assert_eq!(json["last_move"]["san"], "O-O");
    assert_eq!(json["kernel"], "portable");
}

/// The embedded cells of each kernel are those of the reference.
#[test]
fn the_page_has_the_cells_of_its_line() {
    let view = start(&SPANISH);
    let text = page::write(&view, None);
    let kept = text.split("id=\"kept\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let kept: serde_json::Value = serde_json::from_str(kept.expect("data")).expect("JSON");
    assert_eq!(kept["kernels"], serde_json::json!(["reference", "portable"]));
    let plies = kept["plies"].as_array().expect("a list");
    assert_eq!(plies.len(), SPANISH.len() + 1);
    for (ply, step) in plies.iter().zip(view.timeline.steps()) {
        // Equal results of kernels are stored once.
        assert_eq!(ply["by"], serde_json::json!([0, 0]));
        let cells = look::nucleus(&REFERENCE, &step.board).cells;
        assert_eq!(ply["made"][0]["cells"], serde_json::json!(cells.0.to_vec()));
        let pieces = Square::all()
            .map(|square| step.board.planes().piece_at(square).map_or('.', |piece| piece.letter()))
            .collect::<String>();
        assert_eq!(ply["made"][0]["pieces"], pieces);
    }
}

/// In Chess960 castling is written as the king capturing its rook, in `--json` and in the page drawn from it.
#[test]
fn moves_of_chess960_are_distinguished() {
    let fen = "1r4kr/8/8/8/8/8/8/1R4KR b HBhb - 0 1";
    let json = nucleus(&["inspect", "--json", fen, "--moves", "g8h8"]).json();
    assert_eq!(json["line"][0]["uci"], "g8h8", "{json}");
    assert_eq!(json["last_move"]["uci"], "g8h8");
    let legal = json["legal_moves"].as_array().unwrap();
    let castling = legal.iter().find(|listed| listed["san"] == "O-O").unwrap();
    assert_eq!(castling["uci"], "g1h1");
}

#[test]
fn every_piece_is_well_formed_and_stays_on_its_square() {
    for piece in Color::ALL.into_iter().flat_map(|c| PieceType::ALL.map(|k| Piece::new(c, k))) {
        let scene = piece_alone(piece);
        assert!(!scene.items.is_empty(), "{piece:?}");
        roxmltree::Document::parse(&svg::wordless(&scene)).expect("well-formed XML");
        for item in &scene.items {
            let Item::Path { commands, at, scale, paint } = item else {
                panic!("{piece:?} has {item:?}")
            };
            let half = paint.stroke.map_or(0.0, |(_, width)| width * scale / 2.0);
            // A curve lies within the hull of its points.
            let numbers = commands.split(|c: char| c == ' ' || c.is_ascii_alphabetic());
            let numbers = numbers.filter(|word| !word.is_empty()).map(|word| word.parse::<f64>());
            for (index, number) in numbers.enumerate() {
                let place = number.expect("a number") * scale + at[index % 2];
                let most = [scene.width, scene.height][index % 2];
                assert!(place >= half && place + half <= most, "{piece:?}: {place}");
            }
        }
    }
}

/// The pictures in docs/inspector equal the command's output.
#[test]
fn the_pictures_of_the_docs_are_up_to_date() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/inspector");
    let squares = ["f6", "g6", "f7", "g7"].map(|name| Square::parse(name).unwrap());
    for (name, view, squares) in [
        ("start.svg", start(&[]), &[][..]),
        ("mate7.svg", view(MATE_IN_7, &[]), &[]),
        ("close-up.svg", view(MATE_IN_7, &["g5f6"]), &squares),
    ] {
        let (drawing, title, fen) = (Drawing::new(&view.look), title(&view), view.timeline.fen());
        let scene = match squares {
            [] => board(&drawing, &title, &fen),
            squares => close_up(&drawing, squares, &title, &fen),
        };
        let text = svg::write(&scene);
        let path = folder.join(name);
        if std::env::var_os("NUCLEUS_RENEW").is_some() {
            std::fs::write(&path, &text).expect("the picture can be written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == text, "docs/inspector/{name} is old; NUCLEUS_RENEW=1 renews it");
    }
}
