//! The axon32 board: its routines in Rust and in assembly compared with each other and with the reference,
//! the widths of its arithmetic, and the registers of its assembly.

use std::path::{Path, PathBuf};

use nucleus_core::board::{Axon32Board, Board, Setup};
use nucleus_core::eval::axon32::cells_of;
use nucleus_core::kernels::axon32::{
    ALL_RAYS, CellCaptures, CellKernel, CellWeights, MoveWords, TWINS, TermFacts, Walk, cell_terms,
    find_victims, has_victims, pawn_counts, pawn_files, pawn_value, shelter_value,
};
use nucleus_core::kernels::{Choice, Level, PieceList, Variant, portable, reference};
use nucleus_core::matrix::cell::{self, pieces_mask};
use nucleus_core::matrix::record::BLACK_TO_MOVE;
use nucleus_core::matrix::{CellRecord, Matrix, Nucleus, Planes};
use nucleus_core::types::bitboard::{RANK_1, RANK_8, squares};
use nucleus_core::types::{Color, Piece, PieceType};
use nucleus_core::with_token;

use crate::levels::rust_files;
use crate::support::{self, Random, game_positions, legal};

/// Returns positions of games, and random boards of every density.
fn positions() -> Vec<Planes> {
    let mut random = Random(support::seed());
    let games = game_positions(200, support::seed());
    let mut positions: Vec<Planes> = games.iter().map(|setup| setup.planes).collect();
    for chance in (0..=256).step_by(4) {
        let mut planes = support::random_planes(&mut random, chance);
        for square in squares(planes.kind(PieceType::Pawn) & (RANK_1 | RANK_8)) {
            planes.clear(square);
        }
        positions.push(planes);
    }
    positions
}

/// Returns a record with the pieces alone, without their list.
fn record_of(planes: &Planes, side: Color) -> CellRecord {
    let mut record = CellRecord::empty();
    record.nucleus.cells = cells_of(planes);
    record.flag_on_move = if side == Color::Black { BLACK_TO_MOVE } else { 0 };
    for color in Color::ALL {
        let king = planes.pieces(color, PieceType::King);
        record.kings[color.index()] = king.trailing_zeros() & 63;
    }
    record
}

/// Returns each level of the CPU in each variant.
fn choices() -> impl Iterator<Item = Choice> {
    Level::usable()
        .flat_map(|level| Variant::usable().map(move |variant| Choice { level, variant }))
}

#[test]
fn each_level_writes_the_reference_s_cells() {
    for planes in positions() {
        let kings = Color::ALL.map(|color| planes.pieces(color, PieceType::King).count_ones());
        // Sensors and approaches are compared only with one king per side.
        let bits = if kings == [1, 1] { !0 } else { !(cell::APPROACHES | cell::SENSORS) };
        for side in Color::ALL {
            let cells = reference::cells(&planes, side);
            for choice in choices() {
                let variant = choice.variant;
                with_token!(choice, token => {
                let mut record = record_of(&planes, side);
                let mask = pieces_mask(Color::White) | pieces_mask(Color::Black);
                let CellRecord { nucleus, pieces, .. } = &mut record;
                record.pieces_num = token.list_pieces(variant, nucleus, mask, pieces);
                let mut expected = PieceList::default();
                let count = reference::scan(&record.nucleus, mask, &mut expected);
                assert_eq!(record.pieces(), &expected.0[..count]);
                token.write_influence(variant, &mut record);
                for square in 0..64 {
                    let (found, expected) = (record.nucleus.cells.0[square], cells.0[square]);
                    assert_eq!(found & bits, expected & bits, "{choice} {square}");
                }
                });
            }
        }
    }
}

#[test]
fn each_level_tests_for_check_as_influence_does() {
    for planes in positions() {
        let (cells, expected) = (cells_of(&planes), reference::cells(&planes, Color::White));
        for color in Color::ALL {
            for choice in choices() {
                with_token!(choice, token => for square in 0..64 {
                    let attacked = expected.0[square] & cell::influence_mask(color) != 0;
                    let found = token.is_attacked(choice.variant, &cells, square as u32, color);
                    assert_eq!(found, attacked, "{choice} {expected:?} {square} {color}");
                });
            }
        }
    }
}

