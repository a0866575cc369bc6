//! The tables of reports/INSTRUCTIONS.md: instructions of a unit of each body, from the baseline.

use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_report::format::count;
use nucleus_report::table::{Table, TableCell, left, right};

use super::InstructionCounts;

/// Instructions of a unit of a case; `None` where no machine with its level has counted it.
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
        /// Kernels, by level, intrinsics beside assembly.
        Kernels = "kernels",
        /// Moves, perft and searches, by level and board.
        Boards = "boards",
    }
}

/// Rows of the kernels: a body, its words.
const KERNELS: [(&str, &str); 4] = [
    ("rebuild", "a rebuild: 64 cells, influence, pins"),
    ("scan_both", "a scan, both colours"),
    ("scan", "a scan, one colour"),
    ("squares", "a scan for squares alone, one colour"),
];

/// Rows of the boards: a body, its words.
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

/// The levels that instructions are counted at: those of x86-64.
pub const LEVELS: [Level; 4] = [Level::Portable, Level::Popcnt, Level::Avx2, Level::Avx512];

/// Returns a table of the page: a row a body and variant or board, a column a level.
pub fn costs_table(counts: &InstructionCounts, which: CostTable) -> Table {
    let mut rows = Vec::new();
    let figures = |body: &str, board, variant| {
        LEVELS.map(|level| cost(counts, body, board, Choice { level, variant }))
    };
    let (heading, second) = match which {
        CostTable::Kernels => {
            for (body, words) in KERNELS {
                for variant in Variant::ALL {
                    rows.push((words, variant.name().to_owned(), figures(body, None, variant)));
                }
            }
            ("Instructions of a kernel", "variant")
        }
        CostTable::Boards => {
            for (body, words) in BODIES {
                for board in BoardType::ALL {
                    let is_record = board == BoardType::Axon32;
                    for variant in Variant::ALL {
                        // On the matrix a search's assembly is that of the scanner alone.
                        if variant == Variant::Asm && !is_record {
                            continue;
                        }
                        let of = match variant {
                            Variant::Intrinsics => board.name().to_owned(),
                            Variant::Asm => format!("{board}, assembly"),
                        };
                        rows.push((words, of, figures(body, Some(board), variant)));
                    }
                }
            }
            ("Instructions on each board", "board")
        }
    };
    let mut columns = vec![left("what", "instructions of"), left("by", second)];
    columns.extend(LEVELS.map(|level| right(level.name(), level.name())));
    let mut table = Table::new(which.name(), heading, columns);
    for (words, second, figures) in rows {
        // A rebuild has no assembly, and a new board no counts yet.
        if figures.iter().any(Option::is_some) {
            let first = [TableCell::text(words), TableCell::text(second)];
            let figures = figures.map(|figure| TableCell::number(figure, count));
            table.push(first.into_iter().chain(figures).collect());
        }
    }
    table
}
