//! `--help`: commands in groups with examples, and options in groups for the largest commands.

use std::fmt::Write as _;

use clap::{Command, Parser};

use super::command::refuse_command_line;

/// The groups, the commands of each, and the examples of each command. Each level is indented by two spaces.
const EXAMPLES: &str = include_str!("help.txt");

/// For a command, a heading in its help and the options below that heading.
const HEADINGS: [(&str, &str, &str); 8] = [
    ("compare", "Commands", "run metric higher_is_better prepare cleanup output no_shell"),
    ("compare", "Commits", "commits build bin every cache bisect"),
    ("compare", "Positions", "workload positions sample limit bench"),
    ("compare", "Measurement", "pairing rounds warmup processes time precision time_limit"),
    ("compare", "Gate", "gate gate_each"),
    ("match", "Moves", "movetime tc depth nodes openings plies seed ponder margin stall"),
    ("match", "Verdict", "sprt sprt_model resign draw max_plies syzygy"),
    ("match", "Output", "pgn json resume"),
];

/// Parses the command line; ends the program if it is invalid.
pub fn parse<P: Parser>() -> P {
    let read = command::<P>().try_get_matches();
    let parsed = read.and_then(|mut matches| P::from_arg_matches_mut(&mut matches));
    parsed.unwrap_or_else(|error| refuse_command_line(&error))
}

/// Returns the command line's definition with groups, headings and examples.
pub fn command<P: Parser>() -> Command {
    let mut command = P::command();
    let (mut list, mut group, mut last) = (String::new(), "", "");
    let mut lines = EXAMPLES.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(path) = line.strip_prefix("  ") else {
            group = line;
            continue;
        };
        let mut examples = "Examples:".to_owned();
        while let Some(example) = lines.next_if(|line| line.starts_with("    ")) {
            let _ = write!(examples, "\n{}", &example[2..]);
        }
        // A build without the engine has fewer commands.
        let name = path.split(' ').next().unwrap_or(path);
        let Some(found) = command.find_subcommand(name) else { continue };
        if name != last {
            let title = if group.is_empty() { String::new() } else { format!("\n{group}:\n") };
            let about = found.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(list, "{title}  {name:<12} {about}");
            (group, last) = ("", name);
        }
        command = with_examples(command, path, examples);
    }
    for (name, heading, options) in HEADINGS {
        if command.find_subcommand(name).is_some() {
            command = command.mut_subcommand(name, |command| {
                options.split(' ').fold(command, |command, option| {
                    command.mut_arg(option, |arg| arg.help_heading(heading))
                })
            });
        }
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{list}\nOptions:\n{{options}}\n\n\
         `nucleus COMMAND --help` has the options of a command and examples.\n"
    ))
}

/// Adds examples to the command at a path of names.
fn with_examples(command: Command, path: &str, examples: String) -> Command {
    let (name, below) = path.split_once(' ').unwrap_or((path, ""));
    command.mut_subcommand(name, |command| match below {
        "" => command.after_help(examples),
        below => with_examples(command, below, examples),
    })
}

#[cfg(all(test, feature = "engine"))]
mod tests {
    use super::{EXAMPLES, command};

    #[test]
    fn examples_are_valid_command_lines() {
        for line in EXAMPLES.lines().filter_map(|line| line.strip_prefix("    ")) {
            let end = line.find("  ").or(line.find(" > ")).unwrap_or(line.len());
            let words = shlex::Shlex::new(&line[..end]);
            let parsed = command::<crate::cli::Cli>().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{line}: {:?}", parsed.err());
        }
    }
}
