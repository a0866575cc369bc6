//! Kernels of every level equal the reference: cells, scanners, counts, children, best scores.

use crate::support::{self, Random, game_positions, legal, random_planes};
use nucleus_core::board::{Board, MatrixBoard, Setup};
use nucleus_core::kernels::{
    Choice, Kernel, Level, MatrixKernel, Parent, PieceList, REFERENCE, Rebuilt, Routines,
    SquareList, Variant, reference, routines,
};
use nucleus_core::matrix::Nucleus;
use nucleus_core::matrix::cell::{self, Cell};
use nucleus_core::matrix::{InfluenceKind, Matrix, Planes};
use nucleus_core::types::{Color, Move, MoveList, Piece, PieceType, Square};
use nucleus_core::with_token;

fn kings(planes: &Planes) -> [u32; 2] {
    Color::ALL.map(|color| planes.pieces(color, PieceType::King).count_ones())
}

fn rebuild_equals_reference(routines: &Routines, planes: &Planes) {
    for side in Color::ALL {
        let (mut frame, mut expected) = (Rebuilt::default(), Rebuilt::default());
        (routines.rebuild)(planes, side, &mut frame);
        (REFERENCE.rebuild)(planes, side, &mut expected);
        for square in Square::all() {
            let (found, correct) =
                (frame.nucleus.cells.at(square), expected.nucleus.cells.at(square));
            assert_eq!(
                found, correct,
                "{}: cell {square} is {found:08x}, should be {correct:08x}; {planes:x?} {side}",
                routines.name
            );
        }
        assert_eq!(frame.influence, expected.influence, "{} {planes:x?}", routines.name);
        // Pins are defined for one king per side.
        if kings(planes) == [1, 1] {
            assert_eq!(frame.pinned, expected.pinned, "{} {planes:x?} {side}", routines.name);
        }
    }
}

/// Returns empty and full boards, single pieces, games, and random pieces at every density, legal or not.
fn boards(seed: u64, games: usize, strewn: u64) -> Vec<Planes> {
    let mut random = Random(seed);
    let mut boards = vec![Planes::EMPTY];
    boards.extend(game_positions(games, seed).iter().map(|setup| setup.planes));
    boards.extend((0..strewn).map(|n| random_planes(&mut random, n % 257)));
    for color in Color::ALL {
        for kind in PieceType::ALL {
            let mut full = Planes::EMPTY;
            for square in Square::all() {
                let mut single = Planes::EMPTY;
                single.put(square, Piece::new(color, kind));
                boards.push(single);
                full.put(square, Piece::new(color, kind));
            }
            boards.push(full);
        }
    }
    boards
}

/// Calls `body` for every level and variant of this CPU, and prints the others. Fails if
/// `NUCLEUS_REQUIRE_LEVELS` (separated by commas) names a level that the CPU lacks.
fn at_every_level(mut body: impl FnMut(&Routines)) {
    let required = std::env::var("NUCLEUS_REQUIRE_LEVELS").unwrap_or_default();
    for name in required.split(',').filter(|name| !name.is_empty()) {
        let level: Level = name.trim().parse().expect("NUCLEUS_REQUIRE_LEVELS names levels");
        assert!(level.is_usable(), "level {level} is required, and this CPU lacks it");
    }
    for level in Level::ALL {
        for variant in Variant::ALL {
            match routines(Choice { level, variant }) {
                Some(found) => body(&found),
                None if !level.is_usable() => {
                    println!("{level} {variant}: skipped, this CPU lacks the level");
                }
                None => println!("{level} {variant}: skipped, the level has no such variant"),
            }
        }
    }
}

