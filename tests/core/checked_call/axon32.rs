//! Checked calls of assembly routines of the axon32 board.

use super::write;
use crate::checked::call;
use crate::guarded::Guarded;
use crate::raw_scanners::{Place, nuclei};
use crate::support::{self, Random};

use nucleus_core::kernels::axon32::asm::raw::{self, *};
use nucleus_core::kernels::axon32::{ALL_RAYS, PIECE, PawnFiles, STEPS};
use nucleus_core::kernels::{PieceList, reference};
use nucleus_core::matrix::cell::{Cell, FIGURE};
use nucleus_core::matrix::{CellRecord, Matrix};
use nucleus_core::types::zobrist::KEYS;

/// The arguments of the move routine, which has more than a checked call passes.
#[repr(C)]
struct MovesCall {
    cells: *const Matrix,
    entry: Cell,
    list: *mut u32,
}

extern "sysv64" fn all_moves(args: &MovesCall) -> u32 {
    let MovesCall { cells, entry, list } = *args;
    // SAFETY: the caller passes 64 cells and, as the contract requires, room for 14 moves.
    unsafe { raw::nucleus_axon32_moves(cells, entry, 7, ALL_RAYS, list, &raw const STEPS) }
}

/// Pawns of a file on every second rank.
static FILES: PawnFiles = {
    let ranks = [0, 42, 84, 42, 0, 84, 42, 84, 42, 0];
    PawnFiles { own: [ranks; 2], enemy: [ranks; 2] }
};

/// Calls routines of the axon32 board, with the cells at either end of a page.
#[test]
fn routines_of_the_record_in_assembly() {
    let seed = support::seed();
    let mut random = Random(seed);
    let [mut cells, mut list, mut out] = [(); 3].map(|()| Guarded::new());
    let [steps, keys] = [(&raw const STEPS).addr() as u64, (&raw const KEYS).addr() as u64];
    let mut records = [CellRecord::empty(); 3];
    let nuclei = nuclei(seed).into_iter().filter(|nucleus| nucleus.cells != Matrix::EMPTY);
    for (n, nucleus) in nuclei.enumerate() {
        let (size, square) = (size_of::<Matrix>(), random.below(64));
        let place = [Place::End(0), Place::Start(0), Place::End(4), Place::Start(4)][n % 4];
        let from = cells.place(place, size);
        let (mut pieces, mask) = (PieceList::default(), PIECE & !FIGURE);
        let count = reference::scan(&nucleus, mask, &mut pieces);
        let entries = list.at_end(4 * count.max(1), 0);
        for entry in 0..count {
            // SAFETY: the buffer has room for all entries.
            unsafe { write(entries.add(4 * entry), &pieces.0[entry]) };
        }
        // The largest output has 40 words, the largest input ten.
        let to = out.at_end(160, 0);
        let (at, files, words) = (from as u64, (&raw const FILES).addr() as u64, to as u64);
        let (both, units) = ([square as u32, 63 - square as u32], [1i32, -2, 3, 4, -5, 6, 7]);
        let [kings, weights] = [both.as_ptr().addr() as u64, units.as_ptr().addr() as u64];
        // The first piece moves to any square, by any kind of move.
        let chess_move = u64::from(pieces.0[0] >> 14 & 63) | random.below(0x400) << 6;
        records[0].nucleus = nucleus;
        let [before, after] = [0, 1].map(|at| (&raw mut records[at]).addr() as u64);
        let calls: [(&str, *const (), [u64; 4]); 10] = [
            ("influence", nucleus_axon32_influence as _, [at, entries as u64, count as u64, steps]),
            ("lines", nucleus_axon32_lines as _, [at, square, 63 - square, steps]),
            ("check", nucleus_axon32_check as _, [at, square, square & 1, steps]),
            ("pawns", nucleus_axon32_pawns as _, [at, words, 0, 0]),
            ("structure", nucleus_axon32_structure as _, [files, weights, words + 140, 0]),
            ("shelter", nucleus_axon32_shelter as _, [files, kings, weights, 0]),
            ("targets", nucleus_axon32_targets as _, [at, words + 152, u64::MAX, 0]),
            ("opening", nucleus_axon32_opening as _, [before, weights, weights, 0]),
            ("make", nucleus_axon32_make as _, [before, after, chess_move, keys]),
            ("sums", nucleus_axon32_sums as _, [at, chess_move, words + 144, keys]),
        ];
        for (name, routine, arguments) in calls {
            // SAFETY: the buffers have the size and alignment of the contracts.
            let results = unsafe {
                write(from, &nucleus.cells);
                call(routine, arguments, &mut random)
            };
            results.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(records[1].nucleus.cells == Matrix::EMPTY && records[2] == CellRecord::empty());
            assert!(cells.intact(from, size), "{name} wrote around the cells");
            assert!(list.intact(entries, 4 * count.max(1)), "{name} wrote around the list");
            assert!(out.intact(to, 160), "{name} wrote around its results");
        }
        let Some(&entry) = pieces.0[..count].iter().find(|&&e| e & 0x2184 == 0) else { continue };
        let to = list.at_end(4 * 14, 0);
        let args = MovesCall { cells: from.cast_const().cast(), entry, list: to.cast() };
        // SAFETY: `all_moves` takes a `MovesCall`; it has 64 cells and room for 14 moves.
        let results = unsafe {
            call(all_moves as *const (), [(&raw const args).addr() as u64, 0, 0, 0], &mut random)
        };
        results.unwrap_or_else(|error| panic!("axon32_moves: {error}"));
        assert!(list.intact(to, 4 * 14), "axon32_moves wrote around its list");
        assert!(cells.intact(from, size), "axon32_moves wrote to the cells");
    }
}
