//! Runs the crates' tests and the checks of the program for Windows, under wine.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Checks, Ready, Target, folder};
use crate::checks::source::cpu_levels;
use crate::run::{Fault, command, has, output, root};

const TRIPLE: &str = "x86_64-pc-windows-gnu";

/// Source of the library from which the standard library gets random numbers. wine before 9 lacks it.
const PRNG: &str = "ci/prng.c";

fn prefix() -> PathBuf {
    root().join("target/wine")
}

impl Checks<'_> {
    /// Returns the means to build and run for Windows, or an error with the missing tools.
    pub(super) fn windows_ready(&self) -> Result<Ready, String> {
        if std::env::consts::OS != "linux" || std::env::consts::ARCH != "x86_64" {
            return Err("no emulator of it on this system".to_owned());
        }
        let mut ready = self.with_standard_library(TRIPLE)?;
        let linker = "gcc-mingw-w64-x86-64-posix";
        self.needs("linker", "have x86_64-w64-mingw32-gcc", linker)?;
        let wine = "{ [ -x /usr/lib/wine/wine64 ] || have wine64 || have wine; }";
        self.needs("emulator", wine, "wine64")?;
        let wine = ["/usr/lib/wine/wine64", "wine64"].into_iter().find(|wine| has(wine));
        let wine = wine.unwrap_or("wine").to_owned();
        ready.environment.extend([
            ("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", "x86_64-w64-mingw32-gcc".to_owned()),
            ("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", wine.clone()),
            // wine gets its own settings folder and does not offer to download components.
            ("WINEDEBUG", "-all".to_owned()),
            ("WINEPREFIX", prefix().display().to_string()),
            ("WINEDLLOVERRIDES", "mscoree,mshtml=".to_owned()),
        ]);
        ready.emulator = Some(wine);
        if !self.arguments.list {
            prng(&ready).map_err(|error| format!("wine's library of random numbers: {error}"))?;
        }
        Ok(ready)
    }

    /// Tests all crates but nucleus-cluster and nucleus-steps (Linux only); checks the program.
    pub(super) fn windows(&mut self, ready: &Ready) {
        // Tests start the fake engine, an example, which `cargo test --tests` does not build.
        let mut examples = ready.cargo(Target::Windows, "build --locked --examples");
        if !self.steps.step("windows examples", &mut examples) {
            return;
        }
        let tests = "--workspace --exclude nucleus-cluster --exclude nucleus-steps --tests --bin nucleus \
                     -- --show-output";
        self.cargo_tests("windows tests", Target::Windows, ready, tests);
        // A path with spaces, as is common on Windows.
        let built = folder(Target::Windows).join(TRIPLE).join("debug/nucleus.exe");
        let program = folder(Target::Windows).join("with blanks/nucleus.exe");
        let copied = self.steps.call("windows copy", || {
            fs::create_dir_all(program.parent().unwrap_or(&program))?;
            fs::copy(&built, &program)?;
            Ok(())
        });
        if copied {
            self.program("windows", &cpu_levels().unwrap_or_default(), ready, &program);
        }
    }
}

/// Installs the library of random numbers into wine's folder.
fn prng(ready: &Ready) -> Result<(), Fault> {
    output(ready.program(Path::new("cmd")).args(["/c", "exit"]))?;
    let library = prefix().join("drive_c/windows/system32/bcryptprimitives.dll");
    if !library.exists() {
        let mut compile = command("x86_64-w64-mingw32-gcc -shared -O2 -o");
        output(compile.arg(library).args([PRNG, "-ladvapi32"]))?;
    }
    Ok(())
}
