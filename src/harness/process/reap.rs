//! The end of a child: waited for without polling, with what it used as the system counted it.

use std::io;
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// Resource usage of a process and the children that it waited for, as `wait4` returns it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Nanoseconds of processor time, user and system.
    pub nanoseconds: u64,
    /// Bytes of memory that the largest of them held, or this program when it started them.
    pub peak_memory: u64,
    /// The time that the process itself stood in line for a processor, where the system tells.
    pub waited: Option<Duration>,
}

/// Waits for a child to end, for as long as `limit`; `None` when it goes on. Once it has ended, its
/// number may be another process's. What it used is known on Linux.
///
/// # Errors
/// When the system cannot tell.
pub fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<(ExitStatus, Option<Usage>)>> {
    cfg_select! {
        target_os = "linux" => {
            let number = i32::try_from(child.id()).map_err(io::Error::other)?;
            wait_for_end(number, limit);
            // Of a process that has ended the system tells until it is waited for.
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
            // An interrupted wait is a short one, and a caller that waits longer asks again.
            let _ = poll(&mut [PollFd::new(&end, PollFlags::IN)], limit.as_ref());
        }
        // Before Linux 5.3.
        Err(_) => std::thread::sleep(limit.min(Duration::from_millis(2))),
    }
}

/// Takes a child's exit status if it has ended.
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
