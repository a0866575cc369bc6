//! `ci/stale` tells how far behind a measured table is, in a repository made for it.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// Runs a program in a folder; its exit code and what it wrote. `None` where there is no such
/// program.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Option<(i32, String)> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .ok()?;
    Some((output.status.code()?, String::from_utf8_lossy(&output.stdout).into_owned()))
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let identity = ["-c", "user.name=n", "-c", "user.email=n@example.org"];
    let (code, said) = run(folder, "git", &[&identity, arguments].concat()).expect("git");
    assert_eq!(code, 0, "git {arguments:?}: {said}");
    said.trim().to_owned()
}

/// Writes a file and commits it; the commit.
fn commit(folder: &Path, file: &str, text: &str) -> String {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("it can be written");
    git(folder, &["add", "."]);
    git(folder, &["commit", "-q", "-m", file]);
    git(folder, &["rev-parse", "--short", "HEAD"])
}

#[test]
fn tables_tell_how_far_behind_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    if [("git", "--version"), ("bash", "--version")].iter().any(|p| run(at, p.0, &[p.1]).is_none())
    {
        eprintln!("SKIPPED: ci/stale wants git and bash");
        return;
    }
    std::fs::create_dir(at.join("ci")).expect("a folder");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("ci");
    for script in ["stale", "lib.sh"] {
        std::fs::copy(here.join(script), at.join("ci").join(script)).expect("a script of ours");
    }
    git(at, &["init", "-q"]);
    std::fs::write(at.join(".gitignore"), "target\n").expect("it can be written");
    let first = commit(at, "src/a", "1");
    commit(at, "src/b", "1");
    let third = commit(at, "src/a", "2");
    commit(at, "other", "1");
    let row = |commit: &str| format!("| x | 1 | {commit} |\n");
    let head = "| what | how many | commit |\n|---|---|---|\n";
    let page = format!(
        "<!-- made at {third} by x; measures src -->\n\n| a |\n|---|\n\n\
         <!-- made at {first},{third} by y --long; measures src/a src/b -->\n\n\
         <!-- made at {first} by z; measures src/b -->\n\n\
         <!-- made at rows by w; measures src/a -->\n\n{head}{}{}{}\n",
        row(&third),
        row(&format!("{first}+")),
        row("-")
    );
    commit(at, "README.md", &page);
    let (code, said) = run(at, "bash", &["ci/stale"]).expect("bash");
    assert_eq!(code, 0, "{said}");
    let lines: Vec<String> =
        said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines,
        [
            format!("README.md:1 up to date ({third}, x)"),
            format!("README.md:6 2 commits behind ({first}, y --long)"),
            format!("README.md:8 1 commit behind ({first}, z)"),
            format!("README.md:10 1 commit behind ({first}, w)"),
        ]
    );
    // The page itself says it, once, and no longer when the table is made anew.
    let marks = |page: &str| page.lines().filter(|line| line.starts_with("*At least ")).count();
    let read = || std::fs::read_to_string(at.join("README.md")).expect("the page");
    for _ in 0..2 {
        let (code, said) = run(at, "bash", &["ci/stale", "--mark"]).expect("bash");
        assert_eq!(code, 0, "{said}");
        assert_eq!(marks(&read()), 3, "{}", read());
    }
    assert!(
        read().contains("src/b -->\n*At least 2 commits behind in what it measures.*\n\n\n"),
        "{}",
        read()
    );
    std::fs::write(at.join("README.md"), read().replace(&first, &third)).expect("it is written");
    let (code, said) = run(at, "bash", &["ci/stale", "--mark"]).expect("bash");
    assert_eq!((code, marks(&read())), (0, 0), "{said}");
    assert_eq!(read(), page.replace(&first, &third));

    // The table of a record has its commit in its name; what cannot be told is an error.
    for (file, text, expected) in [
        ("reports/c/2026-01-02-0123456789ab.md", "", "made at 0123456789ab, which this clone"),
        ("reports/c/2026-01-02-0123456789ab-2.md", "", "made at 0123456789ab, which this clone"),
        ("docs/a.md", "<!-- made at some time -->\n", "cannot be read"),
        ("docs/a.md", &format!("<!-- made at {first} by x; measures gone -->\n"), "not there"),
    ] {
        commit(at, file, text);
        let (code, said) = run(at, "bash", &["ci/stale", file]).expect("bash");
        assert!(code == 1 && said.contains(expected), "{code}: {said}");
    }
}
