//! The processor time of a child, read while it runs.

use std::process::Child;

/// The clock of a process's processor time, all its threads together, those that have ended included;
/// of use until the process is waited for.
#[cfg(target_os = "linux")]
#[derive(Debug, Clone, Copy)]
pub struct TaskClock(libc::clockid_t);

#[cfg(target_os = "linux")]
impl TaskClock {
    /// Returns the clock of a process.
    pub fn of(child: &Child) -> Option<Self> {
        let (pid, mut clock) = (i32::try_from(child.id()).ok()?, 0);
        // SAFETY: the call writes one clock's number into `clock`, which lives through it.
        let refused = unsafe { libc::clock_getcpuclockid(pid, &raw mut clock) };
        (refused == 0).then_some(Self(clock))
    }

    /// Returns the processor time so far.
    pub fn nanoseconds(&self) -> Option<u64> {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the call writes one time into `time`, which lives through it.
        let refused = unsafe { libc::clock_gettime(self.0, &raw mut time) };
        let nanoseconds = u64::try_from(time.tv_sec).ok()? * 1_000_000_000;
        (refused == 0).then_some(nanoseconds + u64::try_from(time.tv_nsec).ok()?)
    }
}

/// The processor time of a process, all its threads together, by its handle.
#[cfg(all(windows, not(nucleus_portable)))]
#[derive(Debug)]
pub struct TaskClock(std::os::windows::io::OwnedHandle);

#[cfg(all(windows, not(nucleus_portable)))]
impl TaskClock {
    /// Returns the clock of a process.
    pub fn of(child: &Child) -> Option<Self> {
        std::os::windows::io::AsHandle::as_handle(child).try_clone_to_owned().ok().map(Self)
    }

    /// Returns the processor time so far.
    pub fn nanoseconds(&self) -> Option<u64> {
        crate::windows::process_nanoseconds(std::os::windows::io::AsHandle::as_handle(&self.0))
    }
}

/// Other systems have no clock of a process that another may read.
#[cfg(not(any(target_os = "linux", all(windows, not(nucleus_portable)))))]
#[derive(Debug)]
pub struct TaskClock(std::convert::Infallible);

#[cfg(not(any(target_os = "linux", all(windows, not(nucleus_portable)))))]
impl TaskClock {
    /// Returns nothing.
    pub fn of(_child: &Child) -> Option<Self> {
        None
    }

    /// Never called.
    pub fn nanoseconds(&self) -> Option<u64> {
        match self.0 {}
    }
}
