//! README.md is a front page: it is short, its examples equal the program's output, and its links exist, as
//! on all pages.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Seek};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use nucleus_core::kernels::Level;

use crate::bench_room::BenchRoom;
use crate::program::nucleus;
use crate::support::root;

/// The most words outside of tables, code and link addresses.
const MOST_WORDS: usize = 550;

fn page() -> String {
    fs::read_to_string(root().join("README.md")).expect("the page")
}

/// Removes the text between two marks, and the marks.
fn without(text: &str, begin: &str, end: &str) -> String {
    let mut parts = text.split(begin);
    let mut kept = parts.next().unwrap_or("").to_owned();
    for part in parts {
        kept.push(' ');
        kept += part.split_once(end).map_or("", |(_, after)| after);
    }
    kept
}

/// Returns the number of words that a reader sees as text.
fn words(page: &str) -> usize {
    let blocks: Vec<&str> = page.split("```").step_by(2).collect();
    let prose = without(&without(&blocks.join("\n"), "<", ">"), "](", ")");
    prose.lines().filter(|line| !line.starts_with('|')).flat_map(str::split_whitespace).count()
}

#[test]
fn the_page_is_short() {
    assert_eq!(words("# One two\n\n```sh\nno\n```\nthree <!-- no -->\n| no |\n[four](no)\n"), 5);
    let count = words(&page());
    println!("README.md: {count} words");
    assert!((200..=MOST_WORDS).contains(&count), "{count} words");
}

/// Returns a line in the form that every machine prints: `#` for measured numbers, `LEVEL` for the CPU's
/// level. Numbers with a point are measured; in a comparison all are.
pub fn shape(line: &str, all: bool) -> String {
    // A probability near certainty is a bound; a busy machine may show no difference.
    let line = line.strip_suffix(": no difference shown").unwrap_or(line);
    let line = line.replace("P(faster) > ", "P(faster) ").replace("P(faster) < ", "P(faster) ");
    let numeric = |c: char| c.is_ascii_digit() || c == '.';
    let mut shape = String::new();
    let mut rest = line.as_str();
    while let Some(begin) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(begin);
        let end = number.find(|c| !numeric(c)).unwrap_or(number.len());
        let digits = &number[..end];
        shape += before;
        shape += if all || digits.contains('.') { "#" } else { digits };
        rest = &number[end..];
    }
    shape += rest;
    let levels = Level::ALL.map(|level| format!("level {level}"));
    levels.iter().fold(shape, |line, level| line.replace(level, "level LEVEL"))
}

/// Runs a command of the page; returns both outputs in a terminal's order.
fn printed(line: &str) -> Vec<String> {
    let words = shlex::split(line).expect("words");
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let room = BenchRoom::new();
    let mut command = if words[0] == "compare" {
        room.engine("old/engine", &["player", "computes"]);
        room.engine("new/engine", &["player", "computes", "twice-as-fast"]);
        // With a precision that a busy machine reaches, and short samples.
        words.iter_mut().filter(|word| word.ends_with('%')).for_each(|word| *word = "100%");
        room.command(&[&words[1..], &["--time", "0.02"]].concat())
    } else {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
        command.args(words);
        command
    };
    let mut file = tempfile::tempfile().expect("a file");
    let output = || file.try_clone().expect("the same file");
    let status = command.stdin(Stdio::null()).stdout(output()).stderr(output()).status();
    let mut text = String::new();
    file.rewind().expect("the beginning");
    file.read_to_string(&mut text).expect("text");
    assert!(status.expect("it starts").success(), "{line}: {text}");
    text.lines().map(str::to_owned).collect()
}

