//! Parts that commands share: errors, exit codes, output.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use nucleus_base::lines::to_stdout;
use nucleus_harness::compare::{INTERRUPTED, was_interrupted};

/// Exit code that makes `git bisect run` stop.
pub const BISECT_STOP: u8 = 128;

/// True if the program contains an engine, which then takes part in comparisons.
pub const HAS_ENGINE: bool = cfg!(feature = "engine");

/// Failure of a command.
pub struct CommandFailure {
    /// Message for standard error.
    pub text: String,
    /// Exit code of the program.
    pub code: u8,
}

impl CommandFailure {
    /// Returns a general failure, exit code 1.
    pub fn failed(text: impl Display) -> Self {
        Self { text: text.to_string(), code: 1 }
    }

    /// Returns a failure for an invalid command line, exit code 2.
    pub fn usage(text: impl Display) -> Self {
        Self { text: text.to_string(), code: 2 }
    }

    /// Prints the message; returns the exit code, which after Ctrl-C is that of an interrupted run.
    pub fn report(&self) -> ExitCode {
        nucleus_base::tell!("error: {}", self.text);
        let code = if self.code == 1 && was_interrupted() { INTERRUPTED } else { self.code };
        ExitCode::from(code)
    }
}

impl From<String> for CommandFailure {
    fn from(text: String) -> Self {
        Self::failed(text)
    }
}

impl From<io::Error> for CommandFailure {
    fn from(error: io::Error) -> Self {
        Self::failed(error)
    }
}

/// Ends the program for an invalid command line. With `--bisect` the exit code is [`BISECT_STOP`],
/// because `git bisect run` takes exit code 2 for a bad commit.
pub fn refuse_command_line(error: &clap::Error) -> ! {
    let for_bisect = std::env::args().any(|word| word == "--bisect");
    if error.use_stderr() && for_bisect {
        let _ = error.print();
        std::process::exit(i32::from(BISECT_STOP));
    }
    error.exit()
}

/// Returns the exit code of a run that is complete, interrupted by Ctrl-C, or failed.
pub fn code(complete: bool, interrupted: bool) -> ExitCode {
    ExitCode::from(code_number(complete, interrupted))
}

/// Returns [`code`] as a number.
pub fn code_number(complete: bool, interrupted: bool) -> u8 {
    match (complete, interrupted) {
        (true, _) => 0,
        (false, true) => INTERRUPTED,
        (false, false) => 1,
    }
}

/// Writes to standard output. A closed pipe is not an error.
///
/// # Errors
/// Returns a message if the text cannot be written.
pub fn print(text: &str) -> Result<(), String> {
    to_stdout(text.as_bytes()).map_err(|error| format!("standard output: {error}"))
}