/// Checks that the scanners of this level list what the reference lists.
///
/// No single cell may contain all bits of `mask`: `scanner_core`, the paper's loop, ends there.
fn scan_equals_reference(routines: &Routines, nucleus: &Nucleus, mask: Cell) {
    let context = || format!("{}, mask {mask:08x}\n{:?}", routines.name, nucleus.cells);
    // A fill value that shows which entries are not written.
    let rubbish = 0xdead_beef;
    let (mut list, mut expected) = (PieceList([rubbish; 80]), PieceList::default());
    let count = (routines.scan)(nucleus, mask, &mut list);
    let expected_count = (REFERENCE.scan)(nucleus, mask, &mut expected);
    assert_eq!(list.0[..count], expected.0[..expected_count], "scan, {}", context());
    assert_eq!(list.0[64..], [rubbish; 16], "scan wrote beyond 64 entries, {}", context());

    let (mut list, mut expected) = (SquareList([0xee; 64]), SquareList::default());
    let count = (routines.squares)(nucleus, mask, &mut list);
    let expected_count = (REFERENCE.squares)(nucleus, mask, &mut expected);
    assert_eq!(list.0[..count], expected.0[..expected_count], "squares, {}", context());

    // The routines that benches time find as many entries, and the same squares.
    let (twice, all) = ([*nucleus; 2], 2 * expected_count);
    let (mut entries, mut squares) = (PieceList::default(), SquareList::default());
    assert_eq!((routines.scan_all)(&twice, mask, &mut entries), all, "{}", context());
    assert_eq!((routines.squares_all)(&twice, mask, &mut squares), all, "{}", context());
    assert_eq!(squares.0[..count], list.0[..count], "{}", context());
}

fn scan_both_equals_reference(routines: &Routines, nucleus: &Nucleus) {
    let rubbish = PieceList([0xdead_beef; 80]);
    let (mut lists, mut expected) = ([rubbish; 2], [PieceList::default(); 2]);
    let counts = (routines.scan_both)(nucleus, &mut lists);
    let expected_counts = (REFERENCE.scan_both)(nucleus, &mut expected);
    assert_eq!(counts, expected_counts, "{}\n{:?}", routines.name, nucleus.cells);
    let all = (routines.scan_both_all)(&[*nucleus; 2], &mut [rubbish; 2]);
    assert_eq!(all, 2 * (expected_counts[0] + expected_counts[1]), "{}", routines.name);
    for color in 0..2 {
        assert_eq!(
            lists[color].0[..counts[color]],
            expected[color].0[..expected_counts[color]],
            "{}\n{:?}",
            routines.name,
            nucleus.cells
        );
    }
}

/// Tests every scanner on a matrix, with masks of pieces, approaches, all bits and random bits.
fn scanners_equal_reference(routines: &Routines, nucleus: &Nucleus, random: &mut Random) {
    let piece_masks = [
        cell::pieces_mask(Color::White),
        cell::pieces_mask(Color::Black),
        cell::pieces_mask(Color::White) | cell::pieces_mask(Color::Black),
        cell::piece_bit(Color::White, PieceType::Rook)
            | cell::piece_bit(Color::White, PieceType::Queen),
        cell::piece_bit(Color::Black, PieceType::Pawn)
            | cell::piece_bit(Color::White, PieceType::King),
    ];
    let any = random.next() as Cell;
    for mask in piece_masks.into_iter().chain([any, Cell::MAX, cell::APPROACHES]) {
        let ends_early = nucleus.cells.0.iter().any(|cell| cell & mask == mask);
        if mask.count_ones() >= 2 && !ends_early {
            scan_equals_reference(routines, nucleus, mask);
        }
    }
    scan_both_equals_reference(routines, nucleus);
}

#[test]
fn every_level_rebuilds_what_the_reference_does() {
    let seed = support::seed();
    let boards = boards(seed, 2000, 1000);
    at_every_level(|routines| {
        for planes in &boards {
            rebuild_equals_reference(routines, planes);
        }
        support::row(
            &format!("rebuild against the reference, {}", routines.name),
            &format!("{} boards, both sides", boards.len()),
        );
    });
}

#[test]
fn every_level_scans_what_the_reference_does() {
    let seed = support::seed();
    let boards = boards(seed, 2000, 1000);
    let nuclei: Vec<Nucleus> = boards
        .iter()
        .map(|planes| {
            let mut frame = Rebuilt::default();
            (REFERENCE.rebuild)(planes, Color::White, &mut frame);
            frame.nucleus
        })
        .collect();
    at_every_level(|routines| {
        let mut random = Random(seed);
        for nucleus in &nuclei {
            scanners_equal_reference(routines, nucleus, &mut random);
        }
        support::row(
            &format!("scanners against the reference, {}", routines.name),
            &format!("{} boards", nuclei.len()),
        );
    });
}

