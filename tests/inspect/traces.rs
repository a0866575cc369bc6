//! The trace of a kernel ends where the kernel does.

use nucleus::board::Board;
use nucleus::inspect::look::scan;
use nucleus::inspect::trace::{self, Trace, TracedKernel};
use nucleus::kernels::{REFERENCE, Rebuilt, portable};
use nucleus::matrix::Planes;
use nucleus::types::{Color, Piece, PieceType, Square};

use crate::{start, support};

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
            let mut frame = Rebuilt::default();
            portable::rebuild(&planes, side, &mut frame);
            let new = |kernel| Trace::new(kernel, String::new(), &planes, side, &frame.nucleus);
            let rebuild = new(TracedKernel::Rebuild);
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

#[test]
fn a_trace_is_told_in_text() {
    let app = start(&[]);
    let board = &app.timeline.current().board;
    let trace = Trace::new(
        TracedKernel::Rebuild,
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
