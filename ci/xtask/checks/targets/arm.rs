//! Checks of the core's kernels and of the program on ARM, under qemu or natively.

use std::env::consts::{ARCH, OS};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use nucleus_report::format::count;

use super::{Checks, PACKAGES, Ready, Target, folder, has_rustup_target};
use crate::figures::sheet::Sheet;
use crate::run::{Fault, command, executable, has, holds, output};

const TRIPLE: &str = "aarch64-unknown-linux-gnu";

/// Arguments for the tests of the quick form. Tests that take minutes to compile or to emulate are left out.
const QUICK: &str = "-p nucleus-core -p nucleus-engine --test core --test engine \
    --config profile.dev.package.nucleus-search.opt-level=1 --config profile.dev.package.nucleus-engine.opt-level=1 \
    -- --show-output --skip random_matrices kernels:: levels:: pairs:: checked_call_aarch64:: magic:: memory:: \
    record:: network::the_routines signatures::axon_at_depth_4 signatures::full_at_depth_4 \
    signatures::umko_at_depth_4 signatures::full_with_the_built_in_network";

/// A bash test for Debian's Rust standard library for ARM. dpkg needs the architecture arm64 first.
const DEBIAN: &str = "debian_arm() { [ -x /usr/bin/rustc ] && [ -d \"$(/usr/bin/rustc --print target-libdir \
    --target aarch64-unknown-linux-gnu 2>/dev/null)\" ]; }; debian_arm";

impl Checks<'_> {
    /// Returns the means to build and run for ARM, or an error with the missing tools.
    pub(super) fn arm_ready(&self) -> Result<Ready, String> {
        let mut ready = Ready { cargo: Vec::new(), environment: Vec::new(), emulator: None };
        match (OS, ARCH) {
            ("linux", "aarch64") => return Ok(ready),
            ("linux", _) => {}
            _ => return Err("no emulator of it on this system".to_owned()),
        }
        ready.cargo.extend(["--target", TRIPLE].map(str::to_owned));
        if !has_rustup_target(TRIPLE) {
            if !holds(DEBIAN) && !self.installs_nothing() {
                holds("may_install && as_root dpkg --add-architecture arm64");
            }
            if !self.gets(DEBIAN, "rustc-web libstd-rust-web-dev:arm64") {
                let how = format!("rustup target add {TRIPLE}");
                return Err(format!("no standard library for it. To install: {how}"));
            }
            ready.environment.push(("RUSTC", "/usr/bin/rustc".to_owned()));
        }
        let linker = "gcc-aarch64-linux-gnu libc6-dev-arm64-cross";
        self.needs("linker", "have aarch64-linux-gnu-gcc", linker)?;
        let emulator = "{ have qemu-aarch64-static || have qemu-aarch64; }";
        self.needs("emulator", emulator, "qemu-user-static")?;
        let qemu = ["qemu-aarch64-static", "qemu-aarch64"].into_iter().find(|qemu| has(qemu));
        let qemu = qemu.unwrap_or("qemu-aarch64");
        ready.emulator = Some(qemu.to_owned());
        // The loader and the C library must come from one package: the cross compiler's, unless the
        // architecture's own is installed.
        if !Path::new("/lib/ld-linux-aarch64.so.1").exists() {
            ready.environment.push(("QEMU_LD_PREFIX", "/usr/aarch64-linux-gnu".to_owned()));
        }
        ready.environment.extend([
            ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc".to_owned()),
            ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", qemu.to_owned()),
            ("NUCLEUS_EMULATED", "1".to_owned()),
        ]);
        Ok(ready)
    }

    /// Runs the tests and the program; in the quick form, only some tests.
    pub(super) fn arm(&mut self, ready: &Ready) {
        if self.arguments.quick {
            self.cargo_tests("arm quick", Target::Arm, ready, QUICK);
            self.steps.skip("arm: the rest", "it is in cargo xtask check targets arm");
            return;
        }
        let tests = "--lib --test core --test search --test engine --bin nucleus -- --show-output";
        self.cargo_tests("arm tests", Target::Arm, ready, &format!("{PACKAGES} {tests}"));
        let mut build =
            ready.cargo(Target::Arm, &format!("build --locked {PACKAGES} --bin nucleus"));
        if self.steps.step("arm build", &mut build) {
            let triple = if ready.cargo.is_empty() { "" } else { TRIPLE };
            let program = folder(Target::Arm).join(triple).join("debug/nucleus");
            self.program("arm", &["portable", "neon"], ready, &program);
        }
    }
}

/// Returns the instructions of each routine per board, built as a release: half the difference of a
/// run of three rounds and a run of one. Fails if NEON's rebuild exceeds 0.55 of the portable one.
pub(super) fn counts(ready: &Ready) -> Result<Sheet, Fault> {
    let Some(qemu) = &ready.emulator else {
        return Err("the emulator counts, and this is the machine itself".into());
    };
    let mut bench =
        ready.cargo(Target::Arm, "bench --locked --no-run -p nucleus-core --bench emulated");
    let program = executable(&mut bench, "emulated")?;
    output(&mut ready.program(&program))?;
    let steps = |routine: &str, level: &str, times: &str| -> Result<u64, Fault> {
        let mut emulator = command(qemu);
        emulator.args(["-singlestep", "-d", "exec,nochain", "-D", "/dev/stdout"]).arg(&program);
        emulator.envs(ready.environment.iter().map(|(name, value)| (*name, value)));
        let mut child =
            emulator.args(["--run", routine, level, times]).stdout(Stdio::piped()).spawn()?;
        let lines =
            child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).split(b'\n'));
        let count = lines.flatten().filter(|line| line.starts_with(b"Trace")).count();
        child.wait()?;
        Ok(count as u64)
    };
    let mut sheet = Sheet::new("kernel | portable | neon | of portable");
    for line in output(ready.program(&program).arg("--list"))?.lines() {
        let mut words = line.splitn(3, ' ');
        let [Some(routine), Some(boards), Some(words)] = [(); 3].map(|()| words.next()) else {
            continue;
        };
        let boards: u64 = boards.parse()?;
        let cost = |level: &str| -> Result<f64, Fault> {
            let twice = steps(routine, level, "3")?.saturating_sub(steps(routine, level, "1")?);
            if twice == 0 {
                return Err(format!("{routine} at {level}: not counted").into());
            }
            Ok(((twice + boards) / (2 * boards)) as f64)
        };
        let (portable, neon) = (cost("portable")?, cost("neon")?);
        let share = neon / portable;
        sheet.push([words.to_owned(), count(portable), count(neon), format!("{share:.2}")]);
        if routine == "rebuild" && share > 0.55 {
            return Err("a rebuild by NEON is to be at most 0.55 of the portable one".into());
        }
    }
    Ok(sheet)
}
