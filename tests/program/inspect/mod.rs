//! The inspector: its drawings show what the cells contain.
//!
//! `NUCLEUS_RENEW=1` writes the snapshot and the pictures of the docs again before it compares.

#[cfg(unix)]
mod newcomer;
#[cfg(unix)]
mod page;
mod pictures;
mod printed;
#[cfg(unix)]
mod screenshot;
mod traces;

use std::collections::BTreeMap;

use nucleus_core::board::Setup;
use nucleus_core::kernels::{REFERENCE, Rebuilt, Routines, portable, reference};
use nucleus_core::matrix::Planes;
use nucleus_core::types::{Color, Square};
use nucleus_inspect::look::View;
use nucleus_inspect::timeline::Timeline;

use crate::support;

const MATE_IN_7: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
const PORTABLE: Routines = Routines { name: "portable", rebuild: portable::rebuild, ..REFERENCE };
const SPANISH: [&str; 9] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"];

/// Returns the view through the portable kernel, which every machine has.
fn view(fen: &str, moves: &[&str]) -> View {
    let mut timeline = Timeline::new(&Setup::from_fen(fen).expect(fen));
    for text in moves {
        timeline.play(text).expect(text);
    }
    View::new(timeline, vec![REFERENCE, PORTABLE], "portable", None).expect("it is there")
}

fn start(moves: &[&str]) -> View {
    view(nucleus_core::board::START_FEN, moves)
}

/// Returns the bits that [`wrong`] flips: up to four, different ones in every position.
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