/// Returns an example as the program prints it now. The page selects the lines, each by its first word, and
/// supplies the measured numbers; `...` replaces omitted lines.
fn example(line: &str, shown: &str) -> String {
    let all = line.starts_with("compare ");
    let plain = |line: &str| shape(line, all);
    let printed = printed(line);
    let first = |line: &str| line.split(' ').next().map(|word| shape(word, true));
    let (mut made, mut at) = (String::new(), 0);
    for expected in shown.lines().filter(|line| *line != "...") {
        let found = printed[at..].iter().position(|line| first(line) == first(expected));
        let found = at + found.unwrap_or_else(|| panic!("{line}: no `{expected}` in {printed:#?}"));
        if found > at {
            made += "...\n";
        }
        let same = plain(&printed[found]) == plain(expected);
        made += if same { expected } else { &printed[found] };
        made.push('\n');
        at = found + 1;
    }
    if at < printed.len() {
        made += "...\n";
    }
    made
}

/// `NUCLEUS_RENEW=1` rewrites the examples.
#[test]
fn its_examples_are_what_is_printed() {
    let page = page();
    let mut made = page.clone();
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let shown = block.split("```").next().expect("a block");
        let (line, shown) = shown.split_once('\n').expect("a command");
        let command = line.strip_prefix("$ nucleus ").expect("a command");
        made = made.replace(shown, &example(command, shown));
        commands += 1;
    }
    assert_eq!(commands, 3);
    if std::env::var_os("NUCLEUS_RENEW").is_some() {
        fs::write(root().join("README.md"), made).expect("the page is written");
    } else {
        let differs = made.lines().zip(page.lines()).find(|(made, page)| made != page);
        assert!(made == page, "{differs:?}; NUCLEUS_RENEW=1 writes the examples anew");
    }
}

#[test]
fn its_subcommands_exist() {
    let page = page();
    let mut found = 0;
    for span in page.split('`').skip(1).step_by(2) {
        let Some(command) = span.strip_prefix("nucleus ") else { continue };
        let command = command.split(' ').next().expect("a word");
        let output = nucleus(&["help", command]);
        assert!(command == "help" || output.code == Some(0), "nucleus {command}");
        found += 1;
    }
    assert!(found >= 3, "{found} commands");
}

/// Returns the project's Markdown pages, without the reports of CPUs.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for folder in [".", "docs", "docs/notebook", "reports"] {
        let entries = fs::read_dir(root().join(folder)).expect("a folder").flatten();
        pages.extend(entries.map(|entry| entry.path()));
    }
    pages.retain(|page| page.extension().is_some_and(|e| e == "md"));
    pages
}

/// Returns the addresses of a page's links and pictures.
fn addresses(page: &str) -> Vec<&str> {
    let links = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = page.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links
        .chain(pictures)
        .filter(|a| !a.contains("://") && !a.contains(char::is_whitespace))
        .collect()
}

/// Returns the paths in a page's code spans: from the root, to a source file. Capitals are placeholders.
fn paths(page: &str) -> impl Iterator<Item = &str> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/_-.".contains(c);
    let ends = [".rs", ".s", ".py", ".toml", ".txt", ".json"];
    page.split('`')
        .skip(1)
        .step_by(2)
        .filter(move |span| span.contains('/') && span.chars().all(is_plain))
        .filter(move |span| ends.iter().any(|end| span.ends_with(end)) && !span.starts_with('.'))
}

#[test]
fn links_and_paths_of_source_lead_to_files() {
    let (mut broken, mut links, mut sources) = (Vec::new(), 0, 0);
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a folder");
        for address in addresses(&text) {
            let file = address.split('#').next().unwrap_or_default();
            links += 1;
            if !file.is_empty() && !folder.join(file).exists() {
                broken.push(format!("{}: {address}", page.display()));
            }
        }
        if page.ends_with("CHANGELOG.md") {
            continue;
        }
        // Fences have three backquotes, which would swap code and text.
        let text = text.split("```").step_by(2).collect::<Vec<_>>().join(" ");
        for path in paths(&text) {
            sources += 1;
            if !root().join(path).exists() {
                broken.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(links > 60 && sources > 60, "{links} links, {sources} paths");
    assert!(broken.is_empty(), "{broken:#?}");
}