#[test]
fn each_level_counts_the_terms_that_scalar_code_counts() {
    let mut random = Random(support::seed());
    let mut weight = || random.next() as i32;
    let weights = CellWeights {
        // An entry is the sum of the values of its bits, as in weights.
        mobility: {
            let values = [(); 5].map(|()| weight());
            std::array::from_fn(|bits| {
                let set = (0..5).filter(|bit| bits >> bit & 1 != 0);
                set.fold(0i32, |sum, bit| sum.wrapping_add(values[bit]))
            })
        },
        control: weight(),
        behind_pawns: weight(),
        blocked: weight(),
        trapped_rook: weight(),
        trapped_bishop: weight(),
        defender: weight(),
        open: weight(),
        half_open: weight(),
        pawn_on_piece: weight(),
        minor_on_major: weight(),
        hanging_pawn: weight(),
        hanging_piece: weight(),
        to_white: [0; 256],
        to_black: [0; 1024],
    }
    .with_tables();
    let (mut masked, mut attacked) = (0, 0);
    for planes in positions() {
        for side in Color::ALL {
            let cells = reference::cells(&planes, side);
            let mut list = PieceList::default();
            let mask = pieces_mask(Color::White) | pieces_mask(Color::Black);
            let nucleus = Nucleus { cells, ..Nucleus::default() };
            let count = reference::scan(&nucleus, mask, &mut list);
            let own = Color::ALL.map(|c| planes.pieces(c, PieceType::King).trailing_zeros());
            for kings in [own.map(|king| king & 63), [(); 2].map(|()| random.below(64) as u32)] {
                let files = [(); 2].map(|()| random.below(256) as u32);
                let facts = TermFacts { files, kings, side };
                let expected = cell_terms(&cells, &list.0[..count], &facts, &weights);
                masked += u32::from(expected.masked);
                attacked += u32::from(expected.attacked != [0; 2]);
                for choice in choices() {
                    let found = with_token!(choice,
                        token => token.cell_terms(choice.variant, &cells, &list.0[..count], &facts, &weights));
                    assert_eq!(found, expected, "{choice} {cells:?} {facts:?}");
                }
            }
        }
    }
    assert!(masked > 100 && attacked > 100, "{masked} {attacked}");
}

#[test]
fn each_level_finds_the_victims_that_scalar_code_finds() {
    let mut random = Random(support::seed());
    let mut any = 0;
    for planes in positions() {
        for side in Color::ALL {
            let mut record = record_of(&planes, side);
            record.nucleus.cells = reference::cells(&planes, side);
            let mask = pieces_mask(Color::White) | pieces_mask(Color::Black);
            let CellRecord { nucleus, pieces, .. } = &mut record;
            record.pieces_num = portable::Token.list_pieces(Variant::Asm, nucleus, mask, pieces);
            let victims = random.next() as u32 & pieces_mask(!side);
            let (expected, has) = (find_victims(&record, victims), has_victims(&record, victims));
            any += u32::from(has);
            for choice in choices() {
                with_token!(choice, token => {
                    assert_eq!(token.find_victims(choice.variant, &record, victims), expected, "{choice}");
                    assert_eq!(token.has_victims(choice.variant, &record, victims), has, "{choice}");
                });
            }
        }
    }
    assert!(any > 100, "{any}");
}

#[test]
fn assembly_finds_the_masks_and_captures_that_compiled_code_finds() {
    let (mut masked, mut taking) = (0, 0);
    for planes in positions() {
        for side in Color::ALL {
            let mut record = record_of(&planes, side);
            record.nucleus.cells = reference::cells(&planes, side);
            let mask = pieces_mask(Color::White) | pieces_mask(Color::Black);
            let CellRecord { nucleus, pieces, .. } = &mut record;
            record.pieces_num = portable::Token.list_pieces(Variant::Asm, nucleus, mask, pieces);
            let [compiled, assembly] = TWINS.map(|routines| (routines.masks)(&record));
            assert_eq!(compiled, assembly, "{planes:?} {side}");
            masked += compiled.iter().filter(|masks| masks.lost != [0; 5]).count();
            let mut states = [CellCaptures::START; 2];
            loop {
                let [compiled, assembly] =
                    [0, 1].map(|at| (TWINS[at].next_capture)(&mut states[at], &record, 0));
                assert_eq!((compiled, states[0]), (assembly, states[1]), "{planes:?} {side}");
                if compiled.is_none() {
                    break;
                }
                taking += 1;
            }
        }
    }
    assert!(masked > 100 && taking > 100, "{masked} {taking}");
}

