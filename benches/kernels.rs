//! The kernels, one body an operation and one line a level: nanoseconds by criterion, and core
//! cycles against the clock measured beside each round.

mod support;

use criterion::{Criterion, Throughput};
use nucleus::kernels::{Frame, REFERENCE, Routines, available};
use nucleus::matrix::Planes;
use nucleus::types::Color;

/// Boards in a round.
const BOARDS: usize = 1024;

/// Every routine's cells must be the reference's before its time means anything.
fn assert_right(routines: &Routines, boards: &[Planes]) {
    for planes in boards.iter().step_by(64) {
        let (mut frame, mut expected) = (Frame::default(), Frame::default());
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
            let mut frame = Frame::default();
            bencher.iter(|| (routines.rebuild_all)(boards, Color::White, &mut frame));
        });
    }
}

/// Prints cycles a board: the figure that does not move with the clock.
fn cycle_table(boards: &[Planes], rounds: usize) {
    println!(
        "\n{:<28} {:>8} {:>8}   core cycles a board, {BOARDS} boards",
        "kernel", "best", "median"
    );
    for routines in available() {
        let mut frame = Frame::default();
        let (best, median) = support::cycles(rounds, boards.len(), || {
            (routines.rebuild_all)(boards, Color::White, &mut frame);
        });
        println!("{:<28} {best:>8.1} {median:>8.1}", format!("rebuild/{}", routines.name));
    }
}

fn main() {
    let boards = support::boards(BOARDS);
    let rounds = if support::is_test() { 1 } else { 31 };
    if std::env::var_os("NUCLEUS_CYCLES_ONLY").is_none() {
        let mut criterion = Criterion::default().configure_from_args();
        rebuild(&mut criterion, &boards);
        criterion.final_summary();
    }
    cycle_table(&boards, rounds);
}
