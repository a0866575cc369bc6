//! Notes the compiler and the target, which `compiler` and the machine record tell.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .map_or_else(|| "an unknown rustc".to_owned(), |text| text.trim().to_owned());
    println!("cargo::rustc-env=NUCLEUS_RUSTC={version}");
    for (name, variable) in [("NUCLEUS_TARGET", "TARGET"), ("NUCLEUS_OPT_LEVEL", "OPT_LEVEL")] {
        println!("cargo::rustc-env={name}={}", std::env::var(variable).unwrap_or_default());
    }
}
