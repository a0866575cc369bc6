use std::process::ExitCode;

use nucleus::board::{Board, MatrixBoard, Setup};
use nucleus::harness::compare::{self, CompareError, Context};
use nucleus::harness::compare_args::CompareArgs;
use nucleus::harness::progress::Bar;
use nucleus::kernels::portable;
use nucleus::movegen::{ALL, generate};
use nucleus::notation::uci_move;
use nucleus::report;
use nucleus::types::MoveList;

use super::{Failure, print};

/// The comparison, then its tables and charts.
pub fn run(args: &CompareArgs) -> Result<ExitCode, Failure> {
    let failed = |e: &dyn std::fmt::Display| Failure::failed(e.to_string());
    let program = std::env::current_exe().map_err(|e| failed(&e))?;
    let interrupt = compare::on_ctrl_c().map_err(|e| failed(&e))?;
    let mut bar = Bar::new();
    let context = Context { program, legal: legal_moves, interrupt, progress: &mut bar };
    let outcome = compare::run(args, context).map_err(|error| match error {
        CompareError::Usage(text) => Failure::usage(text),
        CompareError::Failed(text) => Failure::failed(text),
    })?;
    drop(bar);
    let directory = outcome.path.parent().unwrap_or_else(|| ".".as_ref());
    let files =
        report::write(std::slice::from_ref(&outcome.path), directory).map_err(|e| failed(&e))?;
    if let Some(page) = files.iter().find(|path| path.extension().is_some_and(|e| e == "md")) {
        print(&std::fs::read_to_string(page).map_err(|e| failed(&e))?)?;
    }
    nucleus::tell!("record: {}", outcome.path.display());
    for file in files {
        nucleus::tell!("wrote {}", file.display());
    }
    Ok(super::code(outcome.clean, outcome.interrupted))
}

/// The legal moves of a position in UCI's notation; `None` when the FEN is not valid.
fn legal_moves(fen: &str) -> Option<Vec<String>> {
    let board = MatrixBoard::new(&Setup::from_fen(fen).ok()?, portable::Token);
    let mut list = MoveList::new();
    generate::<_, ALL>(&board, &mut list);
    Some(list.iter().map(|&chess_move| uci_move::format(&board, chess_move)).collect())
}
