//! The processor time of a child, read while it runs.

use std::process::Child;

#[cfg(target_os = "linux")]
type Handle = libc::clockid_t;
#[cfg(windows)]
type Handle = std::os::windows::io::OwnedHandle;
/// Other systems have no process clock that another process may read.
#[cfg(not(any(target_os = "linux", windows)))]
type Handle = std::convert::Infallible;

/// The clock of a process's processor time, over all its threads including ended ones; valid until
/// the process is waited for.
#[derive(Debug)]
pub struct TaskClock(Handle);

impl TaskClock {
    /// Returns the clock of a process, if the system has one.
    pub fn from_child(child: &Child) -> Option<Self> {
        cfg_select! {
            target_os = "linux" => {
                let (pid, mut clock) = (i32::try_from(child.id()).ok()?, 0);
                // SAFETY: the call writes one clock's number into `clock`, which lives through it.
                let refused = unsafe { libc::clock_getcpuclockid(pid, &raw mut clock) };
                (refused == 0).then_some(Self(clock))
            }
            windows => {
                std::os::windows::io::AsHandle::as_handle(child).try_clone_to_owned().ok().map(Self)
            }
            _ => {
                let _ = child;
                None
            }
        }
    }

    /// Returns the processor time so far, in nanoseconds.
    pub fn nanoseconds(&self) -> Option<u64> {
        cfg_select! {
            target_os = "linux" => {
                let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
                // SAFETY: the call writes one time into `time`, which lives through it.
                let refused = unsafe { libc::clock_gettime(self.0, &raw mut time) };
                let nanoseconds = u64::try_from(time.tv_sec).ok()? * 1_000_000_000;
                (refused == 0).then_some(nanoseconds + u64::try_from(time.tv_nsec).ok()?)
            }
            windows => {
                crate::windows::process_nanoseconds(std::os::windows::io::AsHandle::as_handle(&self.0))
            }
            _ => match self.0 {},
        }
    }
}
