//! Facts of a process that the system knows. Its number is another process's as soon as it has been waited
//! for: until then these are asked for.

use std::process::{Child, ExitStatus};
use std::time::Duration;

/// The signal that ended a process.
#[cfg(unix)]
pub fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// The signal that ended a process; this system has none.
#[cfg(not(unix))]
pub fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

/// The most memory that a process or one of its children, and theirs, has had at a time, in bytes; from
/// Linux's files of their status, which are not there elsewhere.
#[cfg(not(all(windows, not(nucleus_portable))))]
pub fn peak_memory(child: &Child) -> Option<u64> {
    tree(child.id()).into_iter().filter_map(peak_by).max()
}

/// The most memory that a process has had at a time, in bytes.
#[cfg(all(windows, not(nucleus_portable)))]
pub fn peak_memory(child: &Child) -> Option<u64> {
    crate::windows::peak_memory(std::os::windows::io::AsHandle::as_handle(child))
}

/// The time that a process and its children, and theirs, have stood in line for a processor, threads that
/// have ended not counted; `None` where the system does not tell.
pub fn waited(child: &Child) -> Option<Duration> {
    let all: Vec<Duration> = tree(child.id()).into_iter().filter_map(waited_by).collect();
    (!all.is_empty()).then(|| all.iter().sum())
}

/// A process, its children, and theirs, where the system tells.
fn tree(process: u32) -> Vec<u32> {
    let list = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let list = list.unwrap_or_default();
    let children = list.split_whitespace().filter_map(|number| number.parse().ok());
    [process].into_iter().chain(children.flat_map(tree)).collect()
}

/// The most memory that a process has had at a time, in bytes; `None` where the system does not tell.
pub fn peak_by(process: u32) -> Option<u64> {
    peak_of(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

fn waited_by(process: u32) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let mut waited = Duration::ZERO;
    for thread in threads.flatten() {
        let Ok(line) = std::fs::read_to_string(thread.path().join("schedstat")) else { continue };
        let nanoseconds = line.split_whitespace().nth(1)?.parse().ok()?;
        waited += Duration::from_nanos(nanoseconds);
    }
    Some(waited)
}

/// The line `VmHWM: 1234 kB` of a process's status, in bytes.
fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peak_memory_is_read() {
        let status = "Name:\tx\nVmPeak:\t  9 kB\nVmHWM:\t    1234 kB\nVmRSS:\t 12 kB\n";
        assert_eq!(peak_of(status), Some(1234 * 1024));
        assert_eq!(peak_of("Name:\tx\n"), None);
    }
}
