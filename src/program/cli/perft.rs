use std::time::Instant;

use nucleus_core::board::{Board, BoardType, RulesBoard};
use nucleus_core::kernels::{Choice, portable};
use nucleus_core::movegen::PerftMode;
use nucleus_core::notation::uci_move;
use nucleus_engine::perft::{divide, perft};

use super::{position, print};

#[derive(clap::Args)]
pub struct PerftArgs {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// FEN or `startpos` [default: startpos]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Show the count after each move
    #[arg(long)]
    divide: bool,
    /// Method of counting the last ply
    #[arg(long, value_enum, default_value_t = CountMode::Bulk)]
    mode: CountMode,
    /// Board: matrix, magic or axon32
    #[arg(long, default_value_t)]
    board: BoardType,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum CountMode {
    /// Make every leaf and write its cells
    Leaves,
    /// Count the last ply without making its moves; every position made has its cells
    Bulk,
}

pub fn run(args: &PerftArgs, choice: Choice) -> Result<(), String> {
    let setup = position(args.fen.as_deref().unwrap_or("startpos"), "warning")?;
    let mode = match args.mode {
        CountMode::Leaves => PerftMode::Leaves,
        CountMode::Bulk => PerftMode::Bulk,
    };
    let depth = args.depth as usize;
    let start = Instant::now();
    let total = if args.divide {
        let board = RulesBoard::new(&setup, portable::Token);
        let counts = divide(choice, args.board, &setup, depth, mode);
        for (chess_move, count) in &counts {
            print(&format!("{}: {count}\n", uci_move::format(&board, *chess_move)))?;
        }
        counts.iter().map(|(_, count)| count).sum()
    } else {
        perft(choice, args.board, &setup, depth, mode)
    };
    let seconds = start.elapsed().as_secs_f64();
    print(&format!("{total}\n"))?;
    let speed = total as f64 / seconds.max(1e-9) / 1e6;
    nucleus_base::tell!("{} board, level {choice}: {seconds:.3} s, {speed:.1} M/s", args.board);
    Ok(())
}
