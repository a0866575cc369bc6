//! Peers: programs whose perft is compared with ours, built here and controlled through pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Build of a peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Built for this CPU, which is the fair comparison, because our levels are chosen at run time.
    Native,
    /// Built for any CPU of the architecture.
    Generic,
}

/// A program that counts move paths.
#[derive(Debug, Clone)]
pub struct Program {
    /// Name of the build, shown in a row.
    pub name: String,
    /// The CPU that it was built for.
    pub build: Build,
    path: PathBuf,
}

/// Builds the cozy-chess peer, with one target folder per build.
///
/// # Errors
/// Returns a message if it cannot be built, for example without a network and a stored copy.
pub fn cozy(build: Build) -> Result<Program, String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/cozy");
    let (name, flags) = match build {
        Build::Native => ("native", "-Ctarget-cpu=native"),
        Build::Generic => ("generic", ""),
    };
    let pext = build == Build::Native && nucleus_core::kernels::is_pext_fast();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers").join(name);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["build", "--release", "--locked", "--quiet", "--manifest-path"])
        .arg(package.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        // Set even if empty, because it takes precedence over flags of the environment and of files.
        .env("CARGO_ENCODED_RUSTFLAGS", flags)
        .env_remove("CARGO_BUILD_TARGET");
    if pext {
        command.args(["--features", "pext"]);
    }
    let output = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let reason: Vec<&str> = lines.take(4).collect();
        return Err(format!("it cannot be built: {}", reason.join("; ")));
    }
    let file = format!("nucleus-peer-cozy{}", std::env::consts::EXE_SUFFIX);
    let name = if pext { format!("{name} pext") } else { name.to_owned() };
    Ok(Program { name, build, path: target.join("release").join(file) })
}

/// A running peer.
pub struct Peer {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts the program; it inherits the processor that this thread is pinned to.
    ///
    /// # Errors
    /// Returns a message if the program cannot be started.
    pub fn start(program: &Program) -> Result<Self, String> {
        let mut process = Command::new(&program.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", program.path.display()))?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (input, output) = pipes.ok_or("it has no pipes")?;
        Ok(Self { process, input, output: BufReader::new(output) })
    }

    /// Returns the number of move paths and the seconds by the peer's own clock; `bulk` counts the
    /// last ply without making it.
    ///
    /// # Errors
    /// Returns a message if the peer ended or did not answer with two numbers.
    pub fn perft(&mut self, fen: &str, depth: usize, bulk: bool) -> Result<(u64, f64), String> {
        let command = if bulk { "perft" } else { "leaves" };
        let mut answer = String::new();
        writeln!(self.input, "{command} {fen} {depth}")
            .and_then(|()| self.input.flush())
            .and_then(|()| self.output.read_line(&mut answer))
            .map_err(|error| format!("it ended: {error}"))?;
        let mut words = answer.split_whitespace();
        let numbers = (|| {
            let count = words.next()?.parse().ok()?;
            Some((count, words.next()?.parse::<f64>().ok()? / 1e9))
        })();
        numbers.ok_or_else(|| format!("its answer was `{}`", answer.trim()))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
