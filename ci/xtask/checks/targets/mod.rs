//! The program on other processors and systems than this one, under an emulator where it has to be.
//!
//! arm is aarch64-unknown-linux-gnu under qemu-user, or at home on such a machine; windows is x86_64-pc-windows-gnu
//! under wine; macos is aarch64-apple-darwin, of which nothing can be run here: it is kept compiling; wasm is
//! wasm32-unknown-unknown, and wasm32-wasip1 for tests under Node.js. The standard library is that of rustup's target
//! where it is installed, else for the first three that of Debian's rustc-web. Programs are built as tests are:
//! the core and the search as released, the rest not optimised, with assertions.

mod arm;
mod program;
mod wasm;
mod windows;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::figures::sheet::Sheet;
use crate::run::{Ended, Fault, Steps, command, holds, output, shared, target_dir};

nucleus_base::named_enum! {
    /// A processor or system.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Target {
        /// AArch64 Linux.
        Arm = "arm",
        /// Windows.
        Windows = "windows",
        /// macOS on AArch64.
        Macos = "macos",
        /// The core in a page of the browser.
        Wasm = "wasm",
    }
}

/// Targets, and how much of them.
#[derive(clap::Args, Default)]
pub struct TargetsArguments {
    /// Some of arm, windows, macos, wasm [default: all].
    #[arg(value_parser = target)]
    targets: Vec<Target>,
    /// For arm kernels, scanners, assembly and signatures; for wasm the kernels' tests.
    #[arg(long)]
    quick: bool,
    /// Put the core of the page that the source gives into the tree.
    #[arg(long)]
    renew: bool,
    /// Install nothing.
    #[arg(long)]
    no_install: bool,
    /// List the targets with what is missing for each.
    #[arg(long)]
    list: bool,
}

fn target(name: &str) -> Result<Target, String> {
    nucleus_base::text::named("target", &Target::ALL, name)
}

/// A target that can be built and run.
struct Ready {
    /// The options of cargo that choose it.
    cargo: Vec<String>,
    /// The environment of cargo.
    environment: Vec<(&'static str, String)>,
    /// The program that runs its programs; `None` for those of this machine.
    emulator: Option<String>,
}

/// Checks of targets at work.
struct Checks<'a> {
    arguments: &'a TargetsArguments,
    steps: Steps,
}

/// Checks the targets. A target that is not here is named, and fails if `NUCLEUS_REQUIRE_TARGETS` names it.
pub fn run(arguments: &TargetsArguments) -> Ended {
    let mut checks = Checks { arguments, steps: Steps::default() };
    let targets = &arguments.targets[..];
    let required = env::var("NUCLEUS_REQUIRE_TARGETS").unwrap_or_default();
    for target in if targets.is_empty() { &Target::ALL } else { targets } {
        let name = target.name();
        let is_short = *target == Target::Windows || *target == Target::Macos;
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
            Ok(ready) => match target {
                Target::Arm => checks.arm(&ready),
                Target::Windows => checks.windows(&ready),
                Target::Macos => checks.macos(&ready),
                Target::Wasm => checks.wasm(&ready),
            },
        }
    }
    if arguments.list { Ok(0) } else { Ok(checks.steps.finish()) }
}

/// Returns the table of NEON kernels' instructions.
pub fn arm_counts() -> Result<Sheet, Fault> {
    let arguments = TargetsArguments::default();
    let checks = Checks { arguments: &arguments, steps: Steps::default() };
    arm::counts(&checks.ready(Target::Arm)?)
}

/// The crates whose features are chosen together, so that what the tests need is built once.
const PACKAGES: &str = "-p nucleus-core -p nucleus-search -p nucleus-engine -p nucleus-tuner -p nucleus-harness \
                        -p nucleus-chess";

/// Returns the folder of a target's builds.
fn folder(target: Target) -> PathBuf {
    target_dir().join("targets").join(target.name())
}

