//! Tells the program which source and compiler it was built from; a record states them.
//! Whatever cannot be found out, as in a source archive without git, is left out.

use std::process::Command;

fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success()).then(|| text.trim().to_owned())
}

fn main() {
    let tell = |name: &str, value: Option<String>| {
        if let Some(value) = value.filter(|v| !v.is_empty()) {
            println!("cargo::rustc-env=NUCLEUS_{name}={value}");
        }
    };
    tell("COMMIT", output("git", &["rev-parse", "--short=12", "HEAD"]));
    let status = output("git", &["status", "--porcelain", "--untracked-files=no"]);
    tell("DIRTY", status.map(|s| (!s.is_empty()).to_string()));
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    tell("RUSTC", output(&rustc, &["--version"]));
    tell("TARGET", std::env::var("TARGET").ok());
    tell("PROFILE", std::env::var("PROFILE").ok());
    tell("OPT_LEVEL", std::env::var("OPT_LEVEL").ok());
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    tell("RUSTFLAGS", Some(flags.replace('\x1f', " ")));

    for path in ["build.rs", "src", "asm", "Cargo.toml", "Cargo.lock"] {
        if std::path::Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    // A commit changes no file of ours but the log of the branch.
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && std::path::Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
}
