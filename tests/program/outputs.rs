//! Output for other programs: exports, the script of `action.yml`, completions and manual pages;
//! and the terminal's form of Markdown.

#[cfg(unix)]
use crate::fake;
use crate::program;

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

#[cfg(unix)]
use fake::command;
use nucleus_records::record::Record;
use program::nucleus;
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

/// The newest record with a reference that lies in this repository.
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
    let output = nucleus(&arguments);
    assert!(output.status.success(), "{}", text(output.stderr));
    let read = |name: &str| fs::read_to_string(path(name)).expect("a file");
    // The same as is printed, and short enough for a comment.
    let page = text(output.stdout);
    assert_eq!(page, read("markdown"));
    assert!(page.len() < 60_000, "{}", page.len());
    assert_eq!(read("csv"), text(nucleus(&["report", &record, "--csv"]).stdout));

    // Figures are those of the record.
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

    let refused = nucleus(&["report", "--export", "xml=x"]);
    let said = text(refused.stderr);
    assert!(refused.status.code() == Some(2) && said.contains("no format `xml`"), "{said}");
}

#[test]
fn a_record_that_was_changed_does_not_hold() {
    let dir = tempfile::tempdir().expect("a folder");
    let content = fs::read_to_string(root().join(RECORD)).expect("a record");
    let mut record = Record::from_json(&content).expect("a record");
    let good = nucleus(&["report", "--check", &root().join(RECORD).display().to_string()]);
    let said = text(good.stdout);
    assert!(good.status.success() && said.contains("holds: "), "{said}");
    record.summaries[0].nps.as_mut().expect("a figure").median *= 2.0;
    fs::write(dir.path().join("a.json"), record.to_json()).expect("a file");
    fs::write(dir.path().join("b.json"), "{").expect("a file");
    let output = nucleus(&["report", "--check", &dir.path().display().to_string()]);
    let (said, error) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(1), "{said}{error}");
    assert!(said.contains("does not hold: ") && said.contains("nps: median: it says"), "{said}");
    assert!(error.contains("b.json"), "{error}");
}

#[cfg(unix)]
#[test]
fn the_script_of_the_action_gates_two_engines() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = |limit: &str, undecided: &str, base: &str| {
        let out = dir.path().join(format!("out{limit}{undecided}"));
        let summary = dir.path().join("summary");
        let output = Command::new(root().join("ci/action"))
            .env("NUCLEUS", env!("CARGO_BIN_EXE_nucleus"))
            .env("BASE", base)
            .env("NEW", command(&[]))
            .env("GATE", limit)
            .env("UNDECIDED", undecided)
            .env("OUT", &out)
            .env("GITHUB_STEP_SUMMARY", &summary)
            .env("ARGUMENTS", "--quick --rounds 8 --time 0.02 --workload 'x=startpos@depth 5'")
            .output()
            .expect("it runs");
        (output.status.code(), out, text(output.stdout) + &text(output.stderr))
    };
    let base = command(&[]);
    let (code, out, said) = run("0.000001", "fail", &base);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        fs::read_to_string(dir.path().join("summary")).expect("a summary").contains("| base |"),
        "{said}"
    );
    for file in ["summary.md", "bencher.json", "github-action-benchmark.json", "page.md"] {
        assert!(out.join(file).is_file(), "{file}");
    }
    let (code, _, said) = run("1000000", "fail", &base);
    assert_eq!(code, Some(3), "{said}");
    let (code, _, said) = run("1", "maybe", &base);
    assert_eq!(code, Some(2), "{said}");
    let (code, _, said) = run("1", "pass", "/nothing/here");
    assert!(code != Some(0), "{said}");
}

/// The steps of action.yml as a runner has them: what each runs, and its environment.
#[cfg(unix)]
fn steps() -> Vec<(String, Vec<(String, String)>)> {
    let page = fs::read_to_string(root().join("action.yml")).expect("the action");
    let all = page.split("\n    - name: ").skip(1);
    let step = |step: &str| {
        let below = |key: &str, indent: &str| -> Vec<String> {
            let (_, after) = step.split_once(&format!("\n      {key}:")).unwrap_or_default();
            let lines = after.lines().skip(1).take_while(|line| line.starts_with(indent));
            lines.map(|line| line[indent.len()..].to_owned()).collect()
        };
        let variables = below("env", "        ").into_iter().map(|line| {
            let (name, value) = line.split_once(": ").expect("a variable");
            (name.to_owned(), value.to_owned())
        });
        let (_, run) = step.split_once("\n      run: ").expect("what it runs");
        let first = run.lines().next().expect("a line");
        let script = if first == "|" { below("run", "        ").join("\n") } else { first.into() };
        assert!(step.contains("\n      shell: bash\n"), "{step}");
        (script, variables.collect())
    };
    // What another action does is not run here.
    all.filter(|step| !step.contains("\n      uses: ")).map(step).collect()
}

