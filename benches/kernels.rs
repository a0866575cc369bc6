//! Speed of the kernels at every level: nanoseconds of a rebuild by criterion, and core cycles of a
//! rebuild, a scan and a list of squares. Each round measures the clock frequency first.

mod support;

use criterion::{Criterion, Throughput};
use nucleus_core::kernels::{PieceList, REFERENCE, Rebuilt, Routines, SquareList, available};
use nucleus_core::matrix::Nucleus;
use nucleus_core::matrix::{Planes, cell};
use nucleus_core::types::Color;

/// Number of boards in a round.
const BOARDS: usize = 1024;

/// Checks that a level's `rebuild` writes the reference's cells, on every 64th board.
fn assert_right(routines: &Routines, boards: &[Planes]) {
    for planes in boards.iter().step_by(64) {
        let (mut frame, mut expected) = (Rebuilt::default(), Rebuilt::default());
        (routines.rebuild)(planes, Color::White, &mut frame);
        (REFERENCE.rebuild)(planes, Color::White, &mut expected);
        assert_eq!(frame.nucleus.cells, expected.nucleus.cells, "{}", routines.name);
    }
}

fn rebuild(criterion: &mut Criterion, boards: &[Planes]) {
    let mut group = criterion.benchmark_group("rebuild");
    group.throughput(Throughput::Elements(boards.len() as u64));
    for routines in available() {
        assert_right(&routines, boards);
        group.bench_function(routines.name, |bencher| {
            let mut frame = Rebuilt::default();
            bencher.iter(|| (routines.rebuild_all)(boards, Color::White, &mut frame));
        });
    }
}

/// Prints cycles per board, a figure that does not depend on the clock frequency.
fn cycle_table(boards: &[Planes], rounds: usize) {
    println!(
        "\n{:<28} {:>8} {:>8}   core cycles a board, {BOARDS} boards",
        "kernel", "best", "median"
    );
    let row = |operation: &str, routines: &Routines, body: &mut dyn FnMut()| {
        let (best, median) = support::cycles(rounds, boards.len(), body);
        println!("{:<28} {best:>8.1} {median:>8.1}", format!("{operation}/{}", routines.name));
    };
    // No rebuild is written in assembly.
    for routines in available().into_iter().filter(|routines| !routines.name.ends_with("+asm")) {
        let mut frame = Rebuilt::default();
        row("rebuild", &routines, &mut || {
            (routines.rebuild_all)(boards, Color::White, &mut frame);
        });
    }
    let nuclei = nuclei(boards);
    let white = cell::pieces_mask(Color::White);
    let men: usize = boards.iter().map(|planes| planes.occupied().count_ones() as usize).sum();
    let mut lists = [PieceList::default(), PieceList::default()];
    let mut squares = SquareList::default();
    for routines in available() {
        // A scanner's time means nothing unless its count is right.
        assert_eq!((routines.scan_both_all)(&nuclei, &mut lists), men, "{}", routines.name);
        row("scan, both colours", &routines, &mut || {
            (routines.scan_both_all)(&nuclei, &mut lists);
        });
    }
    for routines in available() {
        row("scan, one colour", &routines, &mut || {
            (routines.scan_all)(&nuclei, white, &mut lists[0]);
        });
    }
    for routines in available() {
        row("squares, one colour", &routines, &mut || {
            (routines.squares_all)(&nuclei, white, &mut squares);
        });
    }
}

/// Returns the boards' matrices, each with its sentinel.
fn nuclei(boards: &[Planes]) -> Vec<Nucleus> {
    let matrix = |planes| {
        let mut frame = Rebuilt::default();
        (REFERENCE.rebuild)(planes, Color::White, &mut frame);
        frame.nucleus
    };
    boards.iter().map(matrix).collect()
}

fn main() {
    let boards = support::boards(BOARDS);
    let rounds = match (support::is_test(), support::is_quick()) {
        (true, _) => 1,
        (false, true) => 7,
        (false, false) => 31,
    };
    if std::env::var_os("NUCLEUS_CYCLES_ONLY").is_none() {
        let mut criterion = support::criterion();
        rebuild(&mut criterion, &boards);
        criterion.final_summary();
    }
    cycle_table(&boards, rounds);
}