#[test]
fn each_level_counts_the_pawns_that_scalar_code_counts() {
    let mut passed = 0;
    for planes in positions() {
        let cells = cells_of(&planes);
        let files = pawn_files(&cells);
        let counts = [0, 1].map(|at| pawn_counts(&files.own[at], &files.enemy[at]));
        passed += counts.iter().filter(|counts| counts.passed != 0).count();
        for choice in choices() {
            with_token!(choice, token => {
                assert_eq!(token.pawn_files(choice.variant, &cells), files, "{choice} {cells:?}");
                let (kings, weights) = ([counts[0].files & 63, passed as u32 & 63], [3, -5, 7, 11, -13, 17, 19]);
                let near = token.shelter_value(choice.variant, &files, &kings, &[3, -5, 7, 11, -13]);
                assert_eq!(near, shelter_value(&files, &kings, &[3, -5, 7, 11, -13]), "{choice} {files:?}");
                let value = token.pawn_value(choice.variant, &files, &weights);
                assert_eq!(value, pawn_value(&files, &weights), "{choice} {cells:?}");
                let found = [0, 1].map(|at| token.pawn_counts(&files.own[at], &files.enemy[at]));
                assert_eq!(found, counts, "{choice} {cells:?}");
            });
        }
    }
    assert!(passed > 50, "{passed}");
}

#[test]
fn both_variants_move_each_piece_alike() {
    let mut random = Random(support::seed());
    let mut moves = 0;
    for planes in positions() {
        let cells: Matrix = cells_of(&planes);
        for (square, &cell) in cells.0.iter().enumerate() {
            let leapers = [PieceType::Pawn, PieceType::King];
            let is_leaper = |piece: Piece| leapers.contains(&piece.kind);
            if cell::piece(cell).is_none_or(is_leaper) {
                continue;
            }
            let entry = cell & !cell::FIGURE | (square as u32) << 14;
            for flags in 1..8 {
                for rays in [ALL_RAYS, random.next() as u32 & 0xff] {
                    let lists = [0, 1].map(|variant| {
                        let mut list = MoveWords { all: 100, ..MoveWords::default() };
                        (TWINS[variant].moves)(&cells, entry, Walk { flags, rays }, &mut list);
                        list.words()[100..].to_vec()
                    });
                    assert_eq!(lists[0], lists[1], "{cells:?} {square} {flags} {rays:#x}");
                    moves += lists[0].len();
                }
            }
        }
    }
    assert!(moves > 10_000);
}

/// The longest known list is generated in parts, since the record has room for 128 moves.
#[test]
fn the_longest_known_list_has_room() {
    let setup = Setup::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").unwrap();
    let list = legal(&Axon32Board::new(&setup, portable::Token));
    assert_eq!(list.len(), 218);
}

/// Returns the sources of the board except for its interface to code shared by all boards: three
/// files with 64-bit keys, planes and known endings.
fn sources() -> Vec<PathBuf> {
    const SEAMS: [&str; 3] = ["keys.rs", "axon32_board.rs", "words.rs"];
    let core = support::root().join("src/core");
    let folders = ["kernels", "board", "movegen", "eval"].map(|l| core.join(l).join("axon32"));
    let mut files: Vec<_> = folders.iter().flat_map(|folder| rust_files(folder)).collect();
    files.retain(|path| !SEAMS.iter().any(|seam| path.ends_with(seam)));
    files.push(core.join("matrix/record.rs"));
    assert!(files.len() > 20, "{files:?}");
    files
}

/// Returns the words of a line of Rust without its comment.
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

/// Returns the instructions of an assembly file that use a vector register, or a 64-bit register
/// other than as an address: outside of memory operands, `lea`, `push` and `pop`.
fn wide_instructions(text: &str) -> Vec<String> {
    const WIDE: [&str; 16] = [
        "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12",
        "r13", "r14", "r15",
    ];
    let is_wide = |line: &&str| {
        let code = line.split('#').next().unwrap_or_default().trim();
        let mnemonic = code.split_whitespace().next().unwrap_or_default();
        // `lea`, `push` and `pop` may be wide. A macro's arguments are tested at the macro's call.
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
    let files = std::fs::read_dir(asm).expect("a folder").map(|entry| entry.unwrap().path());
    let named = |path: &Path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name == "scanner_core.s" || name.starts_with("axon32")
    };
    let mut count = 0;
    for path in files.filter(|path| named(path)) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        assert_eq!(wide_instructions(&text), [""; 0], "{}", path.display());
        count += 1;
    }
    assert!(count > 5, "{count}");
}
