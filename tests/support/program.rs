//! Runs of the program.
#![allow(dead_code, reason = "each test uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The result of a run: exit code, standard output, standard error.
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
    /// Requires success.
    #[track_caller]
    pub fn done(self) -> Self {
        self.with(0, "")
    }

    /// Requires this exit code, and a message that contains this text.
    #[track_caller]
    pub fn with(self, code: i32, expected: &str) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        assert!(self.stderr.contains(expected), "no `{expected}` in: {}", self.stderr);
        self
    }

    /// Parses the output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("JSON")
    }
}

/// Runs the program with empty standard input.
pub fn nucleus(arguments: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
    command.args(arguments).stdin(Stdio::null()).output().expect("it runs").into()
}

/// Runs the program with arguments separated by bars.
pub fn run(line: &str) -> Ended {
    nucleus(&line.split('|').collect::<Vec<_>>())
}

/// A temporary folder in which commands run.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the path of a file for a command line.
    pub fn at(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// Writes a file and returns its path.
    pub fn written(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        self.write(name, contents);
        self.at(name)
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).expect("it can be written");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("text")
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder").flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| !["input", "stdout", "stderr"].contains(&name.as_str())).collect()
    }

    /// Runs the program with lines on its standard input; kills it if it does not end in time.
    #[track_caller]
    pub fn with_input(&self, arguments: &[&str], input: &str) -> Ended {
        self.write("input", input);
        let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
        command.args(arguments).current_dir(self.0.path());
        command.stdin(fs::File::open(self.path("input")).expect("it was written"));
        let file = |name| fs::File::create(self.path(name)).expect("a file");
        command.stdout(file("stdout")).stderr(file("stderr"));
        let mut child = command.spawn().expect("it starts");
        let end = Instant::now() + Duration::from_secs(300);
        let code = loop {
            match child.try_wait().expect("it is ours") {
                Some(status) => break status.code(),
                None if Instant::now() > end => {
                    child.kill().and_then(|()| child.wait()).expect("it ends");
                    panic!("{arguments:?}: it does not end");
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let text = |name| String::from_utf8_lossy(&self.read(name)).into_owned();
        Ended { code, stdout: text("stdout"), stderr: text("stderr") }
    }

    /// Returns the output of a command, which must succeed.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) -> String {
        self.with_input(arguments, "").done().stdout
    }

    /// Requires an exit code and a part of the message.
    #[track_caller]
    pub fn fails(&self, arguments: &[&str], code: i32, part: &str) {
        self.with_input(arguments, "").with(code, part);
    }
}

/// Waits until a condition is true, for at most a minute.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < end, "it never came: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Runs git in a folder; returns its output, trimmed.
#[track_caller]
pub fn git(folder: &Path, args: &[&str]) -> String {
    let mut git = Command::new("git");
    git.current_dir(folder).args(["-c", "user.name=x", "-c", "user.email=x@example.org"]);
    let ended = Ended::from(git.args(args).output().expect("git")).done();
    ended.stdout.trim().to_owned()
}

/// Runs a test for all its cases at the same time, because it mostly waits.
pub fn at_once<T: Send>(cases: impl IntoIterator<Item = T>, test: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| test(case));
        }
    });
}

/// Starts a command without its output.
pub fn quiet(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

/// Sends a signal; returns the exit code, and the time that the process took to end.
#[cfg(unix)]
pub fn ended_by(signal: rustix::process::Signal, mut run: Child) -> (Option<i32>, Duration) {
    let pid = rustix::process::Pid::from_child(&run);
    rustix::process::kill_process(pid, signal).expect("it runs");
    let begin = Instant::now();
    (run.wait().expect("ours").code(), begin.elapsed())
}

/// Returns a pseudo-terminal, and its other end for a program.
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
