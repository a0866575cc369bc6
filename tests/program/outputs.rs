//! Output for other programs: exports, completions, manual pages; and tables on a terminal.

use std::fs;
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
use std::process::Command;

use crate::program::nucleus;
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
use crate::program::terminal;
use crate::support::root;
use nucleus_records::record::Record;
use serde_json::Value;

/// A record of this repository that has a reference.
const RECORD: &str = "reports/intel-xeon-raptor-cove-6-207-2/2026-11-22-b9063a69dd32-2.json";

#[test]
fn a_record_is_exported_in_every_form() {
    let dir = tempfile::tempdir().expect("a folder");
    let record = root().join(RECORD).display().to_string();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let mut arguments = vec!["report".to_owned(), record.clone(), "--markdown".to_owned()];
    for format in ["csv", "markdown", "github-action-benchmark", "bencher"] {
        arguments.extend(["--export".to_owned(), format!("{format}={}", path(format))]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = nucleus(&arguments).done();
    let read = |name: &str| fs::read_to_string(path(name)).expect("a file");
    // The file equals the printed page, and is short enough for a comment.
    let page = output.stdout;
    assert_eq!(page, read("markdown"));
    assert!(page.len() < 60_000, "{}", page.len());
    assert_eq!(read("csv"), nucleus(&["report", &record, "--csv"]).stdout);

    // The figures are those of the record.
    let content = fs::read_to_string(root().join(RECORD)).expect("a record");
    let record = Record::from_json(&content).expect("a record");
    let best = record.engines.iter().find(|e| e.headline).expect("a headline");
    let row = record.summaries.iter().find(|s| s.engine == best.name && !s.ratios.is_empty());
    let row = row.expect("a row with a ratio");
    let (nps, ratio) = (row.nps.expect("a figure"), &row.ratios[0]);
    let name = format!("{} on {}", row.engine, row.workload);
    let list: Value = serde_json::from_str(&read("github-action-benchmark")).expect("JSON");
    let entry = |name: &str| {
        let found = list.as_array().expect("a list").iter().find(|e| e["name"] == name);
        found.unwrap_or_else(|| panic!("{name}: {list:#}"))["value"].as_f64()
    };
    assert_eq!(entry(&name), Some(nps.median));
    assert_eq!(entry(&format!("{name} over {}", ratio.reference)), Some(ratio.ratio));
    let metrics: Value = serde_json::from_str(&read("bencher")).expect("JSON");
    assert_eq!(metrics[&name]["nodes-per-second"]["value"].as_f64(), Some(nps.median));
    assert_eq!(metrics[&name]["ratio"]["lower_value"].as_f64(), ratio.low);

    nucleus(&["report", "--export", "xml=x"]).with(2, "no format `xml`");
}

#[test]
fn completions_and_pages_know_every_command() {
    let codes = fs::read_to_string(root().join("docs/COMPARE.md")).expect("the page");
    let rows: Vec<&str> =
        codes.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next()).collect();
    let help = nucleus(&["--help"]).stdout;
    let commands = help.lines().take_while(|line| *line != "Options:");
    let commands: Vec<&str> = commands
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 15 && commands.contains(&"completions"), "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = nucleus(&["completions", shell]).stdout;
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    assert_eq!(nucleus(&["completions", "dos"]).code, Some(2));
    let dir = tempfile::tempdir().expect("a folder");
    let pages = dir.path().join("man");
    nucleus(&["man", &pages.display().to_string()]).done();
    for command in commands.iter().filter(|command| **command != "help") {
        let is_named = |row: &&str| row.split([' ', '`', ',']).any(|word| word == *command);
        assert!(rows.iter().any(is_named), "docs/COMPARE.md: {command}");
        let page = fs::read_to_string(pages.join(format!("nucleus-{command}.1")));
        assert!(page.expect("a page").contains("SYNOPSIS"), "{command}");
    }
}

/// A terminal gets tables that fit its width, a pipe gets Markdown.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn a_terminal_gets_tables_that_fit() {
    let record = root().join(RECORD).display().to_string();
    let piped = nucleus(&["report", &record]).stdout;
    assert!(piped.contains("| ---"));
    for (width, colour) in [(70, false), (120, true)] {
        let shown = in_terminal(&["report", &record], width, colour);
        assert!(!shown.contains("| ---") && shown.contains("only on the page: "), "{shown}");
        assert_eq!(shown.contains("\x1b[1m"), colour, "{shown}");
        let plain = shown.replace("\x1b[0m", "").replace("\x1b[1m", "").replace("\x1b[2m", "");
        let plain = plain.replace("\x1b[33m", "");
        for line in plain.lines() {
            assert!(line.trim_end().chars().count() <= usize::from(width), "{width}: {line}");
        }
    }
}

/// Returns the program's output in a terminal of this width.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
fn in_terminal(arguments: &[&str], width: u16, colour: bool) -> String {
    use std::io::Read;

    use rustix::termios::{Winsize, tcsetwinsize};

    let (master, slave) = terminal();
    let size = Winsize { ws_row: 50, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&master, size).expect("it takes a size");
    let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
    command.args(arguments).env("TERM", "xterm").env_remove("NO_COLOR").stdout(slave);
    if !colour {
        command.env("NO_COLOR", "1");
    }
    let mut child = command.spawn().expect("it runs");
    // Closes this side's copy of the other end.
    drop(command);
    let (mut all, mut buffer) = (Vec::new(), [0; 65536]);
    let mut reader = fs::File::from(master);
    // Reading fails once the last process at the other end has ended.
    while let Ok(length) = reader.read(&mut buffer) {
        if length == 0 {
            break;
        }
        all.extend_from_slice(&buffer[..length]);
    }
    assert!(child.wait().expect("it ends").success());
    String::from_utf8(all).expect("UTF-8").replace("\r\n", "\n")
}
