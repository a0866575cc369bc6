//! `cargo xtask`: checks of Nucleus beyond its tests, and the measured tables of its pages.

fn main() -> std::process::ExitCode {
    xtask::main()
}
