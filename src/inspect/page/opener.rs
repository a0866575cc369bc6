//! The start of the system's browser with a file.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// The system's openers with their arguments before the file, in order of preference.
#[cfg(windows)]
const OPENERS: &[&[&str]] = &[&["rundll32", "url.dll,FileProtocolHandler"]];
#[cfg(target_os = "macos")]
const OPENERS: &[&[&str]] = &[&["open"]];
// `wslview` exists under the Windows Subsystem for Linux only.
#[cfg(not(any(windows, target_os = "macos")))]
const OPENERS: &[&[&str]] = &[&["wslview"], &["xdg-open"], &["gio", "open"], &["x-www-browser"]];

/// Opens a file in the browser that the variable `BROWSER` names, or in the system's. Prints a warning to
/// standard error if none starts.
pub fn open(path: &Path) {
    let named = std::env::var("BROWSER").ok().filter(|name| !name.is_empty());
    let named = named.as_deref().map(|name| vec![name]);
    let openers = match &named {
        Some(words) => &[words.as_slice()][..],
        None => OPENERS,
    };
    if !openers.iter().any(|words| start(words, path).is_ok()) {
        let names: Vec<&str> = openers.iter().map(|words| words[0]).collect();
        let path = path.display();
        nucleus_base::tell!(
            "warning: no browser was opened (no {}): open {path}",
            names.join(", no ")
        );
    }
}

/// Starts a program with the file as its last argument, and does not wait for it: some openers end only when
/// the browser does.
fn start(words: &[&str], path: &Path) -> io::Result<()> {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(std::path::absolute(path)?);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    Ok(())
}
