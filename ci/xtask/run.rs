//! Running programs for checks and figures: commands, logs, steps with a summary, engine sessions.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Error of a check or a measurement.
pub type Fault = Box<dyn Error>;
/// An exit code, or the error that prevented one.
pub type Ended = Result<u8, Fault>;

/// Folder of logs, from the root.
pub const LOGS: &str = "target/ci";

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

/// Returns cargo's build folder.
pub fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Returns the command of a line: the first word is the program, the others are its arguments.
pub fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = program(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// Returns the command of a program. Its PATH includes the tools below `target/tools`, and Debian's folder of
/// games, which root's PATH lacks.
pub fn program(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    let mut folders = vec![root().join("target/tools/bin")];
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    folders.extend(["/usr/local/games", "/usr/games"].map(PathBuf::from));
    command.env("PATH", env::join_paths(folders).unwrap_or_default());
    command
}

/// Runs a command and returns its standard output.
pub fn output(command: &mut Command) -> Result<String, Fault> {
    let name = command.get_program().display().to_string();
    let ended = command.stderr(Stdio::inherit()).output().map_err(|e| format!("{name}: {e}"))?;
    if !ended.status.success() {
        return Err(format!("{name} failed: {}", ended.status).into());
    }
    Ok(String::from_utf8_lossy(&ended.stdout).into_owned())
}

/// Runs a command and discards its output; returns true if it succeeded.
pub fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Returns true if a program is on the PATH.
pub fn has(program: &str) -> bool {
    holds(&format!("have '{program}'"))
}

/// Returns true if a bash line succeeds, such as `need_valgrind`, a function of `ci/lib.sh`.
pub fn holds(line: &str) -> bool {
    shared(line, &[]).status().is_ok_and(|status| status.success())
}

/// Returns the bash command of lines that use the functions of `ci/lib.sh`.
pub fn shared(lines: &str, arguments: &[&str]) -> Command {
    let mut bash = command("bash -c");
    bash.arg(format!(". ci/lib.sh; {lines}")).arg("ci/lib.sh").args(arguments).current_dir(root());
    bash
}

/// Installs packages if allowed and if the test command fails; returns true if that command then
/// succeeds. Otherwise prints the missing tool and the consequence.
pub fn need(tool: &str, test: &str, packages: &str, loss: &str) -> bool {
    let ended = shared("need \"$@\"", &[tool, test, packages, loss]).status();
    ended.is_ok_and(|status| status.success())
}

pub fn log_path(name: &str) -> PathBuf {
    root().join(LOGS).join(name.replace(' ', "-") + ".log")
}

pub fn log_text(name: &str) -> String {
    let bytes = fs::read(log_path(name)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Runs a command with its output in a log; returns true if it succeeded.
pub fn logged(name: &str, command: &mut Command) -> bool {
    let mut run = || -> io::Result<bool> {
        fs::create_dir_all(root().join(LOGS))?;
        let file = File::create(log_path(name))?;
        let status =
            command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file).status()?;
        Ok(status.success())
    };
    run().unwrap_or_else(|error| {
        eprintln!("note: {}: {error}", command.get_program().display());
        false
    })
}

/// Steps of a check that continues after a failure: name, outcome and remark of each.
#[derive(Default)]
pub struct Steps(Vec<[String; 3]>);

impl Steps {
    /// Runs a command as a step; returns true if it succeeded.
    pub fn step(&mut self, name: &str, command: &mut Command) -> bool {
        let words = command.get_args().map(|word| word.to_string_lossy()).collect::<Vec<_>>();
        let line = format!("{} {}", command.get_program().display(), words.join(" "));
        self.call(&format!("{name}: {line}"), || match command.status()? {
            status if status.success() => Ok(()),
            status => Err(status.to_string().into()),
        })
    }

    /// Runs a function as a step; returns true if it succeeded. The step's name is the text of `line` before
    /// a colon.
    pub fn call(&mut self, line: &str, function: impl FnOnce() -> Result<(), Fault>) -> bool {
        println!("\n== {line}");
        let ended = function();
        let name = line.split(':').next().unwrap_or(line);
        match &ended {
            Ok(()) => self.0.push([name, "ok", ""].map(str::to_owned)),
            Err(error) => self.row(name, "FAILED", &error.to_string()),
        }
        ended.is_ok()
    }

    /// Notes a step that cannot run here.
    pub fn skip(&mut self, name: &str, reason: &str) {
        self.row(name, "skipped", reason);
    }

    /// Notes a failure outside of any step.
    pub fn fail(&mut self, message: &str) {
        self.row("", "FAILED", message);
    }

    fn row(&mut self, name: &str, outcome: &str, remark: &str) {
        println!("\n== {name} {outcome}: {remark}");
        self.0.push([name, outcome, remark].map(str::to_owned));
    }

    /// Prints the steps as a table; the exit code is 1 if one failed.
    pub fn finish(self) -> u8 {
        println!("\n== summary");
        for [name, outcome, remark] in &self.0 {
            println!("| {name:<18} | {outcome:<7} | {remark}");
        }
        u8::from(self.0.iter().any(|row| row[1] == "FAILED"))
    }
}

/// Builds the program as for tests, with the examples; returns its path. In a build of the workspace cargo
/// chooses the same features for every crate, and reuses earlier builds.
pub fn build_debug(log: &str) -> Result<PathBuf, Fault> {
    let mut build = command("cargo build --locked --workspace --bin nucleus --examples");
    if logged(log, &mut build) {
        Ok(target_dir().join(format!("debug/nucleus{}", env::consts::EXE_SUFFIX)))
    } else {
        Err(format!("no build (log {LOGS}/{log}.log)").into())
    }
}

/// Builds the release program; returns its path.
pub fn build_release(features: &str) -> Result<PathBuf, Fault> {
    output(&mut command(&format!("cargo build --locked --release --bin nucleus {features}")))?;
    Ok(target_dir().join(format!("release/nucleus{}", env::consts::EXE_SUFFIX)))
}

/// Builds a target by a cargo command; returns the path of its program.
pub fn executable(build: &mut Command, target: &str) -> Result<PathBuf, Fault> {
    let messages = output(build.arg("--message-format=json-render-diagnostics"))?;
    let messages =
        messages.lines().filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    let mut built = messages.filter(|message| message["target"]["name"] == target);
    let path = built.find_map(|message| message["executable"].as_str().map(PathBuf::from));
    path.ok_or_else(|| format!("no program of {target} was built").into())
}

pub fn read_text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the version line of a tool, or an empty string if the tool is missing.
pub fn version(line: &str) -> String {
    let run = command(line).stderr(Stdio::null()).output();
    run.map_or(String::new(), |run| String::from_utf8_lossy(&run.stdout).trim().to_owned())
}

/// Returns this machine's target triple.
pub fn host() -> String {
    let text = version("rustc -vV");
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.unwrap_or_default().to_owned()
}

/// A UCI engine as a child process, killed when dropped.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    pub heard: Vec<String>,
}

impl Session {
    /// Starts the engine of this command.
    pub fn start(command: &mut Command) -> Result<Self, Fault> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.into_iter().flat_map(|o| BufReader::new(o).lines()).flatten() {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, input, lines, heard: Vec::new() })
    }

    pub fn send(&mut self, text: &str) {
        if let Some(input) = &mut self.input {
            // If the engine has ended, the missing answer shows it.
            let _ = input.write_all(text.as_bytes()).and_then(|()| input.flush());
        }
    }

    /// Reads up to a line with this beginning; returns false at the end or after 600 s of silence.
    pub fn until(&mut self, begin: &str) -> bool {
        while let Ok(line) = self.lines.recv_timeout(Duration::from_secs(600)) {
            self.heard.push(line);
            if self.heard.last().is_some_and(|line| line.starts_with(begin)) {
                return true;
            }
        }
        false
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes the engine's input; returns true if it then ends successfully in time. Reads its remaining lines.
    pub fn end(&mut self, within: Duration) -> bool {
        self.input = None;
        let deadline = Instant::now() + within;
        while let Ok(line) =
            self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            self.heard.push(line);
        }
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
