//! The part of `ci/boards` that is more than a script: puts what Callgrind counted down to parts of
//! the source.
//!
//! ```text
//! breakdown addresses CALLGRIND                    the addresses that were counted, one a line
//! breakdown parts CALLGRIND FRAMES COMMIT LEVEL PROFILE BOARD NODES
//!                                                  a run's parts as lines of CSV, with a head
//! breakdown tables FILE.csv                        a table for each level
//! ```

use std::path::Path;
use std::process::ExitCode;

use nucleus_report::Error;
use nucleus_report::breakdown::{Costs, PartCounts, PartRow, from_csv, table, to_csv};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("usage: breakdown addresses | parts | tables, see the file's head");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(path: &str) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::Read { path: path.into(), source })
}

fn costs(path: &str) -> Result<Costs, Error> {
    let program = format!("nucleus{}", std::env::consts::EXE_SUFFIX);
    Costs::read(&read(path)?, &program)
        .map_err(|message| Error::Record { path: path.into(), message })
}

/// False when the words are no command.
fn run(words: &[&str]) -> Result<bool, Error> {
    match words {
        ["addresses", callgrind] => {
            for address in costs(callgrind)?.program.keys() {
                println!("{address:#x}");
            }
        }
        ["parts", callgrind, frames, commit, level, profile, board, nodes] => {
            let Ok(nodes) = nodes.parse() else { return Ok(false) };
            let parts = PartCounts::of(&costs(callgrind)?, &read(frames)?, Path::new("."))?;
            let rows: Vec<PartRow> = parts
                .0
                .into_iter()
                .map(|(part, instructions)| PartRow {
                    commit: (*commit).to_owned(),
                    level: (*level).to_owned(),
                    profile: (*profile).to_owned(),
                    board: (*board).to_owned(),
                    nodes,
                    part,
                    instructions,
                })
                .collect();
            print!("{}", to_csv(&rows));
        }
        ["tables", file] => {
            let rows = from_csv(&read(file)?)
                .map_err(|message| Error::Record { path: (*file).into(), message })?;
            let mut levels: Vec<&str> = rows.iter().map(|row| row.level.as_str()).collect();
            levels.dedup();
            for level in levels {
                println!("{}", table(&rows, level).markdown());
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}
