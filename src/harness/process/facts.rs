//! Facts of a process that the system knows. Its number is another process's as soon as it has been waited
//! for: until then these are asked for.

use std::process::Child;
use std::time::Duration;

/// The most memory that a process or one of its children, and theirs, has had at a time, in bytes; from
/// Linux's files of their status, which are not there elsewhere. On Windows the process's own.
pub fn peak_memory(child: &Child) -> Option<u64> {
    cfg_select! {
        windows => crate::windows::peak_memory(std::os::windows::io::AsHandle::as_handle(child)),
        _ => tree(child.id()).into_iter().filter_map(peak_by).max(),
    }
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
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
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
