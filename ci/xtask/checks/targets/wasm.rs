//! Checks for the browser. The committed WebAssembly of the inspector page must equal a build by
//! the same compiler, and the tests of nucleus-core must pass under Node.js.

use std::fs;

use super::{Checks, Ready, Target, folder, has_rustup_target};
use crate::git::Repository;
use crate::run::{Fault, command, executable, has, root, succeeds, version};

/// The inspector page's core, packed. The text file next to it has its size, its compiler and its source's commit.
const PAGE_CORE: &str = "src/inspect/page/core.wasm.gz";
const MOST_BYTES: usize = 400_000;

impl Checks<'_> {
    /// Returns the means to build for one of rustup's targets, which is installed if allowed.
    pub(super) fn wasm_ready(&self, triple: &str) -> Result<Ready, String> {
        let cargo = vec!["--target".to_owned(), triple.to_owned()];
        let ready = Ready { cargo, environment: Vec::new(), emulator: None };
        let install = || {
            !self.installs_nothing() && has("rustup") && {
                println!("installing the target {triple}");
                succeeds(command("rustup target add").arg(triple))
            }
        };
        if has_rustup_target(triple) || install() && has_rustup_target(triple) {
            return Ok(ready);
        }
        Err(format!("no standard library for it. To install: rustup target add {triple}"))
    }

    /// Builds the page's core, compares or replaces the committed one, and tests nucleus-core.
    pub(super) fn wasm(&mut self, ready: &Ready) {
        let line = "rustc --locked --profile browser -p nucleus-inspect --lib --crate-type cdylib";
        let mut build = ready.cargo(Target::Wasm, line);
        let home = std::env::var("CARGO_HOME")
            .unwrap_or_else(|_| std::env::var("HOME").unwrap_or_default() + "/.cargo");
        let (from, here) = ("--remap-path-prefix=", root());
        build.env("RUSTFLAGS", format!("{from}{home}=cargo {from}{}=.", here.display()));
        if !self.steps.step("wasm build", &mut build) {
            return;
        }
        let built =
            folder(Target::Wasm).join("wasm32-unknown-unknown/browser/nucleus_inspect.wasm");
        let renew = self.arguments.renew;
        self.steps.call("wasm bytes", || {
            let packed = command("gzip -9nc").arg(&built).output()?.stdout;
            if renew { renewed(&packed) } else { compared(&packed, &fs::read(&built)?) }
        });
        if !has("node") {
            return self.steps.skip("wasm core", "there is no Node.js to run its tests");
        }
        match self.wasm_ready("wasm32-wasip1") {
            Err(missing) => self.steps.skip("wasm core", &missing),
            Ok(ready) => {
                let line = "test --locked --no-run -p nucleus-core --test core";
                let mut program = Err("not built".into());
                self.steps.call("wasm tests", || {
                    program = executable(&mut ready.cargo(Target::Wasm, line), "core");
                    program.as_ref().map(|_| ()).map_err(|error: &Fault| error.to_string().into())
                });
                let Ok(program) = program else { return };
                // Node.js 20 crashes after a test that takes much memory.
                let mut tests = command("node --no-warnings ci/wasi.mjs");
                let options = "--show-output --test-threads 1 --skip memory::";
                tests.arg(program).args(options.split(' '));
                if self.arguments.quick {
                    tests.args("kernels:: levels:: pairs:: magic:: record:: boards::".split(' '));
                }
                self.steps.step("wasm core", &mut tests);
            }
        }
    }
}

/// Returns the stamp of a core: its size, its compiler, the last change of its source.
fn stamp(core: &[u8]) -> String {
    let log = "log -1 --format=%h -- asm src/base src/core src/search src/inspect :!src/inspect/page Cargo.lock";
    let log: Vec<&str> = log.split(' ').collect();
    let source = Repository::here().git(&log).unwrap_or_default();
    format!("bytes {}\ncompiler {}\nsource {source}\n", core.len(), version("rustc --version"))
}

fn renewed(core: &[u8]) -> Result<(), Fault> {
    fs::write(root().join(PAGE_CORE), core)?;
    fs::write(root().join(PAGE_CORE).with_extension("txt"), stamp(core))?;
    print!("{}", stamp(core));
    Ok(())
}

/// Fails if the core is too large, or if it differs from the committed one of the same compiler.
fn compared(packed: &[u8], core: &[u8]) -> Result<(), Fault> {
    let bytes = packed.len();
    if bytes > MOST_BYTES {
        return Err(format!("{bytes} bytes: more than {MOST_BYTES}").into());
    }
    let stamp = fs::read_to_string(root().join(PAGE_CORE).with_extension("txt"))?;
    let compiler = format!("compiler {}", version("rustc --version"));
    if !stamp.lines().any(|line| line == compiler) {
        println!("{bytes} bytes; not compared, as the tree's is of another compiler:\n{stamp}");
    } else if core == command("gzip -dc").arg(root().join(PAGE_CORE)).output()?.stdout {
        println!("{bytes} bytes, those of the tree");
    } else {
        let cure = "cargo xtask check targets wasm --renew";
        return Err(format!("{PAGE_CORE} is not of this source: {cure}").into());
    }
    Ok(())
}
