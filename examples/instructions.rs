//! The part of `ci/instructions` that is more than a script: gathers the counts that iai-callgrind
//! left, and holds them against a baseline.
//!
//! ```text
//! instructions collect DIR FILE RUSTC VALGRIND TARGET   the counts as JSON; FILE has the
//!                                                       hardware's, as the bench printed them
//! instructions same-tools A.json B.json            exit code 0 when the same tools counted both
//! instructions compare BASELINE.json NOW.json      a table; exit code 3 when the counts fail
//! ```

use std::path::Path;
use std::process::ExitCode;

use nucleus_report::instructions::{InstructionCounts, Tools, compare};
use nucleus_report::{Error, REGRESSION};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(code) => code.into(),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<u8, Error> {
    match words {
        ["collect", dir, hardware, rustc, valgrind, target] => {
            let hardware = std::fs::read_to_string(hardware)
                .map_err(|source| Error::Read { path: hardware.into(), source })?;
            let [rustc, valgrind, target] = [rustc, valgrind, target].map(ToString::to_string);
            let counts = InstructionCounts::collect(
                Path::new(dir),
                &hardware,
                Tools { rustc, valgrind, target },
            )?;
            print!("{}", counts.to_json());
            Ok(0)
        }
        ["same-tools", a, b] => {
            let [a, b] =
                [InstructionCounts::read(Path::new(a))?, InstructionCounts::read(Path::new(b))?];
            Ok(u8::from(a.tools != b.tools))
        }
        ["compare", baseline, now] => {
            let comparison = compare(
                &InstructionCounts::read(Path::new(baseline))?,
                &InstructionCounts::read(Path::new(now))?,
            );
            print!("{}", comparison.table().markdown());
            let failures = comparison.failures();
            for failure in &failures {
                eprintln!("regression: {failure}");
            }
            Ok(if failures.is_empty() { 0 } else { REGRESSION })
        }
        _ => {
            eprintln!("usage: instructions collect | same-tools | compare, see the file's head");
            Ok(2)
        }
    }
}
