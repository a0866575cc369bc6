//! The tables of reports/INSTRUCTIONS.md: instructions per rebuild, scan, move or node.

use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_report::format::count;

use super::InstructionCounts;
use crate::figures::sheet::{MISSING, Sheet};

/// Returns the instructions per unit of a case; `None` if no machine with its level has counted it.
pub fn cost(
    counts: &InstructionCounts,
    body: &str,
    board: Option<BoardType>,
    choice: Choice,
) -> Option<f64> {
    let board = board.map_or(String::new(), |board| format!(".{board}"));
    let steps = counts.steps.get(&format!("{body}{board}.{choice}"))?;
    Some(*steps as f64 / *counts.units.get(body)? as f64)
}

nucleus_base::named_enum! {
    /// A table of the page.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum CostTable {
        /// Kernels by level, intrinsics and assembly.
        Kernels = "kernels",
        /// Moves, perft and searches, by level and board.
        Boards = "boards",
    }
}

/// Rows of the kernels: body, description.
const KERNELS: [(&str, &str); 4] = [
    ("rebuild", "a rebuild: 64 cells, influence, pins"),
    ("scan_both", "a scan, both colours"),
    ("scan", "a scan, one colour"),
    ("squares", "a scan for squares alone, one colour"),
];

/// Rows of the boards: body, description.
const BODIES: [(&str, &str); 8] = [
    ("make", "a move made and the child rebuilt"),
    ("generation", "all moves of a position"),
    ("evaluation", "an evaluation"),
    ("perft", "a node of perft, each leaf made"),
    ("perft_bulk", "a node of perft, last ply counted"),
    ("search_axon", "a node of axon"),
    ("search_full", "a node of full"),
    ("search_umko", "a node of umko"),
];

/// Levels with counts: those of x86-64.
pub const LEVELS: [Level; 4] = [Level::Portable, Level::Popcnt, Level::Avx2, Level::Avx512];

/// Returns a table of the page: a row for each body and variant or board, a column for each level.
pub fn costs_table(counts: &InstructionCounts, which: CostTable) -> Sheet {
    let second = if which == CostTable::Kernels { "variant" } else { "board" };
    let levels = LEVELS.map(Level::name).join(" | ");
    let mut sheet = Sheet::from_head(&format!("instructions of | {second} | {levels}"));
    let mut add = |words: &str, second: String, body: &str, board, variant| {
        let costs = LEVELS.map(|level| cost(counts, body, board, Choice { level, variant }));
        // A body that has no counts at any level has no row, such as a rebuild in assembly or a new board.
        if costs.iter().any(Option::is_some) {
            let costs = costs.map(|cost| cost.map_or(MISSING.to_owned(), count));
            sheet.rows.push([vec![words.to_owned(), second], costs.to_vec()].concat());
        }
    };
    match which {
        CostTable::Kernels => {
            for (body, words) in KERNELS {
                for variant in Variant::ALL {
                    add(words, variant.to_string(), body, None, variant);
                }
            }
        }
        CostTable::Boards => {
            for (body, words) in BODIES {
                for board in BoardType::ALL {
                    add(words, board.to_string(), body, Some(board), Variant::Intrinsics);
                    // Only axon32 has a row for assembly: the matrix board uses only its scanner.
                    if board == BoardType::Axon32 {
                        let second = format!("{board}, assembly");
                        add(words, second, body, Some(board), Variant::Asm);
                    }
                }
            }
        }
    }
    sheet
}
