//! Looks for Valgrind and gungraun's runner before counting, since gungraun fails without them.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

const RUNNER: &str = "gungraun-runner";

/// Counts, or prints which tool is missing and how to get it.
pub fn count_or_say_why_not(arguments: &[String]) {
    let mut missing = Vec::new();
    if output(Path::new("valgrind"), &env::var_os("PATH").unwrap_or_default()).is_none() {
        missing.push("Valgrind (on Debian: apt-get install valgrind)".to_string());
    }
    // `ci/bench` installs the runner in this folder. A compile-time environment variable has precedence.
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/bin");
    let path = with(&tools);
    let runner = Path::new(option_env!("GUNGRAUN_RUNNER").unwrap_or(RUNNER));
    let version = library_version();
    // The runner has no `--version`; its error message contains its version.
    if !output(runner, &path).is_some_and(|complaint| complaint.contains(version)) {
        missing.push(format!(
            "{RUNNER} {version} (cargo install --locked --root target/tools --version ={version} \
             {RUNNER})"
        ));
    }
    if !missing.is_empty() {
        println!("instructions: skipped, for want of {}", missing.join(" and "));
        println!("./ci/bench installs both where it may.");
        return;
    }
    if env::var_os("PATH").is_some_and(|now| now == path) {
        super::counted::run();
        return;
    }
    // The runner is looked up on the PATH, so this program runs again with the folder added.
    let program = env::current_exe().expect("a running program has a file");
    let status = Command::new(program).args(arguments).env("PATH", path).status();
    exit(status.ok().and_then(|s| s.code()).unwrap_or(1));
}

/// Returns the PATH with a directory at its front, without repeating it.
fn with(dir: &Path) -> OsString {
    let now = env::var_os("PATH").unwrap_or_default();
    let mut dirs: Vec<PathBuf> = env::split_paths(&now).collect();
    if dir.is_dir() && dirs.first().is_none_or(|first| first != dir) {
        dirs.insert(0, dir.to_path_buf());
    }
    env::join_paths(dirs).unwrap_or(now)
}

/// Returns the output of `program --version`, whatever its exit code; `None` if the program is
/// missing.
fn output(program: &Path, path: &OsString) -> Option<String> {
    let output = Command::new(program).arg("--version").env("PATH", path).output().ok()?;
    let text = [output.stdout, output.stderr].concat();
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Returns the version that the runner must have: the library's in Cargo.lock.
fn library_version() -> &'static str {
    let lock = include_str!("../../Cargo.lock");
    let package = lock.split("[[package]]").find(|p| p.contains("name = \"gungraun\"\n"));
    let version = package.and_then(|p| p.lines().find_map(|l| l.strip_prefix("version = ")));
    version.expect("Cargo.lock has the library that this is linked with").trim_matches('"')
}
