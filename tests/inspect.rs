//! The inspector: what it draws is what the cells say.
//!
//! `NUCLEUS_RENEW=1` writes the snapshots anew instead of comparing them.

mod support;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use nucleus::board::{Board, Setup};
use nucleus::inspect::bits::{Group, LAYOUT};
use nucleus::inspect::look::{Heat, Layer, Look};
use nucleus::inspect::picture::{Picture, board, close_up, png, svg};
use nucleus::inspect::terminal::app::Command;
use nucleus::inspect::terminal::{App, Theme, input, print, show, to_text};
use nucleus::inspect::terms::{Evaluation, Term};
use nucleus::inspect::timeline::Timeline;
use nucleus::inspect::trace::{self, Kernel, Trace};
use nucleus::inspect::{self, InspectArgs};
use nucleus::kernels::{Frame, REFERENCE, Routines, available, portable, reference};
use nucleus::matrix::{Matrix, Planes, cell};
use nucleus::types::{Color, Piece, PieceType, Square};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

const MATE_IN_7: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
const PORTABLE: Routines =
    Routines { name: "portable", rebuild: portable::rebuild, ..nucleus::kernels::REFERENCE };

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
    view(nucleus::board::START_FEN, moves, Theme::Full)
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
            ("compare", Command::Compare),
            ("trace", Command::Trace),
            ("help", Command::Help),
            ("queens", Command::Layer(Layer::Only(PieceType::Queen))),
        ] {
            let mut app = start(&SPANISH);
            app.run(command);
            (0..20).for_each(|_| {
                if name == "trace" {
                    app.run(Command::Next)
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

/// In the small size two bits share a character.
#[test]
fn half_blocks_are_the_bits_of_their_cells() {
    for setup in support::game_positions(200, support::seed()) {
        let mut app = App::new(Timeline::new(&setup), vec![REFERENCE], 0, None, Theme::Plain);
        app.changes = false;
        let buffer = drawn(&mut app, 80, 24);
        let &(area, _) = app.boards.first().expect("a board was drawn");
        let cells = reference::cells(&setup.planes, setup.state.side);
        for square in Square::all() {
            let left = area.x + 2 + 8 * u16::from(square.file());
            let top = area.y + 2 * u16::from(7 - square.rank());
            let mut read = 0;
            for line in 0..2usize {
                for column in 0..8usize {
                    let symbol = buffer[(left + column as u16, top + line as u16)].symbol();
                    let (upper, lower) = match symbol {
                        " " => (0, 0),
                        "▀" => (1, 0),
                        "▄" => (0, 1),
                        "█" => (1, 1),
                        other => panic!("{other} is no block"),
                    };
                    read |= upper << LAYOUT[2 * line][column];
                    read |= lower << LAYOUT[2 * line + 1][column];
                }
            }
            assert_eq!(read, cells.at(square), "{square}");
        }
    }
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

/// What the rectangles of an SVG say: for each square the bits drawn as set, with the mark of a
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
    for setup in support::game_positions(200, support::seed()) {
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

/// A kernel with three wrong bits: a rook's influence on d1, the figure and a sensor on h8.
fn wrong(planes: &Planes, side: Color, frame: &mut Frame) {
    reference::rebuild(planes, side, frame);
    let cells = &mut frame.nucleus.cells.0;
    cells[Square::parse("d1").unwrap().index()] ^= 1 << (cell::WHITE_INFLUENCE_SHIFT + 2);
    cells[Square::parse("h8").unwrap().index()] ^= cell::FIGURE | cell::SENSOR_ORTHOGONAL;
}

const WRONG: Routines = Routines { name: "wrong", rebuild: wrong, ..nucleus::kernels::REFERENCE };

#[test]
fn a_wrong_kernel_is_shown_with_exactly_its_wrong_bits() {
    let expected: Vec<(Square, u32)> =
        vec![(Square::parse("d1").unwrap(), 1 << 23), (Square::parse("h8").unwrap(), 1 << 31 | 1)];
    for setup in support::game_positions(20, support::seed()) {
        let timeline = Timeline::new(&setup);
        let look = Look::new(&timeline, &REFERENCE, Some(&WRONG));
        assert_eq!(look.differences(), expected);
        // In the picture.
        let read = read_svg(&svg::write(&board(&picture_of(&look))));
        for square in Square::all() {
            let differs = expected.iter().find(|(s, _)| *s == square).map_or(0, |(_, bits)| *bits);
            assert_eq!(read[&square.to_string()], (look.cell(square), differs), "{square}");
        }
        // In the terminal: on both boards, these three places and no others.
        let mut app = App::new(timeline.clone(), vec![REFERENCE, WRONG], 0, Some(1), Theme::Full);
        let buffer = drawn(&mut app, 200, 60);
        assert_eq!(app.boards.len(), 2);
        let alarm = ratatui::style::Color::Rgb(0xff, 0x2d, 0x3f);
        for &(area, _) in &app.boards {
            let mut marked = Vec::new();
            for y in area.top()..area.bottom() {
                for x in area.left()..area.right() {
                    if buffer[(x, y)].bg == alarm {
                        marked.push((x - area.x - 2, y - area.y));
                    }
                }
            }
            let place = |square: &str, bit: u8| {
                let square = Square::parse(square).unwrap();
                let row = LAYOUT.iter().position(|line| line.contains(&bit)).unwrap();
                let column = LAYOUT[row].iter().position(|&b| b == bit).unwrap();
                (
                    8 * u16::from(square.file()) + column as u16,
                    4 * u16::from(7 - square.rank()) + row as u16,
                )
            };
            let mut places = vec![place("d1", 23), place("h8", 31), place("h8", 0)];
            places.sort_by_key(|&(x, y)| (y, x));
            assert_eq!(marked, places);
        }
        // In words, and for programs.
        let text = print(&app);
        assert!(text.contains("reference and wrong differ in 3 bits on 2 squares"), "{text}");
        let json: serde_json::Value = serde_json::from_str(&inspect::json(&app)).unwrap();
        assert_eq!(json["cells"][3]["differs"], serde_json::json!(["xwrookvert"]));
        assert_eq!(json["cells"][63]["differs"], serde_json::json!(["xfigure", "sensorvert"]));
        assert_eq!(json["cells"][0]["differs"], serde_json::json!([]));
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
    let json: serde_json::Value = serde_json::from_str(&inspect::json(&app)).unwrap();
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

#[test]
fn a_png_is_a_png_of_the_right_size() {
    let app = start(&[]);
    let scene = board(&picture_of(&app.look));
    let file = png::write(&scene, 1.0).expect("it can be drawn");
    let pixels = tiny_skia::Pixmap::decode_png(&file).expect("it can be read");
    assert_eq!((pixels.width(), pixels.height()), (scene.width as u32, scene.height as u32));
    // A bit that is set has its group's colour in its middle, one that is not has another.
    let mut counted = 0;
    for item in &scene.items {
        if let nucleus::inspect::picture::scene::Item::Rect {
            area, bit: Some(bit), paint, ..
        } = item
        {
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

/// The last moment of a trace is what the kernel writes, and so are its pins.
#[test]
fn a_trace_ends_where_the_kernel_does() {
    let mut random = support::Random(support::seed());
    let mut boards: Vec<Planes> =
        support::game_positions(300, support::seed()).iter().map(|setup| setup.planes).collect();
    for chance in 0..100 {
        let mut planes = Planes::EMPTY;
        for square in Square::all() {
            if random.below(100) < chance {
                let color = Color::from_index(random.below(2) as usize);
                planes.put(
                    square,
                    Piece::new(color, PieceType::from_index(random.below(6) as usize)),
                );
            }
        }
        boards.push(planes);
    }
    for planes in boards {
        for side in Color::ALL {
            let mut frame = Frame::default();
            portable::rebuild(&planes, side, &mut frame);
            let new = |kernel| Trace::new(kernel, String::new(), &planes, side, &frame.nucleus);
            let rebuild = new(Kernel::Rebuild);
            let last = rebuild.moments.last().unwrap();
            assert_eq!(last.cells, frame.nucleus.cells);
            let pinned = last.marks.iter().find(|mark| mark.name == "pinned");
            assert_eq!(pinned.map_or(0, |mark| mark.squares), frame.pinned);
            // Bits come and never go.
            for pair in rebuild.moments.windows(2) {
                for square in Square::all() {
                    assert_eq!(pair[0].cells.at(square) & !pair[1].cells.at(square), 0);
                }
            }
            let scan = new(Kernel::Scan);
            let lists: Vec<&Vec<String>> = scan
                .moments
                .iter()
                .filter(|moment| moment.title == "The sentinel")
                .map(|moment| &moment.list)
                .collect();
            for (color, list) in Color::ALL.into_iter().zip(lists) {
                let entries = nucleus::inspect::look::scan(&REFERENCE, &frame.nucleus, color);
                let words: Vec<String> =
                    entries.iter().map(|e| format!("{:#010x}  {}", e.word, e.square)).collect();
                assert_eq!(*list, words);
            }
        }
    }
}

#[test]
fn a_trace_is_told_in_text() {
    let app = start(&[]);
    let board = &app.timeline.current().board;
    let trace = Trace::new(
        Kernel::Rebuild,
        app.timeline.fen(),
        board.planes(),
        board.side(),
        &app.look.nucleus,
    );
    let text = trace::text(&trace);
    let count = trace.moments.len();
    assert!(text.contains(&format!("[1/{count}] men: The planes")));
    assert!(text.contains(&format!("[{count}/{count}] transpose: The matrix")));
    assert!(text.lines().all(|line| line.chars().count() <= 110));
}

fn press(app: &mut App, keys: &str) {
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

#[test]
fn arguments_choose_what_is_seen() {
    let args = |fen: &str, moves: &[&str]| InspectArgs {
        fen: fen.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        game: 1,
        ..InspectArgs::default()
    };
    let app = inspect::app(&args("", &["e2e4", "e5"])).unwrap();
    assert_eq!(app.timeline.ply(), 2);
    let app = inspect::app(&InspectArgs { ply: Some(1), ..args("", &["e2e4", "e5"]) }).unwrap();
    assert_eq!(app.timeline.ply(), 1);
    for (bad, fault) in [
        (args("8/8/8 w", &[]), "invalid FEN"),
        (args("", &["e2e4", "e2e4"]), "move 2: 'e2e4' is not legal"),
        (InspectArgs { ply: Some(3), ..args("", &["e4"]) }, "there is no ply 3: the line has 1"),
        (
            InspectArgs { compare: Some("mmx".into()), ..args("", &[]) },
            "no kernel 'mmx' on this CPU",
        ),
        (InspectArgs { pgn: Some("none.pgn".into()), ..args("", &[]) }, "none.pgn: "),
    ] {
        let found = inspect::app(&bad).unwrap_err().to_string();
        assert!(found.starts_with(fault), "{found}");
    }
    let Some(pgn) = support::data("pgn/gm2600_linares.pgn") else { return };
    let of_game = |game| InspectArgs { pgn: Some(pgn.clone()), game, ..args("", &[]) };
    let app = inspect::app(&of_game(2)).unwrap();
    assert_eq!(app.timeline.title, "Portisch, Lajos – Karpov, Anatoly, 1981.??.??");
    assert_eq!((app.timeline.ply(), app.timeline.steps().len()), (0, 75));
    let fault = inspect::app(&of_game(893)).unwrap_err().to_string();
    assert_eq!(fault, "there is no game 893: the file has 892");
}

/// The figure of the first drawing, from the arguments to the filled buffer; shown, not judged:
/// a machine that is busy with other things says nothing about the program.
#[test]
fn the_first_drawing_is_timed() {
    for (width, height) in SIZES {
        let begun = Instant::now();
        let mut app = inspect::app(&InspectArgs { game: 1, ..InspectArgs::default() }).unwrap();
        let buffer = drawn(&mut app, width, height);
        let taken = begun.elapsed();
        assert!(buffer.content.iter().any(|cell| cell.symbol() != " "));
        println!("first drawing at {width}×{height}: {:.2} ms", taken.as_secs_f64() * 1e3);
    }
}

#[test]
fn an_empty_board_can_be_looked_at() {
    // Kernels are tested on boards that no game has, and so is what shows them.
    let mut setup = Setup::start();
    setup.planes = Planes::EMPTY;
    setup.state.castling = nucleus::board::Castling::default();
    let look = Look {
        nucleus: nucleus::kernels::Nucleus { cells: Matrix::EMPTY, end: u32::MAX },
        level: "portable",
        before: None,
        other: None,
        side: Color::White,
    };
    let read = read_svg(&svg::write(&board(&picture_of(&look))));
    assert!(read.values().all(|&bits| bits == (0, 0)));
}
