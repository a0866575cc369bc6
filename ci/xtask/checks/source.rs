//! Checks of the source and its history, and the levels of this CPU.

use std::collections::BTreeSet;
use std::env::consts::{ARCH, EXE_SUFFIX};
use std::fs;
use std::path::Path;

use crate::git::Repository;
use crate::run::{Ended, Fault, command, output, target_dir, version};

/// Prints errors; the exit code is 1 if there are any.
fn ended(errors: &[String]) -> Ended {
    errors.iter().for_each(|error| eprintln!("{error}"));
    Ok(u8::from(!errors.is_empty()))
}

/// Checks that the core and the search use no registry crate, that their example runs, and that
/// the page of dependencies has the lock file's number of registry packages.
pub fn core() -> Ended {
    let tree = "cargo tree --locked -p nucleus-search -e normal --prefix none --format {p}";
    let tree = output(&mut command(tree))?;
    // Crates of this repository are printed with their folder.
    let (own, others): (Vec<&str>, Vec<&str>) = tree.lines().partition(|line| line.contains(" (/"));
    if !others.is_empty() {
        return ended(&[format!("the core depends on crates of a registry: {others:?}")]);
    }
    let names: BTreeSet<&str> = own.iter().filter_map(|line| line.split(' ').next()).collect();
    println!("the core brings: {names:?}");
    output(&mut command("cargo build --locked --workspace --bin nucleus --examples"))?;
    let example = target_dir().join(format!("debug/examples/library{EXE_SUFFIX}"));
    print!("{}", output(&mut command(&example.display().to_string()))?);
    let lock = fs::read_to_string("Cargo.lock")?;
    let packages = lock.lines().filter(|line| line.starts_with("source = ")).count();
    let page = fs::read_to_string("docs/DEPENDENCIES.md")?;
    let row = page.lines().find(|line| line.starts_with("| packages in `Cargo.lock` "));
    let is_of_page = row.is_some_and(|row| row.ends_with(&format!(" {packages} |")));
    let error = format!("Cargo.lock has {packages} packages, docs/DEPENDENCIES.md: {row:?}");
    ended(if is_of_page { &[] } else { std::slice::from_ref(&error) })
}

/// Checks that the oldest compiler that `Cargo.toml` allows builds the workspace. Installs it by rustup.
pub fn msrv() -> Ended {
    let manifest = fs::read_to_string("Cargo.toml")?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let oldest = format!("{}.0", line.ok_or("Cargo.toml has no rust-version")?.trim_matches('"'));
    let compiler = version(&format!("rustup run --install {oldest} rustc --version"));
    if !compiler.contains(&oldest) {
        println!("SKIPPED: no rustc {oldest}. To install: rustup toolchain install {oldest}");
        return Ok(0);
    }
    println!("{compiler}");
    output(&mut command(&format!("rustup run {oldest} cargo check --locked --workspace")))?;
    Ok(0)
}

/// Checks that `unsafe` is only in the kernels and in the files of a list with reasons.
pub fn unsafe_places(root: &Path) -> Ended {
    let list = fs::read_to_string(root.join("ci/unsafe-allowed.txt"))?;
    let entries = list.lines().filter(|line| !line.starts_with('#'));
    let allowed: BTreeSet<&str> =
        entries.filter_map(|line| line.split_whitespace().next()).collect();
    let (mut errors, mut unused) = (Vec::new(), allowed.clone());
    for file in rust_files(root, &["src", "asm", "ci", "tests", "benches", "examples"]) {
        let name =
            file.strip_prefix(root).unwrap_or(&file).display().to_string().replace('\\', "/");
        let text = fs::read_to_string(&file)?;
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_unsafe(line)).peekable();
        if lines.peek().is_some() {
            unused.remove(name.as_str());
        }
        if !name.starts_with("src/core/kernels/") && !allowed.contains(name.as_str()) {
            errors.extend(
                lines.map(|(n, line)| format!("unsafe outside its places: {name}:{n}:{line}")),
            );
        }
    }
    errors.extend(unused.iter().map(|f| format!("ci/unsafe-allowed.txt: no unsafe in {f}")));
    ended(&errors)
}

/// Returns true if a line of code contains the keyword `unsafe`.
fn is_unsafe(line: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-'".contains(c);
    !line.trim_start().starts_with("//")
        && line.match_indices("unsafe").any(|(at, word)| {
            let after = line[at + word.len()..].trim_start();
            let begins = ["{", "fn ", "impl", "extern", "trait", "("];
            !line[..at].ends_with(is_part)
                && (after.is_empty() || begins.iter().any(|begin| after.starts_with(begin)))
        })
}

/// Returns the Rust files below folders.
fn rust_files(root: &Path, folders: &[&str]) -> Vec<std::path::PathBuf> {
    let mut open: Vec<_> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files
}

const SIGNATURES: &str = "tests/signatures.txt";

/// Checks that the last commit has `signature` in its subject if it changes the pinned signatures.
pub fn signatures(repository: &Repository) -> Ended {
    if repository.git(&["rev-parse", "--verify", "HEAD^"]).is_none() {
        println!("SKIPPED: no parent commit here, so that the change of {SIGNATURES} is not known");
        return Ok(0);
    }
    if !repository.folder().join(SIGNATURES).is_file() {
        return Err(format!("{SIGNATURES} is not there").into());
    }
    if repository.git(&["diff", "--quiet", "HEAD", "--", SIGNATURES]).is_none() {
        eprintln!("note: {SIGNATURES} is changed and not committed");
    }
    let log = ["log", "--no-merges", "--format=%h %s", "HEAD^..HEAD", "--", SIGNATURES];
    let log = repository.git(&log).unwrap_or_default();
    let silent = log.lines().filter(|line| !line.to_lowercase().contains("signature"));
    let error = |line| format!("no `signature` in the subject, and {SIGNATURES} changed: {line}");
    ended(&silent.map(error).collect::<Vec<_>>())
}

/// CPU flags of each x86-64 level, as Linux names them.
const FLAGS: [(&str, &str); 3] = [
    ("popcnt", "sse4_2 popcnt"),
    ("avx2", "avx2 bmi1 bmi2 abm fma"),
    (
        "avx512",
        "avx512f avx512bw avx512dq avx512vl avx512vbmi avx512_vbmi2 avx512_bitalg \
         avx512_vpopcntdq gfni",
    ),
];

/// Returns the levels of this CPU, from the system's list of flags and thus independently of our detection.
pub fn cpu_levels() -> Result<Vec<&'static str>, Fault> {
    // Advanced SIMD is in the baseline of AArch64.
    if ARCH == "aarch64" {
        return Ok(vec!["portable", "neon"]);
    }
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("flags"));
    let flags: BTreeSet<&str> =
        line.ok_or("no flags of the CPU here")?.split_whitespace().collect();
    let has = |level: &&(&str, &str)| level.1.split(' ').all(|flag| flags.contains(flag));
    let above = FLAGS.iter().take_while(has).map(|level| level.0);
    Ok(["portable"].into_iter().chain(above).collect())
}
