//! SVG, PNG and JSON, read back.

use std::collections::BTreeMap;
use std::path::PathBuf;

use nucleus_core::board::{Board, Setup};
use nucleus_core::kernels::{REFERENCE, Rebuilt, Routines, available, reference};
use nucleus_core::matrix::Nucleus;
use nucleus_core::matrix::{Matrix, Planes, cell};
use nucleus_core::types::{Color, Piece, PieceType, Square};
use nucleus_draw::{Item, PNG_SCALE, svg};
use nucleus_inspect::bits::{Group, LAYOUT};
use nucleus_inspect::look::{Heat, Layer, Look};
use nucleus_inspect::picture::{Picture, board, close_up, piece as piece_alone};
use nucleus_inspect::terminal::{App, Theme, print};
use nucleus_inspect::timeline::Timeline;

use super::{MATE_IN_7, PORTABLE, SPANISH, drawn, start, view};
use crate::program::nucleus;
use crate::support;

/// Positions of random games: some dozens, hundreds in the long mode.
fn positions() -> Vec<Setup> {
    support::game_positions(if support::long() { 200 } else { 50 }, support::seed())
}

fn picture_of(look: &Look) -> Picture<'_> {
    Picture {
        look,
        title: "A < B & \"C\"".to_owned(),
        subtitle: String::new(),
        layer: Layer::All,
        heat: None,
        changes: true,
        flipped: false,
    }
}

/// Reads the rectangles of an SVG: for each square the bits drawn as set, with the mark of a
/// difference apart; positions are checked against the layout.
fn read_svg(text: &str) -> BTreeMap<String, (u32, u32)> {
    let document = roxmltree::Document::parse(text).expect("well-formed XML");
    let mut squares = BTreeMap::new();
    for group in document.descendants().filter(|node| node.attribute("class") == Some("cell")) {
        let square = group.attribute("data-square").expect("a cell names its square");
        let (mut set, mut differs) = (0, 0);
        let mut places: Vec<(u8, f32, f32)> = Vec::new();
        for node in group.descendants().filter(|node| node.attribute("data-bit").is_some()) {
            let number = |name| -> f32 { node.attribute(name).unwrap().parse().unwrap() };
            let bit: u8 = node.attribute("data-bit").unwrap().parse().unwrap();
            let fill = node.attribute("fill").expect("a bit has a colour");
            set |= u32::from(fill == Group::of(bit).color().hex()) << bit;
            differs |= u32::from(node.attribute("stroke") == Some("#e01020")) << bit;
            places.push((bit, number("x"), number("y")));
        }
        places.sort_by(|a, b| (a.2, a.1).partial_cmp(&(b.2, b.1)).unwrap());
        let order: Vec<u8> = places.iter().map(|place| place.0).collect();
        assert_eq!(order, LAYOUT.concat(), "{square}: the bits stand where the layout says");
        squares.insert(square.to_owned(), (set, differs));
    }
    squares
}

#[test]
fn every_bit_of_the_svg_is_the_bit_of_its_cell() {
    for setup in positions() {
        let timeline = Timeline::new(&setup);
        let look = Look::new(&timeline, &PORTABLE, None);
        let cells = reference::cells(&setup.planes, setup.state.side);
        let read = read_svg(&svg::write(&board(&picture_of(&look))));
        assert_eq!(read.len(), 64);
        for square in Square::all() {
            assert_eq!(read[&square.to_string()], (cells.at(square), 0), "{square}");
        }
        let some = ["d4", "e4", "d5", "e5", "a1"].map(|name| Square::parse(name).unwrap());
        let read = read_svg(&svg::write(&close_up(&picture_of(&look), &some)));
        assert_eq!(read.len(), 5);
        for square in some {
            assert_eq!(read[&square.to_string()], (cells.at(square), 0), "{square}");
        }
    }
}

