//! Building the commits of small repositories.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use nucleus_harness::commits::{BuiltCommits, CommitsAsked, ListedCommit, build, list};
use nucleus_harness::progress::{RunError, Silent};

/// Environment variable of a run that a test has started in a process of its own.
#[cfg(target_os = "linux")]
const ALONE: &str = "NUCLEUS_TEST_ALONE";

/// Creates a repository of commits, each with these contents of `engine`.
fn repository(contents: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "--quiet", "--initial-branch=main"]);
    for (number, text) in contents.iter().enumerate() {
        fs::write(folder.path().join("engine"), text).unwrap();
        git(folder.path(), &["add", "."]);
        let message = format!("change {number}");
        git(folder.path(), &["commit", "--quiet", "--allow-empty", "-m", &message]);
        git(folder.path(), &["tag", &format!("v{number}")]);
    }
    folder
}

fn git(folder: &Path, args: &[&str]) -> String {
    let mut git = std::process::Command::new("git");
    git.arg("-C").arg(folder).args(["-c", "user.name=x", "-c", "user.email=x@example.org"]);
    let output = git.args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn options(folder: &Path, commits: &str, build: &str) -> CommitsAsked {
    CommitsAsked {
        baseline: None,
        folder: folder.to_owned(),
        commits: commits.to_owned(),
        every: 1,
        build: build.to_owned(),
        program: "out/engine".to_owned(),
        cache: folder.join(".git").join("cache"),
    }
}

fn made(options: &CommitsAsked) -> Result<BuiltCommits, RunError> {
    build(options, &list(options)?, &Arc::default(), &mut Silent)
}

/// Returns the number of worktrees, each counted twice: as a folder in the cache and in git's list.
fn trees(folder: &Path) -> usize {
    let left = fs::read_dir(folder.join(".git").join("cache")).unwrap().flatten();
    let left = left.filter(|e| e.file_name().to_string_lossy().starts_with("worktree-")).count();
    left + git(folder, &["worktree", "list"]).lines().count() - 1
}

#[test]
fn each_commit_is_built_once_and_one_that_does_not_build_is_named() {
    let folder = repository(&["one", "broken", "three", "four"]);
    let count = folder.path().join(".git").join("count");
    let build = format!(
        "echo built >> '{}'; grep -q broken engine && echo 'x.c:9: error: no rule' && \
         for i in 1 2 3 4; do echo note; done && exit 9; mkdir out && cp engine out",
        count.display()
    );
    let options = options(folder.path(), "v0..v3", &build);
    let first = made(&options).unwrap();
    let kept: Vec<String> = first
        .engines
        .iter()
        .map(|spec| fs::read_to_string(&spec.launch.argv[0]).unwrap())
        .collect();
    assert_eq!(kept, ["one", "three", "four"]);
    let commits: Vec<(&str, u32)> = first
        .engines
        .iter()
        .filter_map(|spec| spec.record.commit.as_ref())
        .map(|commit| (commit.subject.as_str(), commit.place))
        .collect();
    assert_eq!(commits, [("change 0", 0), ("change 2", 2), ("change 3", 3)]);
    assert_eq!(first.notes.len(), 1);
    let note = &first.notes[0];
    // The note has the error, not the last line of output.
    assert!(
        note.contains("(change 1) does not build") && note.contains("error: no rule"),
        "{note}"
    );
    assert!(!note.contains("note |"), "{note}");
    assert_eq!(fs::read_to_string(&count).unwrap().lines().count(), 4);
    // A second run tries only the failed commit again.
    assert_eq!(made(&options).unwrap().engines.len(), 3);
    assert_eq!(fs::read_to_string(&count).unwrap().lines().count(), 5);
    // Another build command makes another engine.
    let other = CommitsAsked { build: format!("{build}; true"), ..options };
    assert_eq!(made(&other).unwrap().engines.len(), 3);
    assert_eq!(fs::read_to_string(&count).unwrap().lines().count(), 9);
    assert_eq!(trees(folder.path()), 0);
}

/// Creates a repository with a submodule at this address; each commit uses the submodule's next commit.
fn with_submodule(lib: &Path, address: &str) -> tempfile::TempDir {
    let folder = repository(&[]);
    let add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", address, "lib"];
    git(folder.path(), &add);
    for (number, tag) in ["v0", "v1"].into_iter().enumerate() {
        git(&folder.path().join("lib"), &["checkout", "--quiet", tag]);
        git(folder.path(), &["commit", "--quiet", "-a", "-m", &format!("change {number}")]);
        git(folder.path(), &["tag", tag]);
    }
    assert!(lib.exists());
    folder
}

#[test]
fn submodules_are_those_of_each_commit() {
    let [inner, lib] = [&["deep"][..], &["old", "new"]].map(repository);
    let address = inner.path().to_str().unwrap();
    git(lib.path(), &["checkout", "--quiet", "--detach", "v0"]);
    for tag in ["v0", "v1"] {
        git(lib.path(), &["checkout", "--quiet", "--force", tag]);
        let add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "--force"];
        git(lib.path(), &[&add[..], &[address, "inner"]].concat());
        git(lib.path(), &["commit", "--quiet", "-m", "with another"]);
        git(lib.path(), &["tag", "--force", tag]);
    }
    let relative = format!("../{}", lib.path().file_name().unwrap().to_str().unwrap());
    for address in [lib.path().to_str().unwrap(), &relative] {
        let folder = with_submodule(lib.path(), address);
        let build = "mkdir out && cat lib/engine lib/inner/engine > out/engine";
        let options = options(folder.path(), "v0,v1", build);
        git(folder.path(), &["submodule", "--quiet", "deinit", "--all", "--force"]);
        let before = fs::read_to_string(folder.path().join(".git/config")).unwrap();
        let built = made(&options).unwrap();
        let engine = |at: usize| fs::read_to_string(&built.engines[at].launch.argv[0]).unwrap();
        assert_eq!([engine(0), engine(1)], ["olddeep", "newdeep"], "{address}");
        assert_eq!(trees(folder.path()), 0);
        let after = fs::read_to_string(folder.path().join(".git/config")).unwrap();
        assert_eq!(after, before, "the user's repository is as it was");
    }
    let folder = with_submodule(lib.path(), lib.path().to_str().unwrap());
    fs::rename(lib.path(), lib.path().with_extension("gone")).unwrap();
    let error = made(&options(folder.path(), "v0,v1", "true")).unwrap_err().to_string();
    fs::rename(lib.path().with_extension("gone"), lib.path()).unwrap();
    assert!(error.contains("its submodules cannot be fetched: git: fatal: "), "{error}");
    assert_eq!(trees(folder.path()), 0);
}

