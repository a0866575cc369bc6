//! The exit of a child: on Linux, waits without polling and returns the child's resource usage.

use std::io;
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// The resource usage of a process and the children that it waited for, as `wait4` returns it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time in nanoseconds, user and system.
    pub nanoseconds: u64,
    /// The peak memory in bytes of the largest of these processes, or of this program at the start.
    pub peak_memory: u64,
    /// The time that the process itself waited for a processor, if the system reports it.
    pub waited: Option<Duration>,
}

/// Waits for a child to exit, at most `limit`; `None` if it still runs. After its exit, its id may
/// be reused. The resource usage is known on Linux only.
///
/// # Errors
/// If the system call fails.
pub fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<(ExitStatus, Option<Usage>)>> {
    cfg_select! {
        target_os = "linux" => {
            let number = i32::try_from(child.id()).map_err(io::Error::other)?;
            wait_for_end(number, limit);
            // The time can be read after the exit only until the process is waited for.
            let waited = super::facts::waited(child);
            Ok(reap(number)?.map(|(status, usage)| (status, Some(Usage { waited, ..usage }))))
        }
        _ => {
            let end = std::time::Instant::now() + limit;
            loop {
                let status = child.try_wait()?;
                if status.is_some() || std::time::Instant::now() >= end {
                    return Ok(status.map(|status| (status, None)));
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

#[cfg(target_os = "linux")]
fn wait_for_end(number: i32, limit: Duration) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{Pid, PidfdFlags, pidfd_open};
    let Some(pid) = Pid::from_raw(number) else { return };
    match pidfd_open(pid, PidfdFlags::empty()) {
        Ok(end) => {
            let limit = Timespec::try_from(limit).ok();
            // An interrupted wait is a short one; the caller repeats it if necessary.
            let _ = poll(&mut [PollFd::new(&end, PollFlags::IN)], limit.as_ref());
        }
        // Linux before 5.3 has no `pidfd_open`.
        Err(_) => std::thread::sleep(limit.min(Duration::from_millis(2))),
    }
}

/// Returns a child's exit status and reaps it, if it has exited.
#[cfg(target_os = "linux")]
fn reap(number: i32) -> io::Result<Option<(ExitStatus, Usage)>> {
    use std::os::unix::process::ExitStatusExt;
    let (mut status, mut usage) = (0, std::mem::MaybeUninit::<libc::rusage>::zeroed());
    // SAFETY: both pointers are to values of the types that wait4 writes, alive for the call; a
    // zeroed rusage is a valid one.
    let (ended, usage) = unsafe {
        let ended = libc::wait4(number, &raw mut status, libc::WNOHANG, usage.as_mut_ptr());
        (ended, usage.assume_init())
    };
    match ended {
        0 => Ok(None),
        -1 => Err(io::Error::last_os_error()),
        _ => {
            let nanoseconds = |time: libc::timeval| {
                u64::try_from(time.tv_sec * 1_000_000 + time.tv_usec).unwrap_or(0) * 1_000
            };
            let usage = Usage {
                nanoseconds: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
                peak_memory: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
                waited: None,
            };
            Ok(Some((ExitStatus::from_raw(status), usage)))
        }
    }
}
