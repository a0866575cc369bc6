//! Engines given as plain commands, to be compared with the first of them.

use std::collections::HashSet;
use std::path::{Component, Path};

use super::compare_options;
use super::process::{Launch, split_command};
use super::progress::RunError;
use super::references::EngineSpec;
use nucleus_base::text::excerpt;

/// Returns the engines of these commands. A command that is a file is used as it is, even with
/// spaces in its name; others are split as in a shell. An engine's name is the given one or that of
/// its file; files of equal names are distinguished by their folders.
///
/// # Errors
/// If there is only one engine, a command or a name is invalid, or two names are equal.
pub fn engines(commands: &[String], names: &[String]) -> Result<Vec<EngineSpec>, RunError> {
    let usage = |message: String| Err(RunError::Usage(message));
    if names.len() > commands.len() {
        let (names, commands) = (names.len(), commands.len());
        return usage(format!("--name is given {names} times, for {commands} engines"));
    }
    if commands.len() == 1 {
        let one = excerpt(&commands[0]);
        return usage(format!(
            "only one engine, `{one}`: give two commands, or --engine NAME=COMMAND to compare it \
             with Nucleus"
        ));
    }
    let found = names_of(commands);
    let mut specs: Vec<EngineSpec> = Vec::new();
    for (index, command) in commands.iter().enumerate() {
        let name = names.get(index).unwrap_or(&found[index]);
        compare_options::add(&mut specs, engine(name, command)?)?;
    }
    Ok(specs)
}

/// Returns a distinct name for each command, from its file, its folders or a number.
pub fn names_of(commands: &[String]) -> Vec<String> {
    distinct(&commands.iter().map(|command| program(command)).collect::<Vec<_>>())
}

/// Returns an engine by its name and command, which is a file or split as in a shell.
///
/// # Errors
/// If the command or the name is invalid.
pub fn engine(name: &str, command: &str) -> Result<EngineSpec, RunError> {
    if !is_file(command) {
        return compare_options::engine(name, command);
    }
    // With `./`, a file in the current folder is not searched for in PATH.
    let here = if Path::new(command).components().count() > 1 { "" } else { "./" };
    let argv = vec![format!("{here}{command}")];
    compare_options::named(name, Ok(Launch { argv, ..Launch::default() }))
}

/// Returns `true` if a command is a file, whatever characters its name has.
pub fn is_file(command: &str) -> bool {
    Path::new(command).is_file()
}

fn program(command: &str) -> String {
    if is_file(command) {
        return command.to_owned();
    }
    let words = split_command(command).unwrap_or_default();
    words.into_iter().next().unwrap_or_else(|| command.to_owned())
}

/// Returns the components of a path, the file first; a Windows program's extension is removed.
fn parts(path: &str) -> Vec<String> {
    let named = Path::new(path).components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    let mut parts: Vec<String> = named.collect();
    parts.reverse();
    if let Some(file) = parts.first_mut()
        && let Some(stem) = file.strip_suffix(".exe").filter(|stem| !stem.is_empty())
    {
        *file = stem.to_owned();
    }
    parts
}

/// Returns a name for each path: the file's name if unique, else that of the nearest folder by
/// which the paths differ, else the file's name with a number.
fn distinct(paths: &[String]) -> Vec<String> {
    let all: Vec<Vec<String>> = paths.iter().map(|path| parts(path)).collect();
    let at = |depth: usize, i: usize| {
        let part = all[i].get(depth).or(all[i].first());
        part.map_or("engine", String::as_str)
    };
    let deepest = all.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let name = |index: usize| {
        let shared: Vec<usize> = (0..all.len()).filter(|&i| at(0, i) == at(0, index)).collect();
        let differs = |depth: &usize| {
            shared.iter().map(|&i| at(*depth, i)).collect::<HashSet<_>>().len() == shared.len()
        };
        match (0..deepest).find(differs) {
            Some(depth) => at(depth, index).to_owned(),
            None => {
                let number = shared.iter().take_while(|&&i| i <= index).count();
                format!("{}-{number}", at(0, index))
            }
        }
    };
    (0..all.len()).map(name).collect()
}
