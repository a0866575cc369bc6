//! Engines given as plain commands, to be compared with the first of them.

use std::path::{Component, Path};

use super::compare_options::{self, CompareError};
use super::process::split_command;
use super::references::EngineSpec;
use nucleus_base::text::excerpt;

/// The engines of these commands. A command that is a file is that file, whatever spaces are in its
/// name; another is split as a shell would. Each has the name given for its place, or else that of
/// its file; equal ones are told apart by their folders.
///
/// # Errors
/// When there is only one, a command or a name is none, or two names are equal.
pub fn engines(commands: &[String], names: &[String]) -> Result<Vec<EngineSpec>, CompareError> {
    let usage = |said: String| Err(CompareError::Usage(said));
    if names.len() > commands.len() {
        let (names, commands) = (names.len(), commands.len());
        return usage(format!("--name is given {names} times, for {commands} engines"));
    }
    if commands.len() == 1 {
        let one = excerpt(&commands[0]);
        return usage(format!(
            "one engine, `{one}`, is no comparison: give two commands, the first to compare with; \
             or --engine NAME=COMMAND, to compare it with ours"
        ));
    }
    let found = names_of(commands);
    let mut specs: Vec<EngineSpec> = Vec::new();
    for (index, command) in commands.iter().enumerate() {
        let name = names.get(index).unwrap_or(&found[index]);
        if specs.iter().any(|spec| spec.record.name == *name) {
            return usage(format!("there are two engines `{name}`; --name gives each its own"));
        }
        specs.push(engine(name, command)?);
    }
    Ok(specs)
}

/// Returns a name for each of these commands: that of its file, or of a folder where files share
/// theirs.
pub fn names_of(commands: &[String]) -> Vec<String> {
    distinct(&commands.iter().map(|command| program(command)).collect::<Vec<_>>())
}

/// An engine by a name and a command, which is a file or split as a shell would.
///
/// # Errors
/// When the command or the name is none.
pub fn engine(name: &str, command: &str) -> Result<EngineSpec, CompareError> {
    let line = if is_file(command) { quoted(command) } else { command.to_owned() };
    compare_options::engine(name, &line)
}

/// True if a command is a file, whatever is in its name.
pub fn is_file(command: &str) -> bool {
    Path::new(command).is_file()
}

/// A file as a command: one word, and a path even where it is in the folder at hand.
fn quoted(file: &str) -> String {
    let path = if Path::new(file).components().count() > 1 || file.starts_with("./") {
        file.to_owned()
    } else {
        format!("./{file}")
    };
    shlex::try_quote(&path).map_or(path.clone(), std::borrow::Cow::into_owned)
}

/// The program of a command.
fn program(command: &str) -> String {
    if is_file(command) {
        return command.to_owned();
    }
    let words = split_command(command).unwrap_or_default();
    words.into_iter().next().unwrap_or_else(|| command.to_owned())
}

/// The parts of a path, the file first; the ending of a program of Windows is no part of its name.
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

/// A name for each path: the file's where no other has it; else that of the nearest folder by which
/// those that share it differ; else numbered.
fn distinct(paths: &[String]) -> Vec<String> {
    let all: Vec<Vec<String>> = paths.iter().map(|path| parts(path)).collect();
    let file = |parts: &[String]| parts.first().cloned().unwrap_or_else(|| "engine".to_owned());
    let mut names: Vec<String> = all.iter().map(|parts| file(parts)).collect();
    for index in 0..names.len() {
        let shared: Vec<usize> =
            (0..all.len()).filter(|&other| file(&all[other]) == file(&all[index])).collect();
        if shared.len() == 1 || shared[0] != index {
            continue;
        }
        let deepest = shared.iter().map(|&i| all[i].len()).max().unwrap_or(0);
        let at =
            |depth: usize, i: usize| all[i].get(depth).cloned().unwrap_or_else(|| file(&all[i]));
        let differs = |depth: &usize| {
            let mut folders: Vec<String> = shared.iter().map(|&i| at(*depth, i)).collect();
            folders.sort();
            folders.windows(2).all(|pair| pair[0] != pair[1])
        };
        let depth = (1..deepest).find(differs);
        for (number, &i) in shared.iter().enumerate() {
            names[i] = match depth {
                Some(depth) => at(depth, i),
                None => format!("{}-{}", file(&all[i]), number + 1),
            };
        }
    }
    names
}