/// The bits that [`wrong`] gets wrong: other ones in every position, up to four.
fn slips(planes: &Planes) -> BTreeMap<Square, u32> {
    let seed = planes.0.iter().fold(0u64, |seed, plane| seed.rotate_left(9) ^ plane);
    let mut random = support::Random(seed | 1);
    let mut slips = BTreeMap::new();
    for _ in 0..4 {
        let square = Square::new(random.below(64) as u8);
        *slips.entry(square).or_default() ^= 1 << random.below(32);
    }
    slips.retain(|_, bits| *bits != 0);
    slips
}

/// A kernel with a few wrong bits.
fn wrong(planes: &Planes, side: Color, frame: &mut Rebuilt) {
    reference::rebuild(planes, side, frame);
    for (square, bits) in slips(planes) {
        frame.nucleus.cells.0[square.index()] ^= bits;
    }
}

const WRONG: Routines = Routines { name: "wrong", rebuild: wrong, ..REFERENCE };

#[test]
fn a_wrong_kernel_is_shown_with_exactly_its_wrong_bits() {
    for setup in positions() {
        let expected: Vec<(Square, u32)> = slips(&setup.planes).into_iter().collect();
        let timeline = Timeline::new(&setup);
        let look = Look::new(&timeline, &REFERENCE, Some(&WRONG));
        assert_eq!(look.differences(), expected);
        // In the picture.
        let read = read_svg(&svg::write(&board(&picture_of(&look))));
        for square in Square::all() {
            let differs = expected.iter().find(|(s, _)| *s == square).map_or(0, |(_, bits)| *bits);
            assert_eq!(read[&square.to_string()], (look.cell(square), differs), "{square}");
        }
        // In the terminal: on both boards, these places and no others.
        let mut app = App::new(timeline.clone(), vec![REFERENCE, WRONG], 0, Some(1), Theme::Full);
        let buffer = drawn(&mut app, 200, 60);
        assert_eq!(app.boards.len(), 2);
        let alarm = ratatui_core::style::Color::Rgb(0xff, 0x2d, 0x3f);
        for &(area, _) in &app.boards {
            let mut marked = Vec::new();
            for y in area.top()..area.bottom() {
                for x in area.left()..area.right() {
                    if buffer[(x, y)].bg == alarm {
                        marked.push((x - area.x - 2, y - area.y));
                    }
                }
            }
            let mut places: Vec<(u16, u16)> = expected
                .iter()
                .flat_map(|&(square, bits)| {
                    let wrong = (0..32).filter(move |bit| bits >> bit & 1 == 1);
                    wrong.map(move |bit| {
                        let row = LAYOUT.iter().position(|line| line.contains(&bit)).unwrap();
                        let column = LAYOUT[row].iter().position(|&b| b == bit).unwrap();
                        (
                            8 * u16::from(square.file()) + column as u16,
                            4 * u16::from(7 - square.rank()) + row as u16,
                        )
                    })
                })
                .collect();
            places.sort_by_key(|&(x, y)| (y, x));
            assert_eq!(marked, places);
        }
        // In words, and for programs.
        let text = print(&app);
        let count: u32 = expected.iter().map(|(_, bits)| bits.count_ones()).sum();
        let words = format!("reference and wrong differ in {count} bit");
        assert_eq!(text.contains(&words), count > 0, "{text}");
        let json: serde_json::Value = serde_json::from_str(&nucleus_inspect::json(&app)).unwrap();
        for square in Square::all() {
            let named = json["cells"][square.index()]["differs"].as_array().unwrap();
            let read = named.iter().fold(0u32, |set, name| {
                set | 1 << cell::BIT_NAMES.iter().position(|known| name == known).unwrap()
            });
            assert_eq!(read, slips(&setup.planes).get(&square).copied().unwrap_or(0), "{square}");
        }
    }
}

#[test]
fn kernels_of_this_cpu_differ_nowhere() {
    for setup in support::game_positions(200, support::seed()) {
        let timeline = Timeline::new(&setup);
        for kernel in available() {
            let look = Look::new(&timeline, &REFERENCE, Some(&kernel));
            assert_eq!(look.differences(), [], "{}", kernel.name);
        }
    }
}

