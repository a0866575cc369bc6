//! Every level equals the reference: all 32 bits of every cell, and every scanner's list.

mod support;

use nucleus::kernels::{Frame, REFERENCE, Routines, available};
use nucleus::matrix::Planes;
use nucleus::types::{Color, Piece, PieceType, Square};
use support::{Random, game_positions};

fn kings(planes: &Planes) -> [u32; 2] {
    Color::ALL.map(|color| planes.of(color, PieceType::King).count_ones())
}

/// The one body: what this level's rebuild writes is what the reference writes.
fn rebuild_equals_reference(routines: &Routines, planes: &Planes) {
    for side in Color::ALL {
        let (mut frame, mut expected) = (Frame::default(), Frame::default());
        (routines.rebuild)(planes, side, &mut frame);
        (REFERENCE.rebuild)(planes, side, &mut expected);
        for square in Square::all() {
            let (found, wanted) =
                (frame.nucleus.cells.at(square), expected.nucleus.cells.at(square));
            assert_eq!(
                found, wanted,
                "{}: cell {square} is {found:08x}, should be {wanted:08x}; {planes:x?} {side}",
                routines.name
            );
        }
        assert_eq!(frame.influence, expected.influence, "{} {planes:x?}", routines.name);
        // Pins are defined for one king a side.
        if kings(planes) == [1, 1] {
            assert_eq!(frame.pinned, expected.pinned, "{} {planes:x?} {side}", routines.name);
        }
    }
}

/// A board with each square filled with the given chance in 256, by any man, legal or not.
fn random_planes(random: &mut Random, chance: u64) -> Planes {
    let mut planes = Planes::EMPTY;
    for square in Square::all() {
        if random.below(256) < chance {
            let color = Color::from_index(random.below(2) as usize);
            let kind = PieceType::from_index(random.below(6) as usize);
            planes.put(square, Piece::new(color, kind));
        }
    }
    planes
}

#[test]
fn every_level_rebuilds_what_the_reference_does() {
    let seed = support::seed();
    println!("seed {seed}");
    let mut random = Random(seed);
    let mut boards = vec![Planes::EMPTY];
    boards.extend(game_positions(2000, seed).iter().map(|setup| setup.planes));
    boards.extend((0..1000).map(|n| random_planes(&mut random, n % 257)));
    for color in Color::ALL {
        for kind in PieceType::ALL {
            for square in Square::all() {
                let mut planes = Planes::EMPTY;
                planes.put(square, Piece::new(color, kind));
                boards.push(planes);
            }
        }
    }
    for routines in available() {
        for planes in &boards {
            rebuild_equals_reference(&routines, planes);
        }
        println!("{}: {} boards, both sides", routines.name, boards.len());
    }
}
