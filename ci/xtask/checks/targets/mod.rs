//! Checks of the program on other processors and systems, under an emulator if needed.
//!
//! arm is aarch64-unknown-linux-gnu under qemu-user, or native on such a machine. windows is
//! x86_64-pc-windows-gnu under wine. macos is aarch64-apple-darwin, which is compiled only, since it cannot
//! run here. x86 is i686-unknown-linux-gnu, as a static program that runs on any x86-64 Linux. wasm is wasm32-unknown-unknown, and wasm32-wasip1 for tests under Node.js. The standard library
//! is that of rustup's target if installed; otherwise, for the first three, that of Debian's rustc-web.
//! Programs are built as for tests, with assertions; only core and search are optimised as in a release.

mod arm;
mod program;
mod wasm;
mod windows;
mod x86;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::figures::sheet::Sheet;
use crate::run::{Ended, Fault, Steps, command, holds, output, shared, target_dir};

nucleus_base::named_enum! {
    /// A target to check.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Target {
        /// AArch64 Linux.
        Arm = "arm",
        /// Windows.
        Windows = "windows",
        /// macOS on AArch64.
        Macos = "macos",
        /// Linux on 32-bit x86.
        X86 = "x86",
        /// The core in a browser page.
        Wasm = "wasm",
    }
}

/// Targets, and extent of the checks.
#[derive(clap::Args, Default)]
pub struct TargetsArguments {
    /// Any of arm, windows, macos, x86, wasm [default: all].
    #[arg(value_parser = target)]
    targets: Vec<Target>,
    /// For arm, test kernels, scanners, assembly and signatures only; for wasm, the kernels only.
    #[arg(long)]
    quick: bool,
    /// Replace the inspector page's wasm core in the tree by the one built from the source.
    #[arg(long)]
    renew: bool,
    /// Install nothing.
    #[arg(long)]
    no_install: bool,
    /// Print the environment of a build for the target, as lines of a shell.
    #[arg(long)]
    environment: bool,
    /// List the targets with what each of them lacks.
    #[arg(long)]
    list: bool,
}

fn target(name: &str) -> Result<Target, String> {
    nucleus_base::text::named("target", &Target::ALL, name)
}

/// The means to build and run for a target.
struct Ready {
    /// Options of cargo that select the target.
    cargo: Vec<String>,
    /// Environment variables for cargo.
    environment: Vec<(&'static str, String)>,
    /// Program that runs the target's programs; `None` to run them directly.
    emulator: Option<String>,
}

struct Checks<'a> {
    arguments: &'a TargetsArguments,
    steps: Steps,
}

/// Checks the targets. A target that cannot be checked is skipped, or fails if `NUCLEUS_REQUIRE_TARGETS` names it.
pub fn run(arguments: &TargetsArguments) -> Ended {
    let mut checks = Checks { arguments, steps: Steps::default() };
    let targets = &arguments.targets[..];
    let required = env::var("NUCLEUS_REQUIRE_TARGETS").unwrap_or_default();
    for target in if targets.is_empty() { &Target::ALL } else { targets } {
        let name = target.name();
        let is_short = matches!(target, Target::Windows | Target::Macos | Target::X86);
        let ready = checks.ready(*target);
        match ready {
            _ if arguments.list => {
                println!("{name:<8} {}", ready.err().unwrap_or_else(|| "here".to_owned()));
            }
            Err(missing) if required.split(',').any(|r| r == name) => {
                checks.steps.fail(&format!("{name} is required, and is not here: {missing}"));
            }
            Err(missing) => checks.steps.skip(name, &missing),
            Ok(_) if is_short && arguments.quick => checks.steps.skip(name, "it has no such form"),
            Ok(ready) if arguments.environment => return Ok(ready.print()),
            Ok(ready) => match target {
                Target::Arm => checks.arm(&ready),
                Target::Windows => checks.windows(&ready),
                Target::Macos => checks.macos(&ready),
                Target::X86 => checks.x86(&ready),
                Target::Wasm => checks.wasm(&ready),
            },
        }
    }
    if arguments.list { Ok(0) } else { Ok(checks.steps.finish()) }
}

/// Returns the table of the NEON kernels' instructions.
pub fn arm_counts() -> Result<Sheet, Fault> {
    let arguments = TargetsArguments::default();
    let checks = Checks { arguments: &arguments, steps: Steps::default() };
    arm::counts(&checks.ready(Target::Arm)?)
}

/// Crates whose features are resolved together, so that the tests' dependencies are built once.
const PACKAGES: &str = "-p nucleus-core -p nucleus-search -p nucleus-engine -p nucleus-tuner -p nucleus-harness \
                        -p nucleus-chess";

/// Returns the build folder of a target.
fn folder(target: Target) -> PathBuf {
    target_dir().join("targets").join(target.name())
}

/// Returns true if rustup's standard library for a triple is installed.
fn has_rustup_target(triple: &str) -> bool {
    let library = output(command("rustc --print target-libdir --target").arg(triple));
    library.is_ok_and(|path| Path::new(path.trim()).is_dir())
}

