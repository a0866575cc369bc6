//! The source and compiler that a program was built from; a record states them.

use std::env;
use std::process::Command;

/// The source and compiler of a program, as its build script found them; absent where that could
/// not be found out, as in a source archive without git.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuildInfo {
    /// The package's version.
    pub version: &'static str,
    /// The commit, 12 hexadecimal digits.
    pub commit: Option<&'static str>,
    /// `true` when files differ from that commit.
    pub dirty: Option<&'static str>,
    /// The compiler's version.
    pub rustc: Option<&'static str>,
    /// The compiler's flags.
    pub rustflags: Option<&'static str>,
    /// The target's triple.
    pub target: Option<&'static str>,
    /// The profile: `release`, `debug`.
    pub profile: Option<&'static str>,
    /// The optimisation level.
    pub opt_level: Option<&'static str>,
}

impl BuildInfo {
    /// Of a program of which nothing is known.
    pub const UNKNOWN: Self = Self {
        version: "",
        commit: None,
        dirty: None,
        rustc: None,
        rustflags: None,
        target: None,
        profile: None,
        opt_level: None,
    };
}

/// Returns the [`BuildInfo`] of the package that calls it, whose
/// build script calls [`emit`].
#[macro_export]
macro_rules! build_info {
    () => {
        $crate::build_info::BuildInfo {
            version: env!("CARGO_PKG_VERSION"),
            commit: option_env!("NUCLEUS_COMMIT"),
            dirty: option_env!("NUCLEUS_DIRTY"),
            rustc: option_env!("NUCLEUS_RUSTC"),
            rustflags: option_env!("NUCLEUS_RUSTFLAGS"),
            target: option_env!("NUCLEUS_TARGET"),
            profile: option_env!("NUCLEUS_PROFILE"),
            opt_level: option_env!("NUCLEUS_OPT_LEVEL"),
        }
    };
}

/// Returns the output of a command that succeeds, without the white space around it.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success()).then(|| text.trim().to_owned())
}

/// Tells the package that is being built its source and compiler; for build scripts. Whatever
/// cannot be found out is left out.
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

    // A commit changes no file of ours but the log of the branch; what differs from it is in one
    // of these.
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