/// Random matrices, and as many random boards for rebuilds: 20,000, in the long mode a million, on
/// an emulated CPU 1,000. No cell has all piece bits of a colour, where the paper's loop would end.
#[test]
fn random_matrices() {
    let seed = support::seed();
    let emulated = std::env::var_os("NUCLEUS_EMULATED").is_some();
    let count = if support::long() {
        1_000_000
    } else if emulated {
        1_000
    } else {
        20_000
    };
    at_every_level(|routines| {
        let mut random = Random(seed);
        for n in 0..count {
            let mut nucleus = Nucleus::default();
            for cell in &mut nucleus.cells.0 {
                // One half, one quarter or one eighth of the bits.
                let bits = random.next();
                *cell = match n % 3 {
                    0 => bits as Cell,
                    1 => (bits & bits >> 32) as Cell,
                    _ => (bits & bits >> 32) as Cell & (random.next() as Cell),
                };
                for color in Color::ALL {
                    let pieces = cell::pieces_mask(color);
                    if *cell & pieces == pieces {
                        *cell &= !cell::piece_bit(color, PieceType::Pawn);
                    }
                }
            }
            scanners_equal_reference(routines, &nucleus, &mut random);
            rebuild_equals_reference(routines, &random_planes(&mut random, n % 257));
        }
        support::row(
            &format!("random matrices, {}", routines.name),
            &format!("{count}, seed {seed}"),
        );
    });
}

/// The paper's loop ends at the first cell with all bits of the mask, the sentinel or another.
#[test]
fn scanner_core_ends_at_a_cell_with_the_full_mask() {
    let mask = cell::pieces_mask(Color::White);
    let mut cells = Matrix::EMPTY;
    cells.0[3] = cell::piece_bit(Color::White, PieceType::King) | cell::FIGURE;
    cells.0[40] = mask;
    cells.0[50] = cell::piece_bit(Color::White, PieceType::Queen);
    let nucleus = Nucleus { cells, ..Nucleus::default() };
    let Some(core) = routines(Choice { level: Level::Portable, variant: Variant::Asm }) else {
        println!("skipped: no assembly on this target");
        return;
    };
    let mut list = PieceList::default();
    assert_eq!((core.scan)(&nucleus, mask, &mut list), 1);
    // The byte offset, 12, shifted left by 12, as in the paper.
    assert_eq!(list.0[0], 1 << 8 | 12 << 12);
    assert_eq!(PieceList::square(list.0[0]), Square::new(3));
}

/// A rebuild that counts moves writes the same cells. Its count is the generator's, without
/// castling and en passant.
#[test]
fn every_level_counts_while_it_rebuilds() {
    let mut counted = [0u32; Level::ALL.len()];
    let positions = game_positions(3000, support::seed());
    for setup in &positions {
        let (planes, side) = (&setup.planes, setup.state.side);
        let mut expected = Rebuilt::default();
        reference::rebuild(planes, side, &mut expected);
        for level in Level::usable() {
            let choice = Choice { level, variant: Variant::Intrinsics };
            with_token!(choice, token => {
                let mut out = Rebuilt::default();
                let count = token.rebuild_and_count(planes, side, &mut out);
                assert_eq!(out, expected, "{level} {planes:x?} {side}");
                if let Some(count) = count {
                    let list = legal(&MatrixBoard::new(setup, token));
                    let plain = list.iter().filter(|m| !m.is_castle() && !m.is_en_passant()).count();
                    assert_eq!(count.moves as usize, plain, "{level} {planes:x?} {side}");
                    assert_eq!(
                        count.enemy_influence,
                        expected.influence.squares(!side, InfluenceKind::All),
                        "{level} {planes:x?} {side}"
                    );
                    counted[level as usize] += 1;
                }
            });
        }
    }
    // A level may leave a position to the generator, but not most of them.
    for level in [Level::Avx2, Level::Avx512, Level::Neon] {
        let found = counted[level as usize];
        if !level.is_usable() {
            assert_eq!(found, 0, "{level}");
            continue;
        }
        let least = positions.len() as u32 / 2;
        assert!(found >= least, "{level} counted {found} of {} positions", positions.len());
        support::row(
            &format!("counted while rebuilding, {level}"),
            &format!("{found} of {}", positions.len()),
        );
    }
}