impl Checks<'_> {
    fn installs_nothing(&self) -> bool {
        self.arguments.no_install || self.arguments.list
    }

    /// Installs packages if a bash test fails and if allowed; returns true if the test then succeeds.
    fn gets(&self, test: &str, packages: &str) -> bool {
        if holds(test) || self.installs_nothing() {
            return holds(test);
        }
        let install = "may_install && say \"installing $1\" && apt_install $1";
        shared(install, &[packages]).status().is_ok_and(|status| status.success()) && holds(test)
    }

    /// Gets a tool as [`Checks::gets`] does, or returns an error with the command that installs it.
    fn needs(&self, tool: &str, test: &str, packages: &str) -> Result<(), String> {
        if self.gets(test, packages) {
            return Ok(());
        }
        let how = output(&mut shared("install_command \"$1\"", &[packages])).unwrap_or_default();
        Err(format!("no {tool}. To install: {}", how.trim()))
    }

    /// Returns the means to build and run for a target, or an error with the missing tools.
    fn ready(&self, target: Target) -> Result<Ready, String> {
        match target {
            Target::Arm => self.arm_ready(),
            Target::Windows => self.windows_ready(),
            Target::Macos => self.with_standard_library("aarch64-apple-darwin"),
            Target::X86 => self.x86_ready(),
            Target::Wasm => self.wasm_ready("wasm32-unknown-unknown"),
        }
    }

    /// Returns the means to build for a triple: rustup's standard library, or one built from the sources of
    /// Debian's compiler, since Debian has no library for the triple.
    fn with_standard_library(&self, triple: &str) -> Result<Ready, String> {
        let mut ready = Ready {
            cargo: vec!["--target".to_owned(), triple.to_owned()],
            environment: Vec::new(),
            emulator: None,
        };
        if has_rustup_target(triple) {
            return Ok(ready);
        }
        let test = "[ -x /usr/bin/rustc ] && [ -d /usr/lib/rustlib/src/rust/library/std ]";
        if !self.gets(test, "rustc-web rust-web-src") {
            let how = format!("rustup target add {triple}");
            return Err(format!("no standard library for it. To install: {how}"));
        }
        ready.environment.push(("RUSTC", "/usr/bin/rustc".to_owned()));
        ready.environment.push(("RUSTC_BOOTSTRAP", "1".to_owned()));
        ready.cargo.push("-Zbuild-std=std,panic_unwind,test,proc_macro".to_owned());
        Ok(ready)
    }

    /// Builds and runs tests with cargo, in two steps; arguments after `--` are for the test programs.
    fn cargo_tests(&mut self, name: &str, target: Target, ready: &Ready, arguments: &str) {
        let build = arguments.split(" -- ").next().unwrap_or_default();
        let mut no_run = ready.cargo(target, &format!("test --locked --no-run {build}"));
        if self.steps.step(&format!("{name} build"), &mut no_run) {
            let mut run = ready.cargo(target, &format!("test --locked --no-fail-fast {arguments}"));
            self.steps.step(name, &mut run);
        }
    }

    /// Compiles for macOS. Nothing is linked, so neither Apple's linker nor its libraries are needed.
    fn macos(&mut self, ready: &Ready) {
        let mut check = ready.cargo(Target::Macos, "check --locked --bin nucleus");
        self.steps.step("macos check", check.args(PACKAGES.split(' ')));
        self.steps.skip("macos: a run", "no macOS here; nothing of it was ever run");
    }
}

impl Ready {
    /// Returns a cargo command for a target. Its programs run only once or twice, so fast builds matter.
    fn cargo(&self, target: Target, line: &str) -> Command {
        let (words, rest) = line.split_once(" -- ").unwrap_or((line, ""));
        let mut cargo = command(&format!("cargo {words}"));
        cargo.args(&self.cargo).env("CARGO_TARGET_DIR", folder(target));
        cargo.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        // `cargo run` adds its toolchain's libraries to the path, and Debian's compiler must not load them.
        cargo.env_remove("LD_LIBRARY_PATH").env_remove("RUSTUP_TOOLCHAIN");
        cargo.envs(self.environment.iter().map(|(name, value)| (*name, value)));
        if !rest.is_empty() {
            cargo.arg("--").args(rest.split_whitespace());
        }
        cargo
    }

    /// Prints the target, its emulator and the environment of cargo; returns exit code 0.
    fn print(&self) -> u8 {
        let (target, emulator) = (self.cargo.get(1), self.emulator.as_ref());
        let first = [("CARGO_BUILD_TARGET", target), ("EMULATOR", emulator)];
        let others = self.environment.iter().map(|(name, value)| (*name, Some(value)));
        for (name, value) in first.into_iter().chain(others) {
            println!("export {name}='{}'", value.map_or("", String::as_str));
        }
        0
    }

    /// Returns the command that runs a program of the target.
    fn program(&self, path: &Path) -> Command {
        let mut run =
            crate::run::program(self.emulator.as_ref().map_or(path.as_os_str(), OsStr::new));
        run.args(self.emulator.as_ref().map(|_| path));
        run.envs(self.environment.iter().map(|(name, value)| (*name, value)));
        run
    }
}
