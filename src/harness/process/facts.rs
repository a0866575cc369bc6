//! Facts about a process that the system knows. They must be read before the process is waited for,
//! since its id may be reused afterwards.

use std::process::Child;
use std::time::Duration;

/// Returns the largest peak memory, in bytes, of a process and its descendants, from Linux's status
/// files; on Windows that of the process itself.
pub fn peak_memory(child: &Child) -> Option<u64> {
    cfg_select! {
        windows => crate::windows::peak_memory(std::os::windows::io::AsHandle::as_handle(child)),
        _ => tree(child.id()).into_iter().filter_map(peak_by).max(),
    }
}

/// Returns the total time that a process and its descendants waited for a processor, without ended
/// threads; `None` if the system does not report it.
pub fn waited(child: &Child) -> Option<Duration> {
    let all: Vec<Duration> = tree(child.id()).into_iter().filter_map(waited_by).collect();
    (!all.is_empty()).then(|| all.iter().sum())
}

/// Returns a process and its descendants, if the system lists them.
fn tree(process: u32) -> Vec<u32> {
    let list = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let list = list.unwrap_or_default();
    let children = list.split_whitespace().filter_map(|number| number.parse().ok());
    [process].into_iter().chain(children.flat_map(tree)).collect()
}

/// Returns the peak memory of a process in bytes; `None` if the system does not report it.
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