/// The text of action.yml run as a runner does, `${{ … }}` filled in; cargo is not the real one, it
/// puts the program of this test where it was told to install.
#[cfg(unix)]
#[test]
fn the_steps_of_the_action_run_as_they_are_written() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().expect("a folder");
    let temp = dir.path().join("runner temp");
    let tools = dir.path().join("tools");
    fs::create_dir_all(&temp).and_then(|()| fs::create_dir(&tools)).expect("folders");
    let cargo = "#!/bin/sh\n[ \"$*\" = \"install --quiet --locked --path $SOURCE/src/light --root $RUNNER_TEMP/nucleus\" ] || exit 9\n\
                 test -f \"$SOURCE/src/light/Cargo.toml\" && mkdir -p \"$RUNNER_TEMP/nucleus/bin\" && \
                 ln -s \"$BUILT\" \"$RUNNER_TEMP/nucleus/bin/nucleus-light\"\n";
    fs::write(tools.join("cargo"), cargo).expect("a file");
    fs::set_permissions(tools.join("cargo"), fs::Permissions::from_mode(0o755)).expect("rights");
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").expect("a path"));
    let output = dir.path().join("output");
    let engine = command(&[]);
    let inputs = [
        ("github.action_path", root().display().to_string()),
        ("inputs.base", engine.clone()),
        ("inputs.new", engine),
        ("inputs.gate", "0.000001".into()),
        ("inputs.undecided", "pass".into()),
        ("inputs.program", String::new()),
        ("inputs.any-command", "false".into()),
        ("inputs.metric", String::new()),
        ("inputs.higher-is-better", "false".into()),
        ("inputs.comment", "false".into()),
        ("inputs.token", String::new()),
        ("github.event.pull_request.number", String::new()),
        (
            "inputs.arguments",
            "--quick --rounds 8 --time 0.02 --workload 'x=startpos@depth 5'".into(),
        ),
    ];
    let steps = steps();
    assert_eq!(steps.len(), 2, "{steps:?}");
    for (script, variables) in steps {
        assert!(!script.contains("${{"), "inputs go by the environment: {script}");
        let mut shell = Command::new("bash");
        shell.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script]);
        shell
            .current_dir(dir.path())
            .env("PATH", &path)
            .env("BUILT", env!("CARGO_BIN_EXE_nucleus"));
        shell.env("RUNNER_TEMP", &temp).env("GITHUB_OUTPUT", &output);
        shell.env("GITHUB_STEP_SUMMARY", dir.path().join("summary"));
        for (name, value) in variables {
            let inner = value.trim_start_matches("${{").trim_end_matches("}}").trim();
            let (_, value) = inputs
                .iter()
                .find(|(input, _)| *input == inner)
                .unwrap_or_else(|| panic!("{name}: no input {inner}"));
            shell.env(name, value);
        }
        let ended = shell.output().expect("bash runs");
        let said = text(ended.stdout) + &text(ended.stderr);
        assert!(ended.status.success(), "{script}: {said}");
    }
    let said = fs::read_to_string(&output).expect("an output");
    let folder = said.trim().strip_prefix("folder=").expect("the folder");
    let summary = fs::read_to_string(Path::new(folder).join("summary.md")).expect("a summary");
    assert!(summary.contains("| base |"), "{summary}");
    let comment = fs::read_to_string(Path::new(folder).join("comment.md")).expect("a comment");
    assert!(comment.starts_with("**new is "), "{comment}");
    assert!(
        comment.contains("\npassed: new/base: ") && comment.contains("```mermaid\n"),
        "{comment}"
    );
}

