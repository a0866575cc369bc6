//! Selection of the workloads.

use super::super::compare_options::{CompareMode, CompareOptions};
use super::super::progress::RunError;
use super::super::protocol::legal_moves;
use nucleus_base::text;
use nucleus_records::record::Workload;
use nucleus_records::workloads::{self, Chosen};

/// Returns the requested workloads, or those of the mode.
///
/// # Errors
/// If one cannot be run.
pub(super) fn chosen_workloads(options: &CompareOptions) -> Result<Chosen, RunError> {
    let lengths = options.lengths();
    let Chosen { workloads: mut all, mut corrections } = Chosen::default();
    let defaults: &[&str] = match options.mode {
        CompareMode::Full => &["start", "perft", "mate7", "speed", "positions"],
        _ => &["start", "perft", "mate7", "positions"],
    };
    let named = !options.workload.is_empty() || !options.sets.is_empty();
    if !named && options.is_over_threads() {
        let to_depth = |(name, fen): (String, _)| workloads::to_depth(&name, fen, lengths.seconds);
        all.extend(workloads::positions_to_depth().map(to_depth));
    } else if options.boards && !named {
        all.extend(workloads::of_boards(lengths));
    } else if !named && options.bench.is_some() {
        // Only the engines' own benches run.
    } else if !named && !options.given.is_empty() {
        all.push(workloads::four_positions(lengths));
    } else if !named {
        all.extend(defaults.iter().filter_map(|n| workloads::named(n, lengths)).flatten());
        if options.mode == CompareMode::Quick {
            all.retain(|w| ["start/sustained", "start/perft", "mate7/paper"].contains(&&*w.name));
            // For a slow engine the depth is limited by time, so that samples get shorter instead of fewer.
            let most = (lengths.seconds * 2e3).round().max(1.0);
            for workload in all.iter_mut().filter(|w| w.limit.starts_with("depth")) {
                workload.limit = format!("{} movetime {most}", workload.limit);
            }
        }
    }
    for text in &options.workload {
        let chosen = workloads::parse(text, lengths).map_err(RunError::Usage)?;
        all.extend(chosen.workloads);
        corrections.extend(chosen.corrections);
    }
    all.extend(options.sets.iter().cloned());
    all.extend(options.bench.as_deref().map(workloads::bench));
    for (i, workload) in all.iter().enumerate() {
        let reason = if all[..i].iter().any(|w| w.name == workload.name) {
            format!("there are two workloads `{}`", workload.name)
        } else if !text::is_name(&workload.name) {
            let most = text::NAME;
            format!("a workload's name has up to {most} characters, and all of them print")
        } else if has_no_move(workload) {
            format!("workload `{}`: no move is legal there, so nothing to search", workload.name)
        } else {
            continue;
        };
        return Err(RunError::Usage(reason));
    }
    Ok(Chosen { workloads: all, corrections })
}

fn has_no_move(workload: &Workload) -> bool {
    let mut positions = std::iter::once(&workload.fen).chain(&workload.fens);
    positions.any(|fen| legal_moves(fen).is_some_and(|moves| moves.is_empty()))
}
