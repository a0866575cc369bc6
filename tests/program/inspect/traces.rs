//! The trace of a kernel ends with the kernel's result.

use nucleus_core::kernels::portable::{self, RebuildStep};
use nucleus_core::kernels::{REFERENCE, Rebuilt};
use nucleus_core::matrix::Planes;
use nucleus_core::types::{Color, PieceType, Square};
use nucleus_inspect::look::scan;
use nucleus_inspect::print;
use nucleus_inspect::trace::{KernelTrace, TracedKernel};

use super::start;
use crate::support;

/// The last step of a trace has the kernel's cells and pins.
#[test]
fn a_trace_ends_where_the_kernel_does() {
    let mut random = support::Random(support::seed());
    let mut boards: Vec<Planes> =
        support::game_positions(300, support::seed()).iter().map(|setup| setup.planes).collect();
    boards.extend((0..100).map(|n| support::random_planes(&mut random, 256 * n / 100)));
    for planes in boards {
        for side in Color::ALL {
            let mut frame = Rebuilt::default();
            portable::rebuild(&planes, side, &mut frame);
            the_steps_add_up(&planes, side, &frame);
            let new =
                |kernel| KernelTrace::new(kernel, String::new(), &planes, side, &frame.nucleus);
            let rebuild = new(TracedKernel::Rebuild);
            let last = rebuild.moments.last().unwrap();
            assert_eq!(last.cells, frame.nucleus.cells);
            let pinned = last.marks.iter().find(|mark| mark.name == "pinned");
            assert_eq!(pinned.map_or(0, |mark| mark.squares), frame.pinned);
            // Bits are added and never removed.
            for pair in rebuild.moments.windows(2) {
                for square in Square::all() {
                    assert_eq!(pair[0].cells.at(square) & !pair[1].cells.at(square), 0);
                }
            }
            let scanned = new(TracedKernel::Scan);
            let lists: Vec<&Vec<String>> = scanned
                .moments
                .iter()
                .filter(|moment| moment.title == "The sentinel")
                .map(|moment| &moment.list)
                .collect();
            assert_eq!(lists.len(), 2);
            for (color, list) in Color::ALL.into_iter().zip(lists) {
                let entries = scan(&REFERENCE, &frame.nucleus, color);
                let words: Vec<String> =
                    entries.iter().map(|e| format!("{:#010x}  {}", e.word, e.square)).collect();
                assert_eq!(*list, words);
            }
        }
    }
}

/// The steps that the observer sees add up to the kernel's result, and the trace shows them.
fn the_steps_add_up(planes: &Planes, side: Color, rebuilt: &Rebuilt) {
    let (mut observed, mut steps) = (Rebuilt::default(), Vec::new());
    portable::observed_rebuild(planes, side, &mut observed, &mut steps);
    assert_eq!(observed.nucleus.cells, rebuilt.nucleus.cells);
    assert_eq!(observed.influence, rebuilt.influence);
    assert_eq!(observed.pinned, rebuilt.pinned);
    let (mut seen, mut between) = ([0; 6], 0);
    let mut sets = Vec::new();
    for step in &steps {
        match *step {
            RebuildStep::Seen { lanes } => {
                seen.iter_mut().zip(lanes).for_each(|(all, lane)| *all |= lane);
            }
            RebuildStep::Between { squares } => between |= squares,
            RebuildStep::Sets { sets: now, .. } => sets.push(now),
            RebuildStep::Leapers { color, kind, reached, .. } => {
                assert_eq!(reached, rebuilt.influence.of_type(color, kind));
            }
            _ => {}
        }
    }
    for color in Color::ALL {
        let reach = |kind| rebuilt.influence.of_type(color, kind);
        let lane = 2 * color.index();
        assert_eq!(seen[lane], reach(PieceType::Bishop) | reach(PieceType::Rook));
        assert_eq!(seen[lane + 1], reach(PieceType::Queen));
    }
    let own = planes.color(side) & !planes.kind(PieceType::King);
    assert_eq!(between & own, rebuilt.pinned);
    let bit = |set: u64, square: Square| (set >> square.index()) as u32 & 1;
    for square in Square::all() {
        let cell = (0..32).fold(0, |cell, at| cell | bit(sets[0][at % 8][at / 8], square) << at);
        assert_eq!(cell, rebuilt.nucleus.cells.at(square));
    }
    assert_eq!(sets.len(), 4, "as laid out, and after each of three rounds");

    let trace =
        KernelTrace::new(TracedKernel::Rebuild, String::new(), planes, side, &rebuilt.nucleus);
    let mut shown = trace.moments.iter().filter(|moment| moment.title == "Seen");
    for step in steps {
        if let RebuildStep::Seen { lanes } = step {
            let expected: Vec<u64> = lanes.into_iter().filter(|&set| set != 0).collect();
            let marks = &shown.next().expect("a moment for each direction").marks;
            assert_eq!(marks.iter().map(|mark| mark.squares).collect::<Vec<_>>(), expected);
        }
    }
    assert!(shown.next().is_none());
    // Before the cells are transposed, the steps have set all that the kernel writes.
    let count = trace.moments.len();
    assert_eq!(trace.moments[count - 2].cells, rebuilt.nucleus.cells);
}

#[test]
fn a_trace_is_described_in_text() {
    let trace = KernelTrace::of_view(&start(&[]), TracedKernel::Rebuild);
    let text = print::trace(&trace);
    let count = trace.moments.len();
    assert!(text.contains(&format!("[1/{count}] pieces: The planes")));
    assert!(text.contains(&format!("[{count}/{count}] transpose: The matrix")));
    assert!(text.lines().all(|line| line.chars().count() <= 110));
}
