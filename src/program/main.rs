//! The `nucleus` command.

mod cli;

use nucleus_core::build_info::BuildInfo;

/// The source and compiler of this program.
const BUILD: BuildInfo = nucleus_core::build_info!();

fn main() -> std::process::ExitCode {
    cli::main()
}
