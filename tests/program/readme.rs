//! README.md is a front page: short, its commands run, its links lead somewhere; so do all pages'.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::bench_room::BenchRoom;
use crate::program::nucleus;

/// The most words outside of tables, code and links' addresses.
const MOST_WORDS: usize = 700;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    fs::read_to_string(root().join("README.md")).expect("the page")
}

/// Leaves out what stands between two marks, the marks included.
fn without(text: &str, begin: &str, end: &str) -> String {
    let mut parts = text.split(begin);
    let mut kept = parts.next().unwrap_or("").to_owned();
    for part in parts {
        kept.push(' ');
        kept += part.split_once(end).map_or("", |(_, after)| after);
    }
    kept
}

/// The words of a page that a reader reads as text.
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

/// A line with `#` for each number: figures differ from machine to machine.
fn shape(line: &str) -> String {
    let parts = line.split(|c: char| c.is_ascii_digit() || c == '.');
    let parts = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("#");
    // The level is the CPU's.
    ["avx#", "popcnt", "portable"].iter().fold(parts, |line, level| line.replace(level, "LEVEL"))
}

#[test]
fn its_commands_print_what_it_shows() {
    let room = BenchRoom::new();
    room.engine("old/engine", &["player"]);
    room.engine("new/engine", &["player", "twice-as-fast"]);
    let page = page();
    let mut commands = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let example = block.split("```").next().and_then(|b| b.strip_prefix("$ nucleus "));
        let (line, shown) = example.and_then(|b| b.split_once('\n')).expect("a command");
        let words = shlex::split(line).expect("words");
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (stdout, stderr) = if words.first() == Some(&"compare") {
            // As precise as a busy machine is, too; and short samples.
            words.iter_mut().filter(|word| word.ends_with('%')).for_each(|word| *word = "100%");
            let ended = room.compare(&[&words[1..], &["--time", "0.02"]].concat());
            assert_eq!(ended.code, Some(0), "{line}: {}", ended.stderr);
            (ended.stdout, ended.stderr)
        } else {
            let output = nucleus(&words);
            assert!(output.status.success(), "{line}");
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
            (text(output.stdout), text(output.stderr))
        };
        let printed: Vec<String> = stderr.lines().chain(stdout.lines()).map(shape).collect();
        for wanted in shown.lines().filter(|line| *line != "...") {
            let found = printed.iter().any(|p| p.starts_with(&shape(wanted)));
            assert!(found, "{line}: no line like `{wanted}` in\n{stderr}\n{stdout}");
        }
        if words[0] == "perft" {
            assert_eq!(Some(stdout.trim()), shown.lines().last(), "{line}");
        }
        commands.push(line.to_owned());
    }
    assert_eq!(commands.len(), 3, "{commands:?}");
}

#[test]
fn its_subcommands_exist() {
    let page = page();
    let mut found = 0;
    for span in page.split('`').skip(1).step_by(2) {
        let Some(command) = span.strip_prefix("nucleus ") else { continue };
        let command = command.split(' ').next().expect("a word");
        let output = nucleus(&["help", command]);
        assert!(command == "help" || output.status.success(), "nucleus {command}");
        found += 1;
    }
    assert!(found >= 3, "{found} commands");
}

/// The pages that people write.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("CHANGELOG.md")];
    for folder in ["docs", "docs/notebook", "reports"] {
        let entries = fs::read_dir(root().join(folder)).expect("a folder").flatten();
        pages.extend(entries.map(|entry| entry.path()));
    }
    pages.retain(|page| page.extension().is_some_and(|e| e == "md"));
    pages
}

/// The addresses of a page's links and pictures.
fn addresses(page: &str) -> Vec<&str> {
    let links = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = page.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links
        .chain(pictures)
        .filter(|a| !a.contains("://") && !a.contains(char::is_whitespace))
        .collect()
}

/// The paths in a page's code spans: from the root, to a file of source. Capitals stand for any name.
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
fn paths_of_source_lead_to_files() {
    let (mut broken, mut count) = (Vec::new(), 0);
    for page in pages().into_iter().filter(|page| !page.ends_with("CHANGELOG.md")) {
        let text = fs::read_to_string(&page).expect("a page");
        // Fences have marks of three, which would turn code and text about.
        let text = text.split("```").step_by(2).collect::<Vec<_>>().join(" ");
        for path in paths(&text) {
            count += 1;
            if !root().join(path).exists() {
                broken.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(count > 60, "{count} paths");
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn links_lead_to_files() {
    let (mut broken, mut count) = (Vec::new(), 0);
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for address in addresses(&text) {
            let file = address.split('#').next().unwrap_or_default();
            count += 1;
            if !file.is_empty() && !page.parent().expect("a folder").join(file).exists() {
                broken.push(format!("{}: {address}", page.display()));
            }
        }
    }
    assert!(count > 60, "{count} links");
    assert!(broken.is_empty(), "{broken:#?}");
}
