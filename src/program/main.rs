//! The `nucleus` command.

mod build_info;
#[cfg(feature = "engine")]
mod cli;
#[cfg(not(feature = "engine"))]
#[path = "cli/small.rs"]
mod cli;
#[cfg(feature = "engine")]
mod reproduce;

fn main() -> std::process::ExitCode {
    cli::main()
}