#[test]
fn commits_by_name_and_by_step() {
    let folder = repository(&["a", "b", "c", "d", "e", "f"]);
    let names = |commits: &str, every: u32| -> Result<Vec<(String, String)>, RunError> {
        let options = CommitsAsked { every, ..options(folder.path(), commits, "true") };
        let pair = |one: ListedCommit| (one.name, one.commit.subject);
        Ok(list(&options)?.into_iter().map(pair).collect())
    };
    let subjects = |commits: &str, every: u32| -> Vec<String> {
        names(commits, every).unwrap().into_iter().map(|(_, subject)| subject).collect()
    };
    let listed = names("v4, HEAD", 1).unwrap();
    assert_eq!(listed[0], ("v4".to_owned(), "change 4".to_owned()));
    assert_eq!(listed[1], ("HEAD".to_owned(), "change 5".to_owned()));
    assert_eq!(subjects("v3..", 1), ["change 3", "change 4", "change 5"]);
    assert_eq!(subjects("v0..v5", 2), ["change 0", "change 2", "change 4", "change 5"]);
    assert!(names("v0..v1", 1).unwrap().iter().all(|(name, _)| name.len() == 10));
    for (commits, expected) in [
        ("v0..nothing", "no commit `nothing`"),
        ("v5..v0", "not a forebear"),
        ("v0...v5", "two dots, not three"),
        ("v0", "a comparison needs two"),
        ("v0..v0", "a comparison needs two"),
        ("v0,v0", "`v0` is given twice"),
        ("--all,v0", "no commit `--all`"),
    ] {
        let error = names(commits, 1).unwrap_err();
        assert!(matches!(&error, RunError::Usage(text) if text.contains(expected)), "{error}");
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let none = list(&options(elsewhere.path(), "a..b", "true")).unwrap_err().to_string();
    assert!(none.contains("not a git repository"), "{none}");
}

#[test]
fn where_fewer_than_two_build_there_is_nothing_to_compare() {
    let folder = repository(&["a", "b"]);
    for (build, expected) in
        [("test -e ../nothing", "it printed nothing"), ("true", "it made no file `out/engine`")]
    {
        let error = made(&options(folder.path(), "v0,v1", build)).unwrap_err().to_string();
        assert!(error.contains("only 0 of 2 commits") && error.contains(expected), "{error}");
    }
}

#[test]
fn what_a_run_that_was_killed_left_is_removed() {
    let folder = repository(&["a", "b"]);
    let options = options(folder.path(), "v0,v1", "mkdir out && cp engine out");
    fs::create_dir(&options.cache).unwrap();
    // No process has this number: the largest is 2²².
    let left = options.cache.join(format!("worktree-{}-x", 1 << 30));
    git(folder.path(), &["worktree", "add", "--detach", &left.to_string_lossy(), "v0"]);
    assert_eq!(trees(folder.path()), 2);
    assert_eq!(made(&options).unwrap().engines.len(), 2);
    assert_eq!(trees(folder.path()), 0);
}

#[test]
fn an_engine_is_inside_its_commit() {
    let folder = repository(&["one", "two"]);
    for program in ["../../bin/sh", "/bin/sh", "out/../../engine"] {
        let options =
            CommitsAsked { program: program.to_owned(), ..options(folder.path(), "v0,v1", "true") };
        let error = list(&options).unwrap_err();
        let message = error.to_string();
        assert!(matches!(error, RunError::Usage(_)) && message.contains(program), "{message}");
        assert!(message.contains("leads out of the commit's tree"), "{message}");
    }
    // A link that leads outside the tree is no engine; a link within the tree is one.
    let links = [("ln -s /bin/sh out/engine", false), ("ln -s ../engine out/engine", true)];
    for (link, good) in links.into_iter().filter(|_| cfg!(unix)) {
        let options = options(folder.path(), "v0,v1", &format!("mkdir out && {link}"));
        match made(&options) {
            Ok(built) => assert!(good && built.engines.len() == 2, "{link}"),
            Err(error) => {
                let message = error.to_string();
                assert!(!good && message.contains("a link that leads out"), "{link}: {message}");
            }
        }
    }
}

/// All processes that a build starts end with it, even in their own session, and are named; the log
/// is bounded however much they write.
#[cfg(target_os = "linux")]
#[test]
fn a_build_leaves_nothing_behind_and_has_a_bounded_log() {
    // The test has its own process, because other tests build at the same time. A child without its
    // build's mark (`env -i`) is ended and named by whichever build of the process ends first.
    if std::env::var_os(ALONE).is_none() {
        let name = "commits::a_build_leaves_nothing_behind_and_has_a_bounded_log";
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", name, "--nocapture"]).env(ALONE, "1");
        let output = again.output().unwrap();
        let stdout = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}{errors}");
        return;
    }
    let folder = repository(&["one", "two"]);
    let place = folder.path().join(".git").join("children");
    let build = format!(
        "mkdir out && cp engine out && (setsid sleep 987 & echo $! >> '{0}'); \
         env -i setsid sleep 986 & sleep 985 & sleep 0.2; yes 0123456789 | head -c 5000000; \
         test $(cat engine) = one",
        place.display()
    );
    let options = options(folder.path(), "v0,v1", &build);
    let begin = Instant::now();
    let error = made(&options).unwrap_err().to_string();
    assert!(begin.elapsed().as_secs() < 300, "it waited for what the build left behind");
    // The second commit does not build; the processes that the two builds left are named.
    assert!(error.contains("(change 1) does not build"), "{error}");
    for number in [0, 1] {
        let note =
            format!("(change {number}): its build left processes running, which were killed: ");
        let rest = error.split(&note).nth(1).unwrap_or_else(|| panic!("{error}"));
        assert!(rest.split("; ").next().unwrap().split(", ").count() >= 3, "{rest}");
    }
    for id in fs::read_to_string(&place).unwrap().lines() {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        assert!(stat.is_empty() || stat.contains(") Z "), "{id} lives: {stat}");
    }
    let logs = fs::read_dir(folder.path().join(".git").join("cache")).unwrap().flatten();
    let sizes: Vec<u64> = logs
        .filter(|e| e.file_name().to_string_lossy().ends_with(".log"))
        .map(|e| e.metadata().unwrap().len())
        .collect();
    assert_eq!(sizes.len(), 1, "{sizes:?}");
    assert!((1 << 20..3 << 20).contains(&sizes[0]), "{sizes:?}");
}