/// Commands that are no engines, by a number that they print, and a comment on the pull request.
#[cfg(unix)]
#[test]
fn the_script_of_the_action_gates_any_command() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().expect("a folder");
    let gh = "#!/bin/sh\necho \"$*\" >\"$CALLS\"\ncp \"$5\" \"$CALLS.body\"\n";
    fs::write(dir.path().join("gh"), gh).expect("a file");
    fs::set_permissions(dir.path().join("gh"), fs::Permissions::from_mode(0o755)).expect("rights");
    let path = format!("{}:{}", dir.path().display(), std::env::var("PATH").expect("a path"));
    let calls = dir.path().join("calls");
    let run = |new: &str| {
        Command::new(root().join("ci/action"))
            .env("PATH", &path)
            .env("CALLS", &calls)
            .env("NUCLEUS", env!("CARGO_BIN_EXE_nucleus"))
            .env("ANY_COMMAND", "true")
            .env("BASE", "echo rate: 20")
            .env("NEW", new)
            .env("METRIC", "rate: ([0-9]+)")
            .env("HIGHER_IS_BETTER", "true")
            .env("COMMENT", "true")
            .env("PULL_REQUEST", "17")
            .env("OUT", dir.path().join("out"))
            .env("ARGUMENTS", "--warmup 0")
            .output()
            .expect("it runs")
    };
    let slower = run("echo rate: 19");
    let said = text(slower.stdout) + &text(slower.stderr);
    assert_eq!(slower.status.code(), Some(3), "{said}");
    assert!(said.contains("below: new/base: 0.9500 [0.9500, 0.9500]: below 0.97"), "{said}");
    let called = fs::read_to_string(&calls).expect("a call");
    assert!(called.starts_with("pr comment 17 --body-file "), "{called}");
    let body = fs::read_to_string(dir.path().join("calls.body")).expect("a comment");
    assert!(body.starts_with("**new is 5.00 % slower than base ± 0.000 % (95 %)"), "{body}");
    assert_eq!(run("echo rate: 20").status.code(), Some(0));
    assert_eq!(run("echo nothing").status.code(), Some(1));
}

#[test]
fn completions_and_pages_know_every_command() {
    let codes = fs::read_to_string(root().join("docs/EXIT-CODES.md")).expect("the page");
    let rows: Vec<&str> =
        codes.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next()).collect();
    let help = text(nucleus(&["--help"]).stdout);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("    "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 15 && commands.contains(&"completions"), "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(nucleus(&["completions", shell]).stdout);
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    assert_eq!(nucleus(&["completions", "dos"]).status.code(), Some(2));
    let dir = tempfile::tempdir().expect("a folder");
    let pages = dir.path().join("man");
    assert!(nucleus(&["man", &pages.display().to_string()]).status.success());
    for command in commands.iter().filter(|command| **command != "help") {
        let is_named = |row: &&str| row.split([' ', '`', ',']).any(|word| word == *command);
        assert!(rows.iter().any(is_named), "docs/EXIT-CODES.md: {command}");
        let page = fs::read_to_string(pages.join(format!("nucleus-{command}.1")));
        assert!(page.expect("a page").contains("SYNOPSIS"), "{command}");
    }
}

/// A terminal gets tables that fit it, a pipe Markdown.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn a_terminal_gets_tables_that_fit() {
    let record = root().join(RECORD).display().to_string();
    let piped = text(nucleus(&["report", &record]).stdout);
    assert!(piped.contains("| ---"));
    for (width, colour) in [(70, false), (120, true)] {
        let shown = in_terminal(&["report", &record], width, colour);
        assert!(!shown.contains("| ---") && shown.contains("left to the page: "), "{shown}");
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
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};

    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&master).expect("it can be used");
    unlockpt(&master).expect("it can be used");
    let name = ptsname(&master, Vec::new()).expect("it has a name");
    let slave = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(OFlags::NOCTTY.bits() as i32)
        .open(name.to_str().expect("a name in ASCII"))
        .expect("its other end opens");
    let size = Winsize { ws_row: 50, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&master, size).expect("it takes a size");
    let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
    command.args(arguments).env("TERM", "xterm").env_remove("NO_COLOR").stdout(slave);
    if !colour {
        command.env("NO_COLOR", "1");
    }
    let mut child = command.spawn().expect("it runs");
    // This side's copy of the other end.
    drop(command);
    let (mut all, mut buffer) = (Vec::new(), [0; 65536]);
    let mut reader = fs::File::from(master);
    // Reading fails when the last process at the other end is gone.
    while let Ok(length) = reader.read(&mut buffer) {
        if length == 0 {
            break;
        }
        all.extend_from_slice(&buffer[..length]);
    }
    assert!(child.wait().expect("it ends").success());
    text(all).replace("\r\n", "\n")
}
