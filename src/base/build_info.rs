//! The source and compiler that a program was built from, as records give them.

use std::env;
use std::process::Command;

/// The source and compiler of a program, found by its build script, which calls [`emit`]. A field is `None` if it cannot be
/// determined, as in a source archive without git.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuildInfo {
    /// The package's version, as in `Cargo.toml`.
    pub version: &'static str,
    /// The commit, 12 hexadecimal digits.
    pub commit: Option<&'static str>,
    /// `true` if tracked files differ from that commit.
    pub dirty: Option<&'static str>,
    /// The compiler's version, as `rustc --version` prints it.
    pub rustc: Option<&'static str>,
    /// The flags given to the compiler (`RUSTFLAGS`).
    pub rustflags: Option<&'static str>,
    /// The target triple, as `x86_64-unknown-linux-gnu`.
    pub target: Option<&'static str>,
    /// The Cargo profile: `release` or `debug`.
    pub profile: Option<&'static str>,
    /// The optimisation level, 0 to 3, `s` or `z`.
    pub opt_level: Option<&'static str>,
}

/// Runs a command and returns its output, trimmed; `None` if the command fails.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success()).then(|| text.trim().to_owned())
}

/// Passes the source and compiler to the package being built; for build scripts. Values that cannot be
/// determined are omitted.
pub fn emit() {
    let tell = |name: &str, value: Option<String>| {
        if let Some(value) = value.filter(|v| !v.is_empty()) {
            println!("cargo::rustc-env=NUCLEUS_{name}={value}");
        }
    };
    tell("COMMIT", output("git", &["rev-parse", "--short=12", "HEAD"]));
    let status = output("git", &["status", "--porcelain", "--untracked-files=no"]);
    tell("DIRTY", status.map(|s| (!s.is_empty()).to_string()));
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    tell("RUSTC", output(&rustc, &["--version"]));
    tell("TARGET", env::var("TARGET").ok());
    tell("PROFILE", env::var("PROFILE").ok());
    tell("OPT_LEVEL", env::var("OPT_LEVEL").ok());
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    tell("RUSTFLAGS", Some(flags.replace('\x1f', " ")));

    // Cargo reruns the script if a commit extends git's log of the branch, or if one of these paths changes.
    let top = output("git", &["rev-parse", "--show-toplevel"]).unwrap_or_else(|| ".".into());
    for path in ["src", "asm", "Cargo.toml", "Cargo.lock"] {
        let path = std::path::Path::new(&top).join(path);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && std::path::Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
}
