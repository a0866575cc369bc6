//! The board that is a record: its routines in Rust and in assembly against each other and against
//! the reference, the widths of its arithmetic, and the registers of its assembly.

use std::path::{Path, PathBuf};

use nucleus_core::board::{Axon32Board, Board, Setup};
use nucleus_core::kernels::axon32::{ALL_RAYS, MoveWords, TWINS, Walk};
use nucleus_core::kernels::{portable, reference};
use nucleus_core::matrix::cell::{self, pieces_mask};
use nucleus_core::matrix::{Matrix, Nucleus, Planes};
use nucleus_core::movegen::{ALL, generate};
use nucleus_core::types::{Color, MoveList, Piece, PieceType, Square};

use crate::support::{self, Random, game_positions};

/// The cells of planes without anything derived.
fn pieces(planes: &Planes) -> Nucleus {
    let mut nucleus = Nucleus::default();
    for square in Square::all() {
        if let Some(piece) = planes.piece_at(square) {
            nucleus.cells.0[square.index()] =
                cell::FIGURE | cell::piece_bit(piece.color, piece.kind);
        }
    }
    nucleus
}

/// Positions of games, and boards of every density that no game has.
fn positions() -> Vec<Planes> {
    let mut random = Random(support::seed());
    let games = game_positions(200, support::seed());
    let mut positions: Vec<Planes> = games.iter().map(|setup| setup.planes).collect();
    for density in (0..=256).step_by(4) {
        let mut planes = Planes::EMPTY;
        for square in Square::all() {
            if random.below(256) >= density {
                continue;
            }
            let color = Color::from_index(random.below(2) as usize);
            let kind = PieceType::from_index(random.below(6) as usize);
            if kind == PieceType::Pawn && matches!(square.rank(), 0 | 7) {
                continue;
            }
            planes.put(square, Piece::new(color, kind));
        }
        positions.push(planes);
    }
    positions
}

#[test]
fn both_variants_write_the_reference_s_cells() {
    for planes in positions() {
        let nucleus = pieces(&planes);
        for routines in &TWINS {
            let mask = pieces_mask(Color::White) | pieces_mask(Color::Black);
            let mut list = [0; 64];
            let count = (routines.scan)(&nucleus, mask, &mut list) as usize;
            assert_eq!(count, planes.occupied().count_ones() as usize);
            let mut expected = nucleus_core::kernels::PieceList::default();
            reference::scan(&nucleus, mask, &mut expected);
            assert_eq!(list[..count], expected.0[..count]);
            let mut cells = nucleus.cells;
            (routines.influence)(&mut cells, &list[..count]);
            let own_bits = !(cell::APPROACHES | cell::SENSORS);
            let wanted = reference::cells(&planes, Color::White);
            for square in 0..64 {
                assert_eq!(cells.0[square], wanted.0[square] & own_bits, "{wanted:?} {square}");
            }
            let king = |color| Square::lowest(planes.of(color, PieceType::King));
            let one_each =
                Color::ALL.map(|color| planes.of(color, PieceType::King).count_ones() == 1);
            if one_each == [true; 2] {
                let [white, black] = Color::ALL.map(|color| king(color).index() as u32);
                (routines.lines)(&mut cells, white, black);
                assert_eq!(cells, wanted);
            }
        }
    }
}

#[test]
fn both_variants_test_for_check_as_influence_does() {
    for planes in positions() {
        let (cells, wanted) = (pieces(&planes).cells, reference::cells(&planes, Color::White));
        for square in 0..64 {
            for color in Color::ALL {
                let attacked = wanted.0[square] & cell::influence_mask(color) != 0;
                for routines in &TWINS {
                    let found = (routines.is_attacked)(&cells, square as u32, color);
                    assert_eq!(found, attacked, "{wanted:?} {square} {color}");
                }
            }
        }
    }
}

#[test]
fn both_variants_move_each_piece_alike() {
    let mut random = Random(support::seed());
    let mut moves = 0;
    for planes in positions() {
        let cells: Matrix = pieces(&planes).cells;
        for (square, &cell) in cells.0.iter().enumerate() {
            let leapers = [PieceType::Pawn, PieceType::King];
            let is_leaper = |piece: Piece| leapers.contains(&piece.kind);
            if cell::piece(cell).is_none_or(is_leaper) {
                continue;
            }
            let entry = cell & !cell::FIGURE | (square as u32) << 14;
            for wanted in 1..8 {
                for rays in [ALL_RAYS, random.next() as u32 & 0xff] {
                    let lists = [0, 1].map(|variant| {
                        let mut list = MoveWords::new();
                        list.all = 100;
                        (TWINS[variant].moves)(&cells, entry, Walk { wanted, rays }, &mut list);
                        list.words()[100..].to_vec()
                    });
                    assert_eq!(lists[0], lists[1], "{cells:?} {square} {wanted} {rays:#x}");
                    moves += lists[0].len();
                }
            }
        }
    }
    assert!(moves > 10_000);
}

