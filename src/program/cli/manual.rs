use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;

use super::{CommandFailure, print};

/// Print a script that completes this program's commands and options in a shell
///
/// bash: nucleus completions bash >~/.local/share/bash-completion/completions/nucleus
/// zsh: into a folder of fpath, as _nucleus; fish: ~/.config/fish/completions/nucleus.fish
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct CompletionsArgs {
    /// Shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Write manual pages, one for each command, into a folder
#[derive(clap::Args)]
pub struct ManArgs {
    /// Folder of the pages
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

/// Prints the completion script.
pub fn completions(args: &CompletionsArgs, mut command: Command) -> Result<(), CommandFailure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "nucleus", &mut script);
    Ok(print(&String::from_utf8_lossy(&script))?)
}

/// Writes the manual pages.
pub fn man(args: &ManArgs, command: Command) -> Result<(), CommandFailure> {
    let failed = |e: std::io::Error| {
        CommandFailure::failed(format!("cannot write {}: {e}", args.dir.display()))
    };
    std::fs::create_dir_all(&args.dir).map_err(failed)?;
    clap_mangen::generate_to(command, &args.dir).map_err(failed)?;
    nucleus_base::tell!("wrote the pages into {}", args.dir.display());
    Ok(())
}
