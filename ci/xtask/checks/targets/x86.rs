//! Checks of the program for 32-bit x86, which x86-64 Linux runs natively.

use std::env::consts::{ARCH, OS};

use super::{Checks, Ready, Target, folder};

const TRIPLE: &str = "i686-unknown-linux-gnu";

impl Checks<'_> {
    /// Returns the means to build for 32-bit x86, by gcc-multilib or a cross compiler. Only the latter can
    /// be installed together with the one for ARM.
    pub(super) fn x86_ready(&self) -> Result<Ready, String> {
        if (OS, ARCH) != ("linux", "x86_64") {
            return Err("this is no x86-64 Linux".to_owned());
        }
        let mut ready = self.with_standard_library(TRIPLE)?;
        let linkers = "{ have i686-linux-gnu-gcc || [ -e /usr/lib32/crt1.o ]; }";
        self.needs("linker", linkers, "gcc-i686-linux-gnu")?;
        if crate::run::has("i686-linux-gnu-gcc") {
            let linker = "CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER";
            ready.environment.push((linker, "i686-linux-gnu-gcc".to_owned()));
        }
        let flags = "CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_RUSTFLAGS";
        ready.environment.push((flags, "-Ctarget-feature=+crt-static".to_owned()));
        Ok(ready)
    }

    /// Builds the program, and checks it.
    pub(super) fn x86(&mut self, ready: &Ready) {
        let mut build = ready.cargo(Target::X86, "build --locked --bin nucleus");
        if self.steps.step("x86 build", &mut build) {
            let program = folder(Target::X86).join(TRIPLE).join("debug/nucleus");
            self.program("x86", &["portable"], ready, &program);
        }
    }
}