/// The longest known list is made in parts of the record's room for 128 moves.
#[test]
fn the_longest_known_list_has_room() {
    let setup = Setup::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").unwrap();
    let mut list = MoveList::new();
    generate::<_, ALL>(&Axon32Board::new(&setup, portable::Token), &mut list);
    assert_eq!(list.len(), 218);
}

/// The sources of the board but for its seams: three files that hand keys, planes and words of values
/// to what all boards share.
fn sources() -> Vec<PathBuf> {
    const SEAMS: [&str; 3] = ["keys.rs", "axon32_board.rs", "words.rs"];
    let core = support::root().join("src/core");
    let mut files = vec![core.join("matrix/record.rs")];
    for layer in ["kernels", "board", "movegen", "eval"] {
        for entry in std::fs::read_dir(core.join(layer).join("axon32")).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.extension().is_some_and(|ending| ending == "rs")
                && !SEAMS.contains(&name.as_str())
            {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 20, "{files:?}");
    files
}

/// The words of a line of Rust without its comment.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
}

fn wide_words(text: &str) -> Vec<String> {
    const WIDE: [&str; 8] =
        ["u64", "i64", "u128", "i128", "Bitboard", "Planes", "PieceWord", "Influence"];
    let wide = |line: &str| words(line).any(|word| WIDE.contains(&word));
    text.lines().filter(|line| wide(line)).map(str::to_owned).collect()
}

#[test]
fn no_type_is_wider_than_a_cell() {
    assert_eq!(wide_words("let a = b as u64; // u8\n// u64\nlet c = 1u32;").len(), 1);
    for path in sources() {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        assert_eq!(wide_words(&text), [""; 0], "{}", path.display());
    }
}

/// Instructions of an assembly file that use a register of 64 bits otherwise than as an address: outside
/// of memory operands, `lea`, `push` and `pop`.
fn wide_instructions(text: &str) -> Vec<String> {
    const WIDE: [&str; 16] = [
        "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12",
        "r13", "r14", "r15",
    ];
    let is_wide = |line: &&str| {
        let code = line.split('#').next().unwrap_or_default().trim();
        let mnemonic = code.split_whitespace().next().unwrap_or_default();
        // What the macros are called with is read where it stands, too.
        if matches!(mnemonic, "lea" | "push" | "pop") {
            return false;
        }
        let (mut depth, mut outside) = (0, String::new());
        for c in code.chars() {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                c if depth == 0 => outside.push(c),
                _ => {}
            }
        }
        let mut words = outside.split(|c: char| !c.is_alphanumeric());
        words.any(|word| {
            WIDE.contains(&word)
                || word.starts_with(['x', 'y', 'z']) && word.get(1..3) == Some("mm")
        })
    };
    text.lines().filter(is_wide).map(str::to_owned).collect()
}

#[test]
fn registers_of_64_bits_hold_addresses_alone() {
    let wrong =
        "mov rax, rdi\nadd rax, 4\nlea rax, [rax + 4]\nmov eax, [rdi + rax] # rax\npush rbx";
    assert_eq!(wide_instructions(wrong), ["mov rax, rdi", "add rax, 4"]);
    let asm = support::root().join("asm");
    let files =
        ["scanner_core", "axon32_influence", "axon32_lines", "axon32_check", "axon32_moves"];
    for file in files {
        let path = asm.join(file).with_extension("s");
        let text = std::fs::read_to_string(&path).expect("a readable file");
        assert_eq!(wide_instructions(&text), [""; 0], "{file}");
    }
    let named =
        |path: &Path| path.file_stem().is_some_and(|s| s.to_string_lossy().starts_with("axon32"));
    let there =
        std::fs::read_dir(asm).expect("a folder").filter(|e| named(&e.as_ref().unwrap().path()));
    assert_eq!(there.count(), files.len() - 1, "every routine of the board is looked at");
}
