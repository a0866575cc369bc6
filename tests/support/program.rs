//! The program, run once.
#![allow(dead_code, reason = "each test uses its own part")]

use std::process::{Command, Output, Stdio};

/// Result of a run: the exit code, the output, the messages.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        Self { code: output.status.code(), stdout, stderr }
    }
}

impl Ended {
    /// The result of a run that must succeed.
    #[track_caller]
    pub fn done(self) -> Self {
        self.with(0, "")
    }

    /// The result of a run that must end with this code and a message that has these words.
    #[track_caller]
    pub fn with(self, code: i32, said: &str) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        assert!(self.stderr.contains(said), "no `{said}` in: {}", self.stderr);
        self
    }

    /// The output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("JSON")
    }
}

/// Runs the program with nothing on its standard input.
pub fn nucleus(arguments: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
    command.args(arguments).stdin(Stdio::null()).output().expect("it runs").into()
}

/// Runs the program with arguments that have bars between them.
pub fn run(line: &str) -> Ended {
    nucleus(&line.split('|').collect::<Vec<_>>())
}

/// A pseudo-terminal, and its other end for a program.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
pub fn terminal() -> (std::os::fd::OwnedFd, std::fs::File) {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&master).expect("it can be used");
    unlockpt(&master).expect("it can be used");
    let name = ptsname(&master, Vec::new()).expect("it has a name");
    let mut options = std::fs::OpenOptions::new();
    options.read(true).write(true).custom_flags(rustix::fs::OFlags::NOCTTY.bits() as i32);
    let slave = options.open(name.to_str().expect("a name in ASCII"));
    (master, slave.expect("its other end opens"))
}
