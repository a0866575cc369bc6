//! Checks of history and source, in repositories created for them.

use std::fs;
use std::path::{Path, PathBuf};

use xtask::{Repository, root, signatures, stale, unsafe_places};

/// A repository in a temporary folder.
struct Clone {
    _folder: tempfile::TempDir,
    path: PathBuf,
    repository: Repository,
}

impl Clone {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_owned();
        let repository = Repository::at(&path);
        repository.git(&["init", "-q"]).expect("git");
        Self { _folder: folder, path, repository }
    }

    /// Writes a file and commits it; returns the commit.
    fn commit(&self, file: &str, text: &str, subject: &str) -> String {
        write(&self.path.join(file), text);
        let git = |words: &[&str]| self.repository.git(words).expect("git");
        git(&["add", "."]);
        let identity = ["-c", "user.name=n", "-c", "user.email=n@example.org"];
        git(&[&identity[..], &["commit", "-q", "-m", subject]].concat());
        git(&["rev-parse", "--short", "HEAD"])
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

#[test]
fn a_commit_that_changes_signatures_has_to_name_them() {
    let clone = Clone::new();
    let check = || signatures(&clone.repository).expect("a repository");
    let file = "tests/signatures.txt";
    clone.commit(file, "full 4 1\n", "search: all");
    assert_eq!(check(), 0, "without a parent");
    clone.commit("other", "1", "search: something else");
    assert_eq!(check(), 0);
    clone.commit(file, "full 4 2\n", "search: smaller trees (signature)");
    assert_eq!(check(), 0);
    clone.commit(file, "full 4 3\n", "search: smaller trees");
    assert_eq!(check(), 1);
    clone.commit("other", "2", "search: something else again");
    assert_eq!(check(), 0, "the last commit alone");
}

#[test]
fn tables_have_the_number_of_commits_since_they_were_made() {
    let clone = Clone::new();
    let first = clone.commit("src/a", "1", "one");
    clone.commit("src/b", "1", "two");
    let third = clone.commit("src/a", "2", "three");
    clone.commit("asm/x", "1", "four");
    let row = |commit: &str| format!("| x | 1 | {commit} |\n");
    let head = "| what | how many | commit |\n|---|---|---|\n";
    let page = format!(
        "<!-- made at {third} by x; measures src -->\n\n| a |\n|---|\n\n\
         <!-- made at {first},{third} by y --long; measures src/a src/b -->\n\n\
         <!-- made at rows by w; measures src/a -->\n\n{head}{}{}{}\n\
         <!-- made at {first} by cargo xtask figures reproduce -->\n",
        row(&third),
        row(&format!("{first}+")),
        row("-")
    );
    clone.commit("README.md", &page, "five");
    let report = stale(&clone.repository, &[]).expect("pages");
    let lines =
        report.lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let expected = [
        format!("README.md:1 up to date ({third}, x)"),
        format!("README.md:6 2 commits behind ({first}, y --long)"),
        format!("README.md:8 1 commit behind ({first}, w)"),
        format!("README.md:16 2 commits behind ({first}, cargo xtask figures reproduce)"),
    ];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
    assert!(!report.is_wrong);
    // An unknown commit or path is an error.
    for (file, text, expected) in [
        (
            "docs/a.md",
            "<!-- made at 0123456 by x; measures src -->\n",
            "made at 0123456, which this",
        ),
        ("docs/a.md", "<!-- made at some time -->\n", "cannot be read"),
        ("docs/a.md", "<!-- made at HEAD by cargo xtask figures nothing -->\n", "cannot be read"),
        ("docs/a.md", "<!-- made at HEAD by x; measures gone -->\n", "not there"),
    ] {
        clone.commit(file, text, "more");
        let report = stale(&clone.repository, &[file.into()]).expect("a page");
        let is_named = report.lines.iter().any(|line| line.contains(expected));
        assert!(report.is_wrong && is_named, "{file}: {:?}", report.lines);
    }
}

#[test]
fn unsafe_is_found_where_it_is_not_allowed() {
    let clone = Clone::new();
    let list = clone.path.join("ci/unsafe-allowed.txt");
    write(&list, "# A list.\nsrc/a.rs  a reason\n");
    let word = "unsafe";
    write(&clone.path.join("src/a.rs"), &format!("{word} {{ a() }}\n"));
    write(&clone.path.join("src/core/kernels/b.rs"), &format!("{word} fn b() {{}}\n"));
    let harmless = format!("// {word} {{ c() }}\nlet c = \"'{word}-inline'\";\n");
    write(&clone.path.join("src/c.rs"), &harmless);
    let places = || unsafe_places(&clone.path).expect("a list");
    assert_eq!(places(), 0);
    write(&clone.path.join("src/c.rs"), &format!("let c = {word} {{ c() }};\n"));
    assert_eq!(places(), 1, "a place that is not allowed");
    write(&list, "src/a.rs  a reason\nsrc/c.rs  another\nsrc/d.rs  no file\n");
    assert_eq!(places(), 1, "a file that is not there");
}

#[test]
fn this_repository_has_unsafe_where_it_is_allowed() {
    assert_eq!(unsafe_places(&root()).expect("a list"), 0);
}
