//! Parts that commands share: errors, exit codes, output.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use nucleus_base::build_info::BuildInfo;
use nucleus_base::lines::to_stdout;
use nucleus_harness::compare::{INTERRUPTED, was_interrupted};

/// The exit code that ends `git bisect run`.
pub const BISECT_STOP: u8 = 128;

/// Source and compiler of the program.
pub const BUILD: BuildInfo = nucleus_base::build_info!();

/// True when the program is an engine as well, which takes part in comparisons.
pub const HAS_ENGINE: bool = cfg!(feature = "engine");

/// Failure of a command: a message for the user, and the exit code.
pub struct CommandFailure {
    /// A sentence for standard error.
    pub text: String,
    /// The exit code.
    pub code: u8,
}

impl CommandFailure {
    /// Something went wrong.
    pub fn failed(text: impl Display) -> Self {
        Self { text: text.to_string(), code: 1 }
    }

    /// Returns a failure for a wrong command line.
    pub fn usage(text: impl Display) -> Self {
        Self { text: text.to_string(), code: 2 }
    }

    /// Tells the user; returns the exit code, which after Ctrl-C is that of an interrupted run.
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

/// Ends the program at a command line that cannot be parsed. `git bisect run` would take exit code
/// 2 for a bad commit, so that with `--bisect` it is [`BISECT_STOP`].
pub fn refuse_command_line(error: &clap::Error) -> ! {
    let for_bisect = std::env::args().any(|word| word == "--bisect");
    if error.use_stderr() && for_bisect {
        let _ = error.print();
        std::process::exit(i32::from(BISECT_STOP));
    }
    error.exit()
}

/// Returns the exit code of a run that can be cut short: done, ended by Ctrl-C, or an error.
pub fn code(whole: bool, interrupted: bool) -> ExitCode {
    ExitCode::from(code_number(whole, interrupted))
}

/// Returns the number of [`code`].
pub fn code_number(whole: bool, interrupted: bool) -> u8 {
    match (whole, interrupted) {
        (true, _) => 0,
        (false, true) => INTERRUPTED,
        (false, false) => 1,
    }
}

/// Writes to standard output, where a reader that has seen enough is no fault.
///
/// # Errors
/// A sentence, when it cannot be written.
pub fn print(text: &str) -> Result<(), String> {
    to_stdout(text.as_bytes()).map_err(|fault| format!("standard output: {fault}"))
}
