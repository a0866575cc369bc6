//! The part of `ci/boards` and `ci/cycles` that is more than a script: it assigns instructions and
//! samples to parts of the source.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use nucleus_report::Error;
use xtask::breakdown::{Costs, PartCounts, PartRow, from_csv, shares, table, to_csv};

use super::Ended;

/// Uses of Callgrind's counts and of perf's samples.
#[derive(Subcommand)]
pub enum BreakdownCommand {
    /// Prints the addresses that were counted, one a line.
    Addresses {
        /// Output of Callgrind or of `perf script`.
        counted: PathBuf,
    },
    /// Prints a run's parts as lines of CSV, with a head.
    #[command(name = "parts")]
    CountParts {
        /// Output of Callgrind or of `perf script`.
        counted: PathBuf,
        /// Output file of addr2line for the addresses.
        frames: PathBuf,
        /// The commit that was counted.
        commit: String,
        /// The level.
        level: String,
        /// The profile.
        profile: String,
        /// The board.
        board: String,
        /// Nodes searched.
        nodes: u64,
    },
    /// Prints a table for each level.
    Tables {
        /// Lines of CSV, as `parts` printed them.
        file: PathBuf,
    },
    /// Prints the table of shares.
    Shares {
        /// Lines of CSV, as `parts` printed them of samples.
        file: PathBuf,
    },
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|source| Error::Read { path: path.into(), source })
}

fn costs(path: &Path) -> Result<Costs, Error> {
    let program = format!("nucleus{}", std::env::consts::EXE_SUFFIX);
    Costs::read(&read(path)?, &program)
        .map_err(|message| Error::Record { path: path.into(), message })
}

fn rows(path: &Path) -> Result<Vec<PartRow>, Error> {
    from_csv(&read(path)?).map_err(|message| Error::Record { path: path.into(), message })
}

/// Does it.
///
/// # Errors
/// When a file cannot be read or understood.
pub fn run(command: BreakdownCommand) -> Ended {
    match command {
        BreakdownCommand::Addresses { counted } => {
            for address in costs(&counted)?.program.keys() {
                println!("{address:#x}");
            }
        }
        BreakdownCommand::CountParts { counted, frames, commit, level, profile, board, nodes } => {
            let parts = PartCounts::of(&costs(&counted)?, &read(&frames)?, Path::new("."))?;
            let row = |(part, count)| PartRow {
                commit: commit.clone(),
                level: level.clone(),
                profile: profile.clone(),
                board: board.clone(),
                nodes,
                part,
                count,
            };
            print!("{}", to_csv(&parts.0.into_iter().map(row).collect::<Vec<_>>()));
        }
        BreakdownCommand::Shares { file } => println!("{}", shares(&rows(&file)?).markdown()),
        BreakdownCommand::Tables { file } => {
            let rows = rows(&file)?;
            let mut levels: Vec<&str> = rows.iter().map(|row| row.level.as_str()).collect();
            levels.dedup();
            for level in levels {
                println!("{}", table(&rows, level).markdown());
            }
        }
    }
    Ok(0)
}