/// Children made in registers have a board's cells, and as many moves (no castling, en passant).
#[test]
fn every_level_makes_children() {
    let mut made = [0u32; Level::ALL.len()];
    for setup in &game_positions(1000, support::seed()) {
        for level in Level::usable() {
            let choice = Choice { level, variant: Variant::Intrinsics };
            with_token!(choice, token => made[level as usize] += children_are_those_of_a_board(setup, token));
        }
    }
    for level in [Level::Avx2, Level::Avx512].into_iter().filter(|level| level.is_usable()) {
        let found = made[level as usize];
        assert!(found > 10_000, "{level} counted the moves of {found} children");
        support::row(&format!("children made in registers, {level}"), &format!("{found}"));
    }
}

/// Compares children with a board's; returns the number of children whose moves the level counted.
fn children_are_those_of_a_board<K: MatrixKernel>(setup: &Setup, token: K) -> u32 {
    if !K::MAKES_CHILDREN {
        return 0;
    }
    let board = MatrixBoard::new(setup, token);
    let (planes, cells, side) = (board.planes(), board.matrix(), board.side());
    let parent = Parent { planes, cells, side, castlings: None };
    let list = legal(&board);
    let is_plain = |m: &&Move| !m.is_castle() && !m.is_en_passant() && !m.is_promotion();
    let plain: Vec<Move> = list.iter().filter(is_plain).copied().collect();
    let mut sum = 0;
    let mut counted = 0;
    let mut rest = MoveList::new();
    for moves in plain.chunks(2) {
        let mut made = [Matrix::EMPTY; 2];
        token.make_children(&parent, moves, &mut made);
        let mut out = [Matrix::EMPTY; 2];
        rest.clear();
        let found = token.count_children(&parent, moves, &mut out, &mut rest);
        let mut expected = 0;
        for (index, &chess_move) in moves.iter().enumerate() {
            let child = board.after(chess_move);
            assert_eq!(made[index], *child.matrix(), "{} {planes:x?} {chess_move}", K::LEVEL);
            assert_eq!(out[index], *child.matrix(), "{} {planes:x?} {chess_move}", K::LEVEL);
            if !rest.contains(&chess_move) {
                let list = legal(&child);
                let special = |m: &&Move| m.is_castle() || m.is_en_passant();
                expected += (list.len() - list.iter().filter(special).count()) as u64;
                counted += 1;
            }
        }
        assert_eq!(found, expected, "{} {planes:x?} {moves:?}", K::LEVEL);
        sum += found;
    }
    // Counts all children by one call, as perft does.
    let mut out = [Matrix::EMPTY; 2];
    rest.clear();
    assert_eq!(token.count_children(&parent, &plain, &mut out, &mut rest), sum, "{}", K::LEVEL);
    assert_eq!(counted as usize + rest.len(), plain.len(), "{}", K::LEVEL);
    counted
}

#[test]
fn every_level_finds_the_first_of_the_highest_scores() {
    let mut random = Random(support::seed());
    for round in 0..20_000 {
        // Few values, the limits among them, so that most lists have several maxima.
        let values = [i16::MIN, -300, -1, 0, 1, 300, i16::MAX];
        let among = 1 + random.below(values.len() as u64);
        let length = if round < 257 { round } else { random.below(257) };
        let scores: Vec<i16> = (0..length).map(|_| values[random.below(among) as usize]).collect();
        let expected = reference::first_highest(&scores);
        for level in Level::usable() {
            let choice = Choice { level, variant: Variant::Intrinsics };
            let found = with_token!(choice, token => token.first_highest(&scores));
            assert_eq!(found, expected, "{level}: {scores:?}");
        }
    }
}
