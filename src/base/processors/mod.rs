//! The logical processors that this process may use, and pinning of threads to them.

#[cfg(all(windows, not(nucleus_portable)))]
mod windows;
#[cfg(all(windows, not(nucleus_portable)))]
pub use windows::{allowed, pin_current_thread, pin_process};

/// Pins the calling thread to these logical processors. Threads and processes that it starts inherit
/// the setting.
///
/// # Errors
/// If no given processor is allowed, a number is too large, or the system cannot pin threads.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
pub fn pin_current_thread(cores: &[u32]) -> std::io::Result<()> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    for &core in cores {
        if core as usize >= CpuSet::MAX_CPU {
            return Err(not_ours());
        }
        set.set(core as usize);
    }
    // Linux reports a missing processor as `Invalid argument`.
    sched_setaffinity(None, &set).map_err(|error| match error {
        rustix::io::Errno::INVAL => not_ours(),
        error => error.into(),
    })
}

/// Returns an error that lists the allowed processors.
#[cfg(all(any(target_os = "linux", windows), not(nucleus_portable)))]
fn not_ours() -> std::io::Error {
    let ours: Vec<String> = allowed().iter().map(u32::to_string).collect();
    let text = format!("this process may use {}", ours.join(", "));
    std::io::Error::new(std::io::ErrorKind::InvalidInput, text)
}

/// Fails, because this system has no affinity call.
///
/// # Errors
/// Always.
#[cfg(not(all(any(target_os = "linux", windows), not(nucleus_portable))))]
pub fn pin_current_thread(_cores: &[u32]) -> std::io::Result<()> {
    Err(std::io::Error::from(std::io::ErrorKind::Unsupported))
}

/// Returns the logical processors this process may use, ascending; empty if they are unknown.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
pub fn allowed() -> Vec<u32> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&i| set.is_set(i)).map(|i| i as u32).collect()
}

/// Returns the logical processors that this process may use, ascending; empty, since they are unknown on
/// this system.
#[cfg(not(all(any(target_os = "linux", windows), not(nucleus_portable))))]
pub fn allowed() -> Vec<u32> {
    Vec::new()
}
