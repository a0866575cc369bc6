//! `mpirun … nucleus compare --cluster`: every host measures itself, one table for all CPUs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nucleus_cluster::mpi::run_fleet;
use nucleus_harness::compare::{self, CompareContext};
use nucleus_harness::compare_options::{CompareError, CompareOptions};

use super::legal_moves;
use crate::cli::command::{CommandFailure, PNG, code_number, print};
use crate::cli::progress::Bar;

/// Measures this host, if no other rank of it does; at rank 0 gathers and prints.
pub fn run(options: CompareOptions) -> Result<u8, CommandFailure> {
    let interrupt = compare::on_ctrl_c()?;
    let scratch = tempfile::tempdir()?;
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from("reports"));
    let (stop, asked) = (Arc::clone(&interrupt), options);
    let work = Box::new(move |folder: &Path| measure(asked, folder, stop));
    let is_interrupted = || interrupt.load(Ordering::Relaxed);
    let fleet = run_fleet(work, scratch.path().to_owned(), out.clone(), &is_interrupted)?;
    let (rank, end) = (fleet.rank, fleet.end.clone());
    for fault in &end.faults {
        nucleus_base::tell!("fleet: {fault}");
    }
    if rank == 0 && !end.files.is_empty() {
        let files = nucleus_report::write(&end.files, &out.join("fleet"), PNG)?;
        for page in files.iter().filter(|path| path.extension().is_some_and(|e| e == "md")) {
            print(&std::fs::read_to_string(page)?)?;
        }
        for file in end.files.iter().chain(&files) {
            nucleus_base::tell!("wrote {}", file.display());
        }
    }
    let interrupted = is_interrupted();
    let lost = !end.lost.is_empty();
    fleet.finish(interrupted);
    drop(scratch);
    if lost {
        // At once: MPI would wait at its end for ranks that are lost.
        std::process::exit(1);
    }
    Ok(code_number(end.faults.is_empty() && !interrupted, interrupted))
}

/// Measures this host; an error names the part that is missing in its record.
fn measure(
    mut options: CompareOptions,
    folder: &Path,
    interrupt: Arc<AtomicBool>,
) -> Result<(), String> {
    options.out = Some(folder.to_owned());
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut bar = Bar::living();
    let context = CompareContext { program, legal: legal_moves, interrupt, progress: &mut bar };
    let outcome = compare::run(&options, context).map_err(|error| match error {
        CompareError::Usage(text)
        | CompareError::Failed(text)
        | CompareError::NothingLeft { message: text, .. } => text,
    })?;
    let record = &outcome.record;
    let alone = record.warnings.iter().find(|warning| warning.contains("no reference"));
    match alone {
        Some(warning) => Err(warning.clone()),
        None if outcome.clean => Ok(()),
        None => Err("not every engine did all it was asked".to_owned()),
    }
}