#[test]
fn json_says_what_the_cells_say() {
    let app = start(&SPANISH);
    let json: serde_json::Value = serde_json::from_str(&nucleus_inspect::json(&app)).unwrap();
    let board = &app.timeline.current().board;
    let cells = reference::cells(board.planes(), board.side());
    for (index, report) in json["cells"].as_array().unwrap().iter().enumerate() {
        let value = cells.0[index];
        assert_eq!(report["value"], value);
        assert_eq!(report["hex"], format!("{value:08x}"));
        let bits = report["bits"].as_array().unwrap();
        let named = bits.iter().fold(0u32, |set, name| {
            let bit = cell::BIT_NAMES.iter().position(|known| name == known).unwrap();
            set | 1 << bit
        });
        assert_eq!(named, value);
    }
    assert_eq!(json["scanner"]["white"].as_array().unwrap().len(), 16);
    assert_eq!(json["last_move"]["san"], "O-O");
    assert_eq!(json["kernel"], "portable");
}

/// Two moves of Chess960 are never written alike, neither in `--json` nor in the page, which is drawn
/// from it; each can be played as it is written.
#[test]
fn moves_of_chess960_are_told_apart() {
    for (fen, castling) in [
        ("qrnkb1rn/pppppp1p/7b/8/6p1/4PP2/PPPPNBPP/QR1K1BRN w GBgb - 0 5", "d1b1"),
        ("1r4kr/8/8/8/8/8/8/1R4KR b HBhb - 0 1", "g8h8"),
    ] {
        let timeline = Timeline::new(&Setup::from_fen(fen).unwrap());
        let moves = timeline.legal_moves();
        let written: std::collections::BTreeSet<&str> =
            moves.iter().map(|(uci, _)| uci.as_str()).collect();
        assert_eq!(written.len(), moves.len(), "{moves:?}");
        assert!(written.contains(castling), "{moves:?}");
        for (uci, san) in &moves {
            let mut played = timeline.clone();
            played.play(uci).unwrap();
            assert_eq!((&played.current().uci, &played.current().san), (uci, san));
            let at = |text: &str| Square::parse(text).unwrap();
            let between = timeline.moves_between(at(&uci[..2]), at(&uci[2..4]));
            assert!(between.contains(&played.current().chess_move), "{uci}");
            assert_eq!(between.len(), if uci.len() == 5 { 4 } else { 1 }, "{uci}");
        }
    }
    let fen = "1r4kr/8/8/8/8/8/8/1R4KR b HBhb - 0 1";
    let output = nucleus(&["inspect", "--json", fen, "--moves", "g8h8"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
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
        for item in &scene.items {
            let (area, line) = match item {
                Item::Path { commands, at, scale, paint } => {
                    let area = nucleus_raster::bounds(commands).expect("commands of a path");
                    let placed = |n: usize| f64::from(area[n]) * scale + at[n % 2];
                    let line = paint.stroke.map_or(0.0, |(_, width)| width * scale);
                    ([0, 1, 2, 3].map(placed), line)
                }
                Item::Circle { at: [x, y], radius, paint } => {
                    let line = paint.stroke.map_or(0.0, |(_, width)| width);
                    ([x - radius, y - radius, x + radius, y + radius], line)
                }
                other => panic!("{piece:?} has {other:?}"),
            };
            let half = line / 2.0;
            let inside = area[0] >= half && area[2] + half <= scene.width;
            let inside = inside && area[1] >= half && area[3] + half <= scene.height;
            assert!(inside, "{piece:?}: {area:?}");
        }
    }
}

#[test]
fn a_png_is_a_png_of_the_right_size() {
    let app = start(&[]);
    let scene = board(&picture_of(&app.look));
    let file = nucleus_raster::write(&scene, 1.0).expect("it can be drawn");
    let pixels = tiny_skia::Pixmap::decode_png(&file).expect("it can be read");
    assert_eq!((pixels.width(), pixels.height()), (scene.width as u32, scene.height as u32));
    // A bit that is set has its group's colour in its middle, one that is not has another.
    let mut counted = 0;
    for item in &scene.items {
        if let Item::Rect { area, bit: Some(bit), paint, .. } = item {
            // Letters stand in the middle; beside them there is plain colour.
            let (x, y) = (area[0] + 1.5, area[1] + area[3] / 2.0);
            let pixel = pixels.pixel(x as u32, y as u32).unwrap();
            let color = paint.fill.unwrap();
            let near = |a: u8, b: u8| a.abs_diff(b) < 40;
            assert!(
                near(pixel.red(), color.0)
                    && near(pixel.green(), color.1)
                    && near(pixel.blue(), color.2),
                "bit {bit}: {pixel:?} instead of {color:?}"
            );
            counted += 1;
        }
    }
    assert_eq!(counted, 2048);
}

#[test]
fn a_png_is_small() {
    let app = start(&[]);
    let file =
        nucleus_raster::write(&board(&picture_of(&app.look)), PNG_SCALE).expect("it can be drawn");
    support::row("PNG of the start position", &format!("{} KB", file.len() / 1000));
    // A byte a pixel, unpacked, would be 5.6 MB; with full colours it was 2.1 MB.
    assert!(file.len() < 250_000, "{} bytes", file.len());
}

#[test]
fn heat_counts_men() {
    let app = start(&SPANISH);
    let planes = app.timeline.current().board.planes();
    let heat = Heat::of(planes, Layer::Only(PieceType::Knight));
    let at = |name: &str| heat.at(Square::parse(name).unwrap());
    assert_eq!((at("e5"), at("d4"), at("d2"), at("h8")), ([1, 1], [1, 1], [2, 0], [0, 0]));
    // Every kind's flag is set exactly where its count is not zero.
    let cells = reference::cells(planes, Color::White);
    for (kind, bits) in [
        (PieceType::Pawn, 1 << 6),
        (PieceType::Knight, 1 << 5),
        (PieceType::Bishop, 1 << 4),
        (PieceType::Rook, 3 << 2),
        (PieceType::Queen, 1 << 1),
        (PieceType::King, 1u32),
    ] {
        let heat = Heat::of(planes, Layer::Only(kind));
        for square in Square::all() {
            for color in Color::ALL {
                let flag = cells.at(square) & bits << cell::influence_shift(color) != 0;
                assert_eq!(heat.at(square)[color.index()] > 0, flag, "{kind:?} {square}");
            }
        }
    }
}

#[test]
fn an_empty_board_can_be_looked_at() {
    // Kernels are tested on boards that no game has, and so is what shows them.
    let look = Look {
        nucleus: Nucleus { cells: Matrix::EMPTY, end: u32::MAX },
        level: "portable",
        before: None,
        other: None,
        side: Color::White,
    };
    let read = read_svg(&svg::write(&board(&picture_of(&look))));
    assert!(read.values().all(|&bits| bits == (0, 0)));
}

/// The pictures in docs/inspector are what the command writes.
#[test]
fn the_pictures_of_the_docs_are_up_to_date() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/inspector");
    let squares = ["f6", "g6", "f7", "g7"].map(|name| Square::parse(name).unwrap());
    for (name, app, squares) in [
        ("start.svg", start(&[]), &[][..]),
        ("mate7.svg", view(MATE_IN_7, &[], Theme::Full), &[]),
        ("close-up.svg", view(MATE_IN_7, &["g5f6"], Theme::Full), &squares),
    ] {
        let picture = nucleus_inspect::picture_of(&app);
        let scene = if squares.is_empty() { board(&picture) } else { close_up(&picture, squares) };
        let text = svg::write(&scene);
        let path = folder.join(name);
        if std::env::var_os("NUCLEUS_RENEW").is_some() {
            std::fs::write(&path, &text).expect("the picture can be written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == text, "docs/inspector/{name} is old; NUCLEUS_RENEW=1 renews it");
    }
}