/// True if rustup's own standard library is there for a triple.
fn has_rustup_target(triple: &str) -> bool {
    let library = output(command("rustc --print target-libdir --target").arg(triple));
    library.is_ok_and(|path| Path::new(path.trim()).is_dir())
}

impl Checks<'_> {
    fn installs_nothing(&self) -> bool {
        self.arguments.no_install || self.arguments.list
    }

    /// True if a test of bash holds, after an installation where that is allowed.
    fn gets(&self, test: &str, packages: &str) -> bool {
        if holds(test) || self.installs_nothing() {
            return holds(test);
        }
        let install = "may_install && say \"installing $1\" && apt_install $1";
        shared(install, &[packages]).status().is_ok_and(|status| status.success()) && holds(test)
    }

    /// Makes sure of a tool as [`Checks::gets`] does; the error has the command that installs its packages.
    fn needs(&self, tool: &str, test: &str, packages: &str) -> Result<(), String> {
        if self.gets(test, packages) {
            return Ok(());
        }
        let how = output(&mut shared("install_command \"$1\"", &[packages])).unwrap_or_default();
        Err(format!("no {tool}. To install: {}", how.trim()))
    }

    /// Returns what builds and runs for a target, or what is missing.
    fn ready(&self, target: Target) -> Result<Ready, String> {
        match target {
            Target::Arm => self.arm_ready(),
            Target::Windows => self.windows_ready(),
            Target::Macos => self.with_standard_library("aarch64-apple-darwin"),
            Target::Wasm => self.wasm_ready("wasm32-unknown-unknown"),
        }
    }

    /// Returns what builds for a triple: rustup's standard library, or one that is built from exactly the sources of
    /// Debian's compiler, which has none for it.
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

    /// Builds and runs tests by cargo, as two steps; what follows `--` is for the programs.
    fn cargo_tests(&mut self, name: &str, target: Target, ready: &Ready, arguments: &str) {
        let build = arguments.split(" -- ").next().unwrap_or_default();
        let mut no_run = ready.cargo(target, &format!("test --locked --no-run {build}"));
        if self.steps.step(&format!("{name} build"), &mut no_run) {
            let mut run = ready.cargo(target, &format!("test --locked --no-fail-fast {arguments}"));
            self.steps.step(name, &mut run);
        }
    }

    /// macOS is compiled: nothing is linked, so that neither Apple's linker nor its libraries are needed.
    fn macos(&mut self, ready: &Ready) {
        let mut check = ready.cargo(Target::Macos, "check --locked --bin nucleus");
        self.steps.step("macos check", check.args(PACKAGES.split(' ')));
        self.steps.skip("macos: a run", "no macOS here; nothing of it was ever run");
    }
}

impl Ready {
    /// Returns a command of cargo for a target. What is built here is run once or twice.
    fn cargo(&self, target: Target, line: &str) -> Command {
        let (words, rest) = line.split_once(" -- ").unwrap_or((line, ""));
        let mut cargo = command(&format!("cargo {words}"));
        cargo.args(&self.cargo).env("CARGO_TARGET_DIR", folder(target));
        cargo.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        // `cargo run` adds its toolchain's libraries, which a compiler of Debian's must not find.
        cargo.env_remove("LD_LIBRARY_PATH").env_remove("RUSTUP_TOOLCHAIN");
        cargo.envs(self.environment.iter().map(|(name, value)| (*name, value)));
        if !rest.is_empty() {
            cargo.arg("--").args(rest.split_whitespace());
        }
        cargo
    }

    /// Returns the command of a program of the target.
    fn program(&self, path: &Path) -> Command {
        let mut run =
            crate::run::program(self.emulator.as_ref().map_or(path.as_os_str(), OsStr::new));
        run.args(self.emulator.as_ref().map(|_| path));
        run.envs(self.environment.iter().map(|(name, value)| (*name, value)));
        run
    }
}
